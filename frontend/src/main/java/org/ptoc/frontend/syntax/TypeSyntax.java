package org.ptoc.frontend.syntax;

import java.util.Optional;
import org.ptoc.ir.Location;
import org.ptoc.ir.type.Type;

/**
 * A type as written.
 *
 * @param location its text
 * @param type what it means; absent when that was an error, which is reported already
 * @param isMemref whether it is written {@code memref<...>}
 */
public record TypeSyntax(Location location, Optional<Type> type, boolean isMemref)
    implements SyntaxNode {
  /** Any type but a memref. */
  public TypeSyntax(Location location, Optional<Type> type) {
    this(location, type, false);
  }
}
