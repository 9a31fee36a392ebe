package org.ptoc.cycles;

/**
 * A tile operation over tiles of one shape.
 *
 * @param name mnemonic without dialect
 * @param form operands: {@code binary}, {@code integer} (binary, of any type), {@code unary},
 *     {@code scalar}, {@code convert}, {@code rows} (reduces rows to a column), {@code columns} or
 *     {@code expand} (applies a column to rows)
 * @param type element type of the sources
 * @param result element type of the destination
 */
record TileOperation(String name, String form, String type, String result) {

  static TileOperation of(String name, String form, String type) {
    return new TileOperation(name, form, type, type);
  }

  /** Elements of the wider type in 256 bytes. */
  int lanes() {
    return type.equals("f32") || result.equals("f32") ? 64 : 128;
  }

  /**
   * The statements of a kernel over tiles of {@code rows} x {@code columns} with {@code valid}
   * valid columns.
   */
  String text(int rows, int columns, int valid) {
    String source = tile(type, rows, columns, valid);
    int height = (rows + 31) / 32 * 32;
    String column =
        "!pto.tile_buf<vec, %dx1x%s, valid=%dx1, blayout=col_major>".formatted(height, type, rows);
    String destination =
        switch (form) {
          case "rows" -> column;
          case "columns" -> tile(result, 1, columns, valid);
          default -> tile(result, rows, columns, valid);
        };
    // Addresses of its own make the destination visible to others, so that nothing of the kernel is
    // dead.
    int distance = Math.max(rows * columns * Float.BYTES, 1024);
    String allocations =
        """
          %%at_a = arith.constant 0 : i64
          %%at_b = arith.constant %d : i64
          %%at_d = arith.constant %d : i64
          %%a = pto.alloc_tile addr = %%at_a : %s
          %%b = pto.alloc_tile addr = %%at_b : %s
          %%d = pto.alloc_tile addr = %%at_d : %s
          %%at_c = arith.constant 0 : i64
          %%c = pto.alloc_tile addr = %%at_c : %s
          %%s = arith.constant 2.0 : %s
        """
            .formatted(
                distance,
                2 * distance,
                source,
                source,
                destination,
                column,
                form.equals("integer") ? "f32" : type);
    String operands =
        switch (form) {
          case "binary", "integer" -> "%a, %b : " + source + ", " + source;
          case "scalar" -> "%a, %s : " + source + ", " + type;
          case "convert" -> "%a {rmode = #pto<round_mode RINT>} : " + source;
          case "rows" -> "%a, %b : " + source + ", " + source;
          case "expand" -> "%b, %c : " + source + ", " + column;
          default -> "%a : " + source;
        };
    return allocations
        + "  pto."
        + name
        + " ins("
        + operands
        + ") outs(%d : "
        + destination
        + ")\n";
  }

  private static String tile(String type, int rows, int columns, int valid) {
    String part = valid == columns ? "" : ", valid=" + rows + "x" + valid;
    return "!pto.tile_buf<vec, " + rows + "x" + columns + "x" + type + part + ">";
  }
}
