package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Covers a domain with repeats of one instruction: which path is taken depends on shapes only and
 * never changes the result (spec/21, section 7). Nothing outside the domain is written.
 */
final class RepeatPaths {
  /** Fewer vectors than this in a tile are not worth a column-wise walk. */
  private static final int FEW_VECTORS = 4;

  private final IrBuilder builder;
  private final Domain domain;
  private final List<Area> areas;
  private final VectorInstruction instruction;
  private final int lanes;
  private final long strideLimit;
  private final boolean uniform;

  private RepeatPaths(
      IrBuilder builder, Domain domain, VectorInstruction instruction, List<Area> areas) {
    this.builder = builder;
    this.domain = domain;
    this.areas = areas;
    this.instruction = instruction;
    this.lanes = instruction.lanes();
    this.strideLimit = VectorInstruction.strideLimit(areas.size());
    this.uniform = VectorInstruction.isUniform(areas);
  }

  /**
   * Emits an instruction over a domain.
   *
   * @param areas destination first
   */
  static void emit(IrBuilder builder, Domain domain, VectorInstruction instruction, Area... areas) {
    new RepeatPaths(builder, domain, instruction, List.of(areas)).emit();
  }

  private void emit() {
    if (domain.isEmpty(builder)) {
      return;
    }
    OptionalLong rows = builder.constantOf(domain.rows());
    OptionalLong columns = builder.constantOf(domain.columns());
    if (domain.order() == WorkOrder.DESCENDING) {
      downward();
    } else if (rows.isEmpty() || columns.isEmpty()) {
      open();
    } else if (domain.order() == WorkOrder.ASCENDING) {
      upward(rows.getAsLong(), columns.getAsLong());
    } else {
      emitStatic(rows.getAsLong(), columns.getAsLong());
    }
  }

  /** Extents that only the run knows. */
  private void open() {
    long vectors = ceilDivide(domain.physicalColumns(), lanes);
    boolean repeats =
        domain.order() == WorkOrder.ANY
            && vectors < domain.physicalRows()
            && domain.physicalRows() <= VectorUnit.MAX_REPEAT
            && lanesOfMaskBit() == 1
            && strideFits();
    if (!repeats) {
      countedRows(domain.rows(), domain.columns());
    } else if (domain.hasElements()) {
      repeatedRows(builder);
    } else {
      domain.whenNotEmpty(builder, this::repeatedRows);
    }
  }

  private static long ceilDivide(long number, long divisor) {
    return (number + divisor - 1) / divisor;
  }

  /** For each vector of columns one instruction that repeats over the rows. */
  private void repeatedRows(IrBuilder target) {
    Value width = target.index(lanes);
    Value columns = domain.columns();
    if (domain.physicalColumns() <= lanes) {
      repeatedRows(target, target.index(0), columns);
      return;
    }
    Value tail = target.remainder(columns, lanes);
    Value whole = target.sub(columns, tail);
    target.loop(
        target.index(0),
        whole,
        width,
        (body, column) ->
            instruction.emit(body, at(body, body.index(0), column), domain.rows(), rowStrides()));
    Domain rest = new Domain(target.index(1), tail, 1, lanes);
    rest.whenNotEmpty(target, body -> repeatedRows(body, whole, tail));
  }

  /** The first columns of a vector, in all rows. */
  private void repeatedRows(IrBuilder target, Value column, Value count) {
    VectorUnit.firstLanes(
        target,
        target.cast(count, ElementType.I64),
        lanes,
        () ->
            instruction.emit(
                target, at(target, target.index(0), column), domain.rows(), rowStrides()));
  }

  /**
   * Row by row, each from left to right: the tail of a row before the head of the next (spec/50,
   * 3.4).
   */
  private void upward(long rows, long columns) {
    if (isContiguous(rows, columns)) {
      contiguous(rows * columns);
    } else if (columns <= lanes) {
      masked(columns, () -> tails(rows, 0));
    } else {
      countedRows(domain.rows(), domain.columns());
    }
  }

