package org.ptoc.backend.a2a3.tile;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
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
     * @param pitch distance of the rows of intermediate results in elements, a multiple of 16
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
    this.capacity = capacity;
    this.mayFlatten = mayFlatten;
    this.work = work;
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
    OptionalLong rows = builder.constantOf(domain.rows());
    OptionalLong columns = builder.constantOf(domain.columns());
    if (rows.isEmpty() || columns.isEmpty()) {
      builder.loop(
          builder.index(0),
          domain.rows(),
          builder.index(1),
          (body, row) -> parts(body, row, domain.columns()));
      return;
    }
    long count = columns.getAsLong();
    boolean flat =
        mayFlatten && areas.stream().allMatch(area -> !area.oneBlock() && area.pitch() == count);
    if (flat) {
      parts(builder, builder.index(0), builder.index(rows.getAsLong() * count));
    } else if (width(count) <= capacity) {
      groups(rows.getAsLong(), count);
    } else {
      builder.loop(
          builder.index(0),
          domain.rows(),
          builder.index(1),
          (body, row) -> parts(body, row, domain.columns()));
    }
  }

  /**
   * Intermediate rows have the pitch of the destination where that fits, so that all pitches are
   * equal.
   */
  private long width(long columns) {
    long pitch = areas.getFirst().pitch();
    return pitch <= capacity && pitch % 16 == 0 ? pitch : (columns + 15) / 16 * 16;
  }

  private void groups(long rows, long columns) {
    long width = width(columns);
    long group = Math.min(Math.min(rows, VectorUnit.MAX_REPEAT), capacity / width);
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
        piece,
        column,
        areas.stream().map(area -> area.from(target, row, column)).toList(),
        pitch);
  }
}
