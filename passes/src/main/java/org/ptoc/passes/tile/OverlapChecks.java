package org.ptoc.passes.tile;

import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.overlap.Clash;
import org.ptoc.passes.build.IrBuilder;

/**
 * Traps when a source whose distance from the destination only the run knows would be overwritten
 * before it is read (spec/50, 3.3, check R6).
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
  void emit(List<Clash> clashes) {
    for (Clash clash : clashes) {
      Value target = tiles.tile(clash.target()).address();
      Value source = tiles.tile(clash.source()).address();
      Value distance = builder.sub(guard.local(source), guard.local(target));
      for (Clash.Distances distances : clash.distances()) {
        guard.trapWhen(RuntimeRule.OVERLAP, isOneOf(distance, distances));
      }
    }
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
