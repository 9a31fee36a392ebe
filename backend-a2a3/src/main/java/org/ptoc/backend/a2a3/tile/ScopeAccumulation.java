package org.ptoc.backend.a2a3.tile;

import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.passes.build.IrBuilder;

/**
 * Instructions that add to their destination, whose inactive lanes keep the accumulator (spec/10,
 * 1.3).
 */
final class ScopeAccumulation extends ScopeCode {
  ScopeAccumulation(
      Operation op, IrBuilder builder, ScopeRegisters registers, Map<Value, ScopeMask> masks) {
    super(op, builder, registers, masks);
  }

  /** One instruction on the active lanes of a destination. */
  private interface Instruction {
    void into(Domain active, Area result);
  }

  boolean scaleAndAdd() {
    LaneExpression expression = LaneWords.expression(op()).orElseThrow();
    InstructionDefinition word =
        LaneWords.word(LaneWords.with(expression, Slot.SECOND, Slot.ACCUMULATOR), type())
            .orElseThrow();
    Value scale = Scalars.element(builder(), op().operand(RoleName.ALPHA), element());
    return accumulate(
        in(RoleName.SRC1),
        (active, result) -> code().scalar(active, word, type(), scale, result, in(RoleName.SRC0)));
  }

  boolean multiplyAndAdd() {
    InstructionDefinition word =
        LaneWords.word(LaneWords.expression(op()).orElseThrow(), type()).orElseThrow();
    return accumulate(
        in(RoleName.ACC),
        (active, result) ->
            code().run(active, word, type(), result, in(RoleName.LHS), in(RoleName.RHS)));
  }

  /**
   * Packed bits do not govern an instruction: all lanes are computed beside the result, active ones
   * move into it.
   */
  private boolean accumulate(Area accumulator, Instruction instruction) {
    Optional<ScopeMask> mask = optionalMask();
    Area result = registers().define(builder(), op().result());
    copy(result, accumulator);
    if (mask.flatMap(ScopeMask::bits).isEmpty()) {
      instruction.into(mask.map(active -> active.domain(builder())).orElseGet(this::lanes), result);
      return true;
    }
    Area all = registers().temporary(builder(), 0, result.elementBytes());
    copy(all, accumulator);
    instruction.into(lanes(), all);
    moveActive(mask.get(), result, all, element());
    return true;
  }
}
