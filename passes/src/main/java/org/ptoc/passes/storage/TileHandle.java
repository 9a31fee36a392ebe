package org.ptoc.passes.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileLayout;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;

/**
 * A placed tile as lowering sees it.
 *
 * @param type static type
 * @param address byte address in its memory, {@code i64}
 * @param rows valid rows, {@code index}
 * @param columns valid columns, {@code index}
 * @param pitch distance between rows (row major) or columns (column major) in elements
 * @param slots the bytes of all slots, for a slot of a multi-tile at a known address; empty for
 *     other tiles
 */
public record TileHandle(
    TileType type, Value address, Value rows, Value columns, int pitch, Optional<Bytes> slots) {
  /**
   * A range of memory.
   *
   * @param start the first byte
   * @param end the byte behind the last
   */
  public record Bytes(long start, long end) {
    /** True if two ranges have no byte in common. */
    public boolean isApartFrom(Bytes other) {
      return end <= other.start || other.end <= start;
    }
  }

  /** A tile that is not a slot. */
  public TileHandle(TileType type, Value address, Value rows, Value columns, int pitch) {
    this(type, address, rows, columns, pitch, Optional.empty());
  }

  public ElementType element() {
    return type.element();
  }

  /** Element size in bytes. */
  public int elementBytes() {
    return type.element().bytes();
  }

  /** The pitch in bytes. */
  public long pitchBytes() {
    return (long) pitch * type.layout().elementBits() / Byte.SIZE;
  }

  /**
   * Bytes from the first element to the end of the last row (row major) or column (column major).
   * The rows of a window are apart by the pitch of its parent, so that this is more than {@code
   * type.bytes()} there.
   */
  public long spanBytes() {
    boolean rowMajor = type.baseLayout() == TileType.BaseLayout.ROW_MAJOR;
    int lines = rowMajor ? type.rows() : type.columns();
    int length = rowMajor ? type.columns() : type.rows();
    return (lines - 1) * pitchBytes() + (long) length * elementBytes();
  }

  /**
   * True when there is other data between the rows (row major) or columns (column major): a window
   * of a wider tile.
   */
  public boolean hasGaps() {
    return spanBytes() > type.bytes();
  }

  /** Valid rows when they are known at compile time. */
  public OptionalLong staticRows(Constants constants) {
    return constants.integer(rows);
  }

  /** Valid columns when they are known at compile time. */
  public OptionalLong staticColumns(Constants constants) {
    return constants.integer(columns);
  }

  /**
   * The type with the valid extents that are known at compile time, whether the type itself states
   * them or not.
   */
  public TileType knownType(Constants constants) {
    return type.withValid(
        known(staticRows(constants), type.rows()), known(staticColumns(constants), type.columns()));
  }

  private static int known(OptionalLong extent, int room) {
    return extent.isPresent() && extent.getAsLong() >= 0 && extent.getAsLong() <= room
        ? (int) extent.getAsLong()
        : TileType.DYNAMIC;
  }

  /** The address when it is known at compile time. */
  public OptionalLong staticAddress(Constants constants) {
    return constants.integer(address);
  }

  /** The bytes that it lies in; empty when they are not known at compile time. */
  public Optional<Bytes> bytes(Constants constants) {
    OptionalLong start = staticAddress(constants);
    return start.isPresent()
        ? Optional.of(new Bytes(start.getAsLong(), start.getAsLong() + spanBytes()))
        : slots;
  }

  /**
   * True when the valid region is known to be one gap-free run: full rows, or a single row
   * (spec/21, 1.1). With extents that are only known at run time it needs a tile of one physical
   * row.
   */
  public boolean isContiguous(Constants constants) {
    if (type.baseLayout() != TileType.BaseLayout.ROW_MAJOR) {
      return false;
    }
    OptionalLong known = staticColumns(constants);
    OptionalLong knownRows = staticRows(constants);
    return type.rows() == 1
        || known.isPresent() && known.getAsLong() == pitch
        || knownRows.isPresent() && knownRows.getAsLong() <= 1;
  }

  /** True when the valid region is known to have no element. */
  public boolean isKnownEmpty(Constants constants) {
    OptionalLong none = OptionalLong.of(0);
    return staticRows(constants).equals(none) || staticColumns(constants).equals(none);
  }

  /** The same tile with another valid region. */
  public TileHandle withExtents(Value newRows, Value newColumns) {
    return new TileHandle(type, address, newRows, newColumns, pitch, slots);
  }

  /** The same tile at an equal address. */
  public TileHandle withAddress(Value newAddress) {
    return new TileHandle(type, newAddress, rows, columns, pitch);
  }

  /** The valid extents that the type leaves open. */
  public List<Value> dynamicExtents() {
    List<Value> extents = new ArrayList<>();
    if (type.validRows() == TileType.DYNAMIC) {
      extents.add(rows);
    }
    if (type.validColumns() == TileType.DYNAMIC) {
      extents.add(columns);
    }
    return extents;
  }

  /**
   * The same tile with constant extents defined in a block, because those of another block may not
   * reach it.
   */
  public TileHandle knownIn(IrBuilder builder) {
    OptionalLong knownRows = builder.constantOf(rows);
    OptionalLong knownColumns = builder.constantOf(columns);
    return withExtents(
        knownRows.isPresent() ? builder.index(knownRows.getAsLong()) : rows,
        knownColumns.isPresent() ? builder.index(knownColumns.getAsLong()) : columns);
  }

  /** A tile laid out like this one, of new values for the address and the open extents. */
  public TileHandle renewed() {
    Value newRows = type.validRows() == TileType.DYNAMIC ? new Value(ElementType.INDEX) : rows;
    Value newColumns =
        type.validColumns() == TileType.DYNAMIC ? new Value(ElementType.INDEX) : columns;
    return new TileHandle(type, new Value(ElementType.I64), newRows, newColumns, pitch);
  }

  /**
   * The same storage as rows of plain integers: a column-major tile is the row-major one of its
   * columns, and elements of 64 bits are two of 32.
   */
  public TileHandle asRows(IrBuilder builder) {
    boolean rowMajor = type.baseLayout() == TileType.BaseLayout.ROW_MAJOR;
    boolean pairs = element().bits() == Long.SIZE;
    int factor = pairs ? 2 : 1;
    int lines = rowMajor ? type.rows() : type.columns();
    int along = (rowMajor ? type.columns() : type.rows()) * factor;
    ElementType words = ElementType.UI8.withBits(pairs ? Integer.SIZE : element().bits());
    Value length = rowMajor ? columns : rows;
    return new TileHandle(
        TileType.plain(type.location(), lines, along, words),
        address,
        rowMajor ? rows : columns,
        pairs ? builder.mul(length, builder.index(2)) : length,
        pitch * factor);
  }

  /**
   * Bytes from the first element to another one, of tiles with boxes to the first of a box or of a
   * row or column of one.
   *
   * @param row an {@code index}
   * @param column an {@code index}
   */
  public Value offset(Value row, Value column, IrBuilder builder) {
    boolean rowMajor = type.baseLayout() == TileType.BaseLayout.ROW_MAJOR;
    Value major = rowMajor ? row : column;
    Value minor = rowMajor ? column : row;
    if (type.location() == MemorySpace.UB || type.boxLayout() == TileType.BoxLayout.NONE) {
      Value elements = builder.add(builder.mul(major, builder.index(pitch)), minor);
      int bits = type.layout().elementBits();
      return bits < Byte.SIZE
          ? builder.divide(elements, Byte.SIZE / bits)
          : builder.mul(elements, builder.index(bits / Byte.SIZE));
    }
    // Columns or rows of boxes (spec/60, 2.9).
    TileLayout layout = type.layout();
    int depth = rowMajor ? layout.boxRows() : layout.boxColumns();
    long line = (long) depth * layout.elementBits() / Byte.SIZE;
    Value boxes = builder.divide(major, depth);
    Value lines = builder.add(builder.mul(boxes, builder.index(boxedPitch())), minor);
    return builder.mul(lines, builder.index(line));
  }

  /** The pitch in whole boxes; 32-bit rows of L0A are padded to 16 columns (spec/60, 1.3). */
  private long boxedPitch() {
    TileLayout layout = type.layout();
    boolean rowMajor = type.baseLayout() == TileType.BaseLayout.ROW_MAJOR;
    int box = rowMajor ? layout.boxColumns() : layout.boxRows();
    int unit = type.location() == MemorySpace.L0A ? Math.max(box, 16) : box;
    return (pitch + unit - 1L) / unit * unit;
  }

  /** Valid columns in a range of rows that begins at {@code row}: none below the last valid row. */
  public Value columnsFrom(IrBuilder builder, Value row) {
    OptionalLong known = builder.constantOf(rows());
    OptionalLong first = builder.constantOf(row);
    if (known.isPresent() && first.isPresent()) {
      return first.getAsLong() < known.getAsLong() ? columns() : builder.index(0);
    }
    Value inside = builder.compare("slt", row, rows());
    return builder.value(Arithmetic.SELECT, ElementType.INDEX, inside, columns(), builder.index(0));
  }
}
