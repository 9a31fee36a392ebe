package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.ResultSyntax;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Syntax.Element;
import org.ptoc.ir.catalog.ValueKind;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.BuiltinVectorType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PlaceholderType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/** A tile operation that is being bound: what all its spellings share. */
record TileStatement(Body body, OpDefinition definition, StatementSyntax.Operation statement) {
  Location location() {
    return statement.location();
  }

  /** Number of the destination among the roles; the inputs precede it. */
  int destination() {
    return definition.form().inputRoles();
  }

  /** Number of destinations that every spelling names; optional ones follow. */
  int outputs() {
    return (int) destinations().stream().filter(role -> role.arity() == Role.Arity.ONE).count();
  }

  List<Role> destinations() {
    return definition.operands().subList(destination(), definition.operands().size());
  }

  /** True for counts that the operation makes beside its destination (spec/20, 5.2). */
  boolean isCounts(int output) {
    return destinations().get(output).kind() == ValueKind.COUNTS;
  }

  static Value counts(String name) {
    return new Value(new BuiltinVectorType(4, ElementType.I16), name);
  }

  boolean isTile(Value value) {
    return isTile(body.placeholders().typeOf(value));
  }

  private static boolean isTile(Type type) {
    return type instanceof TileType
        || type == PlaceholderType.TILE
        || type == PlaceholderType.TILE_BUFFER;
  }

  /** The operands of some roles, each role once unless it is optional. */
  FormatMatcher match(List<ItemSyntax> items, int from, int to) throws Problem {
    List<Element> elements = new ArrayList<>();
    for (Role role : definition.operands().subList(from, to)) {
      elements.add(new Element.Operand(role.name(), role.arity() != Role.Arity.ONE));
    }
    if (from == 0) {
      elements.addAll(definition.form().inputAttributes());
    }
    FormatMatcher matcher = new FormatMatcher(body, definition, location());
    matcher.matchPrefixed(elements, items);
    return matcher;
  }

  /** The types that a signature lists for its operands; none without a signature. */
  List<TypeSyntax> listedTypes() {
    return statement
        .signature()
        .map(signature -> SignatureChecker.types(signature.operands()))
        .orElse(List.of());
  }

  /** One type without parentheses or arrow holds for the result and every tile operand. */
  Optional<TypeSyntax> sharedType() {
    Optional<SignatureSyntax> signature = statement.signature();
    if (signature.isEmpty() || signature.get().arrow() || signature.get().parenthesised()) {
      return Optional.empty();
    }
    List<TypeSyntax> types = SignatureChecker.types(signature.get().operands());
    return types.size() == 1 ? Optional.of(types.getFirst()) : Optional.empty();
  }

