package org.ptoc.tools.debug;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ptoc.emulator.session.ByteRange;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.tools.data.DataFormat;

/**
 * Elements of a tile or view, as rows and columns.
 *
 * @param dimensions extents of all dimensions but the last, which number rows together
 * @param columns extent of the last dimension
 * @param addresses where elements lie
 */
record Matrix(
    AddressSpace space,
    List<Long> dimensions,
    long columns,
    DataFormat format,
    Addresses addresses) {
  private static final Pattern SHAPE = Pattern.compile("(\\d+)x(\\d+)x([A-Za-z0-9]+)");

  /** Where elements lie. */
  interface Addresses {
    long of(long row, long column);
  }

  Matrix {
    dimensions = List.copyOf(dimensions);
  }

  /** The matrix of a tile type at an address. */
  static Matrix of(AddressSpace space, long address, String type) throws DebugProblem {
    Matcher shape = SHAPE.matcher(type);
    if (!shape.find()) {
      throw new DebugProblem("'" + type + "' has no shape; 8x64xf32 is one");
    }
    long rows = Expression.number(shape.group(1));
    long columns = Expression.number(shape.group(2));
    DataFormat format = Expression.format(shape.group(3));
    Addresses addresses;
    int bytes = format.bytes();
    if (type.contains("slayout=row_major")) {
      // Columns of boxes; a box has 16 rows of 32 bytes, or of 16 elements (spec/60, 1.2).
      int width = type.contains("fractal=1024") ? 16 : 32 / bytes;
      addresses =
          (row, column) ->
              address
                  + ((column / width * ((rows + 15) / 16) + row / 16) * 16 * width
                          + row % 16 * width
                          + column % width)
                      * bytes;
    } else if (type.contains("blayout=col_major")) {
      addresses = (row, column) -> address + (column * rows + row) * bytes;
    } else {
      addresses = (row, column) -> address + (row * columns + column) * bytes;
    }
    return new Matrix(space, List.of(rows), columns, format, addresses);
  }

  /**
   * A view of GM.
   *
   * @param shape extents, outermost first
   * @param strides elements from one index to the next
   */
  static Matrix view(long address, List<Long> shape, List<Long> strides, DataFormat format) {
    int last = shape.size() - 1;
    List<Long> outer = shape.subList(0, last);
    return new Matrix(
        AddressSpace.GM,
        outer,
        shape.getLast(),
        format,
        (row, column) -> {
          List<Long> indices = indices(outer, row);
          long offset = column * strides.get(last);
          for (int i = 0; i < last; i++) {
            offset += indices.get(i) * strides.get(i);
          }
          return address + offset * format.bytes();
        });
  }

  /** {@code 8x64xf32}. */
  String shape() {
    String outer = dimensions.stream().map(each -> each + "x").collect(Collectors.joining());
    return outer + columns + "x" + format.spelling();
  }

  /** The address of the first element. */
  long start() {
    return addresses.of(0, 0);
  }

  long rows() {
    return dimensions.stream().reduce(1L, (all, each) -> all * Math.max(0, each));
  }

  /** The first element of a row, as users name places. */
  ByteRange element(int core, long row, long column) {
    return new ByteRange(space, core, addresses.of(row, column), format.bytes());
  }

  /** {@code [3]}, or {@code [1, 3]} where several dimensions number rows. */
  String label(long row) {
    return indices(dimensions, row).toString();
  }

  private static List<Long> indices(List<Long> dimensions, long row) {
    List<Long> indices = new ArrayList<>();
    long rest = row;
    for (long extent : dimensions.reversed()) {
      long count = Math.max(1, extent);
      indices.addFirst(rest % count);
      rest /= count;
    }
    return indices;
  }
}
