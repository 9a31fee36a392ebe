package org.ptoc.emulator.timing.constant;

import org.ptoc.ir.cycles.ConstantTable;
import org.ptoc.ir.cycles.MicroOperationTables;

/**
 * The tables that no option changes, parsed from their texts on first use. They are immutable; each
 * set of options has own tables for the entries that it changes.
 */
final class StandardTables {
  private StandardTables() {}

  private static final class DocumentedRepeats {
    private static final ConstantTable TABLE = RepeatTables.documented();
  }

  private static final class MeasuredRepeats {
    private static final ConstantTable TABLE = RepeatTables.calibrated();
  }

  private static final class DocumentedMicroOperations {
    private static final ConstantTable TABLE = MicroOperationTables.documented();
  }

  private static final class MeasuredMicroOperations {
    private static final ConstantTable TABLE = MicroOperationTables.calibrated();
  }

  private static final class Scalars {
    private static final ConstantTable TABLE = ScalarTimings.costs();
  }

  static ConstantTable repeats(boolean measured) {
    return measured ? MeasuredRepeats.TABLE : DocumentedRepeats.TABLE;
  }

  static ConstantTable microOperations(boolean measured) {
    return measured ? MeasuredMicroOperations.TABLE : DocumentedMicroOperations.TABLE;
  }

  static ConstantTable scalars() {
    return Scalars.TABLE;
  }
}
