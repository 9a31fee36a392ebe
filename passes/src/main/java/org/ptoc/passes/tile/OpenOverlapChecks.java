package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.overlap.Demand;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.Guard;
import org.ptoc.passes.storage.TileHandle;

/**
 * Check R6 where the run decides both the distance of two tiles and their extents: it goes through
 * the steps that write, and asks of each whether a later one reads there (spec/50, 3.3, rule O1).
 */
final class OpenOverlapChecks {
  private static final int BITS = Byte.SIZE;

  private static final long BLOCK_BYTES = 32;

  /** Lanes of a step that takes a whole row. */
  private static final long ALL = 1 << 20;

  private final IrBuilder builder;
  private final Guard guard;

  /** What is compared: tiles, of which one may be a window for this operation alone. */
  record Tiles(List<Demand> demands, TileHandle source, TileHandle target) {}

  /** Rows of steps as {@code org.ptoc.ir.overlap.Steps}, in bits; values are {@code i64}. */
  private record Steps(Value start, Value rows, long pitch, long step, Value width) {}

  OpenOverlapChecks(IrBuilder builder, Guard guard) {
    this.builder = builder;
    this.guard = guard;
  }

  /** Emits the checks of one source. */
  void emit(Tiles open, TileLowering lowering) {
    for (Demand demand : open.demands()) {
      List<TileHandle> joined = demand.joined().stream().map(lowering::tile).toList();
      demand
          .condition()
          .map(covering -> holds(covering, lowering))
          .ifPresentOrElse(
              condition -> when(condition, each -> each.emit(demand, open, joined)),
              () -> emit(demand, open, joined));
    }
  }

  private Value holds(Demand.Covering covering, TileLowering lowering) {
    TileHandle first = lowering.tile(covering.first());
    TileHandle whole = lowering.tile(covering.whole());
    return guard.compare(
        covering.equal() ? "eq" : "ne",
        covering.columns() ? first.columns() : first.rows(),
        covering.columns() ? whole.columns() : whole.rows());
  }

  private void emit(Demand demand, Tiles open, List<TileHandle> joined) {
    TileHandle source = open.source();
    TileHandle target = open.target();
    switch (demand.kind()) {
      case APART -> apart(source, target);
      case SAME_OR_APART -> unless(isSame(source, target), each -> each.apart(source, target));
      case ONE_ROW_OR_APART ->
          unless(
              guard.both(isSame(source, target), isAtMostOne(target.rows())),
              each -> each.apart(source, target));
      case STEPS ->
          unless(
              isSame(source, target), each -> each.steps(demand.lanes(), source, target, joined));
      case MOVED -> moved(demand, source, target);
      case ROWS -> check(steps(source, ALL), steps(target, ALL));
      case ROWS_TO_ELEMENTS -> rowsToElements(source, target);
      case ONE_ROW_TO_ELEMENT -> {
        Value one = guard.local(isAtMostOne(source.rows()));
        when(one, each -> each.rowsToElements(source, target));
        unless(one, each -> each.apart(source, target));
      }
      case COLUMNS_TO_ELEMENTS -> columns(demand.lanes(), source, target);
      case MASK_BITS -> mask(demand.lanes(), source, target);
    }
  }

  private void rowsToElements(TileHandle source, TileHandle target) {
    Value one = builder.index(1);
    check(steps(source, ALL), steps(target.withExtents(target.rows(), one), ALL));
  }

  private OpenOverlapChecks in(IrBuilder block) {
    return new OpenOverlapChecks(block, guard.in(block));
  }

  private interface Check {
    void emit(OpenOverlapChecks checks);
  }

  private void unless(Value condition, Check check) {
    Value not = builder.compare("eq", guard.local(condition), builder.like(condition, 0));
    builder.when(not, body -> check.emit(in(body)));
  }

  private void when(Value condition, Check check) {
    builder.when(condition, body -> check.emit(in(body)));
  }

  private void apart(TileHandle source, TileHandle target) {
    new DisjointChecks.Regions(builder, guard).apart(target, source);
  }

  private Value wide(Value extent) {
    return builder.cast(guard.local(extent), ElementType.I64);
  }

