package org.ptoc.tools.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * A view of global memory.
 *
 * @param parameter number of the pointer parameter that it is made of
 * @param start element of the buffer at which it begins
 * @param shape elements in each dimension, outermost first
 * @param strides distance in elements in each dimension
 */
record View(int parameter, Range start, List<Range> shape, List<Range> strides) {
  View {
    shape = List.copyOf(shape);
    strides = List.copyOf(strides);
  }

  /** Elements of the buffer up to the last of the view; NaN when not known. */
  double elements(IntToDoubleFunction values) {
    double last = start.high().value(values);
    for (int i = 0; i < Math.min(shape.size(), strides.size()); i++) {
      double extent = Math.max(1, whole(shape.get(i).high().value(values)));
      last += (extent - 1) * whole(strides.get(i).high().value(values));
    }
    return whole(last + 1);
  }

  /** The extents when the view is the whole buffer without gaps; else empty. */
  List<Integer> dense(IntToDoubleFunction values) {
    List<Integer> extents = new ArrayList<>();
    double product = 1;
    for (int i = shape.size() - 1; i >= 0; i--) {
      double extent = whole(shape.get(i).high().value(values));
      double stride = whole(strides.get(i).high().value(values));
      if (extent != 1 && stride != product || !(extent >= 1 && extent <= Integer.MAX_VALUE)) {
        return List.of();
      }
      product *= extent;
      extents.addFirst((int) extent);
    }
    return start.high().value(values) == 0 ? extents : List.of();
  }

  private static double whole(double value) {
    return Math.floor(value + 1e-6);
  }
}