  /** One vector after the other from the last; gap-free data is one row. */
  private void downward() {
    OptionalLong rows = builder.constantOf(domain.rows());
    OptionalLong columns = builder.constantOf(domain.columns());
    boolean run =
        rows.isPresent()
            && columns.isPresent()
            && isContiguous(rows.getAsLong(), columns.getAsLong());
    Value lines = run ? builder.index(1) : domain.rows();
    Value length = run ? builder.mul(domain.rows(), domain.columns()) : domain.columns();
    Value vectors = builder.ceilDivide(length, lanes);
    downward(
        builder,
        lines,
        (line, row) ->
            downward(
                line,
                vectors,
                (body, vector) -> {
                  Value column = body.mul(vector, body.index(lanes));
                  Value left = body.minUnsigned(body.sub(length, column), body.index(lanes));
                  List<Area> moved = new ArrayList<>();
                  areas.forEach(area -> moved.add(area.from(body, row, column)));
                  VectorUnit.counted(
                      body,
                      body.cast(left, ElementType.I64),
                      () -> instruction.emit(body, moved, 0, denseStrides()));
                }));
  }

  private static void downward(IrBuilder target, Value count, IrBuilder.Body body) {
    target.loop(
        target.index(0),
        count,
        target.index(1),
        (inner, done) -> body.emit(inner, inner.sub(inner.sub(count, inner.index(1)), done)));
  }

  private void emitStatic(long rows, long columns) {
    if (lanesOfMaskBit() > 1 && columns % lanesOfMaskBit() != 0) {
      countedRows(domain.rows(), domain.columns());
    } else if (samePitch()
        && pitch() < lanes
        && domain.physicalRows() <= VectorUnit.MAX_REPEAT
        && strideFits()) {
      rowsUnderMask(rows, columns);
    } else if (isContiguous(rows, columns)) {
      contiguous(rows * columns);
    } else if (samePitch()) {
      strided(rows, columns);
    } else {
      byRow(rows, columns);
    }
  }

  private boolean isContiguous(long rows, long columns) {
    return rows == 1
        || areas.stream()
            .allMatch(area -> area.oneBlock() ? area.pitchBytes() == 0 : area.pitch() == columns);
  }

  private long pitch() {
    return areas.getFirst().pitch();
  }

  /** Operands that stay on a block or a row have no pitch of their own. */
  private boolean samePitch() {
    return areas.stream()
        .allMatch(area -> area.oneBlock() || area.pitchBytes() == 0 || area.pitch() == pitch());
  }

  private boolean strideFits() {
    return Arrays.stream(rowStrides()).allMatch(stride -> stride <= strideLimit);
  }

  /** One repeat for each row under a mask of the valid columns. */
  private void rowsUnderMask(long rows, long columns) {
    masked(columns, () -> instruction.emit(builder, areas, rows, rowStrides()));
  }

  private void contiguous(long count) {
    long vectors = count / lanes;
    long tail = count % lanes;
    boolean regular = (tail == 0 || vectors == 0) && vectors <= VectorUnit.MAX_REPEAT;
    if (!regular && uniform) {
      VectorUnit.counted(
          builder, builder.i64(count), () -> instruction.emit(builder, areas, 0, denseStrides()));
      return;
    }
    chunks(builder, areas, vectors);
    if (tail != 0) {
      masked(tail, () -> instruction.emit(builder, at(vectors * lanes), 1, denseStrides()));
    }
  }

  private void strided(long rows, long columns) {
    long vectors = pitch() / lanes;
    boolean few = vectors > 1 && domain.physicalRows() * vectors < FEW_VECTORS;
    boolean flat = domain.physicalRows() < vectors + 1;
    if (uniform && (few || flat && columns % lanes != 0)) {
      countedRows(domain.rows(), domain.columns());
    } else if (!flat && rows <= VectorUnit.MAX_REPEAT && strideFits()) {
      columnVectors(rows, columns);
    } else {
      byRow(rows, columns);
    }
  }

