package org.ptoc.backend.a2a3.tile;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.MaskPattern;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.ScalarUnit;
import org.ptoc.passes.tile.TileCopy;

/**
 * {@code tgather} by indices and patterns, {@code tgatherb}, and {@code ttrans} with gathers by
 * byte offset (spec/50, 2.1, 2.2 and 2.9).
 */
final class GatherLowering {
  /** Slots of offsets that narrow data needs, because it has no room for them itself. */
  static final int SLOTS = 1;

  private GatherLowering() {}

  static void gather(Operands operands) {
    Optional<MaskPattern> pattern = MaskPattern.of(operands.op());
    if (pattern.isEmpty()) {
      byIndex(operands);
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

  /** {@code dst[i, j] = src[index[i, j]]}, where src is one run of elements. */
  private static void byIndex(Operands operands) {
    TileHandle source = operands.tile(RoleName.SRC);
    TileHandle destination = operands.tile(RoleName.DST);
    int bytes = destination.elementBytes();
    List<Area> areas = List.of(Area.of(destination), operands.area(RoleName.INDEX));
    Domain.of(destination)
        .whenNotEmpty(
            operands.builder(),
            body ->
                operands
                    .in(body)
                    .inPieces(
                        Domain.of(destination),
                        areas,
                        operands.scratch(),
                        (code, piece, at, pitch) -> {
                          Area offsets =
                              operands
                                  .scratch()
                                  .map(
                                      scratch ->
                                          scratch.slot(
                                              code.builder(),
                                              0,
                                              Integer.BYTES,
                                              pitch * Integer.BYTES))
                                  .orElse(at.get(0));
                          offsets(code, piece, source.address(), bytes, offsets, at.get(1));
                          gather(code, piece, at.get(0), offsets);
                        }));
  }

  /**
   * Element numbers become byte offsets from the start of UB. Numbers are unsigned. A number far
   * past UB becomes the end of UB, because offsets have only 32 bits. The unsigned minimum is the
   * signed minimum with the highest bit inverted.
   */
  private static void offsets(
      Code code, Domain domain, Value base, int bytes, Area offsets, Area numbers) {
    long limit = Profile.A2A3.unifiedBufferBytes() / bytes;
    code.scalar(domain, Mnemonic.VADDS, DataType.S32, Integer.MIN_VALUE, offsets, numbers);
    code.scalar(domain, Mnemonic.VMINS, DataType.S32, Integer.MIN_VALUE + limit, offsets, offsets);
    code.scalar(domain, Mnemonic.VMULS, DataType.S32, bytes, offsets, offsets);
    code.scalar(domain, Mnemonic.VADDS, DataType.S32, base, offsets, offsets);
  }

  /** Gathers a domain; offsets and data are read and written row by row where rows are apart. */
  private static void gather(Code code, Domain domain, Area destination, Area offsets) {
    IrBuilder builder = code.order().builder();
    OptionalLong rows = builder.constantOf(domain.rows());
    OptionalLong columns = builder.constantOf(domain.columns());
    boolean oneRun =
        rows.isPresent()
            && columns.isPresent()
            && (rows.getAsLong() == 1
                || destination.pitch() == columns.getAsLong()
                    && offsets.pitch() == columns.getAsLong());
    if (oneRun) {
      Value count = builder.i64(rows.getAsLong() * columns.getAsLong());
      VectorUnit.counted(builder, count, () -> row(builder, destination, offsets));
      return;
    }
    VectorUnit.counted(
        builder,
        builder.cast(domain.columns(), ElementType.I64),
        () ->
            builder.loop(
                builder.index(0),
                domain.rows(),
                builder.index(1),
                (body, row) ->
                    row(
                        body,
                        destination.from(body, row, body.index(0)),
                        offsets.from(body, row, body.index(0)))));
  }

  private static void row(IrBuilder builder, Area destination, Area offsets) {
    DataType type = destination.elementBytes() == Integer.BYTES ? DataType.U32 : DataType.U16;
    VectorInstruction.of(Mnemonic.VGATHER, type)
        .emit(
            builder,
            List.of(destination, offsets),
            0,
            new long[] {VectorUnit.DENSE_REPEAT_STRIDE, VectorUnit.DENSE_REPEAT_STRIDE});
  }

  /** {@code tgatherb}: a copy for each block of 32 bytes (spec/50, 2.9). */
  static void blocks(Operands operands) {
    IrBuilder builder = operands.builder();
    TileHandle source = operands.tile(RoleName.SRC).asRows(builder);
    TileHandle offsets = operands.tile(RoleName.OFFSETS).asRows(builder);
    TileHandle destination = operands.tile(RoleName.DST).asRows(builder);
    Scratch scratch = operands.neededScratch();
    int elements = VectorUnit.BLOCK_BYTES / destination.elementBytes();
    ScalarUnit.barrier(builder);
    builder.loop(
        builder.index(0),
        destination.rows(),
        builder.index(1),
        (rows, row) -> {
          Value places = ScalarUnit.row(rows, offsets, row);
          rows.loop(
              rows.index(0),
              destination.columns(),
              rows.index(elements),
              (body, column) -> {
                Value block = body.divide(column, elements);
                Value place = ScalarUnit.load(body, offsets.element(), places, block);
                Value bytes =
                    body.and(body.cast(place, ElementType.I64), body.i64((1L << Integer.SIZE) - 1));
                Value left = body.sub(destination.columns(), column);
                Area from =
                    Area.dense(body.add(source.address(), bytes), destination.elementBytes(), 0);
                Area to = Area.of(destination).from(body, row, column);
                Domain domain = Domain.row(body, body.minUnsigned(left, body.index(elements)));
                ByteCopy.copy(
                    Code.following(body), domain, to, from, Area.dense(scratch.address(), 2, 0));
              });
        });
  }

  /**
   * {@code dst[j, i] = src[i, j]}: each row of dst is gathered from a column of src. Bytes have no
   * gather and go through the scalar unit.
   */
  static void transpose(Operands operands) {
    TileHandle source = operands.tile(RoleName.SRC);
    TileHandle destination = operands.tile(RoleName.DST);
    Domain.of(source)
        .whenNotEmpty(
            operands.builder(),
            body -> {
              if (source.elementBytes() == 1) {
                ScalarUnit.alone(body, inner -> scalars(inner, source, destination));
              } else {
                columns(body, source, destination, operands.neededScratch());
              }
            });
  }

  private static void columns(
      IrBuilder builder, TileHandle source, TileHandle destination, Scratch scratch) {
    Code code = Code.following(builder);
    int rows = source.type().rows();
    Domain all = Domain.of(builder, 1, rows);
    Area offsets = scratch.row(builder, 0, Integer.BYTES);
    TileType type = TileType.plain(MemorySpace.UB, 1, (rows + 7) / 8 * 8, ElementType.I32);
    TileHandle numbers =
        new TileHandle(
            type, offsets.address(), builder.index(1), builder.index(rows), type.columns());
    Sequence.emit(code, numbers, builder.i32(0), false);
    code.scalar(all, Mnemonic.VMULS, DataType.S32, source.pitchBytes(), offsets, offsets);
    code.scalar(all, Mnemonic.VADDS, DataType.S32, source.address(), offsets, offsets);
    builder.loop(
        builder.index(0),
        source.columns(),
        builder.index(1),
        (body, column) -> {
          Code step = Code.following(body);
          Area to = Area.of(destination).from(body, column, body.index(0));
          gather(step, Domain.row(body, source.rows()), to, offsets);
          step.scalar(all, Mnemonic.VADDS, DataType.S32, source.elementBytes(), offsets, offsets);
        });
  }

  private static void scalars(IrBuilder builder, TileHandle source, TileHandle destination) {
    builder.loop(
        builder.index(0),
        source.columns(),
        builder.index(1),
        (columns, column) -> {
          Value to = ScalarUnit.row(columns, destination, column);
          columns.loop(
              columns.index(0),
              source.rows(),
              columns.index(1),
              (body, row) -> {
                Value from = ScalarUnit.row(body, source, row);
                Value element = ScalarUnit.load(body, source.element(), from, column);
                ScalarUnit.store(body, element, to, row);
              });
        });
  }
}
