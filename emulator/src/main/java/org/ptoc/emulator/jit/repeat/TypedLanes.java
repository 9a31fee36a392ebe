package org.ptoc.emulator.jit.repeat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

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

  /** @param forms those of the slots */
  TypedLanes(List<LaneForm> forms) {
    this.floats = new float[forms.size()][];
    this.ints = new int[forms.size()][];
    this.shorts = new short[forms.size()][];
    for (int slot = 0; slot < forms.size(); slot++) {
      LaneForm form = forms.get(slot);
      boolean isShort = form.bytes() == Short.BYTES;
      floats[slot] = new float[form == LaneForm.SINGLE ? SLOT_BYTES / Float.BYTES : 0];
      ints[slot] = new int[form == LaneForm.INT ? SLOT_BYTES / Integer.BYTES : 0];
      shorts[slot] = new short[isShort ? SLOT_BYTES / Short.BYTES : 0];
    }
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
