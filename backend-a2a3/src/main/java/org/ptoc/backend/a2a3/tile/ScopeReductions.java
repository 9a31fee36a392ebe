package org.ptoc.backend.a2a3.tile;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.ReductionOrder;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Reductions of a register (spec/11, section 4): one repeat of the instruction of the profile under
 * a hardware mask. A mask without lanes is illegal there; the result is prepared for it.
 */
final class ScopeReductions extends ScopeCode {
  /** Where result elements of groups end. */
  private static final int GROUPS = VectorUnit.REPEAT_BYTES / VectorUnit.BLOCK_BYTES;

  ScopeReductions(
      Operation op, IrBuilder builder, ScopeRegisters registers, Map<Value, ScopeMask> masks) {
    super(op, builder, registers, masks);
  }

  boolean emit() {
    Area result = registers().define(builder(), op().result());
    clear(result);
    Semantics semantics = LaneWords.semantics(op()).orElseThrow();
    UnitOperation operation = ((Semantics.Unit) semantics).operation();
    prepare(operation, result);
    InstructionDefinition word = LaneWords.word(semantics, type(), DataType.NONE).orElseThrow();
    VectorInstruction plain = VectorInstruction.of(word, type());
    boolean indexed =
        operation == UnitOperation.REDUCE_MAXIMUM || operation == UnitOperation.REDUCE_MINIMUM;
    VectorInstruction instruction =
        indexed ? plain.withField(OperandRole.REDUCTION, ReductionOrder.VALUE_INDEX.code()) : plain;
    Area source = in(RoleName.INPUT);
    underMask(
        mask(RoleName.MASK),
        body ->
            instruction.emit(
                body, List.of(result, source), 1, new long[] {1, VectorUnit.DENSE_REPEAT_STRIDE}));
    return true;
  }

  /** What reductions of nothing give. */
  private void prepare(UnitOperation operation, Area result) {
    switch (operation) {
      case REDUCE_MAXIMUM -> neutral(result, 1, true);
      case REDUCE_MINIMUM -> neutral(result, 1, false);
      case GROUP_MAXIMUM -> neutral(result, GROUPS, true);
      case GROUP_MINIMUM -> neutral(result, GROUPS, false);
      case REDUCE_ADD, GROUP_ADD, PAIR_ADD -> {
        // Cleared memory is 0.
      }
      default -> throw new IllegalStateException("no reduction " + operation);
    }
  }

  private void neutral(Area result, int lanes, boolean maximum) {
    code()
        .scalar(
            Domain.of(builder(), 1, lanes),
            Mnemonic.VDUP,
            type(),
            Scalars.extreme(element(), maximum),
            result);
  }

  private void underMask(ScopeMask mask, Consumer<IrBuilder> body) {
    code().order();
    if (mask.isFull(builder())) {
      body.accept(builder());
      return;
    }
    Value count = builder().cast(mask.count(), ElementType.I64);
    Value low = Sequence.below(builder(), count, 0);
    Value high = Sequence.below(builder(), count, Long.SIZE);
    if (mask.bits().isPresent()) {
      builder()
          .effect(Op.BARRIER, Attributes.of(AttributeName.PIPE, new Attribute.Text("PIPE_ALL")));
      Value pointer =
          builder()
              .value(
                  Op.CASTPTR,
                  new PointerType(ElementType.I64, MemorySpace.UB),
                  mask.bits().get().address());
      low = builder().and(low, load(pointer, 0));
      high = builder().and(high, load(pointer, 1));
    }
    Value first = low;
    Value second = mask.lanes() > Long.SIZE ? high : builder().i64(0);
    Value any = builder().value(Arithmetic.ORI, ElementType.I64, first, second);
    builder()
        .when(
            builder().compare("ne", any, builder().i64(0)),
            inner -> VectorUnit.withMask(inner, second, first, () -> body.accept(inner)));
  }

  private Value load(Value pointer, long word) {
    return builder().value(Op.LOAD_SCALAR, ElementType.I64, pointer, builder().index(word));
  }
}
