package org.ptoc.emulator.jit.repeat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

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

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  // Generated code reads these fields.
  final float[][] floats;
  final long[][] longs;
  final int[][] ints;
  final short[][] shorts;
  final byte[][] bytes;

  /**
   * @param forms those of the slots
   */
  TypedLanes(List<LaneForm> forms) {
    this.floats = new float[forms.size()][];
    this.longs = new long[forms.size()][];
    this.ints = new int[forms.size()][];
    this.shorts = new short[forms.size()][];
    this.bytes = new byte[forms.size()][];
    int widest = forms.stream().limit(TEMPORARY).mapToInt(LaneForm::bytes).max().orElseThrow();
    int lanes = SLOT_BYTES / widest;
    for (int slot = 0; slot < forms.size(); slot++) {
      switch (forms.get(slot)) {
        case SINGLE -> floats[slot] = new float[lanes];
        case LONG -> longs[slot] = new long[lanes];
        case INT -> ints[slot] = new int[lanes];
        case HALF, SHORT -> shorts[slot] = new short[lanes];
        case BYTE -> bytes[slot] = new byte[lanes];
      }
    }
  }

  /** Copies bytes into a slot. */
  void load(LaneForm form, int slot, MemorySegment from, long offset, int length) {
    int lanes = length / form.bytes();
    switch (form) {
      case SINGLE -> MemorySegment.copy(from, FLOAT, offset, floats[slot], 0, lanes);
      case LONG -> MemorySegment.copy(from, LONG, offset, longs[slot], 0, lanes);
      case INT -> MemorySegment.copy(from, INT, offset, ints[slot], 0, lanes);
      case HALF, SHORT -> MemorySegment.copy(from, SHORT, offset, shorts[slot], 0, lanes);
      case BYTE -> MemorySegment.copy(from, ValueLayout.JAVA_BYTE, offset, bytes[slot], 0, lanes);
    }
  }

  /** Puts the low bits of a value into the first lanes of a slot of bits. */
  void fill(LaneForm form, int slot, long value, int lanes) {
    if (form == LaneForm.SHORT) {
      Arrays.fill(shorts[slot], 0, lanes, (short) value);
    } else {
      Arrays.fill(ints[slot], 0, lanes, (int) value);
    }
  }

  /** Copies the result to bytes. */
  void storeResult(LaneForm form, MemorySegment to, long offset, int length) {
    int lanes = length / form.bytes();
    switch (form) {
      case SINGLE -> MemorySegment.copy(floats[RESULT], 0, to, FLOAT, offset, lanes);
      case LONG -> MemorySegment.copy(longs[RESULT], 0, to, LONG, offset, lanes);
      case INT -> MemorySegment.copy(ints[RESULT], 0, to, INT, offset, lanes);
      case HALF, SHORT -> MemorySegment.copy(shorts[RESULT], 0, to, SHORT, offset, lanes);
      case BYTE -> MemorySegment.copy(bytes[RESULT], 0, to, ValueLayout.JAVA_BYTE, offset, lanes);
    }
  }
}
