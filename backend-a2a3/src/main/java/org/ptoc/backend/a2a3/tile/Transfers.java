package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType.Padding;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PaddingValues;
import org.ptoc.passes.tile.TransferPlanner.Bursts;
import org.ptoc.passes.tile.TransferPlanner.Loop;

/**
 * Bursts as A2/A3 copies: whole blocks with the plain form, anything else with the byte-granular
 * one. The profile has no outer hardware loops, so those are loops of the scalar unit (spec/00,
 * 4.4).
 */
final class Transfers {
  private static final int MAX_BURSTS = 4095;
  private static final int BLOCK = VectorUnit.BLOCK_BYTES;

  private final TileHandle tile;
  private final boolean load;

  private Transfers(TileHandle tile, boolean load) {
    this.tile = tile;
    this.load = load;
  }

  static void load(IrBuilder builder, Bursts bursts, TileHandle tile, CompileOptions options) {
    if (tile.type().padding() != Padding.NULL) {
      long value = PaddingValues.of(tile.type().padding(), tile.element(), options);
      builder.machine(
          Profile.A2A3,
          Mnemonic.MOV_SPR_X,
          List.of(builder.i64(value)),
          List.of(),
          IrBuilder.fields(OperandRole.SPR.with(SpecialRegister.MOV_PAD_VAL.code())));
    }
    new Transfers(tile, true)
        .loops(
            builder, bursts, bursts.loops().size() - 1, bursts.viewAddress(), bursts.tileAddress());
  }

  static void store(IrBuilder builder, Bursts bursts, TileHandle tile) {
    new Transfers(tile, false)
        .loops(
            builder, bursts, bursts.loops().size() - 1, bursts.viewAddress(), bursts.tileAddress());
  }

  private void loops(
      IrBuilder builder, Bursts bursts, int level, Value viewAddress, Value tileAddress) {
    if (level == 0) {
      burst(builder, bursts, viewAddress, tileAddress);
      return;
    }
    Loop loop = bursts.loops().get(level);
    each(
        builder,
        loop,
        viewAddress,
        tileAddress,
        (body, index, view, ub) -> loops(body, bursts, level - 1, view, ub));
  }

  /** Every iteration of a loop by itself. */
  private static void each(
      IrBuilder builder, Loop loop, Value viewAddress, Value tileAddress, Piece piece) {
    Value count = builder.cast(loop.count(), ElementType.INDEX);
    over(builder, loop, count, builder.index(1), viewAddress, tileAddress, piece);
  }

  private interface Piece {
    void emit(IrBuilder builder, Value index, Value viewAddress, Value tileAddress);
  }

  private static void over(
      IrBuilder builder,
      Loop loop,
      Value count,
      Value step,
      Value viewAddress,
      Value tileAddress,
      Piece piece) {
    builder.loop(
        builder.index(0),
        count,
        step,
        (body, index) -> {
          Value iteration = body.cast(index, ElementType.I64);
          Value view = body.add(viewAddress, body.mul(iteration, loop.viewStride()));
          Value ub = body.add(tileAddress, body.mul(iteration, body.i64(loop.tileStride())));
          piece.emit(body, index, view, ub);
        });
  }

  /** Gaps cannot be negative: lines that overlap in memory are moved one by one. */
  private void burst(IrBuilder builder, Bursts bursts, Value viewAddress, Value tileAddress) {
    Loop loop = bursts.loops().getFirst();
    Value gap = builder.sub(loop.viewStride(), bursts.length());
    OptionalLong known = builder.constantOf(gap);
    if (loop.isApart()
        || builder.constantOf(loop.count()).orElse(0) == 1
        || known.orElse(-1) >= 0) {
      together(builder, bursts, gap, viewAddress, tileAddress);
    } else if (known.isPresent() || tile.type().rows() == 1 || tile.type().columns() == 1) {
      oneByOne(builder, bursts, viewAddress, tileAddress);
    } else {
      Value zero = builder.i64(0);
      builder.when(
          builder.compare("sge", gap, zero),
          body -> together(body, bursts, gap, viewAddress, tileAddress));
      builder.when(
          builder.compare("slt", gap, zero),
          body -> oneByOne(body, bursts, viewAddress, tileAddress));
    }
  }

  private void oneByOne(IrBuilder builder, Bursts bursts, Value viewAddress, Value tileAddress) {
    each(
        builder,
        bursts.loops().getFirst(),
        viewAddress,
        tileAddress,
        (body, index, view, ub) ->
            copy(body, bursts.length(), body.i64(1), body.i64(0), 0, view, ub));
  }

