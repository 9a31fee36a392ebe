package org.ptoc.backend.a2a3.tile;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.verify.MergeLists;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.SortPlan;
import org.ptoc.passes.tile.TileHandle;

/** Sorting and merging of records (spec/20, 5.1 and 5.2). */
final class RecordLowering {
  private RecordLowering() {}

  static void sort(Operands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle source = operands.tile(RoleName.SRC);
    Optional<TileHandle> tmp = op.optional(RoleName.TMP).map(operands::tileOf);
    new SortPlan(
            builder,
            source,
            operands.tile(RoleName.IDX),
            operands.tile(RoleName.DST),
            tmp,
            operands.reserved(),
            new SortLowering(source, operands.options()),
            operands.options().has(CodeSwitch.WHOLE_ROW_TAIL))
        .emit();
  }

  static void merge(Operands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle destination = operands.tile(RoleName.DST);
    if (op.optional(RoleName.BLOCK_LENGTH).isPresent()) {
      MergeLowering.blocks(
          builder,
          operands.tileOf(op.group(RoleName.SRCS).getFirst()),
          destination,
          op.operand(RoleName.BLOCK_LENGTH));
      return;
    }
    MergeLists merge = MergeLists.of(op);
    Value target =
        merge
            .tmp()
            .map(tmp -> operands.tileOf(tmp).address())
            .orElseGet(() -> operands.neededScratch().address());
    if (merge.tmp().isEmpty()) {
      VectorUnit.barrier(builder);
    }
    List<TileHandle> lists = merge.lists().stream().map(operands::tileOf).toList();
    MergeLowering.lists(builder, lists, target, op.attributes().flag(AttributeName.EXHAUSTED));
    Area merged = Area.dense(target, destination.elementBytes(), destination.pitchBytes());
    DataType word = destination.elementBytes() == 4 ? DataType.U32 : DataType.U16;
    Code.following(builder)
        .run(Domain.of(destination), Mnemonic.VCOPY, word, Area.of(destination), merged);
  }
}
