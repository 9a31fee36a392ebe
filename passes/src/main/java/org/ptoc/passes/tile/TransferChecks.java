package org.ptoc.passes.tile;

import org.ptoc.ir.Value;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.type.TileType.BoxLayout;
import org.ptoc.ir.type.ViewLayout;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.Guard;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.storage.ViewHandle;

/**
 * Run-time checks of loads and stores: views have enough rows and columns for the tile, and those
 * that are stored to no more (spec/20, 8.1, 8.2).
 */
final class TransferChecks {
  private final IrBuilder builder;
  private final Guard guard;

  TransferChecks(IrBuilder builder, Guard guard) {
    this.builder = builder;
    this.guard = guard;
  }

  void load(ViewHandle view, TileHandle tile) {
    guard.trapWhen(RuntimeRule.TRANSFER, tooSmall(view, tile, false));
  }

  /**
   * The view has as many elements as the tile; one of one row or one column may be stored across.
   */
  void store(ViewHandle view, TileHandle tile) {
    Value straight = tooSmall(view, tile, false);
    boolean anyOrder = tile.type().rows() == 1 || tile.type().columns() == 1;
    guard.trapWhen(
        RuntimeRule.TRANSFER,
        anyOrder ? guard.both(straight, tooSmall(view, tile, true)) : straight);
    Value region = builder.mul(guard.local(tile.rows()), guard.local(tile.columns()));
    Value differ =
        guard.both(guard.compareWith("ne", region, 0), guard.compare("ne", elements(view), region));
    if (tile.type().boxLayout() == BoxLayout.NONE) { // Boxes are whole, whatever is valid in them.
      guard.byConstants(RuntimeRule.TRANSFER, differ);
    }
  }

  private Value elements(ViewHandle view) {
    Value product = builder.index(1);
    for (Value extent : view.extents()) {
      product = builder.mul(product, guard.local(extent));
    }
    return product;
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
