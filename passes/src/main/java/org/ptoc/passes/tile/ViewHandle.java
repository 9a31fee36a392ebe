package org.ptoc.passes.tile;

import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;

/**
 * A view of global memory as lowering sees it.
 *
 * @param element element type
 * @param base byte address of element (0, ..., 0), {@code i64}
 * @param extents elements in each dimension, outermost first, {@code index}
 * @param strides distance in elements in each dimension, {@code index}
 */
public record ViewHandle(
    ElementType element, Value base, List<Value> extents, List<Value> strides) {
  public ViewHandle {
    extents = List.copyOf(extents);
    strides = List.copyOf(strides);
  }

  public int rank() {
    return extents.size();
  }
}
