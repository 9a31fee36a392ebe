package org.ptoc.ir.type;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.type.TileLayout.Order;

/**
 * How a view of global memory lies there, and which of its dimensions are rows of a tile (spec/20,
 * 8.1; spec/60, 2.3 and 2.4).
 */
public enum ViewLayout {
  /** Elements of a row are adjacent; all dimensions but the last are rows. */
  ROWS("nd", 0b01111),
  /** Elements of a column are adjacent; all dimensions but the last but one are columns. */
  COLUMNS("dn", 0b01000),
  /** Boxes of 16 rows, in columns of boxes. */
  FRACTALS("nz", 0b01100),
  /** Fragments of the scales of a left factor. */
  LEFT_SCALES("mx_a_zz", 0b01000),
  /** Fragments of the scales of a right factor. */
  RIGHT_SCALES("mx_b_nn", 0b01000);

  /** Dimensions that a view has at most; one of fewer has leading ones. */
  public static final int RANK = 5;

  private static final int FRACTAL = 16;

  private final String spelling;
  private final int rows;

  ViewLayout(String spelling, int rows) {
    this.spelling = spelling;
    this.rows = rows;
  }

  /** The word for it in attributes and messages. */
  public String spelling() {
    return spelling;
  }

  /** True for a dimension, of {@value #RANK}, that numbers rows; the others number columns. */
  public boolean isRow(int dimension) {
    return (rows >> dimension & 1) == 1;
  }

  private static Optional<ViewLayout> bySpelling(String text) {
    for (ViewLayout each : values()) {
      if (each.spelling.equals(text)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /**
   * The layout that a view states, or else that its strides have. Where both directions would do,
   * because one has a single element, the tile decides; where neither is known to, it is rows.
   *
   * @param stated the attribute {@code layout} of the view or of the transfer
   * @param element elements of the view
   * @param tile what the view is loaded to or stored from, a tile of the cube core
   * @param extents of the view, where they are known
   * @param strides of the view, where they are known
   */
  public static ViewLayout of(
      Optional<String> stated,
      ElementType element,
      TileType tile,
      List<OptionalLong> extents,
      List<OptionalLong> strides) {
    Order order = tile.layout().order();
    return stated
        .flatMap(ViewLayout::bySpelling)
        .orElseGet(
            () -> {
              if (element == ElementType.F8E8M0) {
                return order == Order.ZZ || order == Order.ND ? LEFT_SCALES : RIGHT_SCALES;
              }
              if (order == Order.NZ && isFractal(element, tile, extents, strides)) {
                return FRACTALS;
              }
              int last = strides.size() - 1;
              boolean columns = last > 0 && isAdjacent(last - 1, extents, strides);
              boolean either = isAdjacent(last, extents, strides);
              boolean turned = either ? order == Order.ZN || order == Order.DN : true;
              return columns && turned ? COLUMNS : ROWS;
            });
  }

  /** What the tile of a vector core reads or writes (spec/20, 8.1). */
  public static ViewLayout ofVector(TileType tile) {
    return tile.boxLayout() != TileType.BoxLayout.NONE
        ? FRACTALS
        : tile.baseLayout() == TileType.BaseLayout.ROW_MAJOR ? ROWS : COLUMNS;
  }

  /** True if the last dimensions are a fractal: 16 rows of 32 bytes, or of 16 accumulators. */
  private static boolean isFractal(
      ElementType element, TileType tile, List<OptionalLong> extents, List<OptionalLong> strides) {
    if (extents.size() != RANK || !isKnown(extents.get(3), FRACTAL)) {
      return false;
    }
    OptionalLong width = extents.get(4);
    boolean accumulators = tile.location() == MemorySpace.L0C;
    return (isKnown(width, TileLayout.perBlock(MemorySpace.L1, element))
            || accumulators && isKnown(width, FRACTAL))
        && strides.get(3).equals(width);
  }

  private static boolean isAdjacent(
      int dimension, List<OptionalLong> extents, List<OptionalLong> strides) {
    return dimension >= 0
        && (isKnown(strides.get(dimension), 1) || isKnown(extents.get(dimension), 1));
  }

  private static boolean isKnown(OptionalLong value, long expected) {
    return value.isPresent() && value.getAsLong() == expected;
  }
}
