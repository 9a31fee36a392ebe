package org.ptoc.tools.validate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.ptoc.ir.type.ViewLayout;

/**
 * A view of global memory as a mark gives it; leading dimensions have one element.
 *
 * @param base the byte of element (0, ..., 0)
 * @param extents elements in each of five dimensions
 * @param strides elements from one to the next in each dimension
 */
record LoadedView(long base, List<Long> extents, List<Long> strides) {
  static LoadedView of(long[] values, int first, int rank) {
    List<Long> extents = new ArrayList<>(Collections.nCopies(ViewLayout.RANK - rank, 1L));
    List<Long> strides = new ArrayList<>(Collections.nCopies(ViewLayout.RANK - rank, 0L));
    for (int i = 0; i < rank; i++) {
      extents.add(values[first + 1 + i]);
      strides.add(values[first + 1 + rank + i]);
    }
    return new LoadedView(values[first], extents, strides);
  }

  /** Values of a mark for a view. */
  static int values(int rank) {
    return 1 + 2 * rank;
  }

  /**
   * The first byte of an element of a line.
   *
   * @param along the dimension of the line; the others number the lines, the last fastest
   * @param bytes of an element
   */
  long place(int along, long line, long element, int bytes) {
    long rest = line;
    long elements = element * strides.get(along);
    for (int i = ViewLayout.RANK - 1; i >= 0; i--) {
      if (i != along) {
        elements += rest % extents.get(i) * strides.get(i);
        rest /= extents.get(i);
      }
    }
    return base + elements * bytes;
  }

  /** True if some dimension has no element. */
  boolean isEmpty() {
    return extents.contains(0L);
  }
}
