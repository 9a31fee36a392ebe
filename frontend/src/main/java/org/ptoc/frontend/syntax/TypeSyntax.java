package org.ptoc.frontend.syntax;

import java.util.Optional;
import org.ptoc.ir.Location;
import org.ptoc.ir.type.Type;

/**
 * A type as written.
 *
 * @param location its text
 * @param type what it means; absent when that was an error, which is reported already
 */
public record TypeSyntax(Location location, Optional<Type> type) implements SyntaxNode {}
