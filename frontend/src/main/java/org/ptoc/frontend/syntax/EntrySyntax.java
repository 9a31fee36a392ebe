package org.ptoc.frontend.syntax;

import java.util.Optional;
import org.ptoc.ir.Location;

/**
 * An entry of an attribute dictionary.
 *
 * @param location the key
 * @param key the key without quotes
 * @param value its value; absent for a unit attribute
 */
public record EntrySyntax(Location location, String key, Optional<AttributeSyntax> value)
    implements SyntaxNode {}
