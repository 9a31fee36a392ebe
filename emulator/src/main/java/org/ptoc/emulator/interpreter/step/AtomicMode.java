package org.ptoc.emulator.interpreter.step;

import java.util.Optional;
import org.ptoc.emulator.cube.Combination;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.BitField;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.SpecialRegister;

/**
 * How stores combine with the data in global memory, by CTRL[10:6] (spec/60, 3.9).
 *
 * @param type elements that are combined
 */
record AtomicMode(DataType type, Combination combination) {
  private static final BitField TYPE = new BitField("type", 6, 3, false);
  private static final BitField OPERATION = new BitField("operation", 9, 2, false);
  private static final Combination[] COMBINATIONS = Combination.values();

  /** The mode of a core; empty when stores replace. */
  static Optional<AtomicMode> of(Core core) {
    long control = core.special[SpecialRegister.CTRL.code()];
    int type = (int) TYPE.get(control);
    if (type == 0) {
      return Optional.empty();
    }
    int operation = (int) OPERATION.get(control);
    if (operation >= COMBINATIONS.length || type > 6) {
      throw Configuration.illegal("CTRL asks for an atomic operation that does not exist");
    }
    DataType element =
        switch (type) {
          case 1 -> DataType.FP32;
          case 2 -> DataType.FP16;
          case 3 -> DataType.S16;
          case 4 -> DataType.S32;
          case 5 -> DataType.S8;
          default -> DataType.BF16;
        };
    return Optional.of(new AtomicMode(element, COMBINATIONS[operation]));
  }
}
