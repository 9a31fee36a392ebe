package org.ptoc.emulator.jit.repeat;

import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.lane.CanonicalNumbers;
import org.ptoc.ir.isa.DataType;

/** What the lanes of a slot are in the JVM. */
enum LaneForm {
  /** A {@code float[]}. */
  SINGLE(float[].class, "floats", Float.BYTES, Opcodes.FALOAD, Opcodes.FASTORE),
  /** A {@code short[]} of halves that are computed as {@code float}. */
  HALF(short[].class, "shorts", Short.BYTES, Opcodes.SALOAD, Opcodes.SASTORE),
  /** A {@code byte[]} of integers or bits. */
  BYTE(byte[].class, "bytes", Byte.BYTES, Opcodes.BALOAD, Opcodes.BASTORE),
  /** A {@code short[]} of integers or bits. */
  SHORT(short[].class, "shorts", Short.BYTES, Opcodes.SALOAD, Opcodes.SASTORE),
  /** An {@code int[]} of integers or bits. */
  INT(int[].class, "ints", Integer.BYTES, Opcodes.IALOAD, Opcodes.IASTORE),
  /** A {@code long[]} of integers. */
  LONG(long[].class, "longs", Long.BYTES, Opcodes.LALOAD, Opcodes.LASTORE);

  private final Class<?> array;
  private final String field;
  private final int bytes;
  private final int load;
  private final int store;

  LaneForm(Class<?> array, String field, int bytes, int load, int store) {
    this.array = array;
    this.field = field;
    this.bytes = bytes;
    this.load = load;
    this.store = store;
  }

  /** The form of bits and integers of {@code type}. */
  static LaneForm ofBits(DataType type) {
    return switch (type.bytes()) {
      case 1 -> BYTE;
      case 2 -> SHORT;
      case 4 -> INT;
      default -> LONG;
    };
  }

  /** The form of arithmetic in {@code type}; bf16 has none and is bits. */
  static LaneForm ofNumbers(DataType type) {
    return switch (type) {
      case FP32 -> SINGLE;
      case FP16 -> HALF;
      default -> ofBits(type);
    };
  }

  /** The type of an array of all slots of this form. */
  Class<?> rows() {
    return array.arrayType();
  }

  /** The field of {@link TypedLanes} that holds the slots. */
  String field() {
    return field;
  }

  /** Bytes of a lane. */
  int bytes() {
    return bytes;
  }

  /** The instruction that loads a lane. */
  int load() {
    return load;
  }

  /** The instruction that stores a lane. */
  int store() {
    return store;
  }

  /** Whether arithmetic is that of floats. */
  boolean isNumber() {
    return this == SINGLE || this == HALF;
  }

  /** What becomes of a NaN in lanes that are numbers; 0 when they saturate (spec/11, 5.3). */
  Optional<CanonicalNumbers> canonical(boolean saturate) {
    return switch (this) {
      case SINGLE -> Optional.of(CanonicalNumbers.SINGLES);
      case HALF ->
          Optional.of(saturate ? CanonicalNumbers.SATURATED_HALVES : CanonicalNumbers.HALVES);
      case BYTE, SHORT, INT, LONG -> Optional.empty();
    };
  }
}
