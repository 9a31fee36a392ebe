package org.ptoc.ir;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.type.Type;

/**
 * A function. Which of them are kernels follows from their attributes, from who calls them and from
 * whether they are private (spec/50, 5.1).
 *
 * @param name symbol without {@code @}
 * @param resultTypes result types; kernels have none
 * @param attributes attributes of the declaration
 * @param body body with the parameters as region arguments; empty for a declaration
 * @param location place of the name
 * @param isPrivate whether it was written as {@code private}: a helper, no kernel
 */
public record Function(
    String name,
    List<Type> resultTypes,
    Attributes attributes,
    Optional<Region> body,
    Location location,
    boolean isPrivate) {
  public Function {
    resultTypes = List.copyOf(resultTypes);
  }

  /** A function that others may see. */
  public Function(
      String name,
      List<Type> resultTypes,
      Attributes attributes,
      Optional<Region> body,
      Location location) {
    this(name, resultTypes, attributes, body, location, false);
  }

  /** Parameters in order; a declaration has none. */
  public List<Value> parameters() {
    return body.map(Region::arguments).orElse(List.of());
  }

  /** The same function with other attributes. */
  public Function withAttributes(Attributes others) {
    return new Function(name, resultTypes, others, body, location, isPrivate);
  }

  /** The same function with another body. */
  public Function withBody(Region newBody) {
    return new Function(name, resultTypes, attributes, Optional.of(newBody), location, isPrivate);
  }
}
