package org.ptoc.frontend.bind;

import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;

/**
 * What a use of a value says about its type, for bare forms that do not say it themselves (spec/10,
 * 1.2).
 */
final class DeclaredTypes {
  private DeclaredTypes() {}

  /** True when the type rule of the operation leaves its result open. */
  static boolean areNeeded(OpDefinition definition) {
    OperationForm form = definition.form();
    return form == OperationForm.FUSED_CONVERT
        || form == OperationForm.CONVERT
        || form == OperationForm.PACK
        || form == OperationForm.UNPACK
        || form == OperationForm.VECTOR_BITCAST
        || form == OperationForm.SCALE_CONVERT
        || form == OperationForm.REDUCE_SUM
        || form == OperationForm.SPLAT
        || form == OperationForm.INDEX_VECTOR
        || form == OperationForm.DUPLICATE
        || form == OperationForm.GATHER
        || form == OperationForm.MASK_PACK
        || form == OperationForm.MASK_UNPACK
        || form == OperationForm.MASK_BITCAST
        || form == OperationForm.MASK_LOAD
        || form == OperationForm.MASK_LOAD_IMMEDIATE;
  }

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