  /** At most 4095 bursts fit one instruction. */
  private void together(
      IrBuilder builder, Bursts bursts, Value gap, Value viewAddress, Value tileAddress) {
    Loop loop = bursts.loops().getFirst();
    OptionalLong count = builder.constantOf(loop.count());
    if (count.isPresent() && count.getAsLong() <= MAX_BURSTS) {
      Value sourceGap = count.getAsLong() == 1 ? builder.i64(0) : gap;
      copy(
          builder,
          bursts.length(),
          loop.count(),
          sourceGap,
          loop.tileStride(),
          viewAddress,
          tileAddress);
      return;
    }
    Value total = builder.cast(loop.count(), ElementType.INDEX);
    over(
        builder,
        loop,
        total,
        builder.index(MAX_BURSTS),
        viewAddress,
        tileAddress,
        (body, index, view, ub) -> {
          Value left = body.minUnsigned(body.sub(total, index), body.index(MAX_BURSTS));
          copy(
              body,
              bursts.length(),
              body.cast(left, ElementType.I64),
              gap,
              loop.tileStride(),
              view,
              ub);
        });
  }

  private void copy(
      IrBuilder builder,
      Value length,
      Value count,
      Value viewGap,
      long tileStride,
      Value viewAddress,
      Value tileAddress) {
    if (isBlocks(builder, length)
        && isBlocks(builder, viewGap)
        && tile.type().padding() == Padding.NULL) {
      copyBlocks(builder, length, count, viewGap, tileStride, viewAddress, tileAddress);
    } else {
      copyBytes(builder, length, count, viewGap, tileStride, viewAddress, tileAddress);
    }
  }

  private static boolean isBlocks(IrBuilder builder, Value bytes) {
    OptionalLong known = builder.constantOf(bytes);
    return known.isPresent()
        && known.getAsLong() % BLOCK == 0
        && known.getAsLong() / BLOCK < 1 << 16;
  }

  private void copyBlocks(
      IrBuilder builder,
      Value length,
      Value count,
      Value viewGap,
      long tileStride,
      Value viewAddress,
      Value tileAddress) {
    Value tileGap = tileGap(builder, length, tileStride);
    Value word =
        new WordBuilder(builder, ConfigurationWord.DMA2)
            .set(ConfigurationField.BURSTS, count)
            .set(ConfigurationField.LENGTH, builder.divide(length, BLOCK))
            .set(ConfigurationField.SOURCE_GAP, load ? builder.divide(viewGap, BLOCK) : tileGap)
            .set(
                ConfigurationField.DESTINATION_GAP, load ? tileGap : builder.divide(viewGap, BLOCK))
            .word();
    move(builder, load ? Mnemonic.GM_TO_UB : Mnemonic.UB_TO_GM, viewAddress, tileAddress, word);
  }

  private void copyBytes(
      IrBuilder builder,
      Value length,
      Value count,
      Value viewGap,
      long tileStride,
      Value viewAddress,
      Value tileAddress) {
    Value tileGap = tileGap(builder, length, tileStride);
    WordBuilder first =
        new WordBuilder(builder, ConfigurationWord.DMA2A_0)
            .set(ConfigurationField.BURSTS, count)
            .set(ConfigurationField.LENGTH, length);
    if (load && tile.type().padding() != Padding.NULL) {
      first.set(ConfigurationField.RIGHT, paddingElements(builder, length));
    }
    Value second =
        new WordBuilder(builder, ConfigurationWord.DMA2A_1)
            .set(ConfigurationField.SOURCE_GAP, load ? viewGap : tileGap)
            .set(ConfigurationField.DESTINATION_GAP, load ? tileGap : viewGap)
            .word();
    move(
        builder,
        load ? Mnemonic.GM_TO_UB_ALIGN : Mnemonic.UB_TO_GM_ALIGN,
        viewAddress,
        tileAddress,
        first.word(),
        second);
  }

  /** Elements from the end of a burst to the next block. */
  private Value paddingElements(IrBuilder builder, Value length) {
    Value whole = builder.mul(builder.ceilDivide(length, BLOCK), builder.i64(BLOCK));
    return builder.divide(builder.sub(whole, length), tile.elementBytes());
  }

  /** Blocks between the last block of a burst and the first of the next. */
  private static Value tileGap(IrBuilder builder, Value length, long tileStride) {
    if (tileStride == 0) {
      return builder.i64(0);
    }
    return builder.sub(builder.i64(tileStride / BLOCK), builder.ceilDivide(length, BLOCK));
  }

  private void move(
      IrBuilder builder, Mnemonic mnemonic, Value viewAddress, Value tileAddress, Value... words) {
    List<Value> operands = new ArrayList<>();
    operands.add(load ? tileAddress : viewAddress);
    operands.add(load ? viewAddress : tileAddress);
    operands.addAll(List.of(words));
    builder.machine(
        Profile.A2A3,
        mnemonic,
        operands,
        List.of(),
        IrBuilder.fields(OperandRole.DT.with(DataTypes.of(tile.element()).code())));
  }
}
