package org.ptoc.passes.tile;

import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.passes.build.Constants;

/**
 * Which source of an expansion carries one value for each row or column (spec/20, 7.3). The other one has the valid
 * shape of the destination; extents that are only known at run time may have any shape.
 */
public final class CarrierOrder {
  private static final int BLOCK_BYTES = 32;

  private CarrierOrder() {}

  /**
   * True when the first source holds one value for each row. When both may have the shape of the destination the second
   * is the carrier, unless only the first has rows of one block.
   */
  public static boolean rowCarrierIsFirst(
      Constants constants, TileHandle first, TileHandle second, TileHandle destination) {
    if (!fits(constants, first, destination) || !fits(constants, second, destination)) {
      return !fits(constants, first, destination);
    }
    int block = BLOCK_BYTES / first.elementBytes();
    return second.pitch() != block && first.pitch() == block;
  }

  /**
   * True when the first source holds one value for each column. When both may have the shape of the destination the
   * second is the carrier, unless only the first has no room for a second row.
   */
  public static boolean columnCarrierIsFirst(
      Constants constants, TileHandle first, TileHandle second, TileHandle destination) {
    if (!fits(constants, first, destination) || !fits(constants, second, destination)) {
      return !fits(constants, first, destination);
    }
    return second.type().rows() > 1 && first.type().rows() == 1;
  }

  private static boolean fits(Constants constants, TileHandle tile, TileHandle destination) {
    return tile.type().baseLayout() == BaseLayout.ROW_MAJOR
        && same(constants, tile.rows(), destination.rows())
        && same(constants, tile.columns(), destination.columns());
  }

  private static boolean same(Constants constants, Value first, Value second) {
    OptionalLong left = constants.integer(first);
    OptionalLong right = constants.integer(second);
    return first == second || left.isPresent() && left.equals(right) || left.isEmpty() && right.isEmpty();
  }
}
