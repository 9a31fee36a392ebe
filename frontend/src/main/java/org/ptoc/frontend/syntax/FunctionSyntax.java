package org.ptoc.frontend.syntax;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Location;

/**
 * {@code func.func @name(...) -> ... attributes {...} {...}}.
 *
 * @param location the symbol
 * @param name its symbol without {@code @}, empty when the head is broken
 * @param parameters its parameters in order
 * @param results its result types
 * @param attributes its attributes
 * @param body its region; absent for a declaration
 * @param isPrivate true if {@code private} precedes its name
 * @param complete false when the head had a syntax error
 */
public record FunctionSyntax(
    Location location,
    String name,
    List<ParameterSyntax> parameters,
    List<TypeSyntax> results,
    List<EntrySyntax> attributes,
    Optional<RegionSyntax> body,
    boolean isPrivate,
    boolean complete)
    implements UnitSyntax {
  public FunctionSyntax {
    parameters = List.copyOf(parameters);
    results = List.copyOf(results);
    attributes = List.copyOf(attributes);
  }
}
