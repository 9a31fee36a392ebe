package org.ptoc.frontend.syntax;

import org.ptoc.ir.Location;

/**
 * A value by name.
 *
 * @param location the name
 * @param name the name without {@code %}; a member of a pack is written {@code name#index}
 */
public record ValueSyntax(Location location, String name) implements SyntaxNode {}
