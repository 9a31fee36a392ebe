package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.frontend.syntax.GroupSyntax;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.ResultSyntax;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.frontend.syntax.ValueSyntax;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.Shape;
import org.ptoc.ir.catalog.Syntax.Element;
import org.ptoc.ir.catalog.ValueKind;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.BuiltinVectorType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PlaceholderType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/**
 * Binds tile operations in all their spellings (spec/20, section 2): {@code ins(...) outs(...)},
 * results before {@code =}, and the destination as first operand. All become the
 * destination-passing form.
 */
final class TileBinder {
  private final Body body;
  private final TileAllocator allocator;

  TileBinder(Body body) {
    this.body = body;
    this.allocator = new TileAllocator(body);
  }

  void bind(OpDefinition definition, StatementSyntax.Operation statement) throws Problem {
    if (statement.inputs().isPresent() || statement.outputs().isPresent()) {
      destinationPassing(definition, statement);
    } else if (!statement.results().isEmpty()) {
      results(definition, statement);
    } else if (definition.shape() == Shape.TILE_STORE) {
      store(definition, statement);
    } else {
      threeAddress(definition, statement);
    }
  }

  // ins(...) outs(...)

  private void destinationPassing(OpDefinition definition, StatementSyntax.Operation statement)
      throws Problem {
    if (!statement.results().isEmpty() || !statement.items().isEmpty()) {
      throw syntax(
          statement.location(),
          "`" + definition.name() + "` with `outs(...)` has no other operands or results");
    }
    GroupSyntax outputs =
        statement
            .outputs()
            .orElseThrow(
                () ->
                    syntax(statement.location(), "`" + definition.name() + "` needs `outs(...)`"));
    List<ItemSyntax> inputItems = statement.inputs().map(GroupSyntax::items).orElse(List.of());
    body.resolveAll(inputItems);
    defineCounts(definition, outputs);
    body.resolveAll(outputs.items());
    List<EntrySyntax> entries = new ArrayList<>();
    statement.inputs().ifPresent(group -> entries.addAll(group.attributes()));
    entries.addAll(outputs.attributes());
    entries.addAll(statement.attributes());

    FormatMatcher inputs =
        match(definition, statement, inputItems, 0, definition.shape().inputRoles());
    FormatMatcher destinations =
        match(
            definition,
            statement,
            outputs.items(),
            definition.shape().inputRoles(),
            definition.operands().size());
    check(
        statement.inputs().map(GroupSyntax::types).orElse(List.of()),
        inputs,
        definition,
        statement.location());
    check(outputs.types(), destinations, definition, outputs.location());
    List<List<Use>> uses =
        new ArrayList<>(inputs.groups().subList(0, definition.shape().inputRoles()));
    uses.addAll(
        destinations
            .groups()
            .subList(definition.shape().inputRoles(), definition.operands().size()));
    learnFromOthers(uses);
    emit(
        definition,
        statement,
        values(definition, uses, written(statement.inputs()), Optional.empty()),
        entries);
  }

  /**
   * The executed counts of a merge are made by it: their name needs no earlier definition (spec/20,
   * 5.2).
   */
  private void defineCounts(OpDefinition definition, GroupSyntax outputs) {
    for (int i = 1; i < outputs.items().size() && i < definition.operands().size(); i++) {
      boolean counts = definition.operands().getLast().kind() == ValueKind.COUNTS;
      if (counts
          && outputs.items().get(i) instanceof ItemSyntax.Operand operand
          && body.find(operand.value().name()).isEmpty()) {
        body.define(
            operand.value().name(), countsValue(operand.value().name()), operand.location());
      }
    }
  }

  private static Value countsValue(String name) {
    return new Value(new BuiltinVectorType(4, ElementType.I16), name);
  }

  /** A result of the type that the text gives it; the verifier says whether it fits. */
  private static Value declared(TypeSyntax type, String name) {
    return type.type().map(known -> new Value(known, name)).orElseGet(() -> countsValue(name));
  }

  // %d = op %a, %b : (T, T) -> T   or   : T

