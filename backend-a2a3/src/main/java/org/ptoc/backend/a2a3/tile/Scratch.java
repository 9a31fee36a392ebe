package org.ptoc.backend.a2a3.tile;

import org.ptoc.ir.Value;
import org.ptoc.passes.build.IrBuilder;

/**
 * Memory for intermediate results, cut into slots of equal size.
 *
 * @param address first byte, a multiple of 32
 * @param slots number of slots
 * @param slotBytes size of a slot, a multiple of 256, or one block
 */
record Scratch(Value address, int slots, long slotBytes) {

  /** A slot with dense rows. */
  Area slot(IrBuilder builder, int number, int elementBytes, long pitchBytes) {
    return Area.dense(start(builder, number), elementBytes, pitchBytes);
  }

  /** A slot as one row. */
  Area row(IrBuilder builder, int number, int elementBytes) {
    return slot(builder, number, elementBytes, slotBytes);
  }

  Value start(IrBuilder builder, int number) {
    if (number >= slots) {
      throw new IllegalStateException("slot " + number + " of " + slots);
    }
    return builder.add(address, builder.i64(number * slotBytes));
  }
}
