package org.ptoc.tools.toolchain;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;

/**
 * How often the vector words of a kernel repeat, as far as their counts are constants of the code:
 * passes of the loops around a word, times the repeats that its configuration word asks for.
 */
final class StaticRepeats {
  private static final int CONSTANT = RegisterClass.X.constantRegister();

  /** A vector word, with its repeats in a run of the kernel when they do not depend on data. */
  record Word(int index, String mnemonic, OptionalLong repeats) {}

  private record Loop(int first, int last, OptionalLong passes) {}

  private final Profile profile;
  private final long[] words;
  private final List<Optional<Instruction>> instructions = new ArrayList<>();
  private final boolean[] branched;
  private final Map<Integer, Long> registers = new HashMap<>();
  private final Deque<Loop> loops = new ArrayDeque<>();
  private boolean counting;
  private OptionalLong count = OptionalLong.empty();

  private StaticRepeats(Profile profile, long[] words) {
    this.profile = profile;
    this.words = words;
    this.branched = new boolean[words.length];
  }

  /** The vector words in order. */
  static List<Word> of(Profile profile, long[] words) {
    StaticRepeats repeats = new StaticRepeats(profile, words);
    repeats.decode();
    List<Word> found = new ArrayList<>();
    for (int at = 0; at < words.length; at++) {
      int index = at;
      repeats
          .instructions
          .get(at)
          .ifPresent(instruction -> repeats.step(instruction, index, found));
      while (!repeats.loops.isEmpty() && repeats.loops.peek().last() == index) {
        // With no pass the body would not have written anything, so that neither value is known.
        repeats.forgetBody(repeats.loops.pop());
      }
    }
    return found;
  }

  /** Decodes, and marks the words that a branch skips or runs again. */
  private void decode() {
    for (int at = 0; at < words.length; at++) {
      Optional<Instruction> decoded =
          InstructionDecoder.decode(profile, words[at]) instanceof Instruction instruction
              ? Optional.of(instruction)
              : Optional.empty();
      instructions.add(decoded);
      if (decoded.isPresent() && decoded.get().definition().format() == WordFormat.B) {
        int target =
            decoded.get().definition().operand(OperandRole.IMM32).isPresent()
                ? decoded.get().target(at)
                : at;
        for (int i = Math.max(0, Math.min(at, target));
            i < Math.min(words.length, Math.max(at, target));
            i++) {
          branched[i] = true;
        }
      }
    }
  }

  private void step(Instruction instruction, int at, List<Word> found) {
    if (at > 0 && branched[at] != branched[at - 1]) {
      registers.clear();
    }
    if (isVector(instruction)) {
      found.add(new Word(at, instruction.definition().mnemonic(), repeats(instruction, at)));
    }
    switch (instruction.definition().semantics()) {
      case Semantics.Control(ControlOperation operation) -> control(operation, instruction, at);
      case Semantics.Scalar(ScalarOperation operation) -> scalar(operation, instruction);
      default -> forgetWritten(instruction);
    }
  }

  private static boolean isVector(Instruction instruction) {
    return instruction.definition().format() == WordFormat.U
        || instruction.definition().operands().stream()
            .anyMatch(operand -> operand.isOf(RegisterClass.V));
  }

  private OptionalLong repeats(Instruction instruction, int at) {
    OptionalLong all =
        instruction.definition().format() == WordFormat.U
            ? configured(instruction)
            : OptionalLong.of(1);
    for (Loop loop : loops) {
      all =
          all.isPresent() && loop.passes().isPresent()
              ? OptionalLong.of(all.getAsLong() * loop.passes().getAsLong())
              : OptionalLong.empty();
    }
    return branched[at] ? OptionalLong.empty() : all;
  }

  private OptionalLong configured(Instruction instruction) {
    boolean merge = instruction.performs(UnitOperation.MERGE_SORT);
    boolean lanes = instruction.definition().semantics() instanceof Semantics.Lanes;
    if (counting && lanes) {
      int size = Math.max(instruction.type().bytes(), instruction.resultType().bytes());
      return count.isPresent()
          ? OptionalLong.of(
              Math.ceilDiv(count.getAsLong() & 0xFFFF_FFFFL, Core.VECTOR_BYTES / size))
          : OptionalLong.empty();
    }
    ConfigurationWord layout = merge ? ConfigurationWord.MRG : ConfigurationWord.BIN;
    OptionalLong word = value(instruction.code(FieldName.XT));
    return counting && !merge || word.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(layout.get(word.getAsLong(), ConfigurationField.REPEAT));
  }

  private OptionalLong value(int register) {
    if (register == CONSTANT) {
      return OptionalLong.of(0);
    }
    Long value = registers.get(register);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  private void scalar(ScalarOperation operation, Instruction instruction) {
    OptionalLong result = OptionalLong.empty();
    if (operation == ScalarOperation.MOVE_IMMEDIATE) {
      result = OptionalLong.of(instruction.field(FieldName.IMM32));
    } else if (operation == ScalarOperation.MOVE_HIGH
        && value(instruction.code(FieldName.XA)).isPresent()) {
      long low = value(instruction.code(FieldName.XA)).getAsLong() & 0xFFFF_FFFFL;
      result = OptionalLong.of(low | instruction.field(FieldName.IMM32) << Integer.SIZE);
    }
    forgetWritten(instruction);
    if (result.isPresent() && instruction.code(FieldName.XD) != CONSTANT) {
      registers.put(instruction.code(FieldName.XD), result.getAsLong());
    }
  }

  private void forgetBody(Loop loop) {
    for (int at = loop.first(); at <= loop.last(); at++) {
      instructions.get(at).ifPresent(this::forgetWritten);
    }
  }

  private void forgetWritten(Instruction instruction) {
    long written = instruction.written(RegisterClass.X);
    registers.keySet().removeIf(register -> (written >>> register & 1) != 0);
  }

  private void control(ControlOperation operation, Instruction instruction, int at) {
    switch (operation) {
      case LOOP -> {
        int last = Math.min(words.length - 1, instruction.target(at));
        loops.push(new Loop(at + 1, last, value(instruction.code(FieldName.X))));
        forgetBody(loops.peek());
      }
      case SET_SPECIAL_BIT, SET_SPECIAL_HIGH_BIT -> countMode(operation, instruction);
      case WRITE_SPECIAL -> {
        if (instruction.code(FieldName.SPR) == SpecialRegister.MASK0.code()) {
          count = value(instruction.code(FieldName.X));
        }
      }
      default -> forgetWritten(instruction);
    }
  }

  private void countMode(ControlOperation operation, Instruction instruction) {
    int bit =
        instruction.code(FieldName.ID)
            + (operation == ControlOperation.SET_SPECIAL_HIGH_BIT ? Integer.SIZE : 0);
    if (instruction.code(FieldName.SPR) == SpecialRegister.CTRL.code()
        && bit == Core.COUNT_MODE_BIT) {
      counting = instruction.code(FieldName.MODE) != 0;
    }
  }
}
