package org.ptoc.frontend.syntax;

import org.ptoc.ir.Location;

/**
 * {@code !name = type} or {@code #name = value}. The types of the tree are already free of type
 * aliases.
 *
 * @param location the name
 * @param name the name with its first character
 * @param value the value that it names
 */
public record AliasSyntax(Location location, String name, AttributeSyntax value)
    implements SyntaxNode {}
