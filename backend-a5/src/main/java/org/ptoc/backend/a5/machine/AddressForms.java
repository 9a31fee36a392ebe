package org.ptoc.backend.a5.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;

/** Accesses whose words take strides in one register, and a mask instead of a count of lanes. */
final class AddressForms {
  private AddressForms() {}

  /** The word of the interleaving store has no post-update form. */
  static Optional<List<Value>> dualStore(Operation op, IrBuilder builder) {
    if (op.results().isEmpty()) {
      return Optional.empty();
    }
    Value base = op.operand(RoleName.DEST);
    Value moved = builder.value(Op.ADDPTR, base.type(), base, op.operand(RoleName.OFFSET));
    List<List<Value>> groups = new ArrayList<>(op.groups());
    groups.set(op.definition().operandIndex(RoleName.OFFSET), List.of(builder.index(0)));
    builder.createGrouped(op.definition(), groups, List.of(), op.attributes());
    return Optional.of(List.of(moved));
  }

  /** Gathers and scatters of the first lanes. */
  static Optional<List<Value>> countToMask(Operation op, IrBuilder builder) {
    Optional<Value> count = op.optional(RoleName.COUNT);
    if (count.isEmpty()) {
      return Optional.empty();
    }
    VectorRegisterType offsets = (VectorRegisterType) op.operand(RoleName.OFFSETS).type();
    MaskType maskType = MaskType.of(offsets.element());
    Value lanes = builder.cast(count.get(), ElementType.I32);
    List<List<Value>> groups = new ArrayList<>(op.groups());
    groups.set(
        op.definition().operandIndex(RoleName.MASK),
        List.of(FormValues.lessThan(builder, maskType, lanes)));
    groups.set(op.definition().operandIndex(RoleName.COUNT), List.of());
    builder.append(op.withGroups(groups));
    return Optional.of(List.of());
  }

  static List<Value> loadBlocks(Operation op, IrBuilder builder) {
    VectorRegisterType type = (VectorRegisterType) op.result(0).type();
    Value base = op.operand(RoleName.SOURCE);
    Operation load =
        builder.machine(
            Profile.A5,
            Mnemonic.VSLDB,
            List.of(base, strideWord(op, builder), op.operand(RoleName.MASK)),
            List.of(type),
            FormValues.typed(type.element()));
    return op.results().size() > 1
        ? List.of(load.result(), updated(op, builder, base))
        : List.of(load.result());
  }

  static List<Value> storeBlocks(Operation op, IrBuilder builder) {
    VectorRegisterType type = (VectorRegisterType) op.operand(RoleName.VALUE).type();
    Value base = op.operand(RoleName.DEST);
    builder.machine(
        Profile.A5,
        Mnemonic.VSSTB,
        List.of(
            op.operand(RoleName.VALUE), base, strideWord(op, builder), op.operand(RoleName.MASK)),
        List.of(),
        FormValues.typed(type.element()));
    return op.results().isEmpty() ? List.of() : List.of(updated(op, builder, base));
  }

  /** With an updated base the access itself is not displaced (spec/00, 4.8). */
  private static Value strideWord(Operation op, IrBuilder builder) {
    int updated = op.definition().results().size() - 1;
    boolean displaced = op.results().size() <= updated;
    WordBuilder word =
        new WordBuilder(builder, ConfigurationWord.BLOCK_STRIDE)
            .set(ConfigurationField.BLOCK_STRIDE, op.operand(RoleName.BLOCK_STRIDE));
    return displaced
        ? word.set(ConfigurationField.REPEAT_STRIDE, op.operand(RoleName.REPEAT_STRIDE)).word()
        : word.word();
  }

  private static Value updated(Operation op, IrBuilder builder, Value base) {
    Value blocks = builder.cast(op.operand(RoleName.REPEAT_STRIDE), ElementType.I64);
    Value bytes = builder.mul(blocks, builder.i64(FormValues.BLOCK_BYTES));
    return FormValues.advance(builder, base, bytes);
  }
}
