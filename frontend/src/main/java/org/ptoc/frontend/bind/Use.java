package org.ptoc.frontend.bind;

import java.util.Optional;
import org.ptoc.ir.Location;

/**
 * An operand as written: a name, or a number that becomes a constant.
 *
 * @param location where it is written
 * @param binding the binding of the name; absent for a number
 * @param literal the number; empty for a name
 */
record Use(Location location, Optional<Names.Binding> binding, String literal) {
  static Use of(Location location, Names.Binding binding) {
    return new Use(location, Optional.of(binding), "");
  }

  static Use of(Location location, String literal) {
    return new Use(location, Optional.empty(), literal);
  }
}
