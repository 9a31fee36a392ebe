package org.ptoc.emulator.interpreter.step;

import java.util.List;
import org.ptoc.emulator.lane.LanePlan;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.TypedExpression;

/** An element-wise word of class V: zeroing, or with {@code mrg} = 1 merging (spec/40, 7.4). */
public class LaneStep extends Step {
  private static final int MERGED = Core.VECTOR_SCRATCH + LanePlan.SCRATCH_BYTES;
  private static final int SELECTED = MERGED + Core.VECTOR_BYTES;

  private final LanePlan plan;

  /** Byte offsets of the vectors that are written, indices of the predicates. */
  private final int[] destinations;

  private final boolean[] truths;
  private final int d;
  final int a;
  final int b;
  final int c;
  final int scalar;
  final int mask;

  /** Bytes of a lane of the first result, with what is between it and the next one. */
  private final int width;

  final int lanes;

  /** Bytes of the first result itself, and their place in their lane. */
  private final int resultBytes;

  private final int resultPlace;

  /** Bytes of a source lane, and bytes before the bit of the first one. */
  private final int maskWidth;

  private final int maskOffset;
  private final boolean merging;

  /** The predicate that is an operand, and whether there is one. */
  private final int selector;

  private final boolean expands;

  /** True if the word chooses between its vector operands and does nothing else. */
  private final boolean chooses;

  /** True if there is one result, which is a vector and needs no predicate but the mask. */
  private final boolean plain;

  public LaneStep(
      Instruction instruction, List<TypedExpression> expressions, Semantics.Layout layout) {
    InstructionDefinition definition = instruction.definition();
    List<OperandField> written = written(definition);
    int sourceBytes = instruction.type().bytes();
    int laneBytes = Math.max(sourceBytes, instruction.resultType().bytes());
    this.lanes = Core.VECTOR_BYTES / laneBytes;
    this.resultBytes = expressions.getFirst().type().bytes();
    boolean inParts = layout == Semantics.Layout.PARTS && sourceBytes != resultBytes;
    int part = inParts ? instruction.code(FieldName.PART) : 0;
    this.plan =
        LanePlan.of(
            expressions, inParts ? new LanePlan.Parts(laneBytes, part) : LanePlan.Parts.NONE);
    this.width = inParts ? laneBytes : resultBytes;
    this.resultPlace = resultBytes < width ? part * resultBytes : 0;
    this.maskWidth = inParts ? laneBytes : sourceBytes;
    this.maskOffset = sourceBytes < maskWidth ? part * sourceBytes : 0;
    this.destinations = new int[written.size()];
    this.truths = new boolean[written.size()];
    for (int i = 0; i < destinations.length; i++) {
      truths[i] = written.get(i).isOf(RegisterClass.P);
      int code = (int) instruction.value(written.get(i));
      destinations[i] = truths[i] ? VectorOperands.predicate(code) : VectorOperands.vector(code);
    }
    this.d = VectorOperands.vector(instruction, FieldName.VD);
    this.a = VectorOperands.vector(instruction, FieldName.VA);
    this.b = VectorOperands.vector(instruction, FieldName.VB);
    this.c =
        definition.operand(OperandRole.VC).isPresent()
            ? VectorOperands.vector(instruction, FieldName.VC)
            : d;
    this.scalar =
        instruction.code(
            definition.operand(OperandRole.XC).isPresent() ? FieldName.VC : FieldName.VB);
    boolean selects = plan.reads(Slot.SELECTOR);
    int governing = VectorOperands.predicate(instruction, FieldName.PG);
    this.mask = selects ? Core.ALL_ACTIVE : governing;
    this.selector = selects ? governing : VectorOperands.predicate(instruction, FieldName.VC);
    this.expands = selects || plan.reads(Slot.CARRY);
    this.chooses = expressions.getFirst().equals(selection(instruction.type()));
    this.plain = truths.length == 1 && !truths[0] && !expands;
    this.merging = instruction.field(FieldName.MRG) != 0;
  }

  private static TypedExpression selection(DataType type) {
    return TypedExpression.apply(
        LaneFunction.SELECT,
        type,
        new TypedExpression.Operand(Slot.SELECTOR, type),
        new TypedExpression.Operand(Slot.FIRST, type),
        new TypedExpression.Operand(Slot.SECOND, type));
  }

  /** The operands that get the results. */
  private static List<OperandField> written(InstructionDefinition definition) {
    return definition.operands().stream()
        .filter(each -> each.access() == Access.WRITE)
        .filter(each -> each.isOf(RegisterClass.V) || each.isOf(RegisterClass.P))
        .toList();
  }

  @Override
  public int execute(Core core, int at) {
    if (plain) {
      run(core);
    } else if (chooses) {
      Blend.select(core.vectors, d, a, b, width, core.predicates, selector);
    } else {
      runAll(core);
    }
    return at + 1;
  }

  private void run(Core core) {
    byte[] v = core.vectors;
    int governing = governing(core.predicates);
    int active =
        governing == Core.ALL_ACTIVE
            ? lanes
            : Predicates.prefixLength(core.predicates, governing, width);
    if (active == lanes || active >= 0 && !merging) {
      run(core, d, active);
      if (active * width < Core.VECTOR_BYTES) {
        Blend.clearTail(v, d, active * width);
      }
      return;
    }
    run(core, merging ? MERGED : d, lanes);
    if (merging) {
      if (resultBytes < width) {
        Blend.clearOthers(v, d, width, resultPlace, resultBytes);
      }
      Blend.select(v, d, MERGED, d, width, core.predicates, governing);
    } else {
      Blend.clearInactive(v, d, width, core.predicates, governing);
    }
  }

  /** The predicate that has the bits of the mask at the bits of the result lanes. */
  private int governing(long[] p) {
    if (mask == Core.ALL_ACTIVE || width == maskWidth && maskOffset == 0) {
      return mask;
    }
    if (Predicates.allActive(p, mask, 1)) {
      return Core.ALL_ACTIVE;
    }
    Predicates.move(p, mask, maskWidth, maskOffset, Core.PREDICATE_SCRATCH, width, lanes);
    return Core.PREDICATE_SCRATCH;
  }

  private void run(Core core, int to, int count) {
    long s = core.x[scalar];
    plan.run(core.vectors, to, a, b, c, 0, s, Core.VECTOR_SCRATCH, count, core.scratch);
  }

  /** All results are computed before the first one is written. */
  private void runAll(Core core) {
    byte[] v = core.vectors;
    long[] p = core.predicates;
    if (expands) {
      Blend.expand(v, SELECTED, width, p, selector);
    }
    plan.compute(v, a, b, c, SELECTED, core.x[scalar], Core.VECTOR_SCRATCH, lanes, core.scratch);
    for (int i = 0; i < destinations.length; i++) {
      int from = plan.result(i, core.scratch);
      int to = destinations[i];
      if (truths[i]) {
        Predicates.fromTruths(v, from, width, p, to, mask);
      } else {
        System.arraycopy(v, from, v, to, Core.VECTOR_BYTES);
        Blend.clearInactive(v, to, width, p, mask);
      }
    }
  }
}
