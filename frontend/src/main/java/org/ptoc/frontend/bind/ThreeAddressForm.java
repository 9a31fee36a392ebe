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

/** {@code op %d, %a, %b : T}: the destination stands first. */
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
    if (items.isEmpty() || !(items.getFirst() instanceof ItemSyntax.Operand first)) {
      throw tile.syntax("needs `ins(...) outs(...)`, a result or a destination");
    }
    List<ItemSyntax> sources = items.subList(1, items.size());
    body.resolveAll(sources);
    FormatMatcher matcher = tile.match(sources, 0, tile.destination());
    Optional<TypeSyntax> shared = tile.sharedType();
    shared.ifPresent(type -> tile.checkShared(matcher, type));
    Types types = shared.isPresent() ? Types.NONE : types(matcher.uses().size());
    tile.check(types.inputs(), matcher, tile.location());
    Optional<TypeSyntax> written = shared.or(types::destination);
    Optional<Type> known = knownType(first.value()).or(() -> written.flatMap(TypeSyntax::type));
    List<List<Value>> groups = tile.values(matcher.groups(), types.inputs(), known);
    groups.set(tile.destination(), List.of(destination(first, written, groups)));
    tile.emit(groups, entries);
  }

  /** The type of a destination that the text has allocated already. */
  private Optional<Type> knownType(ValueSyntax name) {
    return body.find(name.name())
        .filter(Names.Binding::known)
        .map(known -> body.placeholders().typeOf(known.value()));
  }

  private Value destination(
      ItemSyntax.Operand first, Optional<TypeSyntax> written, List<List<Value>> groups)
      throws Problem {
    ValueSyntax name = first.value();
    if (body.find(name.name()).isEmpty()) {
      TileType type = tile.destinationType(written, groups);
      ResultSyntax result = new ResultSyntax(name.location(), name.name(), 1, false);
      allocator.allocate(type, result, TileStatement.flat(groups));
    }
    Use use = Use.of(first.location(), body.resolve(name));
    written.ifPresent(type -> SignatureChecker.check(body, use, type));
    return body.value(use, ElementType.I64);
  }

  /**
   * The types of a signature that lists one for each operand: the destination first, or behind an
   * arrow.
   */
  private record Types(Optional<TypeSyntax> destination, List<TypeSyntax> inputs) {
    private static final Types NONE = new Types(Optional.empty(), List.of());
  }

  private Types types(int inputs) throws Problem {
    if (statement.signature().isEmpty()) {
      return Types.NONE;
    }
    SignatureSyntax signature = statement.signature().get();
    List<TypeSyntax> types = tile.listedTypes();
    if (signature.arrow()) {
      return new Types(signature.results().stream().findFirst(), types);
    }
    if (types.size() != inputs + 1) {
      throw SignatureChecker.wrongCount(
          tile.location(), tile.definition(), types.size(), inputs + 1);
    }
    return new Types(Optional.of(types.getFirst()), types.subList(1, types.size()));
  }
}
