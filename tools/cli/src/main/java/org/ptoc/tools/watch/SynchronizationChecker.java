package org.ptoc.tools.watch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;

/**
 * Finds accesses to UB that nothing orders (spec/00, 1.5): two pipes touch the same 32 bytes, one
 * of them writes, and no flag, buffer token or barrier makes the later one wait. Also finds flags
 * that are set twice or never waited for.
 *
 * <p>Each pipe works in order and knows how far the others were when it last waited for them. The
 * scalar unit issues everything, so that what it did before is seen by all. A vector load reads
 * what is used of it ({@link VectorReads}). Ranges are hulls when an instruction touches many
 * pieces, such as a strided transfer; then a finding may be about bytes between the pieces.
 */
public final class SynchronizationChecker implements ExecutionListener {
  private static final int UNIT_BITS = 5;

  private final Program program;
  private final Findings findings;
  private final Map<Pipe, EnumMap<Pipe, Long>> seen = new EnumMap<>(Pipe.class);
  private final Map<Pipe, Long> issued = new EnumMap<>(Pipe.class);
  private final Map<Flag, Deque<Signal>> flags = new HashMap<>();
  private final Map<Long, EnumMap<Pipe, Long>> released = new HashMap<>();
  private final Map<Long, Unit> memory = new HashMap<>();
  private final VectorReads vectors =
      new VectorReads((word, at, length) -> access(Pipe.V, word, at, length, false));
  private Optional<Core> state = Optional.empty();

  /** Takes what a checker finds. */
  public interface Findings {
    /**
     * Something is wrong.
     *
     * @param word the word where it shows
     * @param message what is wrong, without a place
     * @param other the other word that is involved, or the same
     */
    void found(int word, String message, int other);
  }

  private record Flag(Pipe source, Pipe destination, long event) {}

  private record Signal(int word, EnumMap<Pipe, Long> seen) {}

  /** The last accesses to 32 bytes of UB. */
  private static final class Unit {
    private final Map<Pipe, Access> writes = new EnumMap<>(Pipe.class);
    private final Map<Pipe, Access> reads = new EnumMap<>(Pipe.class);
  }

  private record Access(long time, int word) {}

  private final Set<Long> reported = new HashSet<>();

  /** A checker of one block. */
  public SynchronizationChecker(Program program, Findings findings) {
    this.program = program;
    this.findings = findings;
    for (Pipe pipe : Pipe.values()) {
      seen.put(pipe, new EnumMap<>(Pipe.class));
      issued.put(pipe, 0L);
    }
  }

  @Override
  public void started(Core core) {
    state = Optional.of(core);
    vectors.start(core);
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    Instruction instruction = program.at(word);
    if (instruction.definition().semantics()
        instanceof Semantics.Control(ControlOperation operation)) {
      control(operation, instruction, word, record);
    }
    if (state.isPresent() && vectors.follow(instruction, word, record, state.get())) {
      return;
    }
    for (int i = 0; i < record.ranges(); i++) {
      if (record.space(i) == AddressSpace.UB && record.length(i) > 0) {
        access(
            instruction.definition().pipe(),
            word,
            record.address(i),
            record.length(i),
            record.isWrite(i));
      }
    }
  }

  private void control(
      ControlOperation operation, Instruction instruction, int word, ExecutionRecord record) {
    switch (operation) {
      case SET_FLAG -> setFlag(flag(instruction, record), word);
      case WAIT_FLAG -> waitFlag(flag(instruction, record));
      case BARRIER -> barrier(pipe(instruction, "p1"));
      case FENCE -> barrier(Pipe.ALL);
      case RELEASE_BUFFER -> {
        Pipe pipe = pipe(instruction, "p1");
        merge(
            released.computeIfAbsent(record.number(), _ -> new EnumMap<>(Pipe.class)),
            snapshot(pipe));
      }
      case GET_BUFFER -> {
        EnumMap<Pipe, Long> release = released.get(record.number());
        if (release != null) {
          merge(seenBy(pipe(instruction, "p1")), release);
        }
      }
      default -> {
        /* says nothing about the order of pipes */
      }
    }
  }

