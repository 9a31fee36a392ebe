package org.ptoc.emulator.print;

import org.ptoc.emulator.machine.PrintLog;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.PrintFormat;
import org.ptoc.ir.isa.PrintRecord;

/** The text of one print (spec/50, section 6). */
final class PrintText {
  private final PrintLog.Entry entry;
  private final PrintRecord record;
  private final StringBuilder out = new StringBuilder();

  private PrintText(PrintLog.Entry entry) {
    this.entry = entry;
    this.record = entry.record();
  }

  /** Values that are written. */
  static long values(PrintLog.Entry entry) {
    return entry.record().kind() == PrintRecord.Kind.SCALAR
        ? PrintLog.LINE_VALUES
        : Math.max(1, entry.elements().length / entry.record().type().bytes());
  }

  /**
   * Whole lines.
   *
   * @param place where the program says so, empty or with a colon and a blank at its end
   */
  static String of(PrintLog.Entry entry, String place, Printout.Style style) {
    PrintText text = new PrintText(entry);
    switch (entry.record().kind()) {
      case SCALAR -> text.scalar(place);
      case TILE -> text.tile(place, style);
      case VIEW -> text.view(place, style);
      case OPERATION -> {
        // Marks are not printed.
      }
    }
    return text.out.toString();
  }

  private void scalar(String place) {
    PrintFormat format =
        PrintFormat.parse(record.text())
            .format()
            .orElseGet(() -> new PrintFormat(record.text(), java.util.Optional.empty(), ""));
    out.append(place).append(format.before());
    format
        .conversion()
        .ifPresent(
            conversion -> out.append(NumberText.of(conversion, record.type(), entry.values()[0])));
    out.append(format.after());
    if (out.charAt(out.length() - 1) != '\n') {
      out.append('\n');
    }
  }

  private void tile(String place, Printout.Style style) {
    int rows = record.rows();
    int columns = record.columns();
    int validRows = clip(entry.values()[1], rows);
    int validColumns = clip(entry.values()[2], columns);
    if (!place.isEmpty()) {
      out.append(place).append("tprint\n");
    }
    if (style == Printout.Style.SHORT) {
      out.append("TPRINT ").append(validRows).append('x').append(validColumns).append('\n');
      for (int row = 0; row < validRows; row++) {
        row(row * columns, validColumns, validColumns);
      }
      return;
    }
    out.append("=== [TPRINT Tile] Data Type: ")
        .append(name(record.type()))
        .append(", Layout: ")
        .append(record.layout())
        .append(", TileType: Vec ===\n  Shape: [")
        .append(rows)
        .append(", ")
        .append(columns)
        .append("], Valid Shape: [")
        .append(validRows)
        .append(", ")
        .append(validColumns)
        .append("]\n");
    boolean padded = style == Printout.Style.DEVICE;
    for (int row = 0; row < (padded ? rows : validRows); row++) {
      row(row * columns, padded ? columns : validColumns, validColumns);
      if (padded && row + 1 == validRows && validRows < rows) {
        border(columns, validColumns);
      }
    }
  }

  private static int clip(long extent, int room) {
    return (int) Math.max(0, Math.min(extent, room));
  }

  /** Values apart by a blank; behind the last valid one stands a bar when others follow. */
  private void row(int first, int columns, int validColumns) {
    for (int column = 0; column < columns; column++) {
      if (column > 0) {
        out.append(column == validColumns ? '|' : ' ');
      }
      element(first + column);
    }
    out.append('\n');
  }

  private void border(int columns, int validColumns) {
    String dashes = "-".repeat(record.style().width());
    for (int column = 0; column < columns; column++) {
      if (column > 0 && column == validColumns) {
        out.append('|');
      }
      out.append(dashes);
    }
    out.append('\n');
  }

  private void view(String place, Printout.Style style) {
    long[] values = entry.values();
    if (!place.isEmpty()) {
      out.append(place).append("tprint\n");
    }
    int rows = (int) Math.max(0, values[PrintRecord.VIEW_RANK - 1]);
    int columns = (int) Math.max(0, values[PrintRecord.VIEW_RANK]);
    if (style == Printout.Style.SHORT) {
      out.append("TPRINT ").append(rows).append('x').append(columns).append('\n');
    } else {
      out.append("=== [TPRINT GlobalTensor] Data Type: ")
          .append(name(record.type()))
          .append(", Layout: ")
          .append(record.layout())
          .append(" ===\n  Shape: [");
      for (int i = 1; i <= PrintRecord.VIEW_RANK; i++) {
        out.append(i == 1 ? "" : ", ").append(values[i]);
      }
      out.append("]\n");
    }
    int count = entry.elements().length / record.type().bytes();
    for (int at = 0, batch = 0; at < count; batch++) {
      if (style != Printout.Style.SHORT) {
        batch(batch, values);
      }
      for (int row = 0; row < rows; row++, at += columns) {
        row(at, columns, columns);
      }
    }
  }

  private void batch(int number, long[] values) {
    long inner = number % values[3];
    long middle = number / values[3] % values[2];
    long outer = number / values[3] / values[2];
    out.append("  Batch [")
        .append(outer)
        .append(", ")
        .append(middle)
        .append(", ")
        .append(inner)
        .append("]:\n");
  }

  private void element(int index) {
    DataType type = record.type();
    long bits = LittleEndian.get(entry.elements(), index * type.bytes(), type.bytes());
    PrintRecord.Style style = record.style();
    if (type.isFloat()) {
      out.append(NumberText.fixed(NumberText.real(type, bits), style.width(), style.precision()));
    } else {
      long value = NumberText.integer(type, bits);
      String digits =
          type.kind() == DataType.Kind.UNSIGNED
              ? Long.toUnsignedString(value)
              : Long.toString(value);
      out.append(NumberText.pad(digits, style.width(), ' ', false));
    }
  }

  /** Types as headings name them. */
  private static String name(DataType type) {
    return switch (type) {
      case FP32 -> "float32";
      case FP16 -> "float16";
      case BF16 -> "bfloat16";
      case S64 -> "int64";
      case S32 -> "int32";
      case S16 -> "int16";
      case S8 -> "int8";
      case U64 -> "uint64";
      case U32 -> "uint32";
      case U16 -> "uint16";
      case U8 -> "uint8";
      default -> type.spelling();
    };
  }
}