  private Value isAtMostOne(Value extent) {
    return guard.compareWith("ule", wide(extent), 1);
  }

  private static boolean isByRows(TileHandle tile) {
    return tile.type().baseLayout() == TileType.BaseLayout.ROW_MAJOR || tile.type().columns() <= 1;
  }

  private static Value lines(TileHandle tile) {
    return isByRows(tile) ? tile.rows() : tile.columns();
  }

  private static Value length(TileHandle tile) {
    return isByRows(tile) ? tile.columns() : tile.rows();
  }

  private static long pitchBytes(TileHandle tile) {
    boolean run =
        tile.type().baseLayout() == TileType.BaseLayout.COLUMN_MAJOR && tile.type().columns() <= 1;
    return run ? tile.elementBytes() : tile.pitchBytes();
  }

  /**
   * A condition: true if both have the same elements at the same addresses, whatever their extents.
   */
  private Value isSame(TileHandle source, TileHandle target) {
    if (source.elementBytes() != target.elementBytes()) {
      return builder.integer(0, ElementType.I1);
    }
    Value same = guard.compare("eq", guard.local(source.address()), guard.local(target.address()));
    return pitchBytes(source) == pitchBytes(target)
        ? same
        : guard.both(same, guard.both(isAtMostOne(lines(source)), isAtMostOne(lines(target))));
  }

  private Steps steps(TileHandle tile, long lanes) {
    long bits = (long) BITS * tile.elementBytes();
    return new Steps(
        bits(tile.address()),
        wide(lines(tile)),
        BITS * pitchBytes(tile),
        lanes * bits,
        builder.mul(wide(length(tile)), builder.i64(bits)));
  }

  private Value bits(Value address) {
    return builder.mul(guard.local(address), builder.i64(BITS));
  }

  /** All rows as one. */
  private Steps run(Steps rows) {
    return new Steps(rows.start, builder.i64(1), 1, rows.step, builder.mul(rows.rows, rows.width));
  }

  private Value isRun(TileHandle tile) {
    Value full =
        guard.compareWith(
            "eq",
            builder.mul(wide(length(tile)), builder.i64(tile.elementBytes())),
            pitchBytes(tile));
    return guard.either(isAtMostOne(lines(tile)), full);
  }

  private void steps(long lanes, TileHandle source, TileHandle target, List<TileHandle> joined) {
    check(steps(source, lanes), steps(target, lanes));
    if (!joined.isEmpty()) {
      Value all = builder.integer(1, ElementType.I1);
      for (TileHandle each : joined) {
        all = guard.both(all, isRun(each));
      }
      when(
          all,
          each ->
              each.check(each.run(each.steps(source, lanes)), each.run(each.steps(target, lanes))));
    }
  }

  /** A rectangle; A2/A3 moves single elements where it does not begin at a block. */
  private void moved(Demand demand, TileHandle source, TileHandle target) {
    Value rows = builder.minUnsigned(guard.local(source.rows()), guard.local(target.rows()));
    Value columns =
        builder.minUnsigned(guard.local(source.columns()), guard.local(target.columns()));
    TileHandle from = source.withExtents(rows, columns);
    TileHandle to = target.withExtents(rows, columns);
    Value skew =
        builder.remainder(
            builder.or(guard.local(from.address()), guard.local(to.address())), BLOCK_BYTES);
    Value aligned = guard.compareWith("eq", skew, 0);
    unless(
        isSame(from, to),
        each -> {
          List<TileHandle> both = List.of(from, to);
          boolean single = !guard.has(ProfileFeature.VECTOR_REGISTERS);
          each.when(
              single ? aligned : each.builder.integer(1, ElementType.I1),
              inner -> inner.steps(demand.lanes(), from, to, both));
          if (single) {
            each.unless(aligned, inner -> inner.steps(1, from, to, both));
          }
        });
  }

