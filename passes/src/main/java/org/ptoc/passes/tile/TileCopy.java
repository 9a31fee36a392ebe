package org.ptoc.passes.tile;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.MaskPattern;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * A copy of a rectangle between tiles: {@code tmov}, {@code textract} and {@code tinsert} between
 * vec tiles (spec/50, 2.5). Both sides are rows of integers of one width and have the same valid
 * region.
 *
 * @param from what is read
 * @param to what is written
 * @param phase distance in bytes of the start of the side that moves from a 32-byte block, {@code
 *     i64}; every row has the same, because pitches are whole blocks
 * @param writesPhase true when that side is the written one
 */
public record TileCopy(TileHandle from, TileHandle to, Value phase, boolean writesPhase) {
  private static final int BLOCK = 32;

  /** The copies that an operation makes: one, or of boxes the whole ones and the last in part. */
  public static List<TileCopy> all(PlacedOperands operands) {
    boolean boxes = operands.tile(RoleName.DST).type().boxLayout() != TileType.BoxLayout.NONE;
    return boxes ? ofBoxes(operands) : List.of(of(operands));
  }

  /**
   * Columns of boxes are runs of 32-byte pieces, one for each row: rows of a tile as long as a run.
   * What is valid of the last one is a tile of rows of 32 bytes.
   */
  private static List<TileCopy> ofBoxes(PlacedOperands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle source = operands.tile(RoleName.SRC);
    TileHandle destination = operands.tile(RoleName.DST);
    TileHandle part = source;
    Value from = source.address();
    Value to = destination.address();
    Value rows = part.rows();
    Value columns = part.columns();
    switch (op.definition().form()) {
      case TILE_MOVE -> {
        rows = builder.minUnsigned(rows, destination.rows());
        columns = builder.minUnsigned(columns, destination.columns());
      }
      case TILE_EXTRACT -> {
        rows = destination.rows();
        columns = destination.columns();
        from = boxAddress(operands, source);
      }
      case TILE_INSERT -> to = boxAddress(operands, destination);
      default -> throw new IllegalArgumentException(op.name() + " is no copy");
    }
    int width = BLOCK / source.elementBytes();
    Value whole = builder.divide(columns, width);
    Value runs = builder.mul(rows, builder.index(width));
    Value rest = builder.remainder(columns, width);
    return List.of(
        plain(builder.i64(0), runs(source, from, whole, runs), runs(destination, to, whole, runs)),
        plain(
            builder.i64(0),
            pieces(builder, source, from, whole, rows, rest),
            pieces(builder, destination, to, whole, rows, rest)));
  }

  private static TileCopy plain(Value phase, TileHandle from, TileHandle to) {
    return new TileCopy(from, to, phase, false);
  }

  /** The first piece of the window of an operation; it traps where its column is inside a box. */
  private static Value boxAddress(PlacedOperands operands, TileHandle tile) {
    IrBuilder builder = operands.builder();
    int width = BLOCK / tile.elementBytes();
    Value start = operands.op().operand(RoleName.COL);
    operands.guard().multipleOf(RuntimeRule.RANGE, start, width);
    Value column = builder.divide(start, width);
    Value pieces =
        builder.add(
            builder.mul(column, builder.index(tile.pitch())), operands.op().operand(RoleName.ROW));
    Value bytes = builder.mul(pieces, builder.index(BLOCK));
    return builder.add(tile.address(), builder.cast(bytes, ElementType.I64));
  }

  /** Whole columns of boxes as rows. */
  private static TileHandle runs(TileHandle tile, Value address, Value count, Value length) {
    int width = BLOCK / tile.elementBytes();
    int pitch = tile.pitch() * width;
    ElementType words = ElementType.UI8.withBits(tile.element().bits());
    return new TileHandle(
        TileType.plain(
            MemorySpace.UB, tile.type().columns() / width, tile.type().rows() * width, words),
        address,
        count,
        length,
        pitch);
  }

  /** The first elements of the pieces of a column of boxes. */
  private static TileHandle pieces(
      IrBuilder builder, TileHandle tile, Value address, Value box, Value rows, Value columns) {
    int width = BLOCK / tile.elementBytes();
    Value bytes = builder.mul(box, builder.index((long) tile.pitch() * BLOCK));
    ElementType words = ElementType.UI8.withBits(tile.element().bits());
    return new TileHandle(
        TileType.plain(MemorySpace.UB, tile.type().rows(), width, words),
        builder.add(address, builder.cast(bytes, ElementType.I64)),
        rows,
        columns,
        width);
  }

