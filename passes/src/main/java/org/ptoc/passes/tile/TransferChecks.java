package org.ptoc.passes.tile;

import org.ptoc.ir.Value;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.type.ViewLayout;
import org.ptoc.passes.build.IrBuilder;

/**
 * Run-time checks of loads and stores: views have elements, and enough rows and columns for the
 * tile (spec/20, 8.1, 8.2).
 */
final class TransferChecks {
  private final IrBuilder builder;
  private final Guard guard;

  TransferChecks(IrBuilder builder, Guard guard) {
    this.builder = builder;
    this.guard = guard;
  }

  void load(ViewHandle view, TileHandle tile) {
    positive(view, tile);
    guard.trapWhen(RuntimeRule.TRANSFER, tooSmall(view, tile, false));
  }

  /** A tile of one row or one column may be stored across. */
  void store(ViewHandle view, TileHandle tile) {
    positive(view, tile);
    Value straight = tooSmall(view, tile, false);
    boolean anyOrder = tile.type().rows() == 1 || tile.type().columns() == 1;
    guard.trapWhen(
        RuntimeRule.TRANSFER,
        anyOrder ? guard.both(straight, tooSmall(view, tile, true)) : straight);
  }

  /** A tile that is known to be empty takes part in no transfer (spec/50, 2.10). */
  private void positive(ViewHandle view, TileHandle tile) {
    if (!guard.isStrict() || tile.isKnownEmpty(builder.constants())) {
      return;
    }
    for (Value extent : view.extents()) {
      guard.unless(RuntimeRule.TRANSFER, "sgt", extent, builder.index(0));
    }
  }

  private Value tooSmall(ViewHandle view, TileHandle tile, boolean across) {
    ViewLayout layout = view.layout(tile, builder.constants());
    Value rows = extent(view, layout, !across);
    Value columns = extent(view, layout, across);
    return guard.either(
        guard.compare("ugt", tile.rows(), rows), guard.compare("ugt", tile.columns(), columns));
  }

  /** The product of the dimensions that number rows or columns; missing leading ones are 1. */
  private Value extent(ViewHandle view, ViewLayout layout, boolean rows) {
    Value product = builder.index(1);
    for (int i = 0; i < view.rank(); i++) {
      if (layout.isRow(i + ViewLayout.RANK - view.rank()) == rows) {
        product = builder.mul(product, guard.local(view.extents().get(i)));
      }
    }
    return product;
  }
}
