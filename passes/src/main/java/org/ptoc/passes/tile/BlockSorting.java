package org.ptoc.passes.tile;

import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * The steps of {@code tsort32} that profiles have in common: {@code vbitsort} on whole blocks, and
 * what a last block that is not whole is filled up with.
 */
public abstract class BlockSorting implements SortPlan.Steps {
  /** What an index is padded with. */
  protected static final long PADDING_INDEX = 0xFFFFFFFFL;

  /** NaN with the sign set, which sorts below everything else; never computed on the host. */
  private static final long PADDING_F32 = 0xFFC00000L;

  private static final long PADDING_F16 = 0xFE00L;

  private final Profile profile;
  private final ElementType element;
  private final DataType type;
  private final boolean smallerIndexFirst;

  protected BlockSorting(Profile profile, TileHandle source, CompileOptions options) {
    this.profile = profile;
    this.smallerIndexFirst = !options.has(CodeSwitch.POSITION_TIES);
    this.element = source.element();
    this.type = element == ElementType.F32 ? DataType.FP32 : DataType.FP16;
  }

  protected final ElementType element() {
    return element;
  }

  protected final DataType type() {
    return type;
  }

  /** The bits that a block is padded with. */
  protected final long padding() {
    return element == ElementType.F32 ? PADDING_F32 : PADDING_F16;
  }

  @Override
  public void sort(
      IrBuilder builder, Value destination, Value source, Value indices, Value blocks) {
    Value config =
        new WordBuilder(builder, ConfigurationWord.SRT)
            .set(ConfigurationField.REPEAT, blocks)
            .set(ConfigurationField.SMALLER_INDEX_FIRST, smallerIndexFirst ? 1 : 0)
            .word();
    builder.machine(
        profile,
        Mnemonic.VBITSORT,
        List.of(destination, source, indices, config),
        List.of(),
        IrBuilder.fields(OperandRole.DT.with(type.code())));
  }
}
