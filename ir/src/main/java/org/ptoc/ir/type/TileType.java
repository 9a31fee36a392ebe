package org.ptoc.ir.type;

/**
 * A tile buffer type (spec/20, section 1).
 *
 * @param location the memory that holds the tile
 * @param element element type
 * @param rows physical rows, positive
 * @param columns physical columns, positive
 * @param validRows valid rows, 0 to {@code rows}, or {@link #DYNAMIC}
 * @param validColumns valid columns, 0 to {@code columns}, or {@link #DYNAMIC}
 * @param baseLayout order of elements, or of boxes
 * @param boxLayout order inside a box
 * @param fractal box size in bytes: 32, 512 or 1024
 * @param padding what a load or fill puts outside the valid region
 * @param compact storage compaction
 */
public record TileType(
    MemorySpace location,
    ElementType element,
    int rows,
    int columns,
    int validRows,
    int validColumns,
    BaseLayout baseLayout,
    BoxLayout boxLayout,
    int fractal,
    Padding padding,
    Compaction compact)
    implements Type {

  /** Represents a valid extent that is only known when the program runs. */
  public static final int DYNAMIC = -1;

  /** Default box size in bytes. */
  public static final int DEFAULT_FRACTAL = 512;

  /** Order of elements; constants are in the order of their codes. */
  public enum BaseLayout {
    ROW_MAJOR("row_major"),
    COLUMN_MAJOR("col_major");

    private final String spelling;

    BaseLayout(String spelling) {
      this.spelling = spelling;
    }

    public String spelling() {
      return spelling;
    }
  }

  /** Order inside a box; constants are in the order of their codes. */
  public enum BoxLayout {
    NONE("none_box"),
    ROW_MAJOR("row_major"),
    COLUMN_MAJOR("col_major");

    private final String spelling;

    BoxLayout(String spelling) {
      this.spelling = spelling;
    }

    public String spelling() {
      return spelling;
    }
  }

  /** Fill policy; constants are in the order of their codes. */
  public enum Padding {
    NULL("null"),
    ZERO("zero"),
    MAX("max"),
    MIN("min");

    private final String spelling;

    Padding(String spelling) {
      this.spelling = spelling;
    }

    public String spelling() {
      return spelling;
    }
  }

  /** Row skew; constants are in the order of their codes. */
  public enum Compaction {
    NULL("null"),
    NORMAL("normal"),
    ROW_PLUS_ONE("row_plus_one");

    private final String spelling;

    Compaction(String spelling) {
      this.spelling = spelling;
    }

    public String spelling() {
      return spelling;
    }
  }

  /** A fully valid, row-major, unboxed tile. */
  public static TileType plain(MemorySpace location, int rows, int columns, ElementType element) {
    return new TileType(
        location,
        element,
        rows,
        columns,
        rows,
        columns,
        BaseLayout.ROW_MAJOR,
        BoxLayout.NONE,
        DEFAULT_FRACTAL,
        Padding.NULL,
        Compaction.NULL);
  }

  /** The same tile with another valid region. */
  public TileType withValid(int newRows, int newColumns) {
    return with(location, element, rows, columns, newRows, newColumns, baseLayout);
  }

  /** The same tile, valid as a whole where the type leaves an extent open. */
  public TileType withKnownValid() {
    return withValid(
        validRows == DYNAMIC ? rows : validRows, validColumns == DYNAMIC ? columns : validColumns);
  }

  /** The same valid region in a tile of other extents. */
  public TileType withExtents(int newRows, int newColumns) {
    return with(location, element, newRows, newColumns, validRows, validColumns, baseLayout);
  }

  /** The same tile in another memory. */
  public TileType in(MemorySpace newLocation) {
    return with(newLocation, element, rows, columns, validRows, validColumns, baseLayout);
  }

  /** The same tile of other elements. */
  public TileType withElement(ElementType newElement) {
    return with(location, newElement, rows, columns, validRows, validColumns, baseLayout);
  }

  /** The same tile with its elements in another order. */
  public TileType withBaseLayout(BaseLayout newLayout) {
    return with(location, element, rows, columns, validRows, validColumns, newLayout);
  }

  /**
   * The same tile with the layout that the machine gives it, which of left factors is its own
   * whatever the text says; a single row has no boxes (spec/60, 1.3).
   *
   * @param order the order of the boxes of left factors, which depends on the profile
   */
  public TileType stored(BaseLayout order) {
    return location != MemorySpace.L0A || rows == 1
        ? this
        : new TileType(
            location,
            element,
            rows,
            columns,
            validRows,
            validColumns,
            order,
            BoxLayout.ROW_MAJOR,
            fractal,
            padding,
            compact);
  }

  private TileType with(
      MemorySpace newLocation,
      ElementType newElement,
      int newRows,
      int newColumns,
      int newValidRows,
      int newValidColumns,
      BaseLayout newLayout) {
    return new TileType(
        newLocation,
        newElement,
        newRows,
        newColumns,
        newValidRows,
        newValidColumns,
        newLayout,
        boxLayout,
        fractal,
        padding,
        compact);
  }

  /** Physical size in bytes, what its memory reserves for it (spec/20, 1.3; spec/60, 1.3). */
  public long bytes() {
    return layout().bytes();
  }

  /** Where its elements lie. */
  public TileLayout layout() {
    return new TileLayout(this);
  }

  /** True for a tile of a memory of the cube core. */
  public boolean isCube() {
    return location != MemorySpace.UB;
  }

  /** Distance in elements between two rows (row major) or two columns (column major). */
  public int pitch() {
    int dense = baseLayout == BaseLayout.ROW_MAJOR ? columns : rows;
    return compact == Compaction.ROW_PLUS_ONE ? dense + 1 : dense;
  }

  /** True when neither valid extent is dynamic. */
  public boolean hasStaticValid() {
    return validRows != DYNAMIC && validColumns != DYNAMIC;
  }

  @Override
  public String spelling() {
    StringBuilder text =
        new StringBuilder("!pto.tile_buf<").append(location.tileLocation()).append(", ");
    text.append(rows).append('x').append(columns).append('x').append(element.spelling());
    if (validRows != rows || validColumns != columns) {
      text.append(", valid=").append(extent(validRows)).append('x').append(extent(validColumns));
    }
    if (baseLayout != BaseLayout.ROW_MAJOR) {
      text.append(", blayout=").append(baseLayout.spelling());
    }
    if (boxLayout != BoxLayout.NONE) {
      text.append(", slayout=").append(boxLayout.spelling());
    }
    if (fractal != DEFAULT_FRACTAL) {
      text.append(", fractal=").append(fractal);
    }
    if (padding != Padding.NULL) {
      text.append(", pad=").append(padding.ordinal());
    }
    if (compact != Compaction.NULL) {
      text.append(", compact=").append(compact.ordinal());
    }
    return text.append('>').toString();
  }

  private static String extent(int value) {
    return value == DYNAMIC ? "?" : Integer.toString(value);
  }
}
