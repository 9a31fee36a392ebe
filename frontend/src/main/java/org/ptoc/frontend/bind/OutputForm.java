package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.GroupSyntax;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.ResultSyntax;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/**
 * The manual's form of predicate generation, {@code pto.pset_b8 "PAT_ALL" outs(%m :
 * !pto.mask<b8>)}.
 */
final class OutputForm {
  private OutputForm() {}

  /** The same statement with the names in {@code outs} as results. */
  static StatementSyntax.Operation rewrite(
      OpDefinition definition, StatementSyntax.Operation statement) throws Problem {
    GroupSyntax outputs = statement.outputs().orElseThrow();
    if (statement.inputs().isPresent()
        || !statement.results().isEmpty()
        || definition.results().isEmpty()) {
      throw new Problem(
          DiagnosticCode.BAD_OPERATION_SYNTAX,
          outputs.location(),
          "`" + definition.name() + "` is not written with `ins(...)` and `outs(...)`");
    }
    List<ResultSyntax> results = new ArrayList<>();
    for (ItemSyntax item : outputs.items()) {
      if (!(item instanceof ItemSyntax.Operand operand)) {
        throw new Problem(
            DiagnosticCode.BAD_OPERATION_SYNTAX, item.location(), "expected the name of a result");
      }
      results.add(new ResultSyntax(operand.location(), operand.value().name(), 1, false));
    }
    List<SignatureSyntax.Entry> operands =
        statement.signature().map(SignatureSyntax::operands).orElse(List.of());
    boolean onlyResults = operands.isEmpty();
    SignatureSyntax signature =
        onlyResults
            ? new SignatureSyntax(
                outputs.location(),
                false,
                outputs.types().stream()
                    .map(
                        type ->
                            new SignatureSyntax.Entry(
                                type.location(), Optional.empty(), List.of(type), 1))
                    .toList(),
                false,
                List.of())
            : new SignatureSyntax(outputs.location(), false, operands, true, outputs.types());
    return new StatementSyntax.Operation(
        statement.location(),
        results,
        statement.name(),
        statement.prefixed(),
        statement.items(),
        statement.attributes(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(signature));
  }
}
