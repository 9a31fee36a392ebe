package org.ptoc.tools.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.StallReason;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.CrossFlagScope;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.object.PipeRecord;
import org.ptoc.tools.toolchain.TimedRun;

/** What the cores of a run waited for, and the rings of their pipes (spec/70, 7.4). */
final class CoreWaits {
  private static final int FLAGS = 16;

  /** What a core waits for. */
  enum Reason {
    XFLAG("signal"),
    PIPE_FULL("pipe full"),
    PIPE_EMPTY("pipe empty"),
    SYNCALL("meeting"),
    FLAG("flag");

    private final String title;

    Reason(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  /**
   * A ring of a pipe in one block.
   *
   * @param pushed entries that were given
   * @param popped entries that were taken
   * @param most most entries at a time; empty where the timeline is only a part of the run
   * @param full cycles in which a core waited for a free slot; empty as above
   * @param empty cycles in which a core waited for an entry; empty as above
   */
  record Ring(
      int block,
      PipeRecord pipe,
      boolean isToVector,
      long pushed,
      long popped,
      OptionalLong most,
      OptionalLong full,
      OptionalLong empty) {
    String name() {
      return "pipe " + pipe.id() + (isToVector ? " C2V" : " V2C");
    }
  }

  /** What a word does with a ring. */
  private record Use(
      PipeRecord pipe, boolean isToVector, boolean isReady, boolean isWait, boolean isFirst) {}

  private final TimedRun run;
  private final List<TimedCore> cores;

  /** What each word of the parts does, once it was asked for. */
  private final Map<TimedRun, List<Optional<Use>>> uses = new IdentityHashMap<>();

  private CoreWaits(TimedRun run) {
    this.run = run;
    this.cores = TimedCore.of(run);
  }

  /** The cycles that a core waited, by reason, over all its pipes. */
  static Map<Reason, Long> of(TimedRun run, TimedCore core) {
    return new CoreWaits(run).waits(core);
  }

  private Map<Reason, Long> waits(TimedCore core) {
    Map<Reason, Long> waits = new EnumMap<>(Reason.class);
    for (Reason reason : Reason.values()) {
      waits.put(reason, 0L);
    }
    waits.put(Reason.FLAG, core.timing().stalls().getOrDefault(StallReason.FLAG, 0L));
    long rest = core.timing().stalls().getOrDefault(StallReason.CORE, 0L);
    for (TimedEvent event : core.timing().events()) {
      long cycles = event.start() - event.waitedFrom();
      Optional<Use> use = use(core, event.word());
      Optional<Reason> reason =
          event.kind() == TimedEvent.Kind.MEETING
              ? Optional.of(Reason.SYNCALL)
              : use.filter(Use::isWait)
                  .map(each -> each.isReady() ? Reason.PIPE_EMPTY : Reason.PIPE_FULL);
      if (reason.isPresent()) {
        waits.merge(reason.get(), cycles, Long::sum);
        rest -= cycles;
      }
    }
    waits.put(Reason.XFLAG, Math.max(0, rest));
    return waits;
  }

  /** Largest by mean of the cycles of the vector cores. */
  static BigDecimal imbalance(TimedRun run) {
    List<Long> cycles = run.timing().blocks().stream().map(BlockTiming::cycles).toList();
    long most = Collections.max(cycles);
    long sum = cycles.stream().mapToLong(Long::longValue).sum();
    return Numbers.fraction(most * cycles.size(), sum);
  }

  /** The rings of all blocks. */
  static List<Ring> rings(TimedRun run) {
    return new CoreWaits(run).rings();
  }

  private List<Ring> rings() {
    List<Ring> rings = new ArrayList<>();
    int blocks = run.cube().map(cube -> cube.timing().blocks().size()).orElse(0);
    for (int block = 0; block < blocks; block++) {
      int ofBlock = cores.size() / blocks;
      List<TimedCore> own = cores.subList(block * ofBlock, (block + 1) * ofBlock);
      for (PipeRecord pipe : run.kernel().pipes()) {
        for (int direction = 1; direction <= 2; direction++) {
          if ((pipe.directions() & direction) != 0) {
            rings.add(ring(block, own, pipe, direction == 1));
          }
        }
      }
    }
    return rings;
  }

  private Ring ring(int block, List<TimedCore> own, PipeRecord pipe, boolean isToVector) {
    long pushed = 0;
    long popped = 0;
    long full = 0;
    long empty = 0;
    boolean isComplete = true;
    List<Long> enters = new ArrayList<>();
    List<Long> leaves = new ArrayList<>();
    for (TimedCore core : own) {
      long pushes = 0;
      long pops = 0;
      List<Long> given = new ArrayList<>();
      List<Long> released = new ArrayList<>();
      long[] shown = new long[core.run().program().size()];
      for (TimedEvent event : core.timing().events()) {
        shown[event.word()]++;
        Optional<Use> use = use(core, event.word()).filter(each -> is(each, pipe, isToVector));
        if (use.isPresent() && use.get().isWait()) {
          long cycles = event.start() - event.waitedFrom();
          full += use.get().isReady() ? 0 : cycles;
          empty += use.get().isReady() ? cycles : 0;
        } else if (use.isPresent() && use.get().isFirst()) {
          (use.get().isReady() ? given : released).add(event.done());
        }
      }
      for (int word = 0; word < shown.length; word++) {
        Optional<Use> use = use(core, word).filter(each -> is(each, pipe, isToVector));
        long executed = core.timing().executionsOfWord().get(word);
        isComplete &= use.isEmpty() || shown[word] == executed;
        if (use.isPresent() && use.get().isReady() && use.get().isFirst()) {
          pushes += use.get().isWait() ? 0 : executed;
          pops += use.get().isWait() ? executed : 0;
        }
      }
      pushed = Math.max(pushed, pushes);
      popped = Math.max(popped, pops);
      combine(enters, given, false);
      combine(leaves, released, true);
    }
    return new Ring(
        block,
        pipe,
        isToVector,
        pushed,
        popped,
        known(isComplete, most(enters, leaves)),
        known(isComplete, full),
        known(isComplete, empty));
  }

  private static OptionalLong known(boolean isKnown, long value) {
    return isKnown ? OptionalLong.of(value) : OptionalLong.empty();
  }

  /** An entry is there with its first half and gone when the last core has released it. */
  private static void combine(List<Long> all, List<Long> own, boolean isLast) {
    for (int i = 0; i < own.size(); i++) {
      if (i == all.size()) {
        all.add(own.get(i));
      } else {
        long both = isLast ? Math.max(all.get(i), own.get(i)) : Math.min(all.get(i), own.get(i));
        all.set(i, both);
      }
    }
  }

  private static long most(List<Long> enters, List<Long> leaves) {
    Collections.sort(leaves);
    long most = 0;
    int gone = 0;
    for (int i = 0; i < enters.size(); i++) {
      while (gone < leaves.size() && leaves.get(gone) <= enters.get(i)) {
        gone++;
      }
      most = Math.max(most, i + 1 - gone);
    }
    return most;
  }

  private static boolean is(Use use, PipeRecord pipe, boolean isToVector) {
    return use.pipe == pipe && use.isToVector == isToVector;
  }

  /** Empty for words that have nothing to do with pipes. */
  private Optional<Use> use(TimedCore core, int word) {
    return uses.computeIfAbsent(core.run(), this::uses).get(word);
  }

  private List<Optional<Use>> uses(TimedRun own) {
    return IntStream.range(0, own.program().size()).mapToObj(word -> use(own, word)).toList();
  }

  private Optional<Use> use(TimedRun own, int word) {
    Instruction instruction = own.program().at(word);
    Semantics semantics = instruction.definition().semantics();
    boolean isWait = semantics.equals(new Semantics.Control(ControlOperation.WAIT_CROSS_FLAG));
    boolean isSet = semantics.equals(new Semantics.Control(ControlOperation.SET_CROSS_FLAG));
    if (!isWait && !isSet || value(instruction, OperandRole.DYN) != 0) {
      return Optional.empty();
    }
    CrossFlagScope scope =
        run.program().profile().has(ProfileFeature.CONNECTED_CORES)
            ? CrossFlagScope.DIRECTED
            : CrossFlagScope.BLOCK;
    long id = value(instruction, OperandRole.ID);
    if (value(instruction, OperandRole.REACH) != scope.code()) {
      return Optional.empty();
    }
    for (PipeRecord pipe : run.kernel().pipes()) {
      long offset = id % FLAGS - pipe.firstFlag();
      boolean both = pipe.directions() == 3;
      if (offset >= 0 && offset < (both ? 4 : 2)) {
        boolean isToVector = both ? offset < 2 : pipe.directions() == 1;
        boolean isFirst = own.program().core() == CoreKind.VECTOR || id < FLAGS;
        return Optional.of(new Use(pipe, isToVector, offset % 2 == 0, isWait, isFirst));
      }
    }
    return Optional.empty();
  }

  private static long value(Instruction instruction, OperandRole role) {
    return instruction.value(instruction.definition().operand(role).orElseThrow());
  }
}
