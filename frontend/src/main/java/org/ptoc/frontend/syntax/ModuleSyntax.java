package org.ptoc.frontend.syntax;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Location;

/**
 * {@code module @name attributes {...} {...}}.
 *
 * @param location the word {@code module}
 * @param name its symbol without {@code @}
 * @param attributes its attributes
 * @param units its functions and modules in order
 */
public record ModuleSyntax(
    Location location, Optional<String> name, List<EntrySyntax> attributes, List<UnitSyntax> units)
    implements UnitSyntax {
  public ModuleSyntax {
    attributes = List.copyOf(attributes);
    units = List.copyOf(units);
  }
}
