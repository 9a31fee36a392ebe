package org.ptoc.emulator.jit.repeat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Lanes of a few repeats as arrays of their type: operands, result and intermediate values. One thread uses it. */
final class TypedLanes {
  /** Bytes of a slot: sixteen repeats, so that all slots of an operation stay in the first cache. */
  static final int SLOT_BYTES = 4096;

  static final int RESULT = 0;
  static final int FIRST = 1;
  static final int SECOND = 2;
  static final int ACCUMULATOR = 3;
  /** The first slot for intermediate values. */
  static final int TEMPORARY = 4;

  /** Most slots of an operation. */
  static final int SLOTS = 12;

  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  // Generated code reads these fields.
  final float[][] floats;
  final int[][] ints;
  final short[][] shorts;

  TypedLanes(LaneForm form, int slots) {
    boolean isFloat = form == LaneForm.SINGLE;
    boolean isInt = form == LaneForm.INT;
    this.floats = new float[isFloat ? slots : 0][SLOT_BYTES / Float.BYTES];
    this.ints = new int[isInt ? slots : 0][SLOT_BYTES / Integer.BYTES];
    this.shorts = new short[isFloat || isInt ? 0 : slots][SLOT_BYTES / Short.BYTES];
  }

  /** Copies bytes into a slot. */
  void load(LaneForm form, int slot, MemorySegment from, long offset, int bytes) {
    switch (form) {
      case SINGLE -> MemorySegment.copy(from, FLOAT, offset, floats[slot], 0, bytes / Float.BYTES);
      case INT -> MemorySegment.copy(from, INT, offset, ints[slot], 0, bytes / Integer.BYTES);
      case HALF, SHORT -> MemorySegment.copy(from, SHORT, offset, shorts[slot], 0, bytes / Short.BYTES);
    }
  }

  /** Copies the result to bytes. */
  void storeResult(LaneForm form, MemorySegment to, long offset, int bytes) {
    switch (form) {
      case SINGLE -> MemorySegment.copy(floats[RESULT], 0, to, FLOAT, offset, bytes / Float.BYTES);
      case INT -> MemorySegment.copy(ints[RESULT], 0, to, INT, offset, bytes / Integer.BYTES);
      case HALF, SHORT -> MemorySegment.copy(shorts[RESULT], 0, to, SHORT, offset, bytes / Short.BYTES);
    }
  }
}
