package org.ptoc.ir.type;

import java.util.List;

/**
 * An array in the memory of the scalar unit, {@code !pto.local_array<8x8xf32>} (spec/50, 2.7).
 *
 * @param extents number of elements in each dimension, row-major, at least one
 * @param element integer or float of at most 64 bits
 */
public record LocalArrayType(List<Integer> extents, ElementType element) implements Type {
  public LocalArrayType {
    extents = List.copyOf(extents);
  }

  /** Elements of all dimensions. */
  public long elements() {
    long elements = 1;
    for (int extent : extents) {
      elements = Math.multiplyExact(elements, extent);
    }
    return elements;
  }

  @Override
  public String spelling() {
    StringBuilder text = new StringBuilder("!pto.local_array<");
    extents.forEach(extent -> text.append(extent).append('x'));
    return text.append(element.spelling()).append('>').toString();
  }
}
