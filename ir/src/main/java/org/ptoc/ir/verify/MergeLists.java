package org.ptoc.ir.verify;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.TileType;

/**
 * The tiles of {@code pto.tmrgsort} without a block length (spec/20, 5.2). The text does not tell a
 * scratch tile from a list: a fifth tile is one, and a last tile after two or three lists that can
 * hold them all, unless the destination is as long as all tiles together. With {@code no_tmp} every
 * tile is a list (spec/50, 2.9).
 *
 * @param lists two to four sorted lists in a verified operation
 * @param tmp scratch tile, empty when the program gives none
 * @param columns physical columns of all lists together
 */
public record MergeLists(List<Value> lists, Optional<Value> tmp, long columns) {
  private static final int MOST_LISTS = 4;

  public MergeLists {
    lists = List.copyOf(lists);
  }

  /** Distinguishes lists and scratch. */
  public static MergeLists of(Operation operation) {
    List<Value> tiles = operation.group(RoleName.SRCS);
    int last = tiles.size() - 1;
    List<Value> before = tiles.subList(0, Math.max(last, 0));
    long sum = columns(before);
    boolean holdsAll = tiles.size() >= 3 && columns(tiles.subList(last, last + 1)) >= sum;
    boolean scratch =
        !operation.attributes().flag(AttributeName.NO_TMP)
            && (tiles.size() > MOST_LISTS
                || holdsAll && !takesAll(operation.operand(RoleName.DST), tiles));
    return scratch
        ? new MergeLists(before, Optional.of(tiles.get(last)), sum)
        : new MergeLists(tiles, Optional.empty(), columns(tiles));
  }

  /** True when a destination has room for the records of all tiles and no more. */
  private static boolean takesAll(Value destination, List<Value> tiles) {
    long sum = 0;
    for (Value tile : tiles) {
      int valid = ((TileType) tile.type()).validColumns();
      if (valid == TileType.DYNAMIC) {
        return false;
      }
      sum += valid;
    }
    return ((TileType) destination.type()).validColumns() == sum;
  }

  private static long columns(List<Value> tiles) {
    long sum = 0;
    for (Value tile : tiles) {
      sum += ((TileType) tile.type()).columns();
    }
    return sum;
  }
}
