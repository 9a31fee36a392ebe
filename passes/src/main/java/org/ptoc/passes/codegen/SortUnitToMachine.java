package org.ptoc.passes.codegen;

import java.util.List;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.build.WordBuilder;

/** Lowers the UB-to-UB helpers, whose words are the same on every profile (spec/10, section 10). */
public final class SortUnitToMachine implements Pass {
  private static final List<RoleName> LISTS =
      List.of(RoleName.SRC0, RoleName.SRC1, RoleName.SRC2, RoleName.SRC3);

  @Override
  public String name() {
    return "sort-unit-to-machine";
  }

  @Override
  public Function run(Function function, PassContext context) {
    boolean checks = context.options().has(CodeSwitch.RUNTIME_CHECKS);
    return new Lowering(function, context.profile(), checks).apply(function);
  }

  private static final class Lowering extends Rewriter {
    /** Addresses of lists count records. */
    private static final long RECORD_BYTES = 8;

    /** Where the configuration of a merge holds its repeat count (spec/10, pto.vmrgsort4). */
    private static final long MERGE_REPEAT = 0xFF;

    private final Profile profile;
    private final boolean checks;

    Lowering(Function function, Profile profile, boolean checks) {
      super(function);
      this.profile = profile;
      this.checks = checks;
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      switch (op.definition().form()) {
        case BIT_SORT -> bitSort(op, builder);
        case MERGE_SORT -> mergeSort(op, builder);
        case UB_CONFIGURED -> ubConfigured(op, builder);
        default -> {
          return false;
        }
      }
      return true;
    }

    private void bitSort(Operation op, IrBuilder builder) {
      Value repeat = op.operand(RoleName.REPEAT_TIMES);
      WordBuilder config =
          new WordBuilder(builder, ConfigurationWord.SRT).set(ConfigurationField.REPEAT, repeat);
      if (checks) {
        Value none = isZero(builder, builder.cast(repeat, ElementType.I64));
        config.forbid(
            builder.value(
                Arithmetic.SELECT, ElementType.I64, none, builder.i64(1), builder.i64(0)));
      }
      builder.machine(
          profile,
          Mnemonic.VBITSORT,
          List.of(
              op.operand(RoleName.DEST),
              op.operand(RoleName.SRC),
              op.operand(RoleName.INDICES),
              config.word()),
          List.of(),
          IrBuilder.fields(OperandRole.DT.with(elementCode(op.operand(RoleName.SRC)))));
    }

    private void mergeSort(Operation op, IrBuilder builder) {
      WordBuilder sources = new WordBuilder(builder, ConfigurationWord.LISTS);
      for (int i = 0; i < 4; i++) {
        Value address = builder.value(Op.CASTPTR, ElementType.I64, op.operand(LISTS.get(i)));
        sources
            .set(ConfigurationField.list(i), builder.divide(address, RECORD_BYTES))
            .forbid(builder.remainder(address, RECORD_BYTES));
      }
      builder.machine(
          profile,
          Mnemonic.VMRGSORT4,
          List.of(
              op.operand(RoleName.DEST),
              sources.word(),
              op.operand(RoleName.COUNT),
              mergeConfig(op, builder)),
          List.of(),
          IrBuilder.fields(OperandRole.DT.with(elementCode(op.operand(RoleName.DEST)))));
    }

    /** Constants are the verifier's business. */
    private Value mergeConfig(Operation op, IrBuilder builder) {
      Value config = op.operand(RoleName.CONFIG);
      if (!checks || builder.constantOf(config).isPresent()) {
        return config;
      }
      Value none = isZero(builder, builder.and(config, builder.i64(MERGE_REPEAT)));
      return builder.value(
          Arithmetic.SELECT,
          ElementType.I64,
          none,
          builder.i64(ConfigurationWord.IMPOSSIBLE),
          config);
    }

    /**
     * A checked program stops where nothing would be repeated; without checks the word does
     * nothing.
     */
    private static Value isZero(IrBuilder builder, Value value) {
      return builder.compare("eq", value, builder.i64(0));
    }

    private void ubConfigured(Operation op, IrBuilder builder) {
      builder.machine(
          profile,
          op.definition().word(),
          List.of(op.operand(RoleName.DEST), op.operand(RoleName.SRC), op.operand(RoleName.CONFIG)),
          List.of(),
          IrBuilder.fields(OperandRole.DT.with(elementCode(op.operand(RoleName.SRC)))));
    }

    private static int elementCode(Value pointer) {
      return DataTypes.of(((PointerType) pointer.type()).element()).code();
    }
  }
}
