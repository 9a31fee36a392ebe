package org.ptoc.backend.a5.machine;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.PredicateLoadDistribution;
import org.ptoc.ir.isa.PredicateStoreDistribution;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Predicate loads and stores: their words take offsets in bytes and do not update the base. The
 * immediate forms count in units that depend on the distribution (spec/11, 10).
 */
final class MaskForms {
  private static final int WHOLE_UNIT = 32;
  private static final int HALF_UNIT = 16;

  private MaskForms() {}

  static List<Value> load(Operation op, IrBuilder builder) {
    return load(op, builder, offset(op, builder));
  }

  static List<Value> loadImmediate(Operation op, IrBuilder builder) {
    boolean half = loadDistribution(op) == PredicateLoadDistribution.US;
    return load(op, builder, scaled(op, builder, half));
  }

  static List<Value> store(Operation op, IrBuilder builder) {
    return store(op, builder, offset(op, builder));
  }

  static List<Value> storeImmediate(Operation op, IrBuilder builder) {
    boolean half = storeDistribution(op) == PredicateStoreDistribution.PK;
    return store(op, builder, scaled(op, builder, half));
  }

  private static List<Value> load(Operation op, IrBuilder builder, Value bytes) {
    Value base = op.operand(RoleName.SOURCE);
    boolean updates = op.results().size() > 1;
    Operation load =
        builder.machine(
            Profile.A5,
            Mnemonic.PLD,
            List.of(base, updates ? builder.i64(0) : bytes),
            List.of(op.result(0).type()),
            IrBuilder.fields(OperandRole.PLOAD.with(loadDistribution(op).code())));
    return updates
        ? List.of(load.result(), FormValues.advance(builder, base, bytes))
        : List.of(load.result());
  }

  private static List<Value> store(Operation op, IrBuilder builder, Value bytes) {
    Value base = op.operand(RoleName.DEST);
    boolean updates = !op.results().isEmpty();
    builder.machine(
        Profile.A5,
        Mnemonic.PST,
        List.of(op.operand(RoleName.VALUE), base, updates ? builder.i64(0) : bytes),
        List.of(),
        IrBuilder.fields(OperandRole.PSTORE.with(storeDistribution(op).code())));
    return updates ? List.of(FormValues.advance(builder, base, bytes)) : List.of();
  }

  private static PredicateLoadDistribution loadDistribution(Operation op) {
    Optional<String> token = op.attributes().text(AttributeName.DIST);
    return token.map(PredicateLoadDistribution::valueOf).orElse(PredicateLoadDistribution.NORM);
  }

  private static PredicateStoreDistribution storeDistribution(Operation op) {
    Optional<String> token = op.attributes().text(AttributeName.DIST);
    return token.map(PredicateStoreDistribution::valueOf).orElse(PredicateStoreDistribution.NORM);
  }

  private static Value offset(Operation op, IrBuilder builder) {
    return builder.cast(op.operand(RoleName.OFFSET), ElementType.I64);
  }

  private static Value scaled(Operation op, IrBuilder builder, boolean half) {
    return builder.mul(offset(op, builder), builder.i64(half ? HALF_UNIT : WHOLE_UNIT));
  }
}
