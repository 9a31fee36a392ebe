package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.storage.ViewHandle;
import org.ptoc.passes.tile.TransferPlanner.Bursts;
import org.ptoc.passes.tile.TransferPlanner.Emitter;
import org.ptoc.passes.tile.TransferPlanner.Loop;

/**
 * Bursts of a tile in the NZ form: box columns of 32 bytes, each of them dense in UB. Rows are
 * numbered by dimensions 2 and 3 of the view, box columns by 0 and 1; what is moved is the valid
 * region of the tile, which may end within a box, and not what the view has beyond it (spec/20, 1.3
 * and 8.1).
 */
final class BoxTransfer {
  private static final int BOX_BYTES = 32;

  private final IrBuilder builder;
  private final ViewHandle view;
  private final TileHandle tile;
  private final List<Value> extents;
  private final List<Value> strides;
  private final int boxColumns;
  private final long boxColumnBytes;

  /**
   * One of the dimensions that number rows or box columns, and how far apart its elements are in
   * UB.
   */
  private record Level(int dimension, long extent, long tileStride) {}

  /** Loops over a part of the rows or box columns that starts at a distance from the first. */
  private record Part(Value viewOffset, long tileOffset, List<Loop> loops) {}

  /**
   * @param extents of the view, five of them
   * @param strides of the view in elements, five of them
   */
  BoxTransfer(
      IrBuilder builder,
      ViewHandle view,
      TileHandle tile,
      List<Value> extents,
      List<Value> strides) {
    this.builder = builder;
    this.view = view;
    this.tile = tile;
    this.extents = extents;
    this.strides = strides;
    this.boxColumns = BOX_BYTES / tile.elementBytes();
    this.boxColumnBytes = (long) tile.pitch() * BOX_BYTES;
  }

  void emit(Emitter emitter) {
    OptionalLong rows = builder.constantOf(tile.rows());
    OptionalLong columns = builder.constantOf(tile.columns());
    OptionalLong groupRows = builder.constantOf(extents.get(3));
    OptionalLong groupColumns = builder.constantOf(extents.get(1));
    if (rows.isEmpty() || columns.isEmpty() || groupRows.isEmpty() || groupColumns.isEmpty()) {
      overGroups(emitter);
      return;
    }
    List<Part> rowParts = rowParts(groupRows.getAsLong(), rows.getAsLong());
    long whole = columns.getAsLong() / boxColumns;
    for (Part part : wholeColumns(groupColumns.getAsLong(), whole)) {
      emitAll(emitter, rowParts, part, BOX_BYTES);
    }
    long rest = columns.getAsLong() % boxColumns;
    if (rest > 0) {
      emitAll(
          emitter,
          rowParts,
          boxColumn(groupColumns.getAsLong(), whole),
          rest * tile.elementBytes());
    }
  }

  private void emitAll(Emitter emitter, List<Part> rowParts, Part columns, long length) {
    for (Part rows : rowParts) {
      List<Loop> loops = new ArrayList<>(rows.loops());
      loops.addAll(columns.loops());
      Value viewAddress =
          builder.add(view.base(), builder.add(rows.viewOffset(), columns.viewOffset()));
      Value tileAddress =
          builder.add(tile.address(), builder.i64(rows.tileOffset() + columns.tileOffset()));
      emitter.emit(builder, new Bursts(viewAddress, tileAddress, builder.i64(length), loops));
    }
  }

  /** Rows in groups, the innermost loop always kept as the burst loop. */
  private List<Part> rowParts(long groupRows, long rows) {
    List<Part> parts = new ArrayList<>();
    Level inner = new Level(3, groupRows, BOX_BYTES);
    Level outer = new Level(2, rows / groupRows, BOX_BYTES * groupRows);
    if (outer.extent() > 0) {
      List<Loop> loops = new ArrayList<>(List.of(loop(inner, groupRows)));
      addLoop(loops, outer, outer.extent());
      parts.add(new Part(builder.i64(0), 0, loops));
    }
    long rest = rows % groupRows;
    if (rest > 0) {
      parts.add(
          new Part(
              distance(2, outer.extent()),
              outer.extent() * outer.tileStride(),
              List.of(loop(inner, rest))));
    }
    return parts;
  }

