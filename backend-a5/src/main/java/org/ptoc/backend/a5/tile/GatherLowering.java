package org.ptoc.backend.a5.tile;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.MaskPattern;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PlacedOperands;
import org.ptoc.passes.tile.TileCopy;

/** {@code tgather} by indices and {@code ttrans}: both gather vectors (spec/50, 2.1 and 2.2). */
final class GatherLowering {
  /** Elements that 16-bit offsets reach. */
  private static final long SHORT_REACH = 1L << Short.SIZE;

  private static final int BLOCK = 32;

  /** Blocks of a vector. */
  private static final int BLOCKS = 8;

  /** 32-bit lanes of a vector. */
  private static final int LANES = 64;

  private GatherLowering() {}

  static void gather(PlacedOperands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle source = operands.tile(RoleName.SRC);
    TileHandle destination = operands.tile(RoleName.DST);
    Optional<MaskPattern> pattern = MaskPattern.of(op);
    if (pattern.isEmpty() && !(op.operand(RoleName.INDEX).type() instanceof TileType)) {
      new CompareGather(operands).emit(builder, op.operand(RoleName.INDEX));
    } else if (pattern.isEmpty()) {
      byIndex(builder, source, operands.tile(RoleName.INDEX), destination);
    } else if (MaskPattern.takesRows(op) || pattern.get() == MaskPattern.P1111) {
      Copies.apart(builder, TileCopy.ofRows(builder, destination, source, pattern.get(), false));
    } else {
      columns(builder, source, destination, pattern.get());
    }
  }

  /** Offsets inside a row: 16 bits where they reach and the data is no wider. */
  static Gather alongRow(TileHandle source) {
    boolean isShort = source.elementBytes() < Integer.BYTES && source.pitch() <= SHORT_REACH;
    return Gather.of(
        source.element(), ElementType.UI8.withBits(isShort ? Short.SIZE : Integer.SIZE));
  }

  /** The columns of each row that a pattern takes: every second or fourth element. */
  private static void columns(
      IrBuilder builder, TileHandle source, TileHandle destination, MaskPattern pattern) {
    if (Elementwise.isEmpty(builder, destination)) {
      return;
    }
    Gather gather = alongRow(source);
    builder.vecscope(
        body ->
            Columns.rows(
                body,
                destination.rows(),
                List.of(source, destination),
                (inner, row, pointers) ->
                    Columns.forEach(
                        inner,
                        gather.index(),
                        destination.columns(),
                        (iteration, offset, mask, partial) -> {
                          Value first =
                              iteration.add(
                                  iteration.mul(offset, iteration.index(pattern.period())),
                                  iteration.index(pattern.phase()));
                          Value numbers = gather.steps(iteration, first, pattern.period());
                          Value vector = gather.load(iteration, pointers.get(0), numbers, mask);
                          gather.store(
                              iteration,
                              vector,
                              destination.element(),
                              pointers.get(1),
                              offset,
                              mask);
                        })));
  }

  /** {@code tgatherb}: eight blocks of 32 bytes for each vector (spec/50, 2.9). */
  static void blocks(PlacedOperands operands) {
    IrBuilder builder = operands.builder();
    TileHandle source = operands.tile(RoleName.SRC).asRows(builder);
    TileHandle offsets = operands.tile(RoleName.OFFSETS);
    TileHandle destination = operands.tile(RoleName.DST).asRows(builder);
    if (Elementwise.isEmpty(builder, destination)) {
      return;
    }
    int elements = BLOCK / destination.elementBytes();
    builder.vecscope(
        body -> {
          Value base = Columns.pointer(body, source);
          Columns.rows(
              body,
              destination.rows(),
              List.of(offsets, destination),
              (inner, row, pointers) ->
                  Columns.forEach(
                      inner,
                      destination.element(),
                      destination.columns(),
                      (iteration, offset, mask, partial) -> {
                        Value block = iteration.divide(offset, elements);
                        Value places =
                            Columns.load(iteration, offsets, pointers.get(0), block, true);
                        Value left =
                            iteration.ceilDivide(
                                iteration.sub(destination.columns(), offset), elements);
                        Value blocks = iteration.minUnsigned(left, iteration.index(BLOCKS));
                        // All lanes for all blocks: the mask says the same lane by lane.
                        Value others =
                            iteration.mul(
                                iteration.divide(blocks, BLOCKS), iteration.index(LANES - BLOCKS));
                        Value taken =
                            Columns.prefix(
                                iteration, ElementType.UI32, iteration.add(blocks, others));
                        Value vector =
                            iteration.value(
                                Op.VGATHERB,
                                VectorRegisterType.full(destination.element()),
                                base,
                                places,
                                taken);
                        Columns.store(iteration, vector, pointers.get(1), offset, mask);
                      }));
        });
  }

