package org.ptoc.junit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;

/** Java arrays as buffers of the machine, little-endian, and back. */
final class Elements {
  private Elements() {}

  static DataArray of(DataFormat format, byte[] bytes) {
    return DataArray.of(format, List.of(bytes.length / format.bytes()), bytes);
  }

  static DataArray of(byte[] values) {
    return of(DataFormat.I8, values);
  }

  static DataArray of(short[] values) {
    ByteBuffer bytes = bytes(values.length, Short.BYTES);
    bytes.asShortBuffer().put(values);
    return of(DataFormat.I16, bytes.array());
  }

  static DataArray of(int[] values) {
    ByteBuffer bytes = bytes(values.length, Integer.BYTES);
    bytes.asIntBuffer().put(values);
    return of(DataFormat.I32, bytes.array());
  }

  static DataArray of(long[] values) {
    ByteBuffer bytes = bytes(values.length, Long.BYTES);
    bytes.asLongBuffer().put(values);
    return of(DataFormat.I64, bytes.array());
  }

  static DataArray of(double[] values) {
    ByteBuffer bytes = bytes(values.length, Double.BYTES);
    bytes.asDoubleBuffer().put(values);
    return of(DataFormat.F64, bytes.array());
  }

  /** The values in a float format of at most 32 bits, rounded to nearest, ties to even. */
  static DataArray of(DataFormat format, float[] values) {
    ByteBuffer bytes = bytes(values.length, format.bytes());
    for (float value : values) {
      switch (format) {
        case F32 -> bytes.putFloat(value);
        case F16 -> bytes.putShort((short) Float16.encode(value));
        case BF16 -> bytes.putShort((short) BFloat16.encode(value));
        default ->
            throw new IllegalArgumentException(
                "float values do not make a buffer of " + format.spelling());
      }
    }
    return of(format, bytes.array());
  }

  /** The bits of a number as a register holds it; the format is one of {@link #isFloat}. */
  static long bits(DataFormat format, float value) {
    return of(format, new float[] {value}).bits(0);
  }

  static boolean isFloat(DataFormat format) {
    return format == DataFormat.F32 || format == DataFormat.F16 || format == DataFormat.BF16;
  }

  static float[] floats(DataArray array) {
    float[] values = new float[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) array.format().toDouble(array.bits(i));
    }
    return values;
  }

  static short[] shorts(DataArray array) {
    short[] values = new short[array.size()];
    bytes(array).asShortBuffer().get(values);
    return values;
  }

  static int[] ints(DataArray array) {
    int[] values = new int[array.size()];
    bytes(array).asIntBuffer().get(values);
    return values;
  }

  static long[] longs(DataArray array) {
    long[] values = new long[array.size()];
    bytes(array).asLongBuffer().get(values);
    return values;
  }

  private static ByteBuffer bytes(DataArray array) {
    return ByteBuffer.wrap(array.toBytes()).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteBuffer bytes(int count, int width) {
    return ByteBuffer.allocate(Math.multiplyExact(count, width)).order(ByteOrder.LITTLE_ENDIAN);
  }
}
