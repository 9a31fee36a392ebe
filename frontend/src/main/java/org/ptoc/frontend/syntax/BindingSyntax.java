package org.ptoc.frontend.syntax;

import org.ptoc.ir.Location;

/**
 * A loop-carried value, {@code %name = %initial}.
 *
 * @param location the name
 * @param name what the body calls it
 * @param initial its value in the first iteration
 */
public record BindingSyntax(Location location, ValueSyntax name, ValueSyntax initial)
    implements SyntaxNode {}
