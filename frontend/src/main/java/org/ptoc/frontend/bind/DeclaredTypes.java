package org.ptoc.frontend.bind;

import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;

/**
 * What a use of a value says about its type, for bare forms that do not say it themselves (spec/10,
 * 1.2).
 */
final class DeclaredTypes {
  private DeclaredTypes() {}

  /**
   * The type with which one of these statements uses the name, if its signature lists a type for
   * each operand.
   */
  static Optional<TypeSyntax> find(String name, List<StatementSyntax> statements) {
    for (StatementSyntax statement : statements) {
      if (statement instanceof StatementSyntax.Operation operation) {
        Optional<TypeSyntax> type = find(name, operation);
        if (type.isPresent()) {
          return type;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<TypeSyntax> find(String name, StatementSyntax.Operation operation) {
    if (operation.signature().isEmpty() || !operation.prefixed()) {
      return Optional.empty();
    }
    List<TypeSyntax> types = SignatureChecker.types(operation.signature().get().operands());
    int position = 0;
    for (ItemSyntax item : operation.items()) {
      if (item instanceof ItemSyntax.Operand operand) {
        if (operand.value().name().equals(name)) {
          return position < types.size() ? Optional.of(types.get(position)) : Optional.empty();
        }
        position++;
      }
    }
    return Optional.empty();
  }
}