  /** Checks each operand against its own type, where types are written. */
  void check(List<TypeSyntax> types, FormatMatcher matcher, Location location) throws Problem {
    List<Use> uses = matcher.inTextOrder();
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

  /** Checks each tile operand against the one type that is written. */
  void checkShared(FormatMatcher matcher, TypeSyntax shared) {
    for (Use use : matcher.uses()) {
      if (use.binding().isPresent() && isTile(use.binding().get().value())) {
        SignatureChecker.check(body, use, shared);
      }
    }
  }

  /**
   * The type of a destination that the text does not allocate: as written, or that of the first as
   * the inputs say.
   */
  TileType destinationType(int output, Optional<TypeSyntax> written, List<List<Value>> groups)
      throws Problem {
    Optional<Type> type = written.flatMap(TypeSyntax::type);
    if (type.isPresent() && type.get() instanceof TileType tile) {
      return tile;
    }
    Optional<TileType> inferred =
        output == 0 ? ResultTypes.tile(body, definition.form(), flat(groups)) : Optional.empty();
    if (inferred.isPresent() && (type.isEmpty() || isTile(type.get()))) {
      return inferred.get();
    }
    throw new Problem(
        type.isPresent() && !isTile(type.get())
            ? DiagnosticCode.TYPE_MISMATCH
            : DiagnosticCode.UNRESOLVED_PLACEHOLDER,
        written.map(TypeSyntax::location).orElse(location()),
        "`" + definition.name() + "` must say the tile type of its result");
  }

  static List<Value> flat(List<List<Value>> groups) {
    return groups.stream().flatMap(List::stream).toList();
  }

  /**
   * The operands, role after role; numbers become constants.
   *
   * @param written types of the inputs in the text, in their order; may be missing
   * @param result type of the destination if it is not an operand yet
   */
  List<List<Value>> values(List<List<Use>> uses, List<TypeSyntax> written, Optional<Type> result)
      throws Problem {
    Optional<ElementType> element = scalarType(uses, result);
    List<List<Value>> groups = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < definition.operands().size(); i++) {
      List<Value> values = new ArrayList<>();
      for (Use use : uses.get(i)) {
        Optional<Type> type = next < written.size() ? written.get(next).type() : Optional.empty();
        Role role = definition.operands().get(i);
        values.add(body.value(use, SignatureChecker.literalType(role, type, element)));
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
  private Optional<ElementType> scalarType(List<List<Use>> uses, Optional<Type> result) {
    return switch (definition.form()) {
      case TILE_MERGE, TILE_RANDOM -> Optional.of(ElementType.I32);
      case TILE_SELECT_SCALAR ->
          elementOf(uses.subList(definition.operandIndex(RoleName.SRC), uses.size()), result);
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

  void emit(List<List<Value>> groups, List<EntrySyntax> entries) throws Problem {
    emit(groups, Attributes.EMPTY, entries, List.of(), List.of());
  }

  /**
   * @param positional attributes among the operands
   * @param named names before {@code =}
   * @param written types of the results where they are written
   */
  void emit(
      List<List<Value>> groups,
      Attributes positional,
      List<EntrySyntax> entries,
      List<ResultSyntax> named,
      List<TypeSyntax> written)
      throws Problem {
    Attributes attributes = AttributeBinder.checked(body, definition, positional, entries);
    AttributeBinder.requireAll(definition, attributes, location());
    List<Type> types = resultTypes(groups, named, written);
    List<Value> results = body.defineResults(named, types);
    body.emit(Operation.create(definition, groups, results, attributes, List.of(), location()));
    body.forgetMistyped(named, written);
  }

  private List<Type> resultTypes(
      List<List<Value>> groups, List<ResultSyntax> named, List<TypeSyntax> written) throws Problem {
    int count = Body.count(named);
    int declared = definition.results().size();
    if (count != declared || !written.isEmpty() && written.size() != declared) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          location(),
          "`"
              + definition.name()
              + "` has "
              + declared
              + (declared == 1 ? " result" : " results")
              + ", but "
              + (count != declared ? count + " are named" : written.size() + " types are written"));
    }
    List<Type> types = new ArrayList<>(declared);
    ResultTypes inference = new ResultTypes(body, definition, groups);
    for (int i = 0; i < declared; i++) {
      Role role = definition.results().get(i);
      Optional<Type> type =
          i < written.size()
              ? written.get(i).type()
              : inference.infer(role).or(() -> element(groups));
      types.add(type.orElse(ElementType.I64));
      if (type.isPresent() && !role.kind().accepts(type.get())) {
        throw new Problem(
            DiagnosticCode.TYPE_MISMATCH,
            i < written.size() ? written.get(i).location() : location(),
            "the result `"
                + role.name()
                + "` of `"
                + definition.name()
                + "` is "
                + role.kind().description()
                + ", not "
                + type.get().spelling());
      }
    }
    return types;
  }

  private Optional<Type> element(List<List<Value>> groups) {
    return flat(groups).stream()
        .map(body.placeholders()::typeOf)
        .filter(TileType.class::isInstance)
        .findFirst()
        .map(tile -> ((TileType) tile).element());
  }

  /** A mistake in how the operation is written; the message begins with its name. */
  Problem syntax(String message) {
    return new Problem(
        DiagnosticCode.BAD_OPERATION_SYNTAX, location(), "`" + definition.name() + "` " + message);
  }
}
