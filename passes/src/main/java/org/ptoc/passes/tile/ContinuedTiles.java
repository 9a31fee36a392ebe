package org.ptoc.passes.tile;

import java.util.HashSet;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.placement.Rooms;

/**
 * Names a tile that goes on in another one by the name of that one, where the other is what a loop
 * carries or a branch chooses: its place is known at run time alone, so that no tile can be
 * allocated there ({@link Rooms} has the rest).
 */
public final class ContinuedTiles extends Rewriter {
  private final Set<Value> made = new HashSet<>();
  private final Set<Operation> continuing = new HashSet<>();

  private ContinuedTiles(Function function) {
    super(function);
    function.body().ifPresent(this::find);
  }

  /**
   * True for an operation that writes to the storage of its first operand: a product that adds to
   * accumulators (spec/60, 2.6), and zeros after the valid elements of a tile in L1 (spec/60, 2.9).
   */
  public static boolean goesOn(Operation op) {
    return switch (op.definition().form().inPlace()) {
      case ACCUMULATOR -> true;
      case PADDED -> TileMemory.of((TileType) op.operand(RoleName.DST).type()) == TileMemory.L1;
      case NO_SOURCE,
          APART,
          SAME_OR_APART,
          ELEMENT_BY_ELEMENT,
          COMMON_REGION,
          WINDOW_OF_SOURCE,
          WINDOW_OF_DESTINATION,
          CHOICE,
          MASK_BITS,
          ROW_TO_ELEMENT,
          COLUMN_TO_ELEMENT,
          CARRIER,
          DATA_AND_CARRIER,
          DATA_AND_ROW_CARRIERS,
          PARTIAL ->
          false;
    };
  }

  static Function of(Function function) {
    return new ContinuedTiles(function).apply(function);
  }

  /** Operations that go on in a tile that is allocated beside them, behind which its uses stand. */
  private void find(Region region) {
    Set<Value> own = new HashSet<>();
    for (Operation op : region.operations()) {
      if (TileLowering.isAllocation(op)) {
        made.add(op.result());
        if (op.group(RoleName.ADDR).isEmpty()) {
          own.add(op.result());
        }
      } else if (goesOn(op) && own.contains(op.operand(RoleName.DST))) {
        continuing.add(op);
      }
      op.regions().forEach(this::find);
    }
  }

  @Override
  protected boolean rewrite(Operation op, IrBuilder builder) {
    if (!continuing.contains(original())) {
      return false;
    }
    Value from = op.operandAt(0);
    Value to = op.operand(RoleName.DST);
    boolean joins = !made.contains(from) && from.type().equals(to.type());
    if (joins) {
      TileMaker.resize(to, from, builder);
      replace(to, from);
      builder.append(op.mapOperands(value -> value == to ? from : value));
    }
    return joins;
  }
}
