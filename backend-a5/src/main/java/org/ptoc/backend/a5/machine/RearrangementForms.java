package org.ptoc.backend.a5.machine;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;

/** Operations across lanes that take more than one word. */
final class RearrangementForms {
  private RearrangementForms() {}

  static Optional<List<Value>> packPair(Operation op, IrBuilder builder) {
    Optional<Value> second = op.optional(RoleName.SRC1);
    if (second.isEmpty()) {
      return Optional.empty();
    }
    VectorRegisterType type = (VectorRegisterType) op.result().type();
    Value low = packHalf(builder, op.operand(RoleName.SRC), "LOWER", type);
    Value high = packHalf(builder, second.get(), "HIGHER", type);
    Value mask = FormValues.pattern(builder, MaskType.of(type.element()), "PAT_ALL");
    return Optional.of(List.of(builder.value(Op.VOR, type, low, high, mask)));
  }

  private static Value packHalf(IrBuilder builder, Value source, String half, Type type) {
    return builder
        .createGrouped(
            Op.VPACK,
            List.of(List.of(source)),
            List.of(type),
            Attributes.of(AttributeName.PART, new Attribute.Text(half)))
        .result();
  }

  /**
   * A half that is only known at run time: both halves, then a choice; bit 0 of the number decides.
   */
  static Optional<List<Value>> unpackDynamic(Operation op, IrBuilder builder) {
    if (builder.constantOf(op.operand(RoleName.PART)).isPresent()) {
      return Optional.empty();
    }
    VectorRegisterType type = (VectorRegisterType) op.result().type();
    Value low = unpackHalf(op, builder, 0);
    Value high = unpackHalf(op, builder, 1);
    Value bit = builder.and(op.operand(RoleName.PART), builder.index(1));
    Value lanes = builder.cast(builder.mul(bit, builder.index(type.lanes())), ElementType.I32);
    Value mask = FormValues.lessThan(builder, MaskType.of(type.element()), lanes);
    return Optional.of(List.of(builder.value(Op.VSEL, type, high, low, mask)));
  }

  private static Value unpackHalf(Operation op, IrBuilder builder, int half) {
    return builder.value(
        op.definition(), op.result().type(), op.operand(RoleName.SRC), builder.index(half));
  }

  /** The source does not influence the result, but the word names one. */
  static Optional<List<Value>> prefixCount(Operation op, IrBuilder builder) {
    if (op.optional(RoleName.SRC).isPresent()) {
      return Optional.empty();
    }
    VectorRegisterType type = (VectorRegisterType) op.result().type();
    Value zero = builder.value(Op.VBR, type, builder.integer(0, type.element()));
    return Optional.of(
        List.of(builder.value(op.definition(), type, zero, op.operand(RoleName.MASK))));
  }

  /** The extremum alone in lane 0, and the lanes that equal it. */
  static List<Value> extremumWithMask(Operation op, IrBuilder builder) {
    Value input = op.operand(RoleName.INPUT);
    VectorRegisterType type = (VectorRegisterType) input.type();
    MaskType maskType = MaskType.of(type.element());
    Op reduction = op.definition().combines() == Combining.MAXIMUM ? Op.VCMAX : Op.VCMIN;
    Value reduced = builder.value(reduction, type, input, op.operand(RoleName.MASK));
    Value first = FormValues.pattern(builder, maskType, "PAT_VL1");
    Value alone = builder.value(Op.VMOV, type, reduced, first);
    Value all = FormValues.pattern(builder, maskType, "PAT_ALL");
    Attributes lowest = Attributes.of(AttributeName.POSITION, new Attribute.Text("LOWEST"));
    Value everywhere = builder.value(Op.VDUP, type, lowest, reduced, all);
    Attributes equal = Attributes.of(AttributeName.MODE, new Attribute.Text("eq"));
    Value lanes =
        builder.value(Op.VCMP, maskType, equal, input, everywhere, op.operand(RoleName.MASK));
    return List.of(alone, lanes);
  }

  /** Lanes from the amount on: of the second source up to its last lane, then of the first. */
  static List<Value> slide(Operation op, IrBuilder builder) {
    VectorRegisterType type = (VectorRegisterType) op.result().type();
    ElementType integer = ElementType.signless(type.element().bits());
    VectorRegisterType lanes = VectorRegisterType.full(integer);
    Value amount = op.operand(RoleName.AMOUNT);
    Value positions = builder.value(Op.VCI, lanes, builder.cast(amount, integer));
    Value low = builder.value(Op.VSELR, type, op.operand(RoleName.SRC1), positions);
    Value high = builder.value(Op.VSELR, type, op.operand(RoleName.SRC0), positions);
    Value rest = builder.sub(builder.i32(type.lanes()), builder.cast(amount, ElementType.I32));
    Value mask = FormValues.lessThan(builder, MaskType.of(type.element()), rest);
    return List.of(builder.value(Op.VSEL, type, low, high, mask));
  }
}
