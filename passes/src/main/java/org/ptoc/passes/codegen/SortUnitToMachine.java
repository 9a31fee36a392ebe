package org.ptoc.passes.codegen;

import java.util.List;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.build.WordBuilder;

/** Lowers the UB-to-UB helpers, whose words are the same on every profile (spec/10, section 10). */
public final class SortUnitToMachine implements Pass {
  @Override
  public String name() {
    return "sort-unit-to-machine";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return new Lowering(function, context.profile()).apply(function);
  }

  private static final class Lowering extends Rewriter {
    /** Addresses of lists count records. */
    private static final long RECORD_BYTES = 8;

    private final Profile profile;

    Lowering(Function function, Profile profile) {
      super(function);
      this.profile = profile;
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      switch (op.definition().shape()) {
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
      Value config = new WordBuilder(builder, ConfigurationWord.SRT).set("repeat", op.operand("repeat_times")).word();
      builder.machine(
          profile,
          "vbitsort",
          List.of(op.operand("dest"), op.operand("src"), op.operand("indices"), config),
          List.of(),
          IrBuilder.fields("dt", elementCode(op.operand("src"))));
    }

    private void mergeSort(Operation op, IrBuilder builder) {
      WordBuilder sources = new WordBuilder(builder, ConfigurationWord.LISTS);
      for (int i = 0; i < 4; i++) {
        Value address = builder.value("pto.castptr", ElementType.I64, op.operand("src" + i));
        sources.set("list" + i, builder.divide(address, RECORD_BYTES)).forbid(builder.remainder(address, RECORD_BYTES));
      }
      builder.machine(
          profile,
          "vmrgsort4",
          List.of(op.operand("dest"), sources.word(), op.operand("count"), op.operand("config")),
          List.of(),
          IrBuilder.fields("dt", elementCode(op.operand("dest"))));
    }

    private void ubConfigured(Operation op, IrBuilder builder) {
      builder.machine(
          profile,
          op.definition().shortName(),
          List.of(op.operand("dest"), op.operand("src"), op.operand("config")),
          List.of(),
          IrBuilder.fields("dt", elementCode(op.operand("src"))));
    }

    private static int elementCode(Value pointer) {
      return DataTypes.of(((PointerType) pointer.type()).element()).code();
    }
  }
}
