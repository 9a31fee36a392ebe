package org.ptoc.ir.type;

import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.ir.type.TileType.BoxLayout;

/**
 * Where the elements of a tile lie in its storage, and how much storage it takes (spec/60, 1.2 and
 * 1.3).
 *
 * <p>A box is a piece of storage without gaps: 16 rows of 32 bytes, 32 bytes by 16 columns when it
 * is turned, 16 x 16 accumulators, or 16 pairs of scales. Extents that are no multiple of a box are
 * rounded up to whole boxes. Outside UB the types of two small floats count each float as an
 * element: a column of {@code f4E2M1x2} is half a byte, and the even one is the low nibble.
 */
public record TileLayout(TileType type) {
  private static final int BLOCK = 32;
  private static final int FRACTAL = 16;
  private static final int SCALES = 2;

  /** The order of boxes and the order inside them, by the names of the field. */
  public enum Order {
    /** Row after row, without boxes. */
    ND,
    /** Column after column, without boxes. */
    DN,
    /** Columns of boxes, rows inside. */
    NZ,
    /** Rows of boxes, columns inside. */
    ZN,
    /** Rows of boxes, rows inside. */
    ZZ,
    /** Columns of boxes, columns inside. */
    NN;
  }

  public Order order() {
    boolean columns = type.baseLayout() == BaseLayout.COLUMN_MAJOR;
    return switch (type.boxLayout()) {
      case NONE -> columns ? Order.DN : Order.ND;
      case ROW_MAJOR -> columns ? Order.NZ : Order.ZZ;
      case COLUMN_MAJOR -> columns ? Order.NN : Order.ZN;
    };
  }

  /** Bits of an element: 4 for each of the small floats of a cube tile. */
  public int elementBits() {
    return elementBits(type.location(), type.element());
  }

  /**
   * Bits of an element of a tile in a memory. Numbers that scale results become parameters of 64
   * bits on their way to the fix-pipe (spec/60, 5.2).
   */
  public static int elementBits(MemorySpace location, ElementType element) {
    if (location == MemorySpace.FB && element.isFloat() && element != ElementType.F8E8M0) {
      return Long.SIZE;
    }
    boolean halves =
        location != MemorySpace.UB
            && (element == ElementType.F4E1M2X2 || element == ElementType.F4E2M1X2);
    return halves ? 4 : element.bytes() * Byte.SIZE;
  }

  /** Elements of a type in 32 bytes, {@code c0} of the documents. */
  public static int perBlock(MemorySpace location, ElementType element) {
    return BLOCK * Byte.SIZE / elementBits(location, element);
  }

  /** Elements along the short rows of a box: {@code c0}, 16 accumulators or 2 scales. */
  private int boxDepth() {
    return switch (type.fractal()) {
      case 32 -> SCALES;
      case 1024 -> FRACTAL;
      default -> perBlock(type.location(), type.element());
    };
  }

  /** Rows of a box, 1 without boxes. */
  public int boxRows() {
    return switch (type.boxLayout()) {
      case NONE -> 1;
      case ROW_MAJOR -> FRACTAL;
      case COLUMN_MAJOR -> boxDepth();
    };
  }

  /** Columns of a box, 1 without boxes. */
  public int boxColumns() {
    return switch (type.boxLayout()) {
      case NONE -> 1;
      case ROW_MAJOR -> boxDepth();
      case COLUMN_MAJOR -> FRACTAL;
    };
  }

  /** Rows in whole boxes. */
  public int rows() {
    return up(type.rows(), boxRows());
  }

  /** Columns in whole boxes. */
  public int columns() {
    return up(type.columns(), boxColumns());
  }

  /**
   * Byte offset of an element in the storage of the tile; of two halves in one byte the one with
   * the even index is the low nibble.
   */
  public long offset(int row, int column) {
    return bit(row, column) / Byte.SIZE;
  }

  private long bit(int row, int column) {
    if (type.boxLayout() == BoxLayout.NONE) {
      boolean rowMajor = type.baseLayout() == BaseLayout.ROW_MAJOR;
      long line = rowMajor ? row : column;
      return (line * type.pitch() + (rowMajor ? column : row)) * elementBits();
    }
    boolean rowBoxes = type.baseLayout() == BaseLayout.ROW_MAJOR;
    long down = row / boxRows();
    long across = column / boxColumns();
    long box =
        rowBoxes
            ? down * (columns() / boxColumns()) + across
            : across * (rows() / boxRows()) + down;
    boolean rowsInside = type.boxLayout() == BoxLayout.ROW_MAJOR;
    int i = row % boxRows();
    int j = column % boxColumns();
    long inside = rowsInside ? (long) i * boxColumns() + j : (long) j * boxRows() + i;
    return (box * boxRows() * boxColumns() + inside) * elementBits();
  }

  /**
   * Bytes from the first element to the end of the last; operands of a product take whole boxes of
   * the machine whatever the text says of their layout.
   */
  public long bytes() {
    int block = perBlock(type.location(), type.element());
    return switch (type.location()) {
      case L0C -> bytes(up(type.rows(), FRACTAL), up(type.columns(), FRACTAL));
      case L0A -> bytes(up(type.rows(), FRACTAL), up(type.columns(), block));
      case L0B -> bytes(up(type.rows(), block), up(type.columns(), FRACTAL));
      case UB, L1, BT, FB, GM -> stored();
    };
  }

  private long stored() {
    boolean rowMajor = type.baseLayout() == BaseLayout.ROW_MAJOR;
    if (type.location() == MemorySpace.UB || type.boxLayout() == BoxLayout.NONE) {
      // The pitch has the skew of row_plus_one, which vector tiles may have with boxes as well.
      return ((long) (rowMajor ? type.rows() : type.columns()) * type.pitch() * elementBits()
              + Byte.SIZE
              - 1)
          / Byte.SIZE;
    }
    return bytes(rows(), columns());
  }

  private long bytes(int rows, int columns) {
    return (long) rows * columns * elementBits() / Byte.SIZE;
  }

  private static int up(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }
}
