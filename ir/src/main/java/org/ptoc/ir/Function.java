package org.ptoc.ir;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.type.Type;

/**
 * A function; with the attribute {@code pto.aicore} or {@code pto.entry}, or when nothing calls it,
 * a kernel.
 *
 * @param name symbol without {@code @}
 * @param resultTypes result types; kernels have none
 * @param attributes attributes of the declaration
 * @param body body with the parameters as region arguments; empty for a declaration
 * @param location place of the name
 */
public record Function(
    String name,
    List<Type> resultTypes,
    Attributes attributes,
    Optional<Region> body,
    Location location) {
  public Function {
    resultTypes = List.copyOf(resultTypes);
  }

  /** Parameters in order; a declaration has none. */
  public List<Value> parameters() {
    return body.map(Region::arguments).orElse(List.of());
  }

  /** The same function with another body. */
  public Function withBody(Region newBody) {
    return new Function(name, resultTypes, attributes, Optional.of(newBody), location);
  }
}
