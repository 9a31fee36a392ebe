package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.ResultSyntax;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.frontend.syntax.ValueSyntax;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/**
 * {@code op %d, %a, %b : T}: the destinations stand first, optional ones where an arrow says how
 * many there are.
 */
final class ThreeAddressForm {
  private final Body body;
  private final TileAllocator allocator;
  private final TileStatement tile;
  private final StatementSyntax.Operation statement;

  ThreeAddressForm(Body body, TileAllocator allocator, TileStatement tile) {
    this.body = body;
    this.allocator = allocator;
    this.tile = tile;
    this.statement = tile.statement();
  }

  void bind() throws Problem {
    List<EntrySyntax> entries = new ArrayList<>(statement.attributes());
    List<ItemSyntax> items = AssemblyAttributes.split(statement.items(), entries);
    int outputs = outputs();
    List<ItemSyntax.Operand> destinations =
        items.stream()
            .limit(outputs)
            .filter(ItemSyntax.Operand.class::isInstance)
            .map(ItemSyntax.Operand.class::cast)
            .toList();
    if (destinations.size() < outputs) {
      throw tile.syntax(
          "needs `ins(...) outs(...)`, "
              + (outputs == 1
                  ? "a result or a destination"
                  : outputs + " results or destinations"));
    }
    List<ItemSyntax> sources = items.subList(outputs, items.size());
    body.resolveAll(sources);
    FormatMatcher matcher = tile.match(sources, 0, tile.destination());
    Optional<TypeSyntax> shared = tile.sharedType();
    shared.ifPresent(type -> tile.checkShared(matcher, type));
    Types types = shared.isPresent() ? Types.NONE : types(matcher.uses().size(), outputs);
    tile.check(types.inputs(), matcher, tile.location());
    Optional<TypeSyntax> written = shared.or(() -> types.destination(0));
    Optional<Type> known =
        knownType(destinations.getFirst().value()).or(() -> written.flatMap(TypeSyntax::type));
    List<List<Value>> groups = tile.values(matcher.groups(), types.inputs(), known);
    for (int i = 0; i < outputs; i++) {
      Optional<TypeSyntax> own = i == 0 ? written : types.destination(i);
      groups.set(tile.destination() + i, List.of(destination(i, destinations.get(i), own, groups)));
    }
    tile.emit(groups, entries);
  }

  private int outputs() {
    int least = tile.outputs();
    int written = statement.signature().map(each -> each.results().size()).orElse(least);
    return Math.clamp(written, least, tile.destinations().size());
  }

  /** The type of a destination that the text has allocated already. */
  private Optional<Type> knownType(ValueSyntax name) {
    return body.find(name.name())
        .filter(Names.Binding::known)
        .map(known -> body.placeholders().typeOf(known.value()));
  }

  private Value destination(
      int output,
      ItemSyntax.Operand operand,
      Optional<TypeSyntax> written,
      List<List<Value>> groups)
      throws Problem {
    ValueSyntax name = operand.value();
    if (body.find(name.name()).isEmpty() && tile.isCounts(output)) {
      body.define(name.name(), TileStatement.counts(name.name()), name.location());
    } else if (body.find(name.name()).isEmpty()) {
      TileType type = tile.destinationType(output, written, groups);
      ResultSyntax result = new ResultSyntax(name.location(), name.name(), 1, false);
      allocator.allocate(type, result, TileStatement.flat(groups));
    }
    Use use = Use.of(operand.location(), body.resolve(name));
    written.ifPresent(type -> SignatureChecker.check(body, use, type));
    return body.value(use, ElementType.I64);
  }

  /**
   * The types of a signature that lists one for each operand: the destinations first, or after an
   * arrow.
   */
  private record Types(List<TypeSyntax> destinations, List<TypeSyntax> inputs) {
    private static final Types NONE = new Types(List.of(), List.of());

    Optional<TypeSyntax> destination(int output) {
      return destinations.stream().skip(output).findFirst();
    }
  }

  private Types types(int inputs, int outputs) throws Problem {
    if (statement.signature().isEmpty()) {
      return Types.NONE;
    }
    SignatureSyntax signature = statement.signature().get();
    List<TypeSyntax> types = tile.listedTypes();
    if (signature.arrow()) {
      return new Types(signature.results(), types);
    }
    if (types.size() != inputs + outputs) {
      throw SignatureChecker.wrongCount(
          tile.location(), tile.definition(), types.size(), inputs + outputs);
    }
    return new Types(types.subList(0, outputs), types.subList(outputs, types.size()));
  }
}
