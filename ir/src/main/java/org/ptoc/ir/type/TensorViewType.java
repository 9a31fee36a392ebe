package org.ptoc.ir.type;

import java.util.List;

/**
 * A global memory view: {@code !pto.tensor_view<...>} or, as a window of one, {@code
 * !pto.partition_tensor_view<...>} (spec/00, 2.2).
 *
 * @param partition true for a window
 * @param dimensions extents in elements, outermost first, 1 to 5 of them; {@link #DYNAMIC} for
 *     {@code ?}
 * @param element element type
 */
public record TensorViewType(boolean partition, List<Long> dimensions, ElementType element)
    implements Type {
  /** Represents an extent that is only known when the program runs. */
  public static final long DYNAMIC = -1;

  public TensorViewType {
    dimensions = List.copyOf(dimensions);
  }

  @Override
  public String spelling() {
    StringBuilder text =
        new StringBuilder(partition ? "!pto.partition_tensor_view<" : "!pto.tensor_view<");
    for (long dimension : dimensions) {
      if (dimension == DYNAMIC) {
        text.append('?');
      } else {
        text.append(dimension);
      }
      text.append('x');
    }
    return text.append(element.spelling()).append('>').toString();
  }
}
