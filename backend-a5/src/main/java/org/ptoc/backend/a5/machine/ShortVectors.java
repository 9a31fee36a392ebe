package org.ptoc.backend.a5.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;

/** Vectors of which only the low lanes are significant (spec/10, pto.vaddreluconv). */
final class ShortVectors {
  /** Marks a store whose mask already leaves out the lanes that a short vector does not have. */
  private ShortVectors() {}

  static Optional<List<Value>> load(Operation op, IrBuilder builder) {
    VectorRegisterType type = (VectorRegisterType) op.result(0).type();
    if (type.isFull()) {
      return Optional.empty();
    }
    boolean updates = op.results().size() > 1;
    Value source = op.operand(RoleName.SOURCE);
    Value address = builder.value(Op.ADDPTR, source.type(), source, op.operand(RoleName.OFFSET));
    Value blocks =
        builder.i32((long) type.lanes() * type.element().bytes() / FormValues.BLOCK_BYTES);
    Value word = builder.i64(1L << 16);
    Operation load =
        builder.machine(
            Profile.A5,
            Mnemonic.VSLDB,
            List.of(
                updates ? source : address,
                word,
                FormValues.lessThan(builder, MaskType.B32, blocks)),
            List.of(type),
            FormValues.typed(type.element()));
    return Optional.of(updates ? List.of(load.result(), address) : List.of(load.result()));
  }

  static Optional<List<Value>> store(Operation op, IrBuilder builder) {
    VectorRegisterType type = (VectorRegisterType) op.operand(RoleName.VALUE).type();
    if (type.isFull() || op.attributes().has(UnlistedAttribute.NARROWED)) {
      return Optional.empty();
    }
    MaskType maskType = (MaskType) op.operand(RoleName.MASK).type();
    Value low = FormValues.lessThan(builder, maskType, builder.i32(type.lanes()));
    Value mask = builder.value(Op.PAND, maskType, op.operand(RoleName.MASK), low, low);
    List<List<Value>> groups = new ArrayList<>(op.groups());
    groups.set(op.definition().operandIndex(RoleName.MASK), List.of(mask));
    builder.append(
        op.withGroups(groups)
            .withAttributes(op.attributes().with(UnlistedAttribute.NARROWED, Attribute.Unit.UNIT)));
    return Optional.of(List.of());
  }
}
