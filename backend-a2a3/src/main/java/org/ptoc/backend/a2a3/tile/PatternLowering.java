package org.ptoc.backend.a2a3.tile;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.MaskPattern;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.ScalarScatter;
import org.ptoc.passes.tile.TileCopy;
import org.ptoc.passes.tile.TileHandle;

/** {@code tgather} and {@code tscatter}: which of their forms is meant (spec/50, 2.1 and 2.9). */
final class PatternLowering {
  private PatternLowering() {}

  static void gather(Operands operands) {
    Optional<MaskPattern> pattern = MaskPattern.of(operands.op());
    if (pattern.isEmpty()) {
      GatherLowering.byIndex(operands);
      return;
    }
    TileHandle source = operands.tile(RoleName.SRC);
    TileHandle destination = operands.tile(RoleName.DST);
    IrBuilder builder = operands.builder();
    if (MaskPattern.takesRows(operands.op()) || pattern.get() == MaskPattern.P1111) {
      TileCopy copy = TileCopy.ofRows(builder, destination, source, pattern.get(), false);
      Copies.emit(builder, copy, operands.neededScratch(), WorkOrder.ANY);
      return;
    }
    Domain.of(source)
        .whenNotEmpty(
            builder,
            body -> columns(body, source, destination, pattern.get(), operands.neededScratch()));
  }

  /** Scratch for the bits of a pattern over a row, in bytes. */
  static long bitBytes(int columns) {
    return (columns + Byte.SIZE - 1L) / Byte.SIZE;
  }

  /** Keeps the elements of each row whose bit is set, side by side. */
  private static void columns(
      IrBuilder builder,
      TileHandle source,
      TileHandle destination,
      MaskPattern pattern,
      Scratch scratch) {
    Code code = Code.following(builder);
    Area bits = scratch.row(builder, 0, Short.BYTES);
    int word = (pattern.period() == 2 ? 0x5555 : 0x1111) << pattern.phase();
    Domain words = Domain.row(builder, builder.index((source.type().columns() + 15) / 16));
    code.scalar(words, Mnemonic.VDUP, DataType.U16, word & 0xFFFF, bits);
    code.order();
    DataType type = source.elementBytes() == Integer.BYTES ? DataType.U32 : DataType.U16;
    VectorUnit.counted(
        builder,
        builder.cast(source.columns(), ElementType.I64),
        () ->
            builder.loop(
                builder.index(0),
                source.rows(),
                builder.index(1),
                (body, row) ->
                    VectorInstruction.of(Mnemonic.VREDUCEV2, type)
                        .emit(
                            body,
                            List.of(
                                Area.of(destination).from(body, row, body.index(0)),
                                Area.of(source).from(body, row, body.index(0)),
                                bits),
                            0,
                            new long[] {0, VectorUnit.DENSE_REPEAT_STRIDE, 0})));
  }

  static void scatter(Operands operands) {
    IrBuilder builder = operands.builder();
    TileHandle source = operands.tile(RoleName.SRC);
    TileHandle destination = operands.tile(RoleName.DST);
    Optional<MaskPattern> pattern = MaskPattern.of(operands.op());
    if (pattern.isEmpty()) {
      ScalarScatter.byIndex(builder, source, operands.tile(RoleName.INDEX), destination);
      return;
    }
    boolean rows = MaskPattern.takesRows(operands.op()) || pattern.get() == MaskPattern.P1111;
    Domain.of(destination)
        .whenNotEmpty(
            builder,
            body -> {
              if (pattern.get() != MaskPattern.P1111) {
                zeros(body, destination);
              }
              if (rows) {
                VectorUnit.barrier(body);
                TileCopy copy = TileCopy.ofRows(body, source, destination, pattern.get(), true);
                Copies.emit(body, copy, operands.neededScratch(), WorkOrder.ANY);
              } else {
                ScalarScatter.columns(body, source, destination, pattern.get());
              }
            });
  }

  private static void zeros(IrBuilder builder, TileHandle destination) {
    Value zero = builder.i64(0);
    ByteCopy.fill(
        Code.ofTiles(builder),
        Domain.of(destination),
        Area.of(destination),
        zero,
        Area.of(destination));
  }
}
