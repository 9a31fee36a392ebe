package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.ResultSyntax;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.frontend.syntax.ValueSyntax;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/**
 * Regions that only group operations, {@code scf.execute_region} and {@code pto.fusion_region}:
 * their operations stand where the region does, and their results are the values that they yield
 * (spec/50, 2.9).
 */
final class InlinedRegion {
  private static final Set<String> NAMES = Set.of("scf.execute_region", "pto.fusion_region");
  private static final Set<String> YIELDS = Set.of("scf.yield", "pto.yield");

  private final Body body;

  InlinedRegion(Body body) {
    this.body = body;
  }

  static boolean is(StatementSyntax.Scope scope) {
    return NAMES.contains(scope.name());
  }

  void bind(StatementSyntax.Scope scope) throws Problem {
    if (!scope.captures().isEmpty()
        || !scope.body().arguments().isEmpty()
        || !scope.body().blocks().isEmpty()) {
      throw new Problem(
          DiagnosticCode.BAD_OPERATION_SYNTAX,
          scope.location(),
          "`"
              + scope.name()
              + "` takes no operands, and its region is one block without arguments");
    }
    List<StatementSyntax> statements = scope.body().statements();
    Optional<StatementSyntax.Operation> last = last(statements);
    Body inner = body.inner();
    new RegionBinder(inner)
        .bind(last.isPresent() ? statements.subList(0, statements.size() - 1) : statements);
    List<ValueSyntax> values = new ArrayList<>();
    last.ifPresent(operation -> collect(operation.items(), values));
    List<Use> uses =
        values.stream().map(value -> Use.of(value.location(), inner.resolve(value))).toList();
    body.takeOver(inner);
    check(scope, uses);
    define(scope.results(), uses);
  }

  /** The operation at the end that names the results. */
  private static Optional<StatementSyntax.Operation> last(List<StatementSyntax> statements) {
    return !statements.isEmpty()
            && statements.getLast() instanceof StatementSyntax.Operation operation
            && YIELDS.contains(operation.name())
        ? Optional.of(operation)
        : Optional.empty();
  }

  private static void collect(List<ItemSyntax> items, List<ValueSyntax> values) {
    for (ItemSyntax item : items) {
      switch (item) {
        case ItemSyntax.Operand operand -> values.add(operand.value());
        case ItemSyntax.Parenthesis group -> collect(group.arguments(), values);
        default -> {}
      }
    }
  }

  /** Compares the values with the written types and the number of results. */
  private void check(StatementSyntax.Scope scope, List<Use> uses) throws Problem {
    List<TypeSyntax> types =
        scope.types().isEmpty()
            ? scope
                .signature()
                .map(SignatureSyntax::operands)
                .map(SignatureChecker::types)
                .orElse(List.of())
            : scope.types();
    if (uses.size() != types.size()
        || !scope.results().isEmpty() && Body.count(scope.results()) != types.size()) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          scope.location(),
          "`"
              + scope.name()
              + "`: the values that it yields, "
              + uses.size()
              + ", its types, "
              + types.size()
              + ", and its names, "
              + Body.count(scope.results())
              + ", must be the same number");
    }
    for (int i = 0; i < types.size(); i++) {
      SignatureChecker.check(body, uses.get(i), types.get(i));
    }
  }

  private void define(List<ResultSyntax> results, List<Use> uses) {
    int next = 0;
    for (ResultSyntax result : results) {
      for (int i = 0; i < result.count(); i++) {
        Names.Binding binding = uses.get(next++).binding().orElseThrow();
        if (!binding.known()) {
          body.defineUnknown(result.name(), result.location());
          continue;
        }
        if (result.pack()) {
          body.define(result.name() + "#" + i, binding.value(), result.location());
        }
        if (result.count() == 1) {
          body.define(result.name(), binding.value(), result.location());
        }
      }
    }
  }
}
