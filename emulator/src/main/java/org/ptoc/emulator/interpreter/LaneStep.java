package org.ptoc.emulator.interpreter;

import org.ptoc.emulator.lane.LanePlan;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.LaneExpression;

/** An element-wise word of class V: zeroing, or with {@code mrg} = 1 merging (spec/40, 7.4). */
class LaneStep extends Step {
  private final LanePlan plan;
  private final int d;
  final int a;
  final int b;
  final int c;
  final int scalar;
  final int mask;
  private final int width;
  final int lanes;
  private final boolean merging;

  LaneStep(Instruction instruction, LaneExpression expression) {
    InstructionDefinition definition = instruction.definition();
    this.plan = LanePlan.of(expression, instruction.type());
    this.width = instruction.type().bytes();
    this.lanes = Core.VECTOR_BYTES / width;
    this.d = VectorOperands.vector(instruction, "vd");
    this.a = VectorOperands.vector(instruction, "va");
    this.b = VectorOperands.vector(instruction, "vb");
    this.c = definition.operand("vc").isPresent() ? VectorOperands.vector(instruction, "vc") : d;
    this.scalar = instruction.code(definition.operand("xc").isPresent() ? "vc" : "vb");
    this.mask = VectorOperands.predicate(instruction, "pg");
    this.merging = instruction.field("mrg") != 0;
  }

  @Override
  int execute(Core core, int at) {
    byte[] v = core.vectors;
    int scratch = Core.VECTOR_SCRATCH;
    long s = core.x[scalar];
    if (mask == Core.ALL_ACTIVE) {
      plan.run(v, d, a, b, c, s, scratch, lanes);
      return at + 1;
    }
    int active = Predicates.prefixLength(core.predicates, mask, width);
    if (active == lanes) {
      plan.run(v, d, a, b, c, s, scratch, lanes);
    } else if (active >= 0 && !merging) {
      plan.run(v, d, a, b, c, s, scratch, active);
      Blend.clearTail(v, d, active * width);
    } else {
      runMasked(core, v, s, scratch);
    }
    return at + 1;
  }

  private void runMasked(Core core, byte[] v, long s, int scratch) {
    int result = merging ? scratch + LanePlan.SCRATCH_SLOTS * Core.VECTOR_BYTES : d;
    plan.run(v, result, a, b, c, s, scratch, lanes);
    if (merging) {
      Blend.select(v, d, result, d, width, core.predicates, mask);
    } else {
      Blend.clearInactive(v, d, width, core.predicates, mask);
    }
  }
}