  private static Flag flag(Instruction instruction, ExecutionRecord record) {
    return new Flag(pipe(instruction, "p1"), pipe(instruction, "p2"), record.number());
  }

  private static Pipe pipe(Instruction instruction, String field) {
    return Pipe.byCode(instruction.field(field)).orElse(Pipe.ALL);
  }

  private void setFlag(Flag flag, int word) {
    Deque<Signal> signals = flags.computeIfAbsent(flag, _ -> new ArrayDeque<>());
    if (!signals.isEmpty()) {
      report(word, "sets " + text(flag) + ", which is set already", signals.peekLast().word());
    }
    signals.add(new Signal(word, snapshot(flag.source())));
  }

  private EnumMap<Pipe, Long> seenBy(Pipe pipe) {
    return Objects.requireNonNull(seen.get(pipe));
  }

  private void waitFlag(Flag flag) {
    Deque<Signal> signals = flags.get(flag);
    if (signals != null && !signals.isEmpty()) {
      merge(seenBy(flag.destination()), signals.poll().seen());
    }
  }

  private void barrier(Pipe pipe) {
    if (pipe == Pipe.ALL) {
      seen.values().forEach(each -> each.putAll(issued));
    }
  }

  /** All that is done when a pipe has done everything up to now. */
  private EnumMap<Pipe, Long> snapshot(Pipe pipe) {
    EnumMap<Pipe, Long> known = new EnumMap<>(seen.get(pipe));
    known.merge(pipe, issued.get(pipe), Math::max);
    return known;
  }

  private static void merge(EnumMap<Pipe, Long> into, EnumMap<Pipe, Long> from) {
    from.forEach((pipe, time) -> into.merge(pipe, time, Math::max));
  }

  private void access(Pipe pipe, int word, long address, long length, boolean isWrite) {
    Access access = new Access(issued.merge(pipe, 1L, Long::sum), word);
    long last = address + length - 1 >> UNIT_BITS;
    for (long number = address >> UNIT_BITS; number <= last; number++) {
      Unit unit = memory.computeIfAbsent(number, _ -> new Unit());
      check(unit.writes, pipe, access, isWrite ? "overwrites" : "reads", "written");
      if (isWrite) {
        check(unit.reads, pipe, access, "overwrites", "read");
        unit.writes.put(pipe, access);
      } else {
        unit.reads.put(pipe, access);
      }
    }
  }

  private void check(
      Map<Pipe, Access> earlier, Pipe pipe, Access access, String verb, String participle) {
    for (Map.Entry<Pipe, Access> entry : earlier.entrySet()) {
      Pipe other = entry.getKey();
      boolean ordered =
          other == pipe
              || other == Pipe.S
              || seenBy(pipe).getOrDefault(other, 0L) >= entry.getValue().time();
      if (!ordered) {
        report(
            access.word(),
            "pipe "
                + pipe
                + " "
                + verb
                + " UB bytes that pipe "
                + other
                + " may not have "
                + participle
                + " yet: nothing makes "
                + pipe
                + " wait for "
                + other,
            entry.getValue().word());
      }
    }
  }

  private void report(int word, String message, int other) {
    if (reported.add((long) word << 32 | other)) {
      findings.found(word, message, other);
    }
  }

  private static String text(Flag flag) {
    return "event " + flag.event() + " from " + flag.source() + " to " + flag.destination();
  }

  @Override
  public void finished() {
    List<Map.Entry<Flag, Signal>> open = new ArrayList<>();
    flags.forEach((flag, signals) -> signals.forEach(signal -> open.add(Map.entry(flag, signal))));
    open.sort((left, right) -> Integer.compare(left.getValue().word(), right.getValue().word()));
    for (Map.Entry<Flag, Signal> each : open) {
      int word = each.getValue().word();
      report(word, "sets " + text(each.getKey()) + ", which nobody waits for", word);
    }
  }
}
