package org.ptoc.passes.codegen.allocate;

import java.util.Arrays;

/**
 * Where a register holds a value that is still needed: half-open segments of positions, ascending
 * and not adjacent. Node i reads at position 2i and writes at 2i + 1, so a result may take the
 * register of a source that ends there.
 */
final class LiveRange {
  private int[] bounds;
  private int size;

  LiveRange() {
    this.bounds = new int[4];
  }

  private LiveRange(int[] bounds, int size) {
    this.bounds = bounds;
    this.size = size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int start() {
    return bounds[0];
  }

  int end() {
    return bounds[size - 1];
  }

  /** Number of positions that are covered. */
  int length() {
    int length = 0;
    for (int i = 0; i < size; i += 2) {
      length += bounds[i + 1] - bounds[i];
    }
    return length;
  }

  /** Appends a segment that starts at or behind the end of the last. */
  void append(int from, int to) {
    if (size > 0 && bounds[size - 1] >= from) {
      bounds[size - 1] = Math.max(bounds[size - 1], to);
      return;
    }
    if (size == bounds.length) {
      bounds = Arrays.copyOf(bounds, 2 * size);
    }
    bounds[size++] = from;
    bounds[size++] = to;
  }

  boolean intersects(LiveRange other) {
    if (isEmpty() || other.isEmpty() || end() <= other.start() || other.end() <= start()) {
      return false;
    }
    int i = firstEndingBehind(other.start());
    int j = other.firstEndingBehind(start());
    while (i < size && j < other.size) {
      if (bounds[i + 1] <= other.bounds[j]) {
        i += 2;
      } else if (other.bounds[j + 1] <= bounds[i]) {
        j += 2;
      } else {
        return true;
      }
    }
    return false;
  }

  /**
   * Index of the bounds of the first segment that ends behind {@code position}; the size when there
   * is none.
   */
  private int firstEndingBehind(int position) {
    int low = 0;
    int high = size / 2;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (bounds[2 * middle + 1] > position) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return 2 * low;
  }

  /** All segments of two ranges. */
  LiveRange union(LiveRange other) {
    LiveRange union = new LiveRange(new int[size + other.size + 2], 0);
    int i = 0;
    int j = 0;
    while (i < size || j < other.size) {
      if (j >= other.size || i < size && bounds[i] <= other.bounds[j]) {
        union.append(bounds[i], bounds[i + 1]);
        i += 2;
      } else {
        union.append(other.bounds[j], other.bounds[j + 1]);
        j += 2;
      }
    }
    return union;
  }

  @Override
  public String toString() {
    return Arrays.toString(Arrays.copyOf(bounds, size));
  }
}
