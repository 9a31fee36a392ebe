package org.ptoc.backend.a2a3.tile;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.passes.build.IrBuilder;

/**
 * Cuts a domain into pieces whose intermediate results fit scratch slots: groups of whole rows
 * where a row fits, else parts of rows. Gap-free data is one long row.
 */
final class Strips {
  private final IrBuilder builder;
  private final Domain domain;
  private final List<Area> areas;
  private final long capacity;
  private final boolean mayFlatten;
  private final Work work;

  /** What happens to one piece. */
  interface Work {
    /**
     * @param piece size of the piece
     * @param column first column
     * @param areas the operands at the piece
     * @param pitch distance of the rows of intermediate results in elements, a multiple of 32
     */
    void emit(IrBuilder builder, Domain piece, Value column, List<Area> areas, long pitch);
  }

  private Strips(
      IrBuilder builder,
      Domain domain,
      List<Area> areas,
      long capacity,
      boolean mayFlatten,
      Work work) {
    this.builder = builder;
    this.domain = domain;
    this.areas = areas;
    this.capacity = domain.order() == WorkOrder.ANY ? capacity : wholeVectors(capacity, areas);
    this.mayFlatten = mayFlatten;
    this.work = work;
  }

  /** Pieces that have an order end where vectors of 256 bytes end. */
  private static long wholeVectors(long capacity, List<Area> areas) {
    int widest = areas.stream().mapToInt(Area::elementBytes).max().orElse(1);
    long lanes = VectorUnit.REPEAT_BYTES / widest;
    return Math.max(1, capacity / lanes) * lanes;
  }

  /**
   * Emits the work for all pieces.
   *
   * @param capacity elements of a slot, a multiple of 64
   */
  static void over(IrBuilder builder, Domain domain, List<Area> areas, long capacity, Work work) {
    if (!domain.isEmpty(builder)) {
      new Strips(builder, domain, areas, capacity, true, work).emit();
    }
  }

  /** The same for work that depends on the column: rows are never joined. */
  static void byRows(IrBuilder builder, Domain domain, List<Area> areas, long capacity, Work work) {
    if (!domain.isEmpty(builder)) {
      new Strips(builder, domain, areas, capacity, false, work).emit();
    }
  }

  private void emit() {
    if (domain.order() == WorkOrder.DESCENDING) {
      downward();
    } else {
      upward();
    }
  }

  /** One vector after the other from the last; gap-free data is one row. */
  private void downward() {
    int widest = areas.stream().mapToInt(Area::elementBytes).max().orElse(1);
    long lanes = VectorUnit.REPEAT_BYTES / widest;
    OptionalLong columns = builder.constantOf(domain.columns());
    boolean flat =
        mayFlatten
            && columns.isPresent()
            && builder.constantOf(domain.rows()).isPresent()
            && areas.stream()
                .allMatch(area -> !area.oneBlock() && area.pitch() == columns.getAsLong());
    Value lines = flat ? builder.index(1) : domain.rows();
    Value length = flat ? builder.mul(domain.rows(), domain.columns()) : domain.columns();
    Value vectors = builder.ceilDivide(length, lanes);
    Value lastLine = builder.sub(lines, builder.index(1));
    Value lastVector = builder.sub(vectors, builder.index(1));
    builder.loop(
        builder.index(0),
        lines,
        builder.index(1),
        (line, before) ->
            line.loop(
                line.index(0),
                vectors,
                line.index(1),
                (body, done) -> {
                  Value row = body.sub(lastLine, before);
                  Value column = body.mul(body.sub(lastVector, done), body.index(lanes));
                  Value left = body.minUnsigned(body.sub(length, column), body.index(lanes));
                  piece(body, row, column, Domain.row(body, left), lanes);
                }));
  }

  private void upward() {
    OptionalLong rows = builder.constantOf(domain.rows());
    OptionalLong columns = builder.constantOf(domain.columns());
    long most = columns.orElse(domain.physicalColumns());
    boolean isKnown = rows.isPresent() && columns.isPresent();
    boolean flat =
        isKnown
            && mayFlatten
            && areas.stream().allMatch(area -> !area.oneBlock() && area.pitch() == most);
    if (flat) {
      parts(builder, builder.index(0), builder.index(rows.getAsLong() * most));
    } else if (width(most) > capacity) {
      builder.loop(
          builder.index(0),
          domain.rows(),
          builder.index(1),
          (body, row) -> parts(body, row, domain.columns()));
    } else if (isKnown) {
      groups(rows.getAsLong(), most);
    } else {
      domain.whenNotEmpty(builder, inner -> openGroups(inner, width(most)));
    }
  }

  /** Groups of rows of which there are some; the last group may have fewer. */
  private void openGroups(IrBuilder target, long width) {
    long group = groupRows(domain.physicalRows(), width);
    target.loop(
        target.index(0),
        domain.rows(),
        target.index(group),
        (body, row) -> {
          Value left = body.minUnsigned(body.sub(domain.rows(), row), body.index(group));
          Domain piece =
              new Domain(left, domain.columns(), (int) group, domain.physicalColumns()).notEmpty();
          piece(body, row, body.index(0), piece, width);
        });
  }

  private long groupRows(long rows, long width) {
    return Math.min(Math.min(rows, VectorUnit.MAX_REPEAT), capacity / width);
  }

  /**
   * Intermediate rows have the pitch of the destination where that fits, so that all pitches are
   * equal.
   */
  private long width(long columns) {
    long pitch = areas.getFirst().pitch();
    return pitch <= capacity && pitch % 32 == 0 ? pitch : (columns + 31) / 32 * 32;
  }

  private void groups(long rows, long columns) {
    long width = width(columns);
    long group = groupRows(rows, width);
    long whole = rows / group * group;
    builder.loop(
        builder.index(0),
        builder.index(whole),
        builder.index(group),
        (body, row) -> piece(body, row, body.index(0), Domain.of(body, group, columns), width));
    if (whole < rows) {
      piece(
          builder,
          builder.index(whole),
          builder.index(0),
          Domain.of(builder, rows - whole, columns),
          width);
    }
  }

  /** Parts of one row, the last one shorter. */
  private void parts(IrBuilder target, Value row, Value columns) {
    OptionalLong known = target.constantOf(columns);
    if (known.isEmpty()) {
      target.loop(
          target.index(0),
          columns,
          target.index(capacity),
          (body, column) -> {
            Value left = body.minUnsigned(body.sub(columns, column), body.index(capacity));
            piece(body, row, column, Domain.row(body, left), capacity);
          });
      return;
    }
    long whole = known.getAsLong() / capacity * capacity;
    target.loop(
        target.index(0),
        target.index(whole),
        target.index(capacity),
        (body, column) ->
            piece(body, row, column, Domain.row(body, body.index(capacity)), capacity));
    if (whole < known.getAsLong()) {
      Value rest = target.index(known.getAsLong() - whole);
      piece(target, row, target.index(whole), Domain.row(target, rest), capacity);
    }
  }

  private void piece(IrBuilder target, Value row, Value column, Domain piece, long pitch) {
    work.emit(
        target,
        piece.in(domain.order()),
        column,
        areas.stream().map(area -> area.from(target, row, column)).toList(),
        pitch);
  }
}
