package org.ptoc.emulator.jit.repeat;

import org.ptoc.ir.isa.DataType;

/** What the lanes of a kernel are in the JVM. */
enum LaneForm {
  /** A {@code float[]}. */
  SINGLE,
  /** A {@code short[]} of halves that are computed as {@code float}. */
  HALF,
  /** A {@code short[]} of integers or bits. */
  SHORT,
  /** An {@code int[]} of integers or bits. */
  INT;

  /** The form of bits and integers of {@code type}. */
  static LaneForm ofBits(DataType type) {
    return switch (type.bytes()) {
      case 2 -> SHORT;
      case 4 -> INT;
      default -> throw new IllegalArgumentException("no typed lanes of " + type.spelling());
    };
  }

  /** The form of arithmetic in {@code type}. */
  static LaneForm ofNumbers(DataType type) {
    return switch (type) {
      case FP32 -> SINGLE;
      case FP16 -> HALF;
      default -> {
        if (type.isFloat()) {
          throw new IllegalArgumentException("no arithmetic on " + type.spelling());
        }
        yield ofBits(type);
      }
    };
  }

  /** Bytes of a lane. */
  int bytes() {
    return this == SINGLE || this == INT ? Integer.BYTES : Short.BYTES;
  }

  /** Whether results may be any NaN until they are made canonical. */
  boolean isNumber() {
    return this == SINGLE || this == HALF;
  }
}
