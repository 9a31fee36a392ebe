package org.ptoc.emulator.jit.repeat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.ptoc.emulator.jit.carrier.LaneArray;

/**
 * Lanes of a few repeats as arrays of their type: operands, result and intermediate values. One
 * thread uses it.
 */
final class TypedLanes {
  /**
   * Bytes of the widest operand: sixteen repeats, so that all slots of an operation stay in the
   * first cache.
   */
  static final int SLOT_BYTES = 4096;

  static final int RESULT = 0;
  static final int FIRST = 1;
  static final int SECOND = 2;
  static final int ACCUMULATOR = 3;

  /**
   * All ones in the lanes of the first operand that a selection takes; such words have no
   * accumulator.
   */
  static final int SELECTOR = ACCUMULATOR;

  /** The first slot for intermediate values. */
  static final int TEMPORARY = 4;

  /** Most slots of an operation. */
  static final int SLOTS = 12;

  // Generated code reads these fields.
  final float[][] floats;
  final long[][] longs;
  final int[][] ints;
  final short[][] shorts;
  final byte[][] bytes;

  /**
   * @param arrays the arrays of the slots
   */
  TypedLanes(List<LaneArray> arrays) {
    this.floats = new float[arrays.size()][];
    this.longs = new long[arrays.size()][];
    this.ints = new int[arrays.size()][];
    this.shorts = new short[arrays.size()][];
    this.bytes = new byte[arrays.size()][];
    int widest = arrays.stream().limit(TEMPORARY).mapToInt(LaneArray::bytes).max().orElseThrow();
    int lanes = SLOT_BYTES / widest;
    for (int slot = 0; slot < arrays.size(); slot++) {
      switch (arrays.get(slot)) {
        case SINGLE -> floats[slot] = new float[lanes];
        case LONG -> longs[slot] = new long[lanes];
        case INT -> ints[slot] = new int[lanes];
        case HALF, SHORT -> shorts[slot] = new short[lanes];
        case BYTE -> bytes[slot] = new byte[lanes];
      }
    }
  }

  /** Copies bytes into a slot. */
  void load(LaneArray array, int slot, MemorySegment from, long offset, int length) {
    int lanes = length / array.bytes();
    switch (array) {
      case SINGLE -> MemorySegment.copy(from, LaneArray.FLOATS, offset, floats[slot], 0, lanes);
      case LONG -> MemorySegment.copy(from, LaneArray.LONGS, offset, longs[slot], 0, lanes);
      case INT -> MemorySegment.copy(from, LaneArray.INTS, offset, ints[slot], 0, lanes);
      case HALF, SHORT ->
          MemorySegment.copy(from, LaneArray.SHORTS, offset, shorts[slot], 0, lanes);
      case BYTE -> MemorySegment.copy(from, ValueLayout.JAVA_BYTE, offset, bytes[slot], 0, lanes);
    }
  }

  /** Puts the low bits of a value into the first lanes of a slot of bits. */
  void fill(LaneArray array, int slot, long value, int lanes) {
    if (array == LaneArray.SHORT) {
      Arrays.fill(shorts[slot], 0, lanes, (short) value);
    } else {
      Arrays.fill(ints[slot], 0, lanes, (int) value);
    }
  }

  /** Copies the result to bytes. */
  void storeResult(LaneArray array, MemorySegment to, long offset, int length) {
    int lanes = length / array.bytes();
    switch (array) {
      case SINGLE -> MemorySegment.copy(floats[RESULT], 0, to, LaneArray.FLOATS, offset, lanes);
      case LONG -> MemorySegment.copy(longs[RESULT], 0, to, LaneArray.LONGS, offset, lanes);
      case INT -> MemorySegment.copy(ints[RESULT], 0, to, LaneArray.INTS, offset, lanes);
      case HALF, SHORT ->
          MemorySegment.copy(shorts[RESULT], 0, to, LaneArray.SHORTS, offset, lanes);
      case BYTE -> MemorySegment.copy(bytes[RESULT], 0, to, ValueLayout.JAVA_BYTE, offset, lanes);
    }
  }
}
