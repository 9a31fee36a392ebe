package org.ptoc.tools.referee;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;

/**
 * What flags, buffers and barriers say of the accesses of a situation: which pipe knows that which
 * one is done (spec/00, 1.5). The rules are those of {@code PipeHistory}, of accesses in place of
 * times.
 */
final class AccessOrder {
  private static final int MOST_SIGNALS = Long.SIZE - Outstanding.FLAGS;

  private final Program program;
  private final boolean[] overlaps = new boolean[Pipe.values().length];

  /** The pipes of the program, a set of bits. */
  private final long pipes;

  /** Numbers of events, and of buffers for each pipe that takes them. */
  private final Map<String, Integer> signals = new HashMap<>();

  AccessOrder(Program program) {
    this.program = program;
    overlaps[Pipe.MTE2.ordinal()] = true;
    overlaps[Pipe.MTE3.ordinal()] = true;
    overlaps[Pipe.V.ordinal()] = program.profile() == Profile.A2A3;
    this.pipes =
        program.instructions().stream()
            .filter(each -> !(each.definition().semantics() instanceof Semantics.Control))
            .mapToLong(each -> bit(each.definition().pipe()))
            .reduce(0, (one, other) -> one | other);
  }

  private static long bit(Pipe pipe) {
    return 1L << pipe.ordinal();
  }

  /** A flag, a buffer or a barrier. */
  void control(Situation at, Instruction instruction, ControlOperation operation) {
    Pipe first = instruction.pipe(FieldName.P1);
    switch (operation) {
      case SET_FLAG -> set(at, flag(at, instruction), first);
      case WAIT_FLAG -> await(at, flag(at, instruction), instruction.pipe(FieldName.P2));
      case BARRIER -> barrier(at, first);
      case FENCE -> barrier(at, Pipe.ALL);
      case GET_BUFFER -> take(at, instruction, first);
      case RELEASE_BUFFER -> release(at, instruction, first);
      default -> throw new IllegalArgumentException(operation.name());
    }
  }

  private static long number(Situation at, Instruction instruction) {
    Quantity number =
        instruction.field(FieldName.DYN) != 0
            ? at.scalars[instruction.code(FieldName.X)]
            : Quantity.of(instruction.field(FieldName.ID));
    if (!number.isNumber()) {
      throw new Proof.Doubtful(at.word, "the number of the event or buffer depends on arguments");
    }
    return number.number();
  }

  private long signal(Situation at, String name) {
    int number = signals.computeIfAbsent(name, _ -> signals.size());
    if (number >= MOST_SIGNALS) {
      throw new Proof.Doubtful(
          at.word, "there are more than " + MOST_SIGNALS + " events and buffers");
    }
    return 1L << Outstanding.FLAGS + number;
  }

  private long flag(Situation at, Instruction instruction) {
    return signal(
        at,
        instruction.pipe(FieldName.P1)
            + " "
            + instruction.pipe(FieldName.P2)
            + " "
            + number(at, instruction));
  }

  private static String buffer(long number, Pipe pipe) {
    return "buffer " + number + " " + pipe;
  }

  /** The buffer for all other pipes that take it, a set of bits. */
  private long others(long number, Pipe pipe) {
    long others = 0;
    for (Pipe other : Pipe.values()) {
      others |= other == pipe ? 0 : taken(number, other);
    }
    return others;
  }

  /** The buffer for a pipe; 0 when it never takes it. */
  private long taken(long number, Pipe pipe) {
    Integer known = signals.get(buffer(number, pipe));
    return known == null ? 0 : 1L << Outstanding.FLAGS + known;
  }

  private void set(Situation at, long flag, Pipe source) {
    if ((at.flags & flag) != 0) {
      throw new Proof.Doubtful(at.word, "on some way the flag is set already");
    }
    at.flags |= flag;
    tell(at, each -> isDoneFor(each, source), flag);
  }

  private void await(Situation at, long flag, Pipe destination) {
    if ((at.flags & flag) == 0) {
      throw new Proof.Doubtful(at.word, "on some way nobody has set the flag");
    }
    at.flags &= ~flag;
    learn(at, each -> (each.known() & flag) != 0, destination);
    at.outstanding.replaceAll(each -> each.withKnown(each.known() & ~flag));
  }

