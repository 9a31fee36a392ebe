package org.ptoc.emulator.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.ptoc.emulator.interpreter.OneWord;
import org.ptoc.emulator.numeric.ReferenceFormat;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Profile;

/** A small machine with random content: registers, predicates, unified buffer. */
final class TestState {
  static final int REGISTERS = 5;
  static final int PREDICATES = 5;

  final Random random;
  final UnitScratch scratch = new UnitScratch();
  final byte[] registers = new byte[REGISTERS * 256];
  final long[] predicates = new long[PREDICATES * 4];
  final byte[] ub = new byte[4096];
  byte[] registersBefore = new byte[0];
  long[] predicatesBefore = new long[0];
  byte[] ubBefore = new byte[0];

  TestState(long seed) {
    random = new Random(seed);
    random.nextBytes(scratch.vectors);
  }

  /**
   * New random content, registers holding values of {@code type}; keeps a copy for the reference.
   */
  void shuffle(DataType type) {
    for (int offset = 0; offset < registers.length; offset += type.bytes()) {
      put(registers, offset, type.bytes(), randomBits(type));
    }
    for (int p = 0; p < PREDICATES; p++) {
      randomMask(p);
    }
    random.nextBytes(ub);
    snapshot();
  }

  void snapshot() {
    registersBefore = registers.clone();
    predicatesBefore = predicates.clone();
    ubBefore = ub.clone();
  }

  /**
   * Executes an A5 word of class V on the registers.
   *
   * @param fields values of fields, where registers are the places that this class gives
   */
  void execute(String mnemonic, Map<String, ? extends Number> fields, long scalar) {
    OneWord.execute(word(Profile.A5, mnemonic, fields), registers, predicates, scalar);
  }

  /** A word with neutral values in other fields, legal or not. */
  static Instruction word(Profile profile, String mnemonic, Map<String, ? extends Number> fields) {
    InstructionDefinition row = InstructionTable.of(profile).byMnemonic(mnemonic).orElseThrow();
    long word = row.requiredBits();
    for (Map.Entry<String, ? extends Number> field : fields.entrySet()) {
      word =
          row.format()
              .field(FieldName.of(field.getKey()))
              .orElseThrow()
              .set(word, field.getValue().longValue());
    }
    return new Instruction(row, word);
  }

  int register() {
    return 256 * random.nextInt(REGISTERS);
  }

  int registerExcept(int other) {
    int register = register();
    return register == other ? registerExcept(other) : register;
  }

  int predicate() {
    return 4 * random.nextInt(PREDICATES);
  }

  private void randomMask(int p) {
    int kind = random.nextInt(5);
    int length = random.nextInt(257);
    for (int k = 0; k < 256; k++) {
      boolean bit =
          switch (kind) {
            case 0 -> true;
            case 1 -> random.nextBoolean();
            case 2 -> k < length;
            case 3 -> k % 4 == 0 && random.nextInt(8) > 0;
            default -> k == length;
          };
      long one = 1L << k % 64;
      predicates[4 * p + k / 64] = predicates[4 * p + k / 64] & ~one | (bit ? one : 0);
    }
  }

  long randomBits(DataType type) {
    int choice = random.nextInt(4);
    if (type.isInteger()) {
      long bits = random.nextLong();
      return choice == 0
          ? pick(
              0,
              1,
              -1,
              127,
              128,
              -128,
              -129,
              255,
              256,
              32767,
              -32768,
              65535,
              65536,
              Integer.MAX_VALUE,
              Integer.MIN_VALUE,
              0xFFFF_FFFFL,
              Long.MIN_VALUE,
              Long.MAX_VALUE)
          : bits >> random.nextInt(64);
    }
    return switch (type) {
      case FP32 ->
          choice == 0
              ? pick(
                  0,
                  0x80000000L,
                  1,
                  0x80000001L,
                  0x7F800000,
                  0xFF800000L,
                  0x7FC00000,
                  0xFFC00001L,
                  0x7F800001,
                  0x3F000000,
                  0xBF000000L,
                  0x3FC00000,
                  0x477FE000,
                  0x477FF000,
                  0x4F000000,
                  0xCF000000L,
                  0x42FF0000,
                  0x7F7FFFFF)
              : choice == 1
                  ? random.nextInt()
                  : Float.floatToRawIntBits(small() * (choice == 2 ? 1 : 1000));
      case FP16 ->
          choice == 0
              ? pick(
                  0, 0x8000, 1, 0x8001, 0x3FF, 0x7C00, 0xFC00, 0x7E00, 0xFE01, 0x7C01, 0x3800,
                  0xB800, 0x3E00, 0x7BFF, 0xFBFF)
              : choice == 1 ? random.nextInt() : Float.floatToFloat16(small());
      case BF16 ->
          choice == 0
              ? pick(
                  0, 0x8000, 1, 0x8001, 0x7F80, 0xFF80, 0x7FC0, 0xFFC1, 0x7F81, 0x3F00, 0xBF00,
                  0x7F7F, 0x477F, 0x4780)
              : choice == 1 ? random.nextInt() : Float.floatToRawIntBits(small()) >> 16;
      default -> random.nextInt();
    };
  }