  private void columns(long lanes, TileHandle source, TileHandle target) {
    builder.loop(
        builder.index(0),
        lines(source),
        builder.index(1),
        (body, row) -> {
          OpenOverlapChecks inner = in(body);
          Value offset = body.mul(body.cast(row, ElementType.I64), body.i64(pitchBytes(source)));
          TileHandle line =
              source
                  .withAddress(body.add(inner.guard.local(source.address()), offset))
                  .withExtents(body.index(1), source.columns());
          Value same =
              inner.guard.compare("eq", line.address(), inner.guard.local(target.address()));
          Check steps = each -> each.steps(lanes, line, target, List.of());
          if (guard.has(ProfileFeature.VECTOR_REGISTERS)) {
            inner.unless(same, steps);
            return;
          }
          Value first = inner.guard.compareWith("eq", body.cast(row, ElementType.I64), 0);
          inner.when(first, each -> each.unless(same, steps));
          inner.unless(first, each -> each.apart(line, target));
        });
  }

  private void mask(long group, TileHandle source, TileHandle target) {
    Steps read = steps(source, group);
    Value columns = wide(length(source));
    check(
        read,
        new Steps(
            bits(target.address()),
            read.rows,
            BITS * pitchBytes(target),
            group,
            whole(columns, group)));
    when(
        isRun(source),
        each -> {
          Steps all = each.run(each.steps(source, group));
          Value elements = each.builder.mul(each.wide(lines(source)), each.wide(length(source)));
          Value bits = each.whole(elements, group);
          Steps written =
              new Steps(each.bits(target.address()), each.builder.i64(1), 1, group, bits);
          each.check(all, written);
        });
  }

  private Value whole(Value bits, long group) {
    return builder.mul(builder.ceilDivide(bits, group), builder.i64(group));
  }

  // Rule O1.

  /** Traps where a step writes what a later one reads; upward. */
  private void check(Steps read, Steps written) {
    List<Value> counts = new ArrayList<>(List.of(read.rows, read.width));
    Value some = builder.integer(1, ElementType.I1);
    for (Value each : counts) {
      some = guard.both(some, guard.compare("slt", builder.i64(0), each));
    }
    builder.when(
        some,
        body ->
            body.loop(
                body.index(0),
                body.cast(in(body).guard.local(written.rows), ElementType.INDEX),
                body.index(1),
                (rows, row) -> {
                  Value width = in(rows).guard.local(written.width);
                  Value steps = rows.ceilDivide(width, written.step);
                  rows.loop(
                      rows.index(0),
                      rows.cast(steps, ElementType.INDEX),
                      rows.index(1),
                      (inner, step) ->
                          in(inner)
                              .step(
                                  read,
                                  written,
                                  inner.cast(row, ElementType.I64),
                                  inner.cast(step, ElementType.I64)));
                }));
  }

  private void step(Steps read, Steps written, Value row, Value step) {
    Value line =
        builder.add(guard.local(written.start), builder.mul(row, builder.i64(written.pitch)));
    Value from = builder.add(line, builder.mul(step, builder.i64(written.step)));
    Value to =
        builder.add(
            line,
            builder.minUnsigned(
                guard.local(written.width),
                builder.mul(builder.add(step, builder.i64(1)), builder.i64(written.step))));
    // The last step that reads from in front of `to`.
    Value start = guard.local(read.start);
    Value before = builder.sub(builder.sub(to, builder.i64(1)), start);
    Value reach = builder.maxSigned(before, builder.i64(0));
    Value lastRow = builder.sub(guard.local(read.rows), builder.i64(1));
    Value readRow = builder.minUnsigned(builder.divide(reach, read.pitch), lastRow);
    Value readLine = builder.mul(readRow, builder.i64(read.pitch));
    Value width = guard.local(read.width);
    Value lastStep = builder.sub(builder.ceilDivide(width, read.step), builder.i64(1));
    Value readStep =
        builder.minUnsigned(builder.divide(builder.sub(reach, readLine), read.step), lastStep);
    Value end =
        builder.add(
            builder.add(start, readLine),
            builder.minUnsigned(
                width, builder.mul(builder.add(readStep, builder.i64(1)), builder.i64(read.step))));
    Value later =
        guard.either(
            guard.compare("slt", row, readRow),
            guard.both(guard.compare("eq", row, readRow), guard.compare("slt", step, readStep)));
    Value meets =
        guard.both(guard.compare("sle", builder.i64(0), before), guard.compare("slt", from, end));
    guard.trapWhen(RuntimeRule.OVERLAP, guard.both(later, meets));
  }
}