  /** {@code dst[i, j] = src[index[i, j]]}, where src is one run of elements. */
  private static void byIndex(
      IrBuilder builder, TileHandle source, TileHandle index, TileHandle destination) {
    if (Elementwise.isEmpty(builder, destination)) {
      return;
    }
    Gather gather = Gather.of(source.element(), index.element());
    TileHandle offsets = index.withExtents(destination.rows(), destination.columns());
    builder.vecscope(
        body -> {
          Value base = Columns.pointer(body, source);
          boolean flat =
              offsets.isContiguous(body.constants()) && destination.isContiguous(body.constants());
          if (flat) {
            Value count = body.mul(destination.rows(), destination.columns());
            List<Value> pointers =
                List.of(Columns.pointer(body, offsets), Columns.pointer(body, destination));
            gatherRow(body, gather, base, offsets, destination, pointers, count);
          } else {
            Columns.rows(
                body,
                destination.rows(),
                List.of(offsets, destination),
                (inner, row, pointers) ->
                    gatherRow(
                        inner,
                        gather,
                        base,
                        offsets,
                        destination,
                        pointers,
                        destination.columns()));
          }
        });
  }

  private static void gatherRow(
      IrBuilder builder,
      Gather gather,
      Value base,
      TileHandle offsets,
      TileHandle destination,
      List<Value> pointers,
      Value count) {
    Columns.forEach(
        builder,
        gather.index(),
        count,
        (body, offset, mask, partial) -> {
          Value numbers = Columns.load(body, offsets, pointers.get(0), offset, partial);
          Value vector = gather.load(body, base, numbers, mask);
          gather.store(body, vector, destination.element(), pointers.get(1), offset, mask);
        });
  }

  /**
   * {@code dst[j, i] = src[i, j]}: each row of dst is a column of src, gathered a vector at a time.
   * The offsets of a column are the offsets of the column before plus 1.
   */
  static void transpose(PlacedOperands operands) {
    IrBuilder builder = operands.builder();
    TileHandle source = operands.tile(RoleName.SRC);
    TileHandle destination = operands.tile(RoleName.DST);
    if (Elementwise.isEmpty(builder, source)) {
      return;
    }
    long span = source.spanBytes() / source.elementBytes();
    boolean isShort = source.elementBytes() < Integer.BYTES && span <= SHORT_REACH;
    Gather gather =
        Gather.of(source.element(), ElementType.UI8.withBits(isShort ? Short.SIZE : Integer.SIZE));
    TileHandle columns = destination.withExtents(source.columns(), source.rows());
    builder.vecscope(
        body -> {
          Value base = Columns.pointer(body, source);
          Columns.forEach(
              body,
              gather.index(),
              source.rows(),
              (iteration, offset, mask, partial) ->
                  columns(iteration, gather, base, source, columns, offset, mask));
        });
  }

  /** Rows {@code first} and on of src, as many as a vector has lanes, become columns of dst. */
  private static void columns(
      IrBuilder builder,
      Gather gather,
      Value base,
      TileHandle source,
      TileHandle destination,
      Value first,
      Value mask) {
    Value start = builder.mul(first, builder.index(source.pitch()));
    Value numbers = gather.steps(builder, start, source.pitch());
    Value pointer =
        builder.value(
            Op.ADDPTR,
            Columns.pointerType(destination),
            Columns.pointer(builder, destination),
            first);
    builder.loop(
        builder.index(0),
        destination.rows(),
        builder.index(1),
        List.of(numbers, pointer),
        (body, row, carried) -> {
          Value vector = gather.load(body, base, carried.get(0), mask);
          gather.store(body, vector, destination.element(), carried.get(1), body.index(0), mask);
          Lanes lanes = Lanes.all(body, gather.index());
          Value next = lanes.binary(Op.VADDS, carried.get(0), lanes.scalar(1));
          Value below =
              body.value(
                  Op.ADDPTR,
                  Columns.pointerType(destination),
                  carried.get(1),
                  body.index(destination.pitch()));
          return List.of(next, below);
        });
  }
}