  private float small() {
    return random.nextInt(3) == 0
        ? random.nextInt(600) - 300 + 0.5f
        : (float) random.nextGaussian() * 60;
  }

  long pick(long... values) {
    return values[random.nextInt(values.length)];
  }

  static void put(byte[] bytes, int offset, int width, long value) {
    for (int i = 0; i < width; i++) {
      bytes[offset + i] = (byte) (value >> 8 * i);
    }
  }

  static long get(byte[] bytes, int offset, int width) {
    byte[] wide = new byte[8];
    System.arraycopy(bytes, offset, wide, 0, width);
    return ByteBuffer.wrap(wide).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /** Bits of a lane before the operation. */
  long lane(int register, int lane, int width) {
    return get(registersBefore, register + lane * width, width);
  }

  /** Whether a lane was active before the operation. */
  boolean active(int predicate, int lane, int width) {
    return bit(predicate, lane * width);
  }

  boolean bit(int predicate, int k) {
    return (predicatesBefore[predicate + k / 64] >> k % 64 & 1) == 1;
  }

  /** The number in a lane before the operation. */
  double number(DataType type, int register, int lane) {
    return number(type, lane(register, lane, type.bytes()));
  }

  static double number(DataType type, long bits) {
    return switch (type) {
      case FP32 -> Float.intBitsToFloat((int) bits);
      case FP16 -> ReferenceFormat.BINARY16.decode((int) bits);
      case BF16 -> ReferenceFormat.BFLOAT16.decode((int) bits);
      case E4M3 -> ReferenceFormat.E4M3.decode((int) bits);
      case E5M2 -> ReferenceFormat.E5M2.decode((int) bits);
      default -> throw new IllegalArgumentException();
    };
  }

  /** The integer in a lane before the operation; not for U64. */
  long integer(DataType type, int register, int lane) {
    long bits = lane(register, lane, type.bytes());
    boolean negative = type.name().startsWith("S") && (bits >> type.bits() - 1 & 1) == 1;
    return negative && type.bits() < 64 ? bits - (1L << type.bits()) : bits;
  }

  /** Checks one register and that no other register nor the buffer changed. */
  void expectRegister(String name, int register, byte[] expected) {
    expectRegisters(name, new int[] {register}, expected);
    assertThat(ub).as(name).isEqualTo(ubBefore);
  }

  void expectRegisters(String name, int[] changed, byte[]... expected) {
    byte[] all = registersBefore.clone();
    for (int i = 0; i < changed.length; i++) {
      System.arraycopy(expected[i], 0, all, changed[i], 256);
    }
    int difference = Arrays.mismatch(all, registers);
    if (difference >= 0) {
      assertThat(Arrays.copyOfRange(registers, difference & -16, (difference & -16) + 16))
          .as("%s, register %d byte %d", name, difference / 256, difference % 256)
          .isEqualTo(Arrays.copyOfRange(all, difference & -16, (difference & -16) + 16));
    }
  }

  /** Checks one predicate, given by its active bits, and that no other changed. */
  void expectPredicate(String name, int predicate, boolean[] bits) {
    long[] all = predicatesBefore.clone();
    setBits(all, predicate, bits);
    assertThat(predicates).as(name).isEqualTo(all);
  }

  static void setBits(long[] predicates, int predicate, boolean[] bits) {
    for (int k = 0; k < 256; k++) {
      long one = 1L << k % 64;
      long word = predicates[predicate + k / 64];
      predicates[predicate + k / 64] = bits[k] ? word | one : word & ~one;
    }
  }
}
