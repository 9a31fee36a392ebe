package org.ptoc.emulator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/**
 * Element types of products with values that are written as bits by formulas of spec/60, 1.5, which
 * share nothing with the emulator.
 */
enum CubeElement {
  F32("f32", 4, "f32"),
  F16("f16", 2, "f32"),
  BF16("bf16", 2, "f32"),
  I8("i8", 1, "i32"),
  E4M3("e4m3", 1, "f32"),
  E5M2("e5m2", 1, "f32"),
  HIF8("hif8", 1, "f32");

  final String spelling;
  final int bytes;
  final String accumulator;

  CubeElement(String spelling, int bytes, String accumulator) {
    this.spelling = spelling;
    this.bytes = bytes;
    this.accumulator = accumulator;
  }

  /** Elements of a row of a fractal. */
  int perRow() {
    return 32 / bytes;
  }

  /** Random bits. */
  int bits(Random random) {
    int small = random.nextInt(17) - 8;
    return switch (this) {
      case F32 -> Float.floatToRawIntBits(small);
      case F16 -> Float.floatToFloat16(small) & 0xFFFF;
      case BF16 -> Float.floatToRawIntBits(small) >>> 16;
      case I8 -> random.nextInt(256);
      case E4M3 -> random.nextInt(2) << 7 | (4 + random.nextInt(6)) << 3 | random.nextInt(8);
      case E5M2 -> random.nextInt(2) << 7 | (12 + random.nextInt(6)) << 2 | random.nextInt(4);
      case HIF8 -> random.nextInt(2) << 7 | 1 << 3 | random.nextInt(8);
    };
  }

  /** The number that bits of {@link #bits} stand for. */
  double value(int bits) {
    int sign = 1 - 2 * (bits >> 7 & 1);
    return switch (this) {
      case F32 -> Float.intBitsToFloat(bits);
      case F16 -> Float.float16ToFloat((short) bits);
      case BF16 -> Float.intBitsToFloat(bits << 16);
      case I8 -> (byte) bits;
      case E4M3 -> sign * (1 + (bits & 7) / 8.0) * Math.pow(2, (bits >> 3 & 15) - 7);
      case E5M2 -> sign * (1 + (bits & 3) / 4.0) * Math.pow(2, (bits >> 2 & 31) - 15);
      case HIF8 -> sign * (1 + (bits & 7) / 8.0);
    };
  }

  /** A matrix row by row, each row {@code stride} bytes behind the one before. */
  byte[] bytes(int[][] bits, int stride) {
    ByteBuffer all = ByteBuffer.allocate(bits.length * stride).order(ByteOrder.LITTLE_ENDIAN);
    for (int row = 0; row < bits.length; row++) {
      for (int column = 0; column < bits[row].length; column++) {
        int at = row * stride + column * bytes;
        switch (bytes) {
          case 1 -> all.put(at, (byte) bits[row][column]);
          case 2 -> all.putShort(at, (short) bits[row][column]);
          default -> all.putInt(at, bits[row][column]);
        }
      }
    }
    return all.array();
  }

  /** A matrix of random elements. */
  int[][] matrix(Random random, int rows, int columns) {
    int[][] bits = new int[rows][columns];
    for (int[] row : bits) {
      for (int i = 0; i < columns; i++) {
        row[i] = bits(random);
      }
    }
    return bits;
  }

  static int[][] transposed(int[][] matrix) {
    int[][] result = new int[matrix[0].length][matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < matrix[0].length; j++) {
        result[j][i] = matrix[i][j];
      }
    }
    return result;
  }
}
