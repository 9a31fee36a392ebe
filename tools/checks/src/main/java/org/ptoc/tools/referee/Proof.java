package org.ptoc.tools.referee;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.LaunchValue;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourcePosition;

/**
 * Abstract interpreter that tries to show, for all arguments, that the accesses of a block are in
 * order and that its flags are used rightly. It explores all paths through the programs of its
 * cores, from situation to situation, until no new situation appears.
 *
 * <p>A situation represents all runs that agree in what matters ({@link Situation}). A loop with an
 * unknown count repeats until the situation at its head has occurred before. By then a register
 * that each iteration steps by a constant has become {@code number + step * iteration}, whose
 * remainders stay known, and the bytes touched in GM move along. An unknown condition takes both
 * branches. So the result over-approximates all runs; a failed proof does not show a fault.
 *
 * <p>Of the cores of a block one goes on after the other: until it waits, or comes to a loop whose
 * count other cores may know, which it begins and ends as they do ({@link BlockSituation}).
 *
 * <p>Assumptions: arguments are different buffers, and integers do not overflow.
 */
public final class Proof {
  /** Limit of interpreted words, after which the proof is given up. */
  private static final int MOST_WORDS = 500_000;

  private static final int MOST_SITUATIONS = 1_000;

  /** Situations of a place that are followed apart, and the last one that widens step by step. */
  private static final int FIRST_VISITS = 12;

  private static final int LAST_VISITS = 24;

  private final List<CoreWords> cores = new ArrayList<>();
  private final Deque<BlockSituation> open = new ArrayDeque<>();
  private final Set<String> known = new HashSet<>();
  private final Map<String, Joined> places = new HashMap<>();
  private int words;

  /** The core that goes on. */
  private int current;

  /** The program of one kind of core. */
  public record Part(Program program, KernelObject kernel) {
    /** A kernel, and the part of its cube core where it has cores of both kinds. */
    public static List<Part> of(ObjectFile object, KernelObject kernel) {
      return Stream.concat(
              of(object.profile(), kernel.properties().kind().core(), kernel),
              object.cubePart(kernel).stream()
                  .flatMap(cube -> of(object.profile(), CoreKind.CUBE, cube)))
          .toList();
    }

    private static Stream<Part> of(Profile profile, CoreKind core, KernelObject kernel) {
      return ProgramDecoder.decode(profile, core, kernel.words()) instanceof Program program
          ? Stream.of(new Part(program, kernel))
          : Stream.empty();
    }
  }

  /**
   * Why there is no proof.
   *
   * @param place where it was given up
   * @param reason what was not known, or seems wrong
   */
  public record Doubt(SourcePosition place, String reason) {}

  /** No proof; unwinds to {@link #attempt}. */
  static class Doubtful extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int word;
    private final String reason;