  private void results(OpDefinition definition, StatementSyntax.Operation statement)
      throws Problem {
    body.resolveAll(statement.items());
    List<EntrySyntax> entries = new ArrayList<>(statement.attributes());
    List<ItemSyntax> items = AssemblyAttributes.split(statement.items(), entries);
    FormatMatcher matcher = match(definition, statement, items, 0, definition.shape().inputRoles());
    Optional<TypeSyntax> shared = sharedType(statement.signature());
    List<TypeSyntax> types =
        shared.isPresent()
            ? List.of()
            : statement
                .signature()
                .map(signature -> SignatureChecker.types(signature.operands()))
                .orElse(List.of());
    check(types, matcher, definition, statement.location());
    shared.ifPresent(type -> checkShared(matcher, type));
    List<TypeSyntax> written =
        shared
            .map(List::of)
            .orElse(statement.signature().map(SignatureSyntax::results).orElse(List.of()));
    List<List<Value>> groups =
        values(
            definition,
            matcher.groups(),
            types,
            written.stream().findFirst().flatMap(TypeSyntax::type));
    ResultSyntax result = statement.results().getFirst();
    int count = Body.count(statement.results());
    boolean counts = definition.operands().getLast().kind() == ValueKind.COUNTS;
    if (count > (counts ? 2 : 1)) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          statement.location(),
          "`" + definition.name() + "` has one result");
    }
    TileType type = destinationType(definition, statement, written.stream().findFirst(), groups);
    int destination = definition.shape().inputRoles();
    groups.set(destination, List.of(allocator.allocate(type, result, flat(groups))));
    if (count == 2) {
      ResultSyntax second = statement.results().getLast();
      Value value =
          written.size() < 2 ? countsValue(second.name()) : declared(written.get(1), second.name());
      body.define(second.name(), value, second.location());
      groups.set(definition.operands().size() - 1, List.of(value));
    }
    emit(definition, statement, groups, entries);
  }

  /** One type without parentheses or arrow holds for the result and every tile operand. */
  private static Optional<TypeSyntax> sharedType(Optional<SignatureSyntax> signature) {
    if (signature.isEmpty() || signature.get().arrow() || signature.get().parenthesised()) {
      return Optional.empty();
    }
    List<TypeSyntax> types = SignatureChecker.types(signature.get().operands());
    return types.size() == 1 ? Optional.of(types.getFirst()) : Optional.empty();
  }

  private void checkShared(FormatMatcher matcher, TypeSyntax shared) {
    for (List<Use> group : matcher.groups()) {
      for (Use use : group) {
        if (use.binding().isPresent()
            && isTile(body.placeholders().typeOf(use.binding().get().value()))) {
          SignatureChecker.check(body, use, shared);
        }
      }
    }
  }

  private static List<Value> flat(List<List<Value>> groups) {
    return groups.stream().flatMap(List::stream).toList();
  }

  private static boolean isTile(Type type) {
    return type instanceof TileType
        || type == PlaceholderType.TILE
        || type == PlaceholderType.TILE_BUFFER;
  }

  private TileType destinationType(
      OpDefinition definition,
      StatementSyntax.Operation statement,
      Optional<TypeSyntax> written,
      List<List<Value>> groups)
      throws Problem {
    Optional<Type> type = written.flatMap(TypeSyntax::type);
    if (type.isPresent() && type.get() instanceof TileType tile) {
      return tile;
    }
    Optional<TileType> inferred =
        ResultTypes.tile(body, definition.shape(), groups.stream().flatMap(List::stream).toList());
    if (inferred.isPresent() && (type.isEmpty() || isTile(type.get()))) {
      return inferred.get();
    }
    throw new Problem(
        type.isPresent() && !isTile(type.get())
            ? DiagnosticCode.TYPE_MISMATCH
            : DiagnosticCode.UNRESOLVED_PLACEHOLDER,
        written.map(TypeSyntax::location).orElse(statement.location()),
        "`" + definition.name() + "` must say the tile type of its result");
  }

  // tstore %tile, %view : (T, V) -> ()   or   tstore %view, %tile : V, T

  /**
   * A store makes no tile: without {@code outs} it names its tile and its view, in either order.
   */
  private void store(OpDefinition definition, StatementSyntax.Operation statement) throws Problem {
    List<EntrySyntax> entries = new ArrayList<>(statement.attributes());
    List<ItemSyntax> items = new ArrayList<>(AssemblyAttributes.split(statement.items(), entries));
    body.resolveAll(items);
    List<TypeSyntax> types =
        new ArrayList<>(
            statement
                .signature()
                .map(written -> SignatureChecker.types(written.operands()))
                .orElse(List.of()));
    boolean viewFirst =
        items.size() == 2
            && items.getFirst() instanceof ItemSyntax.Operand operand
            && body.find(operand.value().name())
                .filter(
                    known -> known.known() && !isTile(body.placeholders().typeOf(known.value())))
                .isPresent();
    if (viewFirst) {
      items.add(items.removeFirst());
      if (types.size() == 2) {
        types.add(types.removeFirst());
      }
    }
    FormatMatcher matcher = match(definition, statement, items, 0, definition.operands().size());
    if (types.size() == 1) {
      checkShared(matcher, types.getFirst());
    } else {
      check(types, matcher, definition, statement.location());
    }
    emit(
        definition,
        statement,
        values(definition, matcher.groups(), types, Optional.empty()),
        entries);
  }

  // op %d, %a, %b : T

  private void threeAddress(OpDefinition definition, StatementSyntax.Operation statement)
      throws Problem {
    List<EntrySyntax> entries = new ArrayList<>(statement.attributes());
    List<ItemSyntax> items = AssemblyAttributes.split(statement.items(), entries);
    if (items.isEmpty() || !(items.getFirst() instanceof ItemSyntax.Operand destination)) {
      throw syntax(
          statement.location(),
          "`" + definition.name() + "` needs `ins(...) outs(...)`, a result or a destination");
    }
    List<ItemSyntax> sources = items.subList(1, items.size());
    body.resolveAll(sources);
    FormatMatcher matcher =
        match(definition, statement, sources, 0, definition.shape().inputRoles());
    Optional<TypeSyntax> shared = sharedType(statement.signature());
    shared.ifPresent(type -> checkShared(matcher, type));
    WrittenTypes listed =
        shared.isPresent()
            ? WrittenTypes.NONE
            : listed(definition, statement, matcher.uses().size());
    check(listed.inputs(), matcher, definition, statement.location());
    Optional<TypeSyntax> written = shared.or(listed::destination);
    ValueSyntax name = destination.value();
    Optional<Type> result =
        body.find(name.name())
            .filter(Names.Binding::known)
            .map(known -> body.placeholders().typeOf(known.value()))
            .or(() -> written.flatMap(TypeSyntax::type));
    List<List<Value>> groups = values(definition, matcher.groups(), listed.inputs(), result);
    if (body.find(name.name()).isEmpty()) {
      TileType type = destinationType(definition, statement, written, groups);
      allocator.allocate(
          type, new ResultSyntax(name.location(), name.name(), 1, false), flat(groups));
    }
    Use use = Use.of(destination.location(), body.resolve(name));
    written.ifPresent(type -> SignatureChecker.check(body, use, type));
    groups.set(definition.shape().inputRoles(), List.of(body.value(use, ElementType.I64)));
    emit(definition, statement, groups, entries);
  }

  /**
   * The types of a signature that lists one for each operand: the destination first, or behind an
   * arrow.
   */
  private record WrittenTypes(Optional<TypeSyntax> destination, List<TypeSyntax> inputs) {
    private static final WrittenTypes NONE = new WrittenTypes(Optional.empty(), List.of());
  }

  private static WrittenTypes listed(
      OpDefinition definition, StatementSyntax.Operation statement, int inputs) throws Problem {
    if (statement.signature().isEmpty()) {
      return WrittenTypes.NONE;
    }
    SignatureSyntax signature = statement.signature().get();
    List<TypeSyntax> types = SignatureChecker.types(signature.operands());
    if (signature.arrow()) {
      return new WrittenTypes(signature.results().stream().findFirst(), types);
    }
    if (types.size() != inputs + 1) {
      throw SignatureChecker.wrongCount(statement.location(), definition, types.size(), inputs + 1);
    }
    return new WrittenTypes(Optional.of(types.getFirst()), types.subList(1, types.size()));
  }

  // Common parts.

  private FormatMatcher match(
      OpDefinition definition,
      StatementSyntax.Operation statement,
      List<ItemSyntax> items,
      int from,
      int to)
      throws Problem {
    List<Element> elements = new ArrayList<>();
    for (Role role : definition.operands().subList(from, to)) {
      elements.add(new Element.Operand(role.name(), role.arity() != Role.Arity.ONE));
    }
    FormatMatcher matcher = new FormatMatcher(body, definition, statement.location());
    matcher.match(elements, items);
    return matcher;
  }

  private void check(
      List<TypeSyntax> types, FormatMatcher matcher, OpDefinition definition, Location location)
      throws Problem {
    List<Use> uses = matcher.uses();
    if (types.isEmpty()) {
      return;
    }
    if (types.size() != uses.size()) {
      throw SignatureChecker.wrongCount(location, definition, types.size(), uses.size());
    }
    for (int i = 0; i < uses.size(); i++) {
      SignatureChecker.check(body, uses.get(i), types.get(i));
    }
  }

  /**
   * An open tile type of an operand is that of the other tiles where the operation keeps the type.
   */
  private void learnFromOthers(List<List<Use>> uses) {
    if (body.placeholders().isEmpty()) {
      return;
    }
    Optional<Type> known = Optional.empty();
    for (List<Use> group : uses) {
      for (Use use : group) {
        if (known.isEmpty() && use.binding().isPresent()) {
          known =
              Optional.of(body.placeholders().typeOf(use.binding().get().value()))
                  .filter(TileType.class::isInstance);
        }
      }
    }
    for (List<Use> group : uses) {
      for (Use use : group) {
        if (known.isPresent() && use.binding().isPresent()) {
          body.placeholders().learn(use.binding().get().value(), known.get());
        }
      }
    }
  }

  private static List<TypeSyntax> written(Optional<GroupSyntax> group) {
    return group.map(GroupSyntax::types).orElse(List.of());
  }

  /**
   * The operands, role after role; numbers become constants.
   *
   * @param written types of the inputs in the text, in their order; may be missing
   * @param result type of the destination where it is no operand yet
   */
  private List<List<Value>> values(
      OpDefinition definition,
      List<List<Use>> uses,
      List<TypeSyntax> written,
      Optional<Type> result)
      throws Problem {
    Optional<ElementType> element = scalarType(definition, uses, result);
    List<List<Value>> groups = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < definition.operands().size(); i++) {
      List<Value> values = new ArrayList<>();
      for (Use use : uses.get(i)) {
        Optional<Type> type = next < written.size() ? written.get(next).type() : Optional.empty();
        values.add(
            body.value(
                use, SignatureChecker.literalType(definition.operands().get(i), type, element)));
        next++;
      }
      groups.add(values);
    }
    return groups;
  }

  /**
   * What a number is whose type is not written: the elements of the source, else of the
   * destination; a mask does not count.
   */
  private Optional<ElementType> scalarType(
      OpDefinition definition, List<List<Use>> uses, Optional<Type> result) {
    return switch (definition.shape()) {
      case TILE_MERGE, TILE_RANDOM -> Optional.of(ElementType.I32);
      case TILE_SELECT_SCALAR ->
          elementOf(uses.subList(definition.operandIndex("src"), uses.size()), result);
      default -> elementOf(uses, result);
    };
  }

  private Optional<ElementType> elementOf(List<List<Use>> uses, Optional<Type> result) {
    return Stream.concat(
            uses.stream()
                .flatMap(List::stream)
                .flatMap(use -> use.binding().stream())
                .map(binding -> body.placeholders().typeOf(binding.value())),
            result.stream())
        .filter(TileType.class::isInstance)
        .findFirst()
        .map(tile -> ((TileType) tile).element());
  }

  private void emit(
      OpDefinition definition,
      StatementSyntax.Operation statement,
      List<List<Value>> groups,
      List<EntrySyntax> entries)
      throws Problem {
    Attributes attributes = AttributeBinder.checked(definition, Attributes.EMPTY, entries);
    AttributeBinder.requireAll(definition, attributes, statement.location());
    body.emit(
        Operation.create(
            definition, groups, List.of(), attributes, List.of(), statement.location()));
  }

  private static Problem syntax(Location location, String message) {
    return new Problem(DiagnosticCode.BAD_OPERATION_SYNTAX, location, message);
  }
}
