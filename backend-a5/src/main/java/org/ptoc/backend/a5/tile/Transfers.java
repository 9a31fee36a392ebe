package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileType.Padding;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PaddingValues;
import org.ptoc.passes.tile.TransferPlanner.Bursts;
import org.ptoc.passes.tile.TransferPlanner.Loop;

/** Bursts as {@code mte_gm_ub} and {@code mte_ub_gm}. */
final class Transfers {
  private Transfers() {}

  static void load(IrBuilder builder, Bursts bursts, TileHandle tile, CompileOptions options) {
    Value source = pointer(builder, bursts.viewAddress(), tile, MemorySpace.GM);
    Value destination = pointer(builder, bursts.tileAddress(), tile, MemorySpace.UB);
    Loop burst = bursts.loops().getFirst();
    List<Value> loops = new ArrayList<>();
    for (Loop loop : bursts.loops().subList(1, bursts.loops().size())) {
      loops.addAll(List.of(loop.count(), loop.viewStride(), builder.i64(loop.tileStride())));
    }
    List<Value> padding =
        tile.type().padding() == Padding.NULL
            ? List.of()
            : List.of(
                builder.pattern(
                    PaddingValues.of(tile.type().padding(), tile.element(), options),
                    tile.element()));
    builder.createGrouped(
        Op.MTE_GM_UB,
        List.of(
            List.of(source),
            List.of(destination),
            List.of(builder.i64(0)),
            List.of(bursts.length()),
            List.of(burst.count()),
            List.of(burst.viewStride()),
            List.of(builder.i64(burst.tileStride())),
            loops,
            padding),
        List.of(),
        Attributes.EMPTY);
  }

  static void store(IrBuilder builder, Bursts bursts, TileHandle tile) {
    Value source = pointer(builder, bursts.tileAddress(), tile, MemorySpace.UB);
    Value destination = pointer(builder, bursts.viewAddress(), tile, MemorySpace.GM);
    Loop burst = bursts.loops().getFirst();
    List<Value> loops = new ArrayList<>();
    for (Loop loop : bursts.loops().subList(1, bursts.loops().size())) {
      loops.addAll(List.of(loop.count(), builder.i64(loop.tileStride()), loop.viewStride()));
    }
    builder.createGrouped(
        Op.MTE_UB_GM,
        List.of(
            List.of(source),
            List.of(destination),
            List.of(bursts.length()),
            List.of(burst.count()),
            List.of(builder.i64(burst.tileStride())),
            List.of(burst.viewStride()),
            List.of(),
            loops),
        List.of(),
        Attributes.EMPTY);
  }

  private static Value pointer(
      IrBuilder builder, Value address, TileHandle tile, MemorySpace space) {
    ElementType element = tile.element();
    return builder.value(Op.CASTPTR, new PointerType(element, space), address);
  }
}
