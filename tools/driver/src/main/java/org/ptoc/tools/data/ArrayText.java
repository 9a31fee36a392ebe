package org.ptoc.tools.data;

import java.util.ArrayList;
import java.util.List;

/** An array for people: a few of its values, or a picture of all of them. */
public final class ArrayText {
  private static final int FIRST_ROWS = 4;
  private static final int LAST_ROWS = 2;
  private static final int FIRST_COLUMNS = 6;
  private static final int LAST_COLUMNS = 2;
  private static final int PICTURE_ROWS = 16;
  private static final int PICTURE_COLUMNS = 64;

  /** From the least value to the greatest. */
  private static final String SHADES = " .:-=+*#%@";

  private ArrayText() {}

  /** Type, shape, and the first and last rows; a row has the elements of the last dimension. */
  public static String table(String name, DataArray array) {
    StringBuilder text = new StringBuilder(name).append(": ").append(array).append('\n');
    int columns = columns(array);
    int rows = columns == 0 ? 0 : array.size() / columns;
    for (int row : some(rows, FIRST_ROWS, LAST_ROWS)) {
      if (row < 0) {
        text.append("  ...\n");
        continue;
      }
      text.append("  [").append(rowText(array, row * columns)).append(']');
      for (int column : some(columns, FIRST_COLUMNS, LAST_COLUMNS)) {
        text.append(' ')
            .append(column < 0 ? "..." : array.format().show(array.bits(row * columns + column)));
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** The place of a row: all dimensions but the last. */
  private static String rowText(DataArray array, int first) {
    String place = array.indexText(first);
    int comma = place.lastIndexOf(',');
    return comma < 0 ? place : place.substring(0, comma);
  }

  private static int columns(DataArray array) {
    return array.shape().isEmpty() ? 1 : array.shape().getLast();
  }

  /** The first and the last of {@code count} indices; -1 between them. */
  private static List<Integer> some(int count, int first, int last) {
    List<Integer> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (count <= first + last + 1 || i < first || i >= count - last) {
        chosen.add(i);
      } else if (i == first) {
        chosen.add(-1);
      }
    }
    return chosen;
  }

  /**
   * A sign for each value, or for the mean of neighbours where there are more than 16 rows or 64
   * columns: blank for the least, {@code @} for the greatest, {@code ?} for NaN, {@code ^} and
   * {@code v} for infinities.
   */
  public static String picture(String name, DataArray array) {
    int columns = columns(array);
    int rows = columns == 0 ? 0 : array.size() / columns;
    double least = Double.POSITIVE_INFINITY;
    double greatest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < array.size(); i++) {
      double value = value(array, i);
      if (Double.isFinite(value)) {
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
      }
    }
    StringBuilder text = new StringBuilder(name).append(": ").append(array);
    if (least <= greatest) {
      text.append(", ' ' is ").append(least).append(", '@' is ").append(greatest);
    }
    text.append('\n');
    int height = Math.min(rows, PICTURE_ROWS);
    int width = Math.min(columns, PICTURE_COLUMNS);
    for (int y = 0; y < height; y++) {
      text.append("  |");
      for (int x = 0; x < width; x++) {
        double mean =
            mean(
                array,
                columns,
                new int[] {y * rows / height, (y + 1) * rows / height},
                new int[] {x * columns / width, (x + 1) * columns / width});
        text.append(sign(mean, least, greatest));
      }
      text.append("|\n");
    }
    return text.toString();
  }

  private static double value(DataArray array, int index) {
    return array.format().toDouble(array.bits(index));
  }

  private static double mean(DataArray array, int columns, int[] rows, int[] range) {
    double sum = 0;
    for (int row = rows[0]; row < rows[1]; row++) {
      for (int column = range[0]; column < range[1]; column++) {
        sum += value(array, row * columns + column);
      }
    }
    return sum / ((double) (rows[1] - rows[0]) * (range[1] - range[0]));
  }

  private static char sign(double value, double least, double greatest) {
    if (Double.isNaN(value)) {
      return '?';
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? '^' : 'v';
    }
    double part = greatest > least ? (value - least) / (greatest - least) : 0;
    return SHADES.charAt((int) Math.clamp(part * SHADES.length(), 0, SHADES.length() - 1));
  }
}
