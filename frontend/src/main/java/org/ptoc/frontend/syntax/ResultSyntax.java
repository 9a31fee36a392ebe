package org.ptoc.frontend.syntax;

import org.ptoc.ir.Location;

/**
 * A name that a statement defines: {@code %name} or a pack, {@code %name:2}.
 *
 * @param location the name
 * @param name the name without {@code %}
 * @param count number of results that the name defines, at least 1
 * @param pack true when the count was written
 */
public record ResultSyntax(Location location, String name, int count, boolean pack)
    implements SyntaxNode {}