  /** For each vector of columns one instruction that repeats over the rows. */
  private void columnVectors(long rows, long columns) {
    for (long vector = 0; vector < columns / lanes; vector++) {
      instruction.emit(builder, at(vector * lanes), rows, rowStrides());
    }
    if (columns % lanes != 0) {
      List<Area> tail = at(columns / lanes * lanes);
      masked(columns % lanes, () -> instruction.emit(builder, tail, rows, rowStrides()));
    }
  }

  /**
   * Whole vectors row by row, then what is left of all rows; a single vector is left to the second
   * part.
   */
  private void byRow(long rows, long columns) {
    long vectors = columns <= lanes && strideFits() ? 0 : columns / lanes;
    if (vectors > 0) {
      overRows(rows, (body, row) -> chunks(body, at(body, row, 0), vectors));
    }
    long tail = columns - vectors * lanes;
    if (tail > 0) {
      masked(tail, () -> tails(rows, vectors * lanes));
    }
  }

  private void tails(long rows, long first) {
    if (!strideFits()) {
      overRows(
          rows, (body, row) -> instruction.emit(body, at(body, row, first), 1, denseStrides()));
      return;
    }
    for (long done = 0; done < rows; done += VectorUnit.MAX_REPEAT) {
      long repeat = Math.min(VectorUnit.MAX_REPEAT, rows - done);
      instruction.emit(builder, at(builder, builder.index(done), first), repeat, rowStrides());
    }
  }

  /** One instruction for each row, with the number of columns as element count. */
  private void countedRows(Value rows, Value columns) {
    VectorUnit.counted(
        builder,
        builder.cast(columns, ElementType.I64),
        () ->
            builder.loop(
                builder.index(0),
                rows,
                builder.index(1),
                (body, row) -> instruction.emit(body, at(body, row, 0), 0, denseStrides())));
  }

  private void overRows(long rows, IrBuilder.Body body) {
    builder.loop(builder.index(0), builder.index(rows), builder.index(1), body);
  }

  private void chunks(IrBuilder target, List<Area> start, long vectors) {
    for (long done = 0; done < vectors; done += VectorUnit.MAX_REPEAT) {
      long repeat = Math.min(VectorUnit.MAX_REPEAT, vectors - done);
      List<Area> from = new ArrayList<>();
      for (Area area : start) {
        from.add(area.from(target, target.index(0), target.index(done * lanes)));
      }
      instruction.emit(target, from, repeat, denseStrides());
    }
  }

  private void masked(long count, Runnable body) {
    if (count == lanes && lanes >= VectorUnit.REPEAT_BYTES / Float.BYTES) {
      body.run();
    } else {
      VectorUnit.firstLanes(builder, count / lanesOfMaskBit(), body);
    }
  }

  /** Two elements of 8 bits share a bit; only an element count ends between them. */
  private int lanesOfMaskBit() {
    return Math.max(1, lanes / VectorUnit.MASK_BITS);
  }

  private List<Area> at(long column) {
    return at(builder, builder.index(0), column);
  }

  private List<Area> at(IrBuilder target, Value row, long column) {
    return at(target, row, target.index(column));
  }

  private List<Area> at(IrBuilder target, Value row, Value column) {
    List<Area> moved = new ArrayList<>();
    for (Area area : areas) {
      moved.add(area.from(target, row, column));
    }
    return moved;
  }

  private long[] denseStrides() {
    return areas.stream()
        .mapToLong(
            area ->
                area.oneBlock() ? 0 : (long) lanes * area.elementBytes() / VectorUnit.BLOCK_BYTES)
        .toArray();
  }

  private long[] rowStrides() {
    return areas.stream().mapToLong(area -> area.pitchBytes() / VectorUnit.BLOCK_BYTES).toArray();
  }
}