  /** The copy that an operation makes between tiles without boxes. */
  public static TileCopy of(PlacedOperands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle source = operands.tile(RoleName.SRC);
    TileHandle destination = operands.tile(RoleName.DST);
    return switch (op.definition().form()) {
      case TILE_MOVE -> {
        Value rows = builder.minUnsigned(source.rows(), destination.rows());
        Value columns = builder.minUnsigned(source.columns(), destination.columns());
        yield new TileCopy(
            source.withExtents(rows, columns).asRows(builder),
            destination.withExtents(rows, columns).asRows(builder),
            builder.i64(0),
            false);
      }
      case TILE_EXTRACT -> {
        TileHandle window =
            window(
                builder, source, destination, op.operand(RoleName.ROW), op.operand(RoleName.COL));
        yield new TileCopy(
            window.asRows(builder),
            destination.asRows(builder),
            phase(builder, source, op.operand(RoleName.ROW), op.operand(RoleName.COL)),
            false);
      }
      case TILE_INSERT ->
          into(builder, source, destination, op.operand(RoleName.ROW), op.operand(RoleName.COL));
      default -> throw new IllegalArgumentException(op.name() + " is no copy");
    };
  }

  /** Copies the valid region of {@code part} to a place of {@code whole}. */
  public static TileCopy into(
      IrBuilder builder, TileHandle part, TileHandle whole, Value row, Value column) {
    return new TileCopy(
        part.asRows(builder),
        window(builder, whole, part, row, column).asRows(builder),
        phase(builder, whole, row, column),
        true);
  }

  /**
   * The copy between a row-major tile and the rows of another that a pattern takes.
   *
   * @param writesRows true when those rows are written, false when they are read
   */
  public static TileCopy ofRows(
      IrBuilder builder,
      TileHandle part,
      TileHandle whole,
      MaskPattern pattern,
      boolean writesRows) {
    TileHandle taken =
        new TileHandle(
            part.type(),
            builder.add(whole.address(), builder.i64(pattern.phase() * whole.pitchBytes())),
            part.rows(),
            part.columns(),
            whole.pitch() * pattern.period());
    TileHandle rows = taken.asRows(builder);
    TileHandle plain = part.asRows(builder);
    return writesRows
        ? new TileCopy(plain, rows, builder.i64(0), true)
        : new TileCopy(rows, plain, builder.i64(0), false);
  }

  private static boolean isRowMajor(TileHandle tile) {
    return tile.type().baseLayout() == TileType.BaseLayout.ROW_MAJOR;
  }

  /** A region like the valid one of {@code part} at a place of {@code whole}. */
  private static TileHandle window(
      IrBuilder builder, TileHandle whole, TileHandle part, Value row, Value column) {
    Value line = isRowMajor(whole) ? row : column;
    Value along = isRowMajor(whole) ? column : row;
    Value elements = builder.add(builder.mul(line, builder.index(whole.pitch())), along);
    Value bytes = builder.mul(elements, builder.index(whole.elementBytes()));
    Value address = builder.add(whole.address(), builder.cast(bytes, ElementType.I64));
    return new TileHandle(part.type(), address, part.rows(), part.columns(), whole.pitch());
  }

  private static Value phase(IrBuilder builder, TileHandle tile, Value row, Value column) {
    Value along = isRowMajor(tile) ? column : row;
    Value bytes = builder.mul(along, builder.index(tile.elementBytes()));
    return builder.cast(builder.remainder(bytes, BLOCK), ElementType.I64);
  }

  /** True when every byte is copied onto itself. */
  public boolean isNothing(IrBuilder builder) {
    OptionalLong first = builder.constantOf(from.address());
    boolean sameAddress =
        from.address() == to.address()
            || first.isPresent() && first.equals(builder.constantOf(to.address()));
    return isEmpty(builder) || sameAddress && from.pitch() == to.pitch();
  }

  private boolean isEmpty(IrBuilder builder) {
    return isZero(builder, to.rows()) || isZero(builder, to.columns());
  }

  private static boolean isZero(IrBuilder builder, Value value) {
    OptionalLong known = builder.constantOf(value);
    return known.isPresent() && known.getAsLong() == 0;
  }

  /** Ways to copy. */
  public interface Ways {
    /** Both sides start at a 32-byte block. */
    void blocks(IrBuilder builder);

    /** The side that moves starts at any element. */
    void elements(IrBuilder builder);
  }

  /** Emits the way that the phase asks for, both where only the run knows it. */
  public void emit(IrBuilder builder, Ways ways) {
    if (isNothing(builder)) {
      return;
    }
    OptionalLong known = builder.constantOf(phase);
    if (known.isPresent()) {
      if (known.getAsLong() == 0) {
        ways.blocks(builder);
      } else {
        ways.elements(builder);
      }
      return;
    }
    builder.when(builder.compare("eq", phase, builder.i64(0)), ways::blocks);
    builder.when(builder.compare("ne", phase, builder.i64(0)), ways::elements);
  }
}
