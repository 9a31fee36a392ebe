package org.ptoc.backend.a2a3.tile;

import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.storage.GappedTiles;

/**
 * What besides an operation decides how it is lowered.
 *
 * @param bitSerial shifts by tile use existing instructions only (spec/21, 8.1)
 * @param wholeRows a row of {@code tsort32} with a tail is sorted as a whole where it fits
 *     (spec/21, section 3)
 * @param constants the constants of the function
 * @param gapped tiles that cannot be used as one run of bytes
 */
record Setting(boolean bitSerial, boolean wholeRows, Constants constants, GappedTiles gapped) {

  /** The instructions of an elementwise operation. */
  InstructionPlan plan(Operation op) {
    return InstructionPlan.of(op, constants, bitSerial);
  }

  static Setting of(Function function, CompileOptions options) {
    return new Setting(
        options.has(CodeSwitch.BIT_SERIAL_SHIFTS),
        options.has(CodeSwitch.WHOLE_ROW_TAIL),
        Constants.of(function),
        GappedTiles.of(function));
  }
}
