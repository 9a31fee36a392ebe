package org.ptoc.passes.tile;

import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileLayout;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.Guard;
import org.ptoc.passes.storage.TileHandle;

/** Rules of operations of the cube core that only the run can decide (spec/60, 2.11, R7). */
final class CubeChecks {
  private static final int BOX = 16;

  /** Elements along k that share a scale, and scales that lie together. */
  private static final int GROUP = 32;

  private static final int PAIR = 2;

  private final TileLowering tiles;
  private final IrBuilder builder;
  private final Guard guard;

  CubeChecks(TileLowering tiles, IrBuilder builder, Guard guard) {
    this.tiles = tiles;
    this.builder = builder;
    this.guard = guard;
  }

  /** Factors and scales that agree along k, a bias and accumulators with room for the result. */
  void product(Operation op) {
    TileHandle left = tile(op, RoleName.LHS);
    TileHandle right = tile(op, RoleName.RHS);
    TileHandle result = tile(op, RoleName.DST);
    guard.equal(left.columns(), right.rows());
    if (op.definition().has(Trait.ONE_ROW)) {
      guard.atMost(RuntimeRule.VALID_REGION, left.rows(), 1);
    }
    guard.atMost(RuntimeRule.VALID_REGION, left.rows(), result.type().rows());
    guard.atMost(RuntimeRule.VALID_REGION, right.columns(), result.type().columns());
    if (op.definition().form().hasOperand(RoleName.BIAS)) {
      guard.atMost(
          RuntimeRule.VALID_REGION, right.columns(), tile(op, RoleName.BIAS).type().columns());
    }
    if (op.definition().form().hasOperand(RoleName.LHS_SCALE)) {
      Value k = op.definition().has(Trait.ONE_ROW) ? right.rows() : left.columns();
      scales(tile(op, RoleName.LHS_SCALE).columns(), left.type().rows(), k);
      scales(tile(op, RoleName.RHS_SCALE).rows(), right.type().columns(), k);
    }
  }

  /** Scales lie by pairs of groups, and the pairs of the next 16 lines behind (spec/60, 1.4). */
  private void scales(Value groups, int lines, Value k) {
    if (lines > BOX) {
      guard.equal(pairs(groups, PAIR), pairs(k, PAIR * GROUP));
    }
  }

  private Value pairs(Value extent, int unit) {
    return builder.ceilDivide(guard.local(extent), unit);
  }

  /** A window at a place that only the run knows lies inside, on the grid of its boxes. */
  void window(Operation op) {
    boolean reads = op.definition().form() == OperationForm.TILE_EXTRACT;
    TileHandle whole = tile(op, reads ? RoleName.SRC : RoleName.DST);
    TileHandle part = tile(op, reads ? RoleName.DST : RoleName.SRC);
    boolean accumulators = whole.type().location() == MemorySpace.L0C || !reads;
    Value rows = accumulators ? part.rows() : builder.index(part.type().rows());
    Value columns = accumulators ? part.columns() : builder.index(part.type().columns());
    Value row = op.operand(RoleName.ROW);
    Value column = op.operand(RoleName.COL);
    inside(row, rows, whole.type().rows());
    inside(column, columns, whole.type().columns());
    TileLayout layout = whole.type().layout();
    guard.multipleOf(RuntimeRule.RANGE, row, grid(whole, part, layout.boxRows()));
    guard.multipleOf(RuntimeRule.RANGE, column, grid(whole, part, layout.boxColumns()));
  }

  /** Loads that turn boxes move squares of them. */
  private static int grid(TileHandle whole, TileHandle part, int box) {
    TileType type = whole.type();
    boolean columnsOutside = type.layout().order() == TileLayout.Order.NZ;
    boolean turned = part.type().location() == (columnsOutside ? MemorySpace.L0B : MemorySpace.L0A);
    int depth = TileLayout.perBlock(type.location(), type.element());
    return turned && box > 1 ? Math.max(BOX, depth) : box;
  }

  private void inside(Value start, Value length, int room) {
    guard.atMost(RuntimeRule.RANGE, start, room);
    guard.unless(
        RuntimeRule.RANGE,
        "ule",
        guard.local(length),
        builder.sub(builder.index(room), guard.local(start)));
  }

  private TileHandle tile(Operation op, RoleName role) {
    return tiles.tile(op.operand(role));
  }
}
