package org.ptoc.emulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.DecodedWord;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.WordFormat;

/**
 * Random legal A5 programs with hot loops: scalar registers full of addresses, counts and steps,
 * random data in the unified buffer, one or two nested loops of random vector, predicate, memory
 * and scalar words, and stores of some registers behind them. The words come from the instruction
 * table.
 */
final class RandomLoop {
  static final int DATA_BYTES = 16_384;
  private static final int OUTPUT_AT = 32_768;
  static final int MEMORY_BYTES = 262_144;
  private static final Profile PROFILE = Profile.A5;
  private static final List<InstructionDefinition> ROWS =
      InstructionTable.of(PROFILE).definitions().stream().filter(RandomLoop::isBodyRow).toList();
  private static final List<InstructionDefinition> FREQUENT =
      ROWS.stream().filter(row -> isFrequent(row.mnemonic())).toList();

  private static final List<InstructionDefinition> LANES =
      ROWS.stream().filter(row -> row.semantics() instanceof Semantics.Lanes).toList();

  private final Random random;
  private final List<Long> words = new ArrayList<>();
  private final int preferredBytes;

  private RandomLoop(Random random) {
    this.random = random;
    this.preferredBytes = 1 << random.nextInt(4);
  }

  private static boolean isBodyRow(InstructionDefinition row) {
    return switch (row.format()) {
      case V, L, P, S, I -> true;
      case M, B, C, D, U, R, K, F -> false;
    };
  }

  /** Words that loops are mostly made of. */
  private static boolean isFrequent(String mnemonic) {
    return switch (mnemonic) {
      case "vlds",
          "vsts",
          "vadd",
          "vmul",
          "vmula",
          "vmax",
          "vsel",
          "vcmp",
          "vcmps",
          "plt",
          "pset",
          "addi",
          "vrelu" ->
          true;
      default -> false;
    };
  }

  static TestKernel kernel(Random random) {
    for (int attempt = 0; attempt < 1000; attempt++) {
      RandomLoop loop = new RandomLoop(random);
      loop.build();
      long[] words = loop.words.stream().mapToLong(Long::longValue).toArray();
      if (ProgramDecoder.decode(PROFILE, words) instanceof Program) {
        return new TestKernel(
            PROFILE, words, List.of(ParameterKind.POINTER, ParameterKind.POINTER), new byte[64]);
      }
    }
    throw new AssertionError("no legal program");
  }

  /** Bytes that mix plain numbers with the special values of all formats. */
  static byte[] data(Random random) {
    byte[] data = new byte[DATA_BYTES];
    random.nextBytes(data);
    int[] special = {
      0,
      0x8000_0000,
      0x7F80_0000,
      0xFF80_0001,
      0x7FC1_2345,
      0x3F80_0000,
      0x0000_0001,
      0x7C00_FC01,
      0x7E01_0001,
      0x3C00_8000,
      0x7F81_FFC0,
      0xFFFF_FFFF,
      0x0101_0101,
      0x8080_7F7F,
      5,
      31,
      64
    };
    for (int i = 0; i < DATA_BYTES; i += 4) {
      if (random.nextInt(3) == 0) {
        int value = special[random.nextInt(special.length)];
        for (int k = 0; k < 4; k++) {
          data[i + k] = (byte) (value >> 8 * k);
        }
      }
    }
    return data;
  }

