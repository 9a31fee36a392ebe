package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.frontend.syntax.GroupSyntax;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.diagnostic.NearestName;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/**
 * {@code op ins(%a, %b : T, T) outs(%d : T)}, for an operation with results {@code %v = op ins(%a :
 * T) outs : S}.
 */
final class InsOutsForm {
  private final Body body;
  private final TileStatement tile;
  private final StatementSyntax.Operation statement;

  InsOutsForm(Body body, TileStatement tile) {
    this.body = body;
    this.tile = tile;
    this.statement = tile.statement();
  }

  /**
   * An error about an item outside of the groups: a group with a wrong name, or a line without a
   * statement.
   */
  private Problem stray(ItemSyntax item) {
    String word =
        switch (item) {
          case ItemSyntax.Word each -> each.word();
          case ItemSyntax.Clause each -> each.word();
          default -> "";
        };
    Problem problem =
        new Problem(
            DiagnosticCode.BAD_OPERATION_SYNTAX,
            item.location(),
            item.location().line() > tile.location().line() && !word.isEmpty()
                ? "`" + word + "` begins no statement, and belongs to no operand of the one before"
                : "`"
                    + tile.definition().name()
                    + "` with `outs(...)` has no other operands or results");
    boolean group = item instanceof ItemSyntax.Clause && statement.outputs().isEmpty();
    return group && NearestName.meant(word, List.of("outs")).isPresent()
        ? problem.with(new Fix.Replace(item.location(), word, "outs"))
        : problem;
  }

  void bind() throws Problem {
    boolean hasOutputs = tile.destination() < tile.definition().operands().size();
    if (!statement.items().isEmpty()) {
      throw stray(statement.items().getFirst());
    }
    if (!statement.results().isEmpty() && tile.definition().results().isEmpty()) {
      throw new Problem(
          DiagnosticCode.BAD_OPERATION_SYNTAX,
          tile.location(),
          "`" + tile.definition().name() + "` with `outs(...)` has no other operands or results");
    }
    if (hasOutputs && statement.outputs().isEmpty()) {
      throw tile.syntax("needs `outs(...)`");
    }
    GroupSyntax inputs = statement.inputs().orElseGet(this::empty);
    GroupSyntax written = statement.outputs().orElseGet(this::empty);
    List<TypeSyntax> results = results(hasOutputs, written);
    GroupSyntax outputs = hasOutputs ? written : empty();
    body.resolveAll(inputs.items());
    defineCounts(outputs);
    body.resolveAll(outputs.items());
    List<EntrySyntax> entries = new ArrayList<>(inputs.attributes());
    inputs = new GroupSyntax(inputs.location(), flags(inputs, entries), List.of(), inputs.types());
    entries.addAll(outputs.attributes());
    entries.addAll(statement.attributes());
    Bound bound = uses(inputs, outputs);
    learnFromOthers(bound.uses());
    List<List<Value>> values = tile.values(bound.uses(), bound.types(), Optional.empty());
    tile.emit(values, bound.attributes(), entries, statement.results(), results);
  }

  private GroupSyntax empty() {
    return new GroupSyntax(tile.location(), List.of(), List.of(), List.of());
  }

  /** The types in {@code outs : T}. */
  private List<TypeSyntax> results(boolean hasOutputs, GroupSyntax written) throws Problem {
    if (hasOutputs) {
      List<TypeSyntax> results =
          statement.signature().map(SignatureSyntax::results).orElse(List.of());
      return isRepeated(results, written) ? List.of() : results;
    }
    if (!written.items().isEmpty()
        || tile.definition().results().isEmpty() && !written.types().isEmpty()) {
      throw new Problem(
          DiagnosticCode.BAD_OPERATION_SYNTAX,
          written.location(),
          "`"
              + tile.definition().name()
              + (tile.definition().results().isEmpty()
                  ? "` writes no tile: it has no `outs(...)`"
                  : "` gives a value: write `%v = ... outs : T`"));
    }
    return written.types();
  }