    Doubtful(int word, String reason) {
      super(reason, null, false, false);
      this.word = word;
      this.reason = reason;
    }
  }

  /** What a vecscope does depends on arguments; it may be known for each of their choices. */
  static final class OpenScope extends Doubtful {
    private static final long serialVersionUID = 1L;
    final transient Optional<Quantity> value;

    OpenScope(int word, String reason, Optional<Quantity> value) {
      super(word, reason);
      this.value = value;
    }
  }

  private Proof(List<Part> parts, List<BitSet> leftOut) {
    boolean isMixed = parts.size() > 1;
    KernelObject kernel = parts.getFirst().kernel();
    List<AccessOrder.Member> members = new ArrayList<>();
    parts.stream()
        .skip(1)
        .forEach(each -> members.add(new AccessOrder.Member(each.program(), CoreKind.CUBE, 0)));
    int vectorCores = isMixed ? kernel.properties().vectorCores() : 1;
    for (int i = 0; i < vectorCores; i++) {
      CoreKind kind = kernel.properties().kind().core();
      members.add(new AccessOrder.Member(parts.getFirst().program(), kind, i));
    }
    AccessOrder order = new AccessOrder(members, isMixed && isSameOnVectorCores(parts.getFirst()));
    for (int i = 0; i < members.size(); i++) {
      boolean isCube = isMixed && i == 0;
      cores.add(
          new CoreWords(
              this,
              isCube ? parts.getLast() : parts.getFirst(),
              i,
              members.get(i),
              isMixed ? vectorCores : 0,
              order,
              isCube ? leftOut.getLast() : leftOut.getFirst()));
    }
  }

  /**
   * True if vector cores of a block cannot tell which one they are. Unless cores are connected,
   * signals are between all cores of a block; otherwise one vector core may be ahead.
   */
  private static boolean isSameOnVectorCores(Part part) {
    return !part.program().profile().has(ProfileFeature.CONNECTED_CORES)
        && part.kernel().arguments().stream()
            .noneMatch(each -> each.launchValue().equals(Optional.of(LaunchValue.SUBBLOCK_INDEX)))
        && part.program().instructions().stream()
            .filter(each -> each.performs(ControlOperation.READ_SPECIAL))
            .flatMap(each -> SpecialRegister.byCode(each.field(FieldName.SPR)).stream())
            .noneMatch(
                each -> each == SpecialRegister.SUBBLOCK_IDX || each == SpecialRegister.CLOCK);
  }

  /** Why the order of a kernel is not proved; empty when it is. */
  public static Optional<Doubt> attempt(Program program, KernelObject kernel) {
    return attempt(List.of(new Part(program, kernel)));
  }

  /**
   * The same of all cores of a block.
   *
   * @param parts the kernel, and the part of its cube core where it has cores of both kinds
   */
  public static Optional<Doubt> attempt(List<Part> parts) {
    return attempt(parts, parts.stream().map(_ -> new BitSet()).toList());
  }

  /**
   * The same of a kernel from which words that order pipes are taken out.
   *
   * @param parts the kernel, and the part of its cube core where it has cores of both kinds
   * @param leftOut words of each part
   */
  public static Optional<Doubt> attempt(List<Part> parts, List<BitSet> leftOut) {
    Proof proof = new Proof(parts, leftOut);
    try {
      proof.explore();
      return Optional.empty();
    } catch (Doubtful doubt) {
      return Optional.of(new Doubt(proof.cores.get(proof.current).place(doubt.word), doubt.reason));
    }
  }

  /**
   * True if two kernels do the same in the same order, but for scalars, branches and traps. Of a
   * kernel and the same source with checks at run time, what is proved of one that passes its
   * checks holds for the other one.
   */
  public static boolean doSameWork(List<Part> parts, List<Part> others) {
    return parts.stream()
        .map(each -> work(each.program()))
        .toList()
        .equals(others.stream().map(each -> work(each.program())).toList());
  }

  /** What a program does apart from scalars and jumps, whatever registers it has. */
  private static List<List<Object>> work(Program program) {
    List<List<Object>> work = new ArrayList<>();
    for (Instruction instruction : program.instructions()) {
      boolean isWork =
          switch (instruction.definition().semantics()) {
            case Semantics.Scalar(var operation) ->
                operation == ScalarOperation.STORE
                    && instruction.field(FieldName.SP) != AddressSpace.LOCAL.code();
            case Semantics.Control(var operation) ->
                !ProgramShape.isBranch(instruction) && operation != ControlOperation.TRAP;
            case Semantics.Lanes _, Semantics.Unit _ -> true;
          };
      if (isWork) {
        List<Object> word = new ArrayList<>();
        word.add(instruction.definition());
        for (OperandField operand : instruction.definition().operands()) {
          if (operand.registerClass().isEmpty() && operand.role() != OperandRole.IMM32) {
            word.add(instruction.value(operand));
          }
        }
        work.add(word);
      }
    }
    return work;
  }

  private void explore() {
    BlockSituation entry = new BlockSituation();
    cores.forEach(each -> entry.cores.add(each.entry(entry)));
    open.push(entry);
    while (!open.isEmpty()) {
      BlockSituation block = open.pop();
      boolean goesOn = true;
      while (goesOn) {
        OptionalInt core = next(block);
        if (core.isPresent()) {
          current = core.getAsInt();
        }
        goesOn = core.isPresent() && cores.get(current).proceed(block.cores.get(current));
      }
    }
  }

  /**
   * The core that goes on: the first one that can, or else begins or ends an iteration as the one
   * that has done so least; empty at the end.
   */
  private OptionalInt next(BlockSituation block) {
    OptionalInt decides = OptionalInt.empty();
    boolean haveEnded = true;
    for (int i = 0; i < cores.size(); i++) {
      switch (cores.get(i).readiness(block.cores.get(i))) {
        case GOES_ON -> {
          return OptionalInt.of(i);
        }
        case DECIDES -> {
          haveEnded = false;
          if (decides.isEmpty() || block.lead(i) < block.lead(decides.getAsInt())) {
            decides = OptionalInt.of(i);
          }
        }
        case WAITS -> {
          haveEnded = false;
        }
        case HAS_ENDED -> {
          /* waits for nothing */
        }
      }
    }
    if (decides.isEmpty() && !haveEnded) {
      current =
          IntStream.range(0, cores.size())
              .filter(i -> !block.cores.get(i).hasEnded)
              .findFirst()
              .orElseThrow();
      throw new Doubtful(
          block.cores.get(current).word, "on some way it waits for a signal that no core gives");
    }
    return decides;
  }

  /** Counts a word that was followed. */
  void count(Situation at) {
    if (++words > MOST_WORDS * cores.size() || known.size() > MOST_SITUATIONS * cores.size()) {
      throw new Doubtful(
          at.word,
          "there are too many ways through the program; loops of branches are followed one"
              + " iteration after the other");
    }
  }

  /** Another way to go on. */
  void fork(Situation other) {
    if (isNew(other)) {
      open.push(other.block);
    }
  }

  /** True if nothing like a situation was followed; it may come to cover more runs. */
  boolean isNew(Situation situation) {
    CoreWords core = cores.get(situation.core);
    core.forgetScalars(situation);
    situation.isCounted = true;
    BlockSituation block = situation.block;
    if (!known.add(block.key())) {
      return false;
    }
    Joined joined = places.computeIfAbsent(block.place(), _ -> new Joined());
    if (++joined.visits <= FIRST_VISITS) {
      return true;
    }
    joined.whole.ifPresent(
        whole -> {
          BlockSituation both = whole.copy();
          both.join(block, joined.visits > LAST_VISITS);
          block.become(both);
        });
    core.forgetScalars(situation);
    boolean isMore = joined.whole.isEmpty() || !joined.whole.get().key().equals(block.key());
    joined.whole = Optional.of(block.copy());
    return isMore;
  }

  /** What came to a place so often that it is followed as one situation from then on. */
  private static final class Joined {
    private int visits;
    private Optional<BlockSituation> whole = Optional.empty();
  }
}
