package org.ptoc.backend.a5.machine;

import java.util.List;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.IrBuilder;

/** Ends of unaligned streams, and the special register that counts what they stored. */
final class StreamForms {
  private static final int WORD_BYTES = 4;

  private StreamForms() {}

  static List<Value> flush(Operation op, IrBuilder builder) {
    PointerType pointer = (PointerType) op.operand(RoleName.DEST).type();
    Value count = builder.extendSigned(op.operand(RoleName.COUNT), ElementType.I64);
    Value bytes = builder.mul(count, builder.i64(pointer.element().bytes()));
    builder.machine(
        Profile.A5,
        Mnemonic.VSTAS,
        List.of(op.operand(RoleName.ALIGN), op.operand(RoleName.DEST), bytes),
        List.of(AlignType.ALIGN),
        Attributes.EMPTY);
    return op.results().isEmpty()
        ? List.of()
        : List.of(FormValues.advance(builder, op.operand(RoleName.DEST), bytes));
  }

  static List<Value> clearSpecial(IrBuilder builder) {
    builder.machine(
        Profile.A5,
        Mnemonic.MOV_SPR_X,
        List.of(builder.i64(0)),
        List.of(),
        IrBuilder.fields(OperandRole.SPR.with(SpecialRegister.AR.code())));
    return List.of();
  }

  /**
   * The immediate form counts words of 4 bytes, the other bytes (spec/00, 4.9). With a result the
   * word goes to the pointer itself, and the result is the stepped one (spec/00, 4.4).
   */
  static List<Value> storeSpecial(Operation op, IrBuilder builder) {
    Operation value =
        builder.machine(
            Profile.A5,
            Mnemonic.MOV_X_SPR,
            List.of(),
            List.of(ElementType.I32),
            IrBuilder.fields(OperandRole.SPR.with(SpecialRegister.AR.code())));
    Value offset = builder.extendSigned(op.operand(RoleName.OFFSET), ElementType.I64);
    Value bytes =
        op.definition().has(Trait.IMMEDIATE_OFFSET)
            ? builder.mul(offset, builder.i64(WORD_BYTES))
            : offset;
    PointerType words = new PointerType(ElementType.I32, MemorySpace.UB);
    Value moved = FormValues.advance(builder, op.operand(RoleName.DEST), bytes);
    boolean steps = !op.results().isEmpty();
    Value address = builder.value(Op.CASTPTR, words, steps ? op.operand(RoleName.DEST) : moved);
    builder.createGrouped(
        Op.STORE_SCALAR,
        List.of(List.of(value.result()), List.of(address), List.of(builder.index(0))),
        List.of(),
        Attributes.EMPTY);
    return steps ? List.of(moved) : List.of();
  }
}