  /** The tensor form says the type of the destination once more, {@code -> T} (spec/60, 2.3). */
  private boolean isRepeated(List<TypeSyntax> results, GroupSyntax outputs) {
    return tile.definition().results().isEmpty()
        && statement.results().isEmpty()
        && results.size() == outputs.types().size()
        && IntStream.range(0, results.size())
            .allMatch(i -> results.get(i).type().equals(outputs.types().get(i).type()));
  }

  /**
   * Moves words that name a flag of the operation, {@code no_tmp}, to the attributes; returns the
   * other items.
   */
  private List<ItemSyntax> flags(GroupSyntax group, List<EntrySyntax> entries) {
    List<ItemSyntax> items = new ArrayList<>();
    for (ItemSyntax item : group.items()) {
      if (item instanceof ItemSyntax.Word word && isFlag(word.word())) {
        entries.add(new EntrySyntax(word.location(), word.word(), Optional.empty()));
      } else {
        items.add(item);
      }
    }
    return items;
  }

  private boolean isFlag(String word) {
    return tile.definition().attributes().stream()
        .anyMatch(
            rule -> rule.name().equals(word) && rule.domain() instanceof AttributeRule.Domain.Flag);
  }

  /** Operands and the types of inputs role after role, and the attributes among them. */
  private record Bound(List<List<Use>> uses, List<TypeSyntax> types, Attributes attributes) {}

  private Bound uses(GroupSyntax inputs, GroupSyntax outputs) throws Problem {
    int roles = tile.definition().operands().size();
    FormatMatcher sources = tile.match(inputs.items(), 0, tile.destination());
    FormatMatcher destinations = tile.match(outputs.items(), tile.destination(), roles);
    tile.check(inputs.types(), sources, tile.location());
    tile.check(outputs.types(), destinations, outputs.location());
    List<List<Use>> uses = new ArrayList<>(sources.groups().subList(0, tile.destination()));
    uses.addAll(destinations.groups().subList(tile.destination(), roles));
    return new Bound(uses, byRole(inputs.types(), sources), sources.attributes());
  }

  /** Types in the order of the text, in the order of the roles. */
  private static List<TypeSyntax> byRole(List<TypeSyntax> types, FormatMatcher matcher) {
    List<Use> written = matcher.inTextOrder();
    if (types.size() != written.size()) {
      return types;
    }
    List<TypeSyntax> ordered = new ArrayList<>();
    for (Use use : matcher.uses()) {
      for (int i = 0; i < written.size(); i++) {
        if (written.get(i) == use) {
          ordered.add(types.get(i));
        }
      }
    }
    return ordered;
  }

  /** Counts are made by the operation: their name needs no earlier definition (spec/20, 5.2). */
  private void defineCounts(GroupSyntax outputs) {
    int count = Math.min(outputs.items().size(), tile.destinations().size());
    for (int i = tile.outputs(); i < count; i++) {
      if (tile.isCounts(i)
          && outputs.items().get(i) instanceof ItemSyntax.Operand operand
          && body.find(operand.value().name()).isEmpty()) {
        String name = operand.value().name();
        body.define(name, TileStatement.counts(name), operand.location());
      }
    }
  }

  /**
   * An open tile type of an operand is that of the other tiles where the operation keeps the type.
   */
  private void learnFromOthers(List<List<Use>> uses) {
    if (body.placeholders().isEmpty()) {
      return;
    }
    List<Names.Binding> bindings =
        uses.stream().flatMap(List::stream).flatMap(use -> use.binding().stream()).toList();
    Optional<Type> known =
        bindings.stream()
            .map(binding -> body.placeholders().typeOf(binding.value()))
            .filter(TileType.class::isInstance)
            .findFirst();
    known.ifPresent(
        type -> bindings.forEach(binding -> body.placeholders().learn(binding.value(), type)));
  }
}