  /** What a pipe takes it may touch when the others that have released it are done with it. */
  private void take(Situation at, Instruction instruction, Pipe pipe) {
    long number = number(at, instruction);
    long mine = signal(at, buffer(number, pipe));
    if ((at.taken & mine) != 0) {
      throw new Proof.Doubtful(at.word, "on some way the pipe has the buffer already");
    }
    at.taken |= mine;
    at.used |= mine;
    if (instruction.field(FieldName.MODE) == 0) {
      long released = others(number, pipe);
      learn(at, each -> (each.known() & released) != 0, pipe);
    }
  }

  private void release(Situation at, Instruction instruction, Pipe pipe) {
    long number = number(at, instruction);
    long mine = signal(at, buffer(number, pipe));
    if ((at.taken & mine) == 0) {
      throw new Proof.Doubtful(at.word, "on some way the pipe does not have the buffer");
    }
    at.taken &= ~mine;
    for (Pipe other : Pipe.values()) {
      boolean isAwaited = instruction.field(FieldName.MODE) != 0 && other != pipe;
      if (isAwaited && (at.used & taken(number, other)) != 0) {
        learn(at, each -> isDoneFor(each, other), pipe);
      }
    }
    tell(at, each -> isDoneFor(each, pipe), mine);
  }

  private void barrier(Situation at, Pipe pipe) {
    if (pipe == Pipe.ALL) {
      at.outstanding.clear();
    } else {
      learn(at, each -> each.pipe() == pipe, pipe);
    }
  }

  /** True if an access is done when a pipe has done all that it was given. */
  private static boolean isDoneFor(Outstanding access, Pipe pipe) {
    return access.pipe() == pipe || access.isKnownTo(pipe);
  }

  /** A pipe waits; when the scalar unit does, all wait for what it issues. */
  private void learn(Situation at, Predicate<Outstanding> which, Pipe pipe) {
    tell(at, which, pipe == Pipe.S ? pipes : bit(pipe));
    at.outstanding.removeIf(this::isDone);
  }

  private static void tell(Situation at, Predicate<Outstanding> which, long whom) {
    at.outstanding.replaceAll(
        each -> which.test(each) ? each.withKnown(each.known() | whom) : each);
  }

  private boolean isDone(Outstanding access) {
    return (access.known() & pipes) == pipes;
  }

  /** Nothing may be left at the end. */
  void end(Situation at) {
    if (at.flags != 0) {
      throw new Proof.Doubtful(at.word, "on some way a flag is left that nobody waits for");
    }
    if (at.taken != 0) {
      throw new Proof.Doubtful(at.word, "on some way a buffer is taken and not released");
    }
  }

  /**
   * Accesses of the word of a situation, which must meet nothing that its pipe does not know of.
   * They do not meet each other: an instruction orders what it does by itself.
   */
  void accesses(Situation at, List<Touch> touches) {
    Pipe pipe = program.at(at.word).definition().pipe();
    List<Outstanding> accesses = new ArrayList<>();
    for (Touch touch : touches) {
      boolean isInOrder = !touch.isWrite() || !overlaps[pipe.ordinal()];
      Outstanding access = Outstanding.of(touch, pipe, at.word, isInOrder ? bit(pipe) : 0);
      for (Outstanding earlier : at.outstanding) {
        if ((touch.isWrite() || earlier.isWrite())
            && !earlier.isKnownTo(pipe)
            && earlier.meets(access)) {
          throw new Proof.Doubtful(
              at.word,
              "on some way pipe "
                  + pipe
                  + " may touch bytes of "
                  + touch.space()
                  + " that pipe "
                  + earlier.pipe()
                  + " has not done with");
        }
      }
      if (pipe != Pipe.S && !isDone(access)) {
        accesses.add(access);
      }
    }
    accesses.forEach(at::add);
  }

  /**
   * Bytes that a word touches.
   *
   * @param buffer the buffer of GM, 0 in other memories
   * @param from the first byte, counted from the place that {@code growth} says
   * @param end one past the last byte
   * @param length bytes of a row
   * @param stride bytes from one row to the next; 0 where all bytes up to the end are touched
   * @param growth how the place moves with the iterations of each loop level
   * @param apart the level of a loop in whose iterations the word touches different bytes, or -1
   */
  record Touch(
      AddressSpace space,
      int buffer,
      long from,
      long end,
      long length,
      long stride,
      long[] growth,
      int apart,
      boolean isWrite) {
    /** Bytes without gaps. */
    Touch(AddressSpace space, int buffer, long from, long end, long[] growth, boolean isWrite) {
      this(space, buffer, from, end, end - from, 0, growth, -1, isWrite);
    }
  }
}