  private void build() {
    set(20, 0x10L | (long) DATA_BYTES << 25);
    transfer("gm_to_ub", 31, 0);
    for (int x = 2; x < 29; x++) {
      if (x != 20) {
        set(
            x,
            x >= 10 && x < 20 && random.nextInt(10) > 0
                ? 32L * random.nextInt(400)
                : registerValue());
      }
    }
    if (random.nextInt(3) == 0) {
      // Close to each other, so that loads and stores overlap.
      long close = 32L * random.nextInt(400);
      for (int x = 10; x < 19; x++) {
        if (random.nextBoolean()) {
          set(x, close + 32 * (random.nextInt(17) - 8));
        }
      }
    }
    if (random.nextInt(3) == 0) {
      // Vectors that begin with the memory or end with it, or a few blocks in front of that.
      for (int x = 10; x < 20; x++) {
        switch (random.nextInt(4)) {
          case 0 -> set(x, 0);
          case 1 -> set(x, MEMORY_BYTES - 256);
          case 2 -> set(x, MEMORY_BYTES - 256 * random.nextInt(3) - 32L * random.nextInt(9));
          default -> {}
        }
      }
    }
    set(27, OUTPUT_AT);
    set(29, random.nextInt(3) == 0 ? 10 + random.nextInt(30) : 1 + random.nextInt(6));
    set(30, 1 + random.nextInt(3));
    boolean nested = random.nextInt(3) == 0;
    List<Long> body = new ArrayList<>();
    int length = 1 + random.nextInt(14);
    for (int i = 0; i < length; i++) {
      body.add(bodyWord());
    }
    List<Long> before = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      before.add(bodyWord());
    }
    List<Long> after = new ArrayList<>();
    for (int v = 0; v < 8; v++) {
      if (random.nextInt(3) == 0) {
        after.add(
            encoder("vsts")
                .set(OperandRole.VD, v)
                .set(OperandRole.XB, 27)
                .set(OperandRole.XO, 31)
                .set(OperandRole.IMM10, 64 * v)
                .set(OperandRole.PG, 15)
                .set(OperandRole.STORE, 0)
                .set(OperandRole.DT, DataType.FP32.code())
                .word());
      }
    }
    add(
        encoder("vf_begin")
            .set(
                OperandRole.IMM32,
                before.size() + (nested ? 2 : 1) + body.size() + after.size() + 1));
    words.addAll(before);
    if (nested) {
      add(
          encoder("loop")
              .set(OperandRole.LVL, 0)
              .set(OperandRole.X, 30)
              .set(OperandRole.IMM32, 1 + body.size()));
    }
    add(
        encoder("loop")
            .set(OperandRole.LVL, 1)
            .set(OperandRole.X, 29)
            .set(OperandRole.IMM32, body.size()));
    words.addAll(body);
    words.addAll(after);
    add(encoder("vf_end"));
    set(20, 0x10L | (long) (OUTPUT_AT + 8192) << 25);
    transfer("ub_to_gm", 1, 31);
    add(encoder("end"));
  }

  /** One burst between the memories, as long as X20 says. */
  private void transfer(String mnemonic, int to, int from) {
    add(
        encoder(mnemonic)
            .set(OperandRole.DT, DataType.FP32.code())
            .set(OperandRole.XD, to)
            .set(OperandRole.XS, from)
            .set(OperandRole.C0, 20)
            .set(OperandRole.C1, 31));
  }

  private InstructionEncoder encoder(String mnemonic) {
    return InstructionEncoder.of(PROFILE, mnemonic);
  }

  private void add(InstructionEncoder encoder) {
    words.add(encoder.word());
  }

  private void set(int x, long value) {
    add(encoder("movi").set(OperandRole.XD, x).set(OperandRole.IMM32, (int) value));
    if (value >> 32 != (int) value >> 31) {
      add(
          encoder("movhi")
              .set(OperandRole.XD, x)
              .set(OperandRole.XA, x)
              .set(OperandRole.IMM32, value >> 32));
    }
  }

  /**
   * Register 27 is the place of the results; the others are mostly addresses in the data, small
   * counts and steps.
   */
  private long registerValue() {
    return switch (random.nextInt(10)) {
      case 0 -> 0;
      case 1 -> random.nextInt(16);
      case 2 -> random.nextInt(300);
      case 3, 4, 5 -> 256L * random.nextInt(48);
      case 6, 7 -> 32L * random.nextInt(400);
      case 8 ->
          random.nextInt(4) == 0
              ? random.nextLong()
              : Float.floatToIntBits(random.nextInt(20) - 10);
      default -> random.nextInt(4) == 0 ? 253_900 + random.nextInt(100) : 4L * random.nextInt(64);
    };
  }

  private long bodyWord() {
    for (int attempt = 0; attempt < 100_000; attempt++) {
      InstructionDefinition row = ROWS.get(random.nextInt(ROWS.size()));
      switch (random.nextInt(4)) {
        case 0, 1 -> row = FREQUENT.get(random.nextInt(FREQUENT.size()));
        case 2 -> row = LANES.get(random.nextInt(LANES.size()));
        default -> {}
      }
      long word = word(row);
      if (word != 0) {
        return word;
      }
    }
    throw new AssertionError("no legal word");
  }

  private long word(InstructionDefinition row) {
    InstructionEncoder encoder = InstructionEncoder.of(PROFILE, row);
    for (OperandField operand : row.operands()) {
      encoder.set(operand, operandValue(operand));
    }
    if (!row.types().pairs().isEmpty()) {
      var pairs = row.types().pairs();
      var pair = pairs.get(random.nextInt(pairs.size()));
      for (int i = 0;
          i < 20 && pair.source().bytes() != preferredBytes && random.nextInt(8) > 0;
          i++) {
        pair = pairs.get(random.nextInt(pairs.size()));
      }
      encoder.set(OperandRole.DT, pair.source()).set(OperandRole.DT2, pair.result());
    }
    List<DataType> fitting =
        row.types().singles().stream().filter(type -> type.bytes() == preferredBytes).toList();
    if (!fitting.isEmpty() && random.nextInt(8) > 0) {
      encoder.set(OperandRole.DT, fitting.get(random.nextInt(fitting.size())));
    }
    if (row.operandInField(FieldName.MRG).isPresent() && random.nextInt(3) > 0) {
      encoder.set(OperandRole.MRG, 0);
    }
    if (row.mnemonic().equals("vlds") && random.nextInt(4) > 0) {
      encoder.set(OperandRole.LOAD, 0);
    }
    if (row.mnemonic().equals("vsts") && random.nextInt(4) > 0) {
      encoder.set(OperandRole.STORE, Math.min(2, Integer.numberOfTrailingZeros(preferredBytes)));
    }
    if (row.operandInField(FieldName.GR).isPresent() && random.nextInt(6) > 0) {
      encoder.set(OperandRole.GR, Math.min(2, Integer.numberOfTrailingZeros(preferredBytes)));
    }
    if (row.format() == WordFormat.L && random.nextInt(8) > 0) {
      row.operandInField(FieldName.XO)
          .ifPresent(operand -> encoder.set(operand, operand.registerClass().isPresent() ? 31 : 0));
      row.operandInField(FieldName.XB)
          .ifPresent(operand -> encoder.set(operand, 10 + random.nextInt(10)));
    }
    DecodedWord decoded = encoder.encode();
    return decoded instanceof Instruction instruction ? instruction.word() : 0;
  }

  private static boolean isResult(OperandField operand) {
    return operand.access() != Access.READ;
  }

  private long operandValue(OperandField operand) {
    long any = operand.field().get(random.nextLong());
    if (operand.registerClass().isPresent()) {
      RegisterClass registers = operand.registerClass().get();
      return switch (registers) {
        case V -> random.nextInt(8);
        case P -> random.nextInt(3) == 0 ? 15 : random.nextInt(5);
        // Neither the pointers nor the loop counts nor the place of the results.
        case X ->
            random.nextInt(6) == 0
                ? 31
                : isResult(operand) ? 2 + random.nextInt(9) : 2 + random.nextInt(18);
        case AL -> random.nextInt(2);
      };
    }
    if (operand.field().name().startsWith("imm")) {
      return random.nextInt(3) > 0 ? 0 : 32 * random.nextInt(9);
    }
    return any;
  }
}
