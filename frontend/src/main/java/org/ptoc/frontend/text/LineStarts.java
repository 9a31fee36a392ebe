package org.ptoc.frontend.text;

import java.util.Arrays;
import org.ptoc.ir.Location;

/** Where the lines of a text begin, counted as {@link Location} counts them. */
public final class LineStarts {
  private final int[] starts;
  private final int length;

  public LineStarts(String text) {
    int[] found = new int[16];
    int count = 1;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
      if (count == found.length) {
        found = Arrays.copyOf(found, 2 * count);
      }
      found[count++] = end + 1;
    }
    starts = Arrays.copyOf(found, count);
    length = text.length();
  }

  /** The index of a place in UTF-16 units, inside the text for any place. */
  public int offset(Location place) {
    int line = Math.clamp(place.line() - 1, 0, starts.length - 1);
    return Math.clamp((long) starts[line] + Math.max(0, place.column() - 1), 0, length);
  }

  /** The line of an index, from 0 on. */
  public int line(int offset) {
    int found = Arrays.binarySearch(starts, offset);
    return found >= 0 ? found : -found - 2;
  }

  /** Index of the first character of a line, which counts from 0. */
  public int start(int line) {
    return starts[line];
  }

  /** Number of lines, at least 1. */
  public int count() {
    return starts.length;
  }
}
