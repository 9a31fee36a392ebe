package org.ptoc.passes.storage;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.BaseLayout;

/**
 * Which tile values may have other data between their rows: windows of wider tiles, and what
 * control flow hands on of them. Their bytes cannot be used as one run, although their type does
 * not show it (spec/20, 2.1).
 */
public final class GappedTiles {
  /** No tile of any function has gaps. */
  public static final GappedTiles NONE = new GappedTiles(new TileGroups());

  private final TileGroups groups;
  private final Set<Value> allocated = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Value> gapped = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Value> divided = Collections.newSetFromMap(new IdentityHashMap<>());

  private GappedTiles(TileGroups groups) {
    this.groups = groups;
  }

  public static GappedTiles of(Function function) {
    GappedTiles tiles = new GappedTiles(TileGroups.of(function));
    function.body().ifPresent(tiles::scan);
    return tiles;
  }

  /** False only when the rows of the tile are known to be adjacent. */
  public boolean mayContain(Value tile) {
    return lines((TileType) tile.type()) > 1
        && !allocated.contains(tile)
        && gapped.contains(groups.representative(tile));
  }

  /** True for windows and for tiles that some window is a part of. */
  public boolean hasWindows(Value tile) {
    return divided.contains(groups.representative(tile));
  }

  private void scan(Region region) {
    for (Operation op : region.all()) {
      OperationForm form = op.definition().form();
      if (form == OperationForm.ALLOC_TILE || form == OperationForm.MULTI_TILE_GET) {
        allocated.add(op.result());
      } else if (form == OperationForm.SUBVIEW) {
        divided.add(groups.representative(op.result()));
        if (isNarrower(op)) {
          gapped.add(groups.representative(op.result()));
        }
      }
    }
  }

  private static boolean isNarrower(Operation op) {
    return ((TileType) op.result().type()).pitch()
        != ((TileType) op.operand(RoleName.TILE).type()).pitch();
  }

  private static int lines(TileType type) {
    return type.baseLayout() == BaseLayout.ROW_MAJOR ? type.rows() : type.columns();
  }
}
