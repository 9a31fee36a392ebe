package org.ptoc.passes.tile;

import java.util.List;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.InPlace;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.overlap.Clash;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.Guard;
import org.ptoc.passes.storage.TileHandle;

/**
 * Traps when a source would be overwritten before it is read because of a distance from the
 * destination, an offset or extents that only the run knows (spec/50, 3.3, check R6).
 */
final class OverlapChecks {
  private final TileLowering tiles;
  private final IrBuilder builder;
  private final Guard guard;

  OverlapChecks(TileLowering tiles, IrBuilder builder, Guard guard) {
    this.tiles = tiles;
    this.builder = builder;
    this.guard = guard;
  }

  /** Emits the checks of an operation, given where its sources must not be. */
  void emit(Operation op, List<Clash> clashes) {
    for (Clash clash : clashes) {
      switch (clash) {
        case Clash.Distant distant -> distant(op, distant);
        case Clash.Grown grown -> grown(grown);
        case Clash.Open open -> new OpenOverlapChecks(builder, guard).emit(open(op, open), tiles);
      }
    }
  }

  /** The two tiles, or the window of one and the whole of the other. */
  private OpenOverlapChecks.Tiles open(Operation op, Clash.Open clash) {
    TileHandle source = tiles.tile(clash.source());
    TileHandle target = tiles.tile(clash.target());
    boolean isPart = isWindow(op, InPlace.WINDOW_OF_SOURCE);
    boolean hasPart = isWindow(op, InPlace.WINDOW_OF_DESTINATION);
    return new OpenOverlapChecks.Tiles(
        clash.demands(),
        isPart ? part(op, source, target) : source,
        hasPart ? part(op, target, source) : target);
  }

  private static boolean isWindow(Operation op, InPlace kind) {
    return op.definition().form().inPlace() == kind;
  }

  /** The window of a tile that has the extents of another. */
  private TileHandle part(Operation op, TileHandle whole, TileHandle extents) {
    return whole
        .withAddress(builder.add(guard.local(whole.address()), window(op, whole)))
        .withExtents(extents.rows(), extents.columns());
  }

  private void distant(Operation op, Clash.Distant clash) {
    Value target = tiles.tile(clash.target()).address();
    Value source = tiles.tile(clash.source()).address();
    Value bases = builder.sub(guard.local(source), guard.local(target));
    Value distance = bases;
    if (isWindow(op, InPlace.WINDOW_OF_SOURCE)) {
      distance = builder.add(bases, window(op, tiles.tile(clash.source())));
    } else if (isWindow(op, InPlace.WINDOW_OF_DESTINATION)) {
      distance = builder.sub(bases, window(op, tiles.tile(clash.target())));
    }
    for (Clash.Distances distances : clash.distances()) {
      guard.trapWhen(RuntimeRule.OVERLAP, isOneOf(distance, distances));
    }
  }

  /** Bytes from the start of a tile to the window of an operation in it. */
  private Value window(Operation op, TileHandle tile) {
    Value row = guard.local(op.operand(RoleName.ROW));
    Value column = guard.local(op.operand(RoleName.COL));
    return builder.cast(tile.offset(row, column, builder), ElementType.I64);
  }

  private void grown(Clash.Grown clash) {
    List<TileHandle> counted = clash.counted().stream().map(tiles::tile).toList();
    List<Value> rows = counted.stream().map(TileHandle::rows).toList();
    List<Value> columns = counted.stream().map(TileHandle::columns).toList();
    for (Clash.Extents extents : clash.extents()) {
      guard.trapWhen(
          RuntimeRule.OVERLAP,
          guard.both(reach(rows, extents.rows()), reach(columns, extents.columns())));
    }
  }

  /** A condition: true if all extents that only the run decides reach a number. */
  private Value reach(List<Value> extents, long number) {
    Value all = builder.integer(1, ElementType.I1);
    for (Value each : extents) {
      if (builder.constantOf(each).isEmpty()) {
        all = guard.both(all, guard.compare("sle", builder.like(each, number), each));
      }
    }
    return all;
  }

  private Value isOneOf(Value distance, Clash.Distances distances) {
    Value above = builder.sub(distance, builder.i64(distances.first()));
    Value inside =
        guard.both(
            guard.compare("sle", builder.i64(0), above),
            guard.compareWith("sle", above, distances.last() - distances.first()));
    if (distances.count() == 1) {
      return inside;
    }
    Value inRange = builder.remainder(above, distances.step());
    return guard.both(inside, guard.compareWith("sle", inRange, distances.width()));
  }
}