  /** The first box columns, which are whole, in groups. */
  private List<Part> wholeColumns(long groupColumns, long count) {
    List<Part> parts = new ArrayList<>();
    Level inner = new Level(1, groupColumns, boxColumnBytes);
    Level outer = new Level(0, count / groupColumns, boxColumnBytes * groupColumns);
    if (outer.extent() > 0) {
      List<Loop> loops = new ArrayList<>();
      addLoop(loops, inner, groupColumns);
      addLoop(loops, outer, outer.extent());
      parts.add(new Part(builder.i64(0), 0, loops));
    }
    long rest = count % groupColumns;
    if (rest > 0) {
      List<Loop> loops = new ArrayList<>();
      addLoop(loops, inner, rest);
      parts.add(new Part(distance(0, outer.extent()), outer.extent() * outer.tileStride(), loops));
    }
    return parts;
  }

  private Part boxColumn(long groupColumns, long number) {
    Value offset =
        builder.add(distance(0, number / groupColumns), distance(1, number % groupColumns));
    return new Part(offset, number * boxColumnBytes, List.of());
  }

  private void addLoop(List<Loop> loops, Level level, long count) {
    if (count > 1) {
      loops.add(loop(level, count));
    }
  }

  private Loop loop(Level level, long count) {
    return new Loop(builder.i64(count), byteStride(builder, level.dimension()), level.tileStride());
  }

  private Value distance(int dimension, long steps) {
    return builder.mul(byteStride(builder, dimension), builder.i64(steps));
  }

  /**
   * Loops of the scalar unit around the groups of rows; an iteration moves what is valid of one box
   * column of a group.
   */
  private void overGroups(Emitter emitter) {
    Value zero = builder.index(0);
    Value one = builder.index(1);
    builder.loop(
        zero,
        extents.get(0),
        one,
        (b0, i0) ->
            b0.loop(
                zero,
                extents.get(1),
                one,
                (b1, i1) ->
                    b1.loop(
                        zero,
                        extents.get(2),
                        one,
                        (b2, i2) -> group(b2, new Value[] {i0, i1, i2}, emitter))));
  }

  private void group(IrBuilder inner, Value[] position, Emitter emitter) {
    Value box = inner.add(inner.mul(position[0], extents.get(1)), position[1]);
    Value firstColumn = inner.mul(box, inner.index(boxColumns));
    Value firstRow = inner.mul(position[2], extents.get(3));
    Value viewAddress = view.base();
    for (int i = 0; i < position.length; i++) {
      Value steps = inner.cast(position[i], ElementType.I64);
      viewAddress = inner.add(viewAddress, inner.mul(steps, byteStride(inner, i)));
    }
    Value boxOffset = inner.mul(box, inner.index(boxColumnBytes));
    Value tileOffset = inner.add(boxOffset, inner.mul(firstRow, inner.index(BOX_BYTES)));
    Value source = viewAddress;
    Value target = inner.add(tile.address(), inner.cast(tileOffset, ElementType.I64));
    inner.when(
        inner.and(
            inner.compare("slt", firstColumn, tile.columns()),
            inner.compare("slt", firstRow, tile.rows())),
        body -> {
          Value columns =
              body.minUnsigned(body.sub(tile.columns(), firstColumn), body.index(boxColumns));
          Value rows = body.minUnsigned(body.sub(tile.rows(), firstRow), extents.get(3));
          Value length =
              body.cast(body.mul(columns, body.index(tile.elementBytes())), ElementType.I64);
          Loop burst = new Loop(body.cast(rows, ElementType.I64), byteStride(body, 3), BOX_BYTES);
          emitter.emit(body, new Bursts(source, target, length, List.of(burst)));
        });
  }

  private Value byteStride(IrBuilder target, int dimension) {
    Value bytes = target.mul(strides.get(dimension), target.index(tile.elementBytes()));
    return target.cast(bytes, ElementType.I64);
  }
}
