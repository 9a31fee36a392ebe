package org.ptoc.passes.tile;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.verify.MergeLists;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.Guard;
import org.ptoc.passes.storage.TileHandle;

/**
 * Run-time checks of {@code tmrgsort}: blocks come in groups of four, and no list is too long
 * (spec/20, 5.2).
 */
final class MergeChecks {
  private static final int RECORD_BYTES = 8;
  private static final int MOST_RECORDS = 4095;
  private static final int MOST_GROUPS = 255;

  private final TileLowering tiles;
  private final IrBuilder builder;
  private final Guard guard;

  MergeChecks(TileLowering tiles, IrBuilder builder, Guard guard) {
    this.tiles = tiles;
    this.builder = builder;
    this.guard = guard;
  }

  void emit(Operation op) {
    Optional<Value> blockLength = op.optional(RoleName.BLOCK_LENGTH);
    if (blockLength.isPresent()) {
      blocks(
          tiles.tile(op.group(RoleName.SRCS).getFirst()),
          tiles.tile(op.operand(RoleName.DST)),
          blockLength.get());
    } else {
      lists(op);
    }
  }

  private void blocks(TileHandle source, TileHandle destination, Value length) {
    guard.equal(destination.columns(), source.columns());
    ElementType type = (ElementType) length.type();
    Value block = guard.local(length);
    guard.unless(RuntimeRule.MERGE, "sgt", block, builder.integer(0, type));
    guard.unless(RuntimeRule.MERGE, "eq", builder.remainder(block, 64), builder.integer(0, type));
    Value group = builder.mul(builder.cast(block, ElementType.INDEX), builder.index(4));
    guard.atMost(
        RuntimeRule.MERGE, group, 4L * MOST_RECORDS * RECORD_BYTES / source.elementBytes());
    Value columns = guard.local(source.columns());
    OptionalLong known = builder.constantOf(group);
    if (known.isPresent() && known.getAsLong() == 0) {
      return;
    }
    guard.unless(RuntimeRule.MERGE, "sgt", columns, builder.index(0));
    guard.unless(
        RuntimeRule.MERGE, "eq", divided(Arithmetic.REMUI, columns, group), builder.index(0));
    guard.atMost(RuntimeRule.MERGE, divided(Arithmetic.DIVUI, columns, group), MOST_GROUPS);
  }

  /** Quotient or remainder of the columns and the columns of a group, which is not 0. */
  private Value divided(Arithmetic operation, Value columns, Value group) {
    OptionalLong known = builder.constantOf(group);
    if (known.isEmpty()) {
      return builder.value(operation, ElementType.INDEX, columns, group);
    }
    return operation == Arithmetic.DIVUI
        ? builder.divide(columns, known.getAsLong())
        : builder.remainder(columns, known.getAsLong());
  }

  private void lists(Operation op) {
    List<TileHandle> lists = MergeLists.of(op).lists().stream().map(tiles::tile).toList();
    Value merged = builder.index(0);
    for (TileHandle list : lists) {
      guard.equal(list.rows(), builder.index(1));
      guard.atMost(
          RuntimeRule.MERGE,
          list.columns(),
          (long) MOST_RECORDS * RECORD_BYTES / list.elementBytes());
      merged = builder.add(merged, guard.local(list.columns()));
    }
    if (!op.attributes().flag(AttributeName.EXHAUSTED)) {
      guard.unless(
          RuntimeRule.MERGE, "ule", tiles.tile(op.operand(RoleName.DST)).columns(), merged);
    }
  }
}
