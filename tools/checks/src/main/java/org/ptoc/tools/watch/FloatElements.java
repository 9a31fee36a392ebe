package org.ptoc.tools.watch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.ByteFloat;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.ir.isa.DataType;

/**
 * Some elements, as they were in front of a word or as it left them. Integers are numbers, and so
 * is what has no value of its own.
 *
 * @param start the first byte of the first element
 */
record FloatElements(String name, byte[] bytes, int start, int count, DataType type) {

  /**
   * What is among the elements that a word reads: of it a NaN or an infinity of the result may
   * come.
   */
  record Contents(boolean nan, boolean infinity) {
    static final Contents NUMBERS = new Contents(false, false);

    Contents and(Contents other) {
      return new Contents(nan || other.nan, infinity || other.infinity);
    }

    /**
     * True if a result is new: a NaN where none was read, an infinity where numbers alone were
     * read.
     */
    boolean make(double result) {
      return Double.isNaN(result) ? !nan : Double.isInfinite(result) && !nan && !infinity;
    }
  }

  double get(int index) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int at = start + index * type.bytes();
    return switch (type) {
      case FP32 -> buffer.getFloat(at);
      case FP16 -> Float16.decode(buffer.getShort(at) & 0xFFFF);
      case BF16 -> BFloat16.decode(buffer.getShort(at) & 0xFFFF);
      case HIF8 -> ByteFloat.HIF8.decode(buffer.get(at));
      case E4M3 -> ByteFloat.E4M3.decode(buffer.get(at));
      case E5M2 -> ByteFloat.E5M2.decode(buffer.get(at));
      case E2M1X2, E1M2X2, E8M0, S64, S32, S16, S8, U64, U32, U16, U8, NONE -> 0;
    };
  }

  /** What one element is. */
  Contents contents(int index) {
    double value = get(index);
    return Double.isFinite(value)
        ? Contents.NUMBERS
        : new Contents(Double.isNaN(value), Double.isInfinite(value));
  }

  /** What is among all elements. */
  Contents contents() {
    Contents all = Contents.NUMBERS;
    for (int i = 0; i < count; i++) {
      all = all.and(contents(i));
    }
    return all;
  }
}
