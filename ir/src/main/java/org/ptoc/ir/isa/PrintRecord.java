package org.ptoc.ir.isa;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The description of a {@code print} word in the constant section of the kernel: 24 bytes,
 * little-endian, and a text after them (docs/object-format.md).
 *
 * @param kind what it is, which says which values the program passes
 * @param type type of the elements or of the scalar
 * @param style how numbers are written
 * @param layout layout of the memory, for the heading
 * @param rows physical rows of a tile
 * @param columns physical columns of a tile
 * @param rowStride elements from one row of a tile to the next
 * @param columnStride elements from one column of a tile to the next
 * @param text the format of a scalar, the text of an operation; empty for others
 */
public record PrintRecord(
    Kind kind,
    DataType type,
    Style style,
    Layout layout,
    int rows,
    int columns,
    int rowStride,
    int columnStride,
    String text) {
  /** In the columns of a mark: its code is one with that of the mark in front. */
  public static final int CONTINUES = 1;

  /** In the columns of a mark: the result stays in registers, because nothing else reads it. */
  public static final int NOT_STORED = 2;

  private static final int HEAD_BYTES = 24;

  /** Dimensions of a view; shorter ones begin with extents of 1. */
  public static final int VIEW_RANK = 5;

  /** Values of a mark: three of each tile, one of each scalar. */
  public static final int MOST_OPERANDS = 48;

  /** What is printed, and the values that the program passes for it, in order. */
  public enum Kind {
    /** A text with at most one scalar: its bits. */
    SCALAR(1),
    /** A tile in UB: address, valid rows, valid columns. */
    TILE(3),
    /** A view of GM: address, five extents, five strides in elements. */
    VIEW(1 + 2 * VIEW_RANK),
    /**
     * Nothing: a mark in front of an operation for those who compare a run with what its text says.
     * The field of the rows holds the number of values.
     */
    OPERATION(MOST_OPERANDS);

    private final int operands;

    Kind(int operands) {
      this.operands = operands;
    }

    /** Number of values. */
    public int operands() {
      return operands;
    }
  }

  /** Values that the program passes for this record. */
  public int operands() {
    return kind == Kind.OPERATION ? rows : kind.operands();
  }

  /** Width of a number and, for floats, digits after the point (spec/50, section 6). */
  public enum Style {
    WIDTH8_PRECISION4(8, 4),
    WIDTH8_PRECISION2(8, 2),
    WIDTH10_PRECISION6(10, 6);

    private final int width;
    private final int precision;

    Style(int width, int precision) {
      this.width = width;
      this.precision = precision;
    }

    public int width() {
      return width;
    }

    public int precision() {
      return precision;
    }

    /** The style of an attribute, {@code width8_precision4}. */
    public static Style of(String name) {
      return valueOf(name.toUpperCase(java.util.Locale.ROOT));
    }
  }

  /** Layouts as headings name them. */
  public enum Layout {
    ND,
    DN,
    NZ
  }

  /** The bytes of the record. */
  public byte[] encode() {
    byte[] name = text.getBytes(StandardCharsets.UTF_8);
    ByteBuffer buffer =
        ByteBuffer.allocate(HEAD_BYTES + name.length).order(ByteOrder.LITTLE_ENDIAN);
    buffer.put((byte) kind.ordinal()).put((byte) type.code());
    buffer.put((byte) style.ordinal()).put((byte) layout.ordinal());
    buffer.putInt(rows).putInt(columns).putInt(rowStride).putInt(columnStride);
    buffer.putInt(name.length).put(name);
    return buffer.array();
  }

  /** The record at an offset of a constant section; empty when there is none. */
  public static Optional<PrintRecord> decode(byte[] constants, long offset) {
    if (offset < 0 || offset > constants.length - HEAD_BYTES) {
      return Optional.empty();
    }
    ByteBuffer buffer = ByteBuffer.wrap(constants).order(ByteOrder.LITTLE_ENDIAN);
    buffer.position((int) offset);
    int kind = buffer.get();
    Optional<DataType> type = DataType.byCode(buffer.get());
    int style = buffer.get();
    int layout = buffer.get();
    int rows = buffer.getInt();
    int columns = buffer.getInt();
    int rowStride = buffer.getInt();
    int columnStride = buffer.getInt();
    int length = buffer.getInt();
    boolean known =
        isIn(kind, Kind.values().length)
            && type.isPresent()
            && isIn(style, Style.values().length)
            && isIn(layout, Layout.values().length)
            && rows >= 0
            && (kind != Kind.OPERATION.ordinal() || rows <= MOST_OPERANDS)
            && columns >= 0
            && length >= 0
            && length <= buffer.remaining();
    if (!known) {
      return Optional.empty();
    }
    byte[] name = new byte[length];
    buffer.get(name);
    return Optional.of(
        new PrintRecord(
            Kind.values()[kind],
            type.get(),
            Style.values()[style],
            Layout.values()[layout],
            rows,
            columns,
            rowStride,
            columnStride,
            new String(name, StandardCharsets.UTF_8)));
  }

  private static boolean isIn(int code, int count) {
    return code >= 0 && code < count;
  }
}
