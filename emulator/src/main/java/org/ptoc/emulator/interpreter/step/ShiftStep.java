package org.ptoc.emulator.interpreter.step;

import java.util.List;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.TypedExpression;

/** An element-wise shift of class V, which reports counts out of range to listeners. */
public final class ShiftStep extends LaneStep {
  private final Slot slot;
  private final DataType type;

  public ShiftStep(Instruction instruction, List<TypedExpression> expressions, Slot slot) {
    super(instruction, expressions, Semantics.Layout.PARTS);
    this.slot = slot;
    this.type = instruction.type();
  }

  /** The counts are read first: the result may overwrite them. */
  @Override
  public int execute(Core core, int at) {
    if (core.record.isActive()) {
      switch (slot) {
        case SCALAR, DISTANCE, ROUNDED_DISTANCE ->
            ShiftCounts.noteUniform(core, core.x[scalar], type.bits());
        case FIRST -> ShiftCounts.noteLanes(core, a, type, lanes, mask);
        case SECOND -> ShiftCounts.noteLanes(core, b, type, lanes, mask);
        case ACCUMULATOR -> ShiftCounts.noteLanes(core, c, type, lanes, mask);
        case LANE, NEGATIVE_LANE, SELECTOR, CARRY -> {}
      }
    }
    return super.execute(core, at);
  }
}
