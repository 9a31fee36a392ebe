package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.ResultSyntax;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/**
 * The bare form of the vector operations: {@code vadd %r, %a, %b, %m : !pto.vreg<64xf32>} (spec/10,
 * 1.2). The first operands are the names of the results, the first type is that of the first vector
 * source.
 */
final class BareBinder {
  private final Body body;

  BareBinder(Body body) {
    this.body = body;
  }

  /**
   * The same statement in the form with {@code =}.
   *
   * @param declared result types that uses of the results declare, where nothing else says them
   */
  StatementSyntax.Operation rewrite(
      OpDefinition definition, StatementSyntax.Operation statement, List<TypeSyntax> declared)
      throws Problem {
    List<ResultSyntax> results = new ArrayList<>();
    int wanted =
        (int) definition.results().stream().filter(role -> role.arity() == Role.Arity.ONE).count();
    for (int i = 0; i < wanted; i++) {
      if (i >= statement.items().size()
          || !(statement.items().get(i) instanceof ItemSyntax.Operand operand)) {
        throw new Problem(
            DiagnosticCode.BAD_OPERATION_SYNTAX,
            statement.location(),
            "`"
                + statement.name()
                + "` names its "
                + wanted
                + (wanted == 1 ? " result" : " results")
                + " first");
      }
      results.add(new ResultSyntax(operand.location(), operand.value().name(), 1, false));
    }
    List<ItemSyntax> sources = statement.items().subList(wanted, statement.items().size());
    checkTypes(sources, statement.signature());
    Optional<SignatureSyntax> signature =
        declared.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new SignatureSyntax(statement.location(), false, List.of(), true, declared));
    return new StatementSyntax.Operation(
        statement.location(),
        results,
        definition.name(),
        true,
        sources,
        statement.attributes(),
        Optional.empty(),
        Optional.empty(),
        signature);
  }

  /**
   * Checks the types after the colon: the type of the first vector, then the types of the scalar or
   * mask sources after it.
   */
  private void checkTypes(List<ItemSyntax> sources, Optional<SignatureSyntax> signature) {
    if (signature.isEmpty()) {
      return;
    }
    List<TypeSyntax> types = SignatureChecker.types(signature.get().operands());
    int next = 0;
    for (ItemSyntax source : sources) {
      if (next == types.size()) {
        return;
      }
      if (source instanceof ItemSyntax.Operand operand) {
        Use use = Use.of(operand.location(), body.resolve(operand.value()));
        TypeSyntax written = types.get(next);
        if (written.type().isEmpty() || next == 0 || sameKind(use, written)) {
          SignatureChecker.check(body, use, written);
          next++;
        }
      }
    }
  }

  private boolean sameKind(Use use, TypeSyntax written) {
    return use.binding().isPresent()
        && body.placeholders().typeOf(use.binding().get().value()).getClass()
            == written.type().get().getClass();
  }
}
