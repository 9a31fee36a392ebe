package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.DecodedWord;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.WordFormat;

/** Random legal words of every row on random registers: the end or a trap, never an exception. */
class ExecutionFuzzTest {
  private static final int PROGRAMS_PER_ROW = 150;
  private static final long LIMIT = 2_000;

  /** Programs of a row that seldom gets what it can work on. */
  private static final int MOST = 20 * PROGRAMS_PER_ROW;

  @ParameterizedTest
  @EnumSource(Profile.class)
  void everyRowEndsOrTraps(Profile profile) {
    for (InstructionDefinition row : InstructionTable.of(profile).definitions()) {
      Random random = new Random(row.mnemonic().hashCode()); // New rows leave the others alone.
      boolean mayComplete =
          row.format() != WordFormat.B
              && row.format() != WordFormat.R
              && !List.of(
                      "wait_flag",
                      "xwait",
                      "sync_count",
                      "gm_wait",
                      "trap",
                      "pipe_trap",
                      "ldc",
                      "print",
                      "ub_to_l1",
                      "l0c_to_l1")
                  .contains(row.mnemonic());
      boolean completed = false;
      for (int i = 0; i < PROGRAMS_PER_ROW || mayComplete && !completed && i < MOST; i++) {
        RunResult result = run(profile, row, random);
        completed |= result instanceof RunResult.Completed;
      }
      assertThat(completed || !mayComplete).as("no program with %s completed", row).isTrue();
    }
  }

  private static RunResult run(Profile profile, InstructionDefinition row, Random random) {
    List<Long> words = new ArrayList<>();
    for (int x = 1; x < 31; x++) {
      long value = registerValue(random);
      words.add(word(profile, "movi", OperandRole.XD, x, OperandRole.IMM32, (int) value));
      if (value >>> 31 != 0) {
        words.add(
            InstructionEncoder.of(profile, "movhi")
                .set(OperandRole.XD, x)
                .set(OperandRole.XA, x)
                .set(OperandRole.IMM32, value >> 32)
                .word());
      }
    }
    boolean region =
        row.format() == WordFormat.V
            || row.format() == WordFormat.L
            || row.format() == WordFormat.P;
    if (region) {
      words.add(InstructionEncoder.of(profile, "vf_begin").set(OperandRole.IMM32, 4).word());
      words.add(
          InstructionEncoder.of(profile, "plt")
              .set(OperandRole.PD, 1)
              .set(OperandRole.GR, 2)
              .set(OperandRole.XB, 1)
              .set(OperandRole.XO, 30)
              .word());
      words.add(
          InstructionEncoder.of(profile, "pset")
              .set(OperandRole.PD, 2)
              .set(OperandRole.GR, 2)
              .set(OperandRole.PAT, 10)
              .word());
    }
    words.add(legalWord(profile, row, random));
    if (region) {
      words.add(InstructionEncoder.of(profile, "vf_end").word());
    }
    words.add(InstructionEncoder.of(profile, "end").word());
    TestKernel kernel =
        new TestKernel(
            profile,
            row.isFor(CoreKind.VECTOR) ? CoreKind.VECTOR : CoreKind.CUBE,
            words.stream().mapToLong(Long::longValue).toArray(),
            List.of(ParameterKind.POINTER),
            new byte[64]);
    return Emulator.run(
        KernelLaunch.of(kernel, List.of(new Argument.Buffer(new byte[4096])))
            .withInstructionLimit(LIMIT));
  }

  private static long word(
      Profile profile, String mnemonic, OperandRole a, long x, OperandRole b, long y) {
    return InstructionEncoder.of(profile, mnemonic).set(a, x).set(b, y).word();
  }

  /**
   * Mostly small numbers, aligned addresses, buffer addresses and plausible configuration words.
   */
  private static long registerValue(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> random.nextInt(16);
      case 2, 3 -> 32L * random.nextInt(2048);
      case 4 -> (1L << 36) + 32L * random.nextInt(64);
      case 5 -> (1L + random.nextInt(3)) << 56 | 0x0008_0008_0001_0001L & random.nextLong();
      case 6 -> 1L | (0x0F00L >> random.nextInt(3) & 0x0F00L) | random.nextInt(2) << 12;
      default -> random.nextLong() >> random.nextInt(60);
    };
  }

  private static long legalWord(Profile profile, InstructionDefinition row, Random random) {
    for (int attempt = 0; attempt < 100_000; attempt++) {
      InstructionEncoder encoder = InstructionEncoder.of(profile, row);
      for (OperandField operand : row.operands()) {
        long value = operand.field().get(random.nextLong());
        encoder.set(
            operand, operand.field().width() > 8 && random.nextBoolean() ? value & 7 : value);
      }
      if (!row.types().pairs().isEmpty()) {
        var pair = row.types().pairs().get(random.nextInt(row.types().pairs().size()));
        encoder.set(OperandRole.DT, pair.source()).set(OperandRole.DT2, pair.result());
      }
      if (row.operandInField(FieldName.MRG).isPresent() && random.nextBoolean()) {
        encoder.set(OperandRole.MRG, 0);
      }
      if (row.format() == WordFormat.M
          || row.format() == WordFormat.L
          || row.format() == WordFormat.P) {
        row.operands().stream()
            .filter(operand -> operand.field().name().startsWith("imm") && random.nextInt(4) > 0)
            .forEach(operand -> encoder.set(operand, 0));
      }
      DecodedWord decoded = encoder.encode();
      if (decoded instanceof Instruction instruction) {
        assertThat(InstructionDecoder.decode(profile, instruction.word())).isEqualTo(instruction);
        return instruction.word();
      }
    }
    throw new AssertionError("no legal word of " + row);
  }
}
