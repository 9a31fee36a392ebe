package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.ResultSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.frontend.syntax.ValueSyntax;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.diagnostic.NearestName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PlaceholderType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/**
 * What the binding of one function works on: the region being filled, its names, and types still to
 * be found.
 */
final class Body {
  private final Diagnostics diagnostics;
  private final Placeholders placeholders;
  private final Map<String, PendingTile> pendingTiles;
  private final Names names;

  /** Integer constants so far, including the constants of enclosing regions. */
  private final Map<Value, Long> integers;

  /** Pointers of memrefs, by the view that the memref was bound to. */
  private final Map<Value, Value> memrefs;

  private final List<Operation> operations = new ArrayList<>();

  /** An address that a {@code tassign} gave to a tile before its definition. */
  record PendingTile(long address, Location location) {}

  /** A definition, of which the type may be open until the end of the function. */
  private record Definition(Location place, Value value) {}

  /** Where values are defined, if that is asked for. */
  private final Optional<List<Definition>> definitions;

  /**
   * @param listed whether the places of definitions are remembered
   */
  Body(Diagnostics diagnostics, boolean listed) {
    this(
        listed ? Optional.of(new ArrayList<>()) : Optional.empty(),
        diagnostics,
        new Placeholders(),
        new HashMap<>(),
        new Names(),
        new IdentityHashMap<>(),
        new IdentityHashMap<>());
  }

  private Body(
      Optional<List<Definition>> definitions,
      Diagnostics diagnostics,
      Placeholders placeholders,
      Map<String, PendingTile> pendingTiles,
      Names names,
      Map<Value, Long> integers,
      Map<Value, Value> memrefs) {
    this.definitions = definitions;
    this.diagnostics = diagnostics;
    this.placeholders = placeholders;
    this.pendingTiles = pendingTiles;
    this.names = names;
    this.integers = integers;
    this.memrefs = memrefs;
  }

  /** A region inside this one. */
  Body inner() {
    return new Body(
        definitions, diagnostics, placeholders, pendingTiles, new Names(names), integers, memrefs);
  }

  /** Reports the place and type of each definition, in the order in which they were bound. */
  void reportDefinitions(BiConsumer<Location, Type> listener) {
    definitions
        .orElse(List.of())
        .forEach(each -> listener.accept(each.place(), placeholders.typeOf(each.value())));
  }

  Placeholders placeholders() {
    return placeholders;
  }

  List<Operation> operations() {
    return operations;
  }

  /** Puts the operations of an inner region here, in place of an operation that has it. */
  void takeOver(Body inner) {
    operations.addAll(inner.operations);
  }

  void emit(Operation operation) {
    operations.add(operation);
    for (Attributes.Entry entry : operation.attributes().entries()) {
      if (AttributeBinder.isForeign(entry.name())) {
        report(
            DiagnosticCode.IGNORED_ATTRIBUTE,
            operation.location(),
            "unknown attribute ignored: `" + entry.name() + "` of `" + operation.name() + "`");
      }
    }
    if (operation.name().equals("arith.constant")
        && operation.attributes().get(AttributeName.VALUE).orElse(null)
            instanceof Attribute.Int constant) {
      integers.put(operation.result(), constant.value());
    }
  }

  /** The number that a value is defined as. */
  OptionalLong integer(Value value) {
    Long known = integers.get(value);
    return known == null ? OptionalLong.empty() : OptionalLong.of(known);
  }

  void report(Diagnostic diagnostic) {
    diagnostics.add(diagnostic);
  }

  void report(DiagnosticCode code, Location location, String message, Diagnostic.Note... notes) {
    diagnostics.report(code, location, message, notes);
  }

  // Names.

  Optional<Names.Binding> find(String name) {
    return names.find(name);
  }

  /** The binding of a name; reports an undefined name once and continues with an unknown value. */
  Names.Binding resolve(ValueSyntax syntax) {
    Optional<Names.Binding> found = names.find(syntax.name());
    if (found.isPresent()) {
      return found.get();
    }
    if (!names.takeNameless()) {
      report(undefined(syntax));
    }
    Names.Binding unknown =
        new Names.Binding(new Value(ElementType.I64, syntax.name()), syntax.location(), false);
    names.putOutermost(syntax.name(), unknown);
    return unknown;
  }

  private Diagnostic undefined(ValueSyntax syntax) {
    String message = "`%" + syntax.name() + "` is not defined here";
    if (names.find(syntax.name() + "#0").isPresent()) {
      return Diagnostic.of(
          DiagnosticCode.UNDEFINED_VALUE,
          syntax.location(),
          message + "; its results are `%" + syntax.name() + "#0` and so on");
    }
    int sign = syntax.name().indexOf('-');
    if (sign > 0 && names.find(syntax.name().substring(0, sign)).isPresent()) {
      return Diagnostic.of(
          DiagnosticCode.UNDEFINED_VALUE,
          syntax.location(),
          message + "; `-` is part of the name, and a difference is `arith.subi`");
    }
    Optional<String> near = nearestValue(syntax.name());
    String hint = near.map(name -> "; did you mean `%" + name + "`?").orElse("");
    Diagnostic found =
        Diagnostic.of(DiagnosticCode.UNDEFINED_VALUE, syntax.location(), message + hint);
    return near.map(
            name ->
                found.withFix(new Fix.Replace(syntax.location(), "%" + syntax.name(), "%" + name)))
        .orElse(found);
  }

  /**
   * A defined name that differs in a letter or two. Short names and other numbers are other values,
   * not slips.
   */
  private Optional<String> nearestValue(String name) {
    int slips = name.length() / 3;
    if (slips == 0 || !names.takeSuggestion()) {
      return Optional.empty();
    }
    String digits = digits(name);
    List<String> candidates =
        names.visible().stream().filter(each -> digits(each).equals(digits)).toList();
    return NearestName.within(slips, name, candidates);
  }

  private static String digits(String name) {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) >= '0' && name.charAt(i) <= '9') {
        digits.append(name.charAt(i));
      }
    }
    return digits.toString();
  }

  /**
   * Resolves every name of some items, so that each undefined one is reported whatever else is
   * wrong.
   */
  void resolveAll(List<ItemSyntax> items) {
    for (ItemSyntax item : items) {
      switch (item) {
        case ItemSyntax.Operand operand -> {
          resolve(operand.value());
          resolveAll(operand.indices());
        }
        case ItemSyntax.Keyed keyed -> resolveAll(List.of(keyed.value()));
        case ItemSyntax.Clause clause -> resolveAll(clause.arguments());
        case ItemSyntax.Bracket bracket -> resolveAll(bracket.arguments());
        case ItemSyntax.Successor successor -> resolveAll(successor.arguments());
        case ItemSyntax.Parenthesis parenthesis -> resolveAll(parenthesis.arguments());
        default -> {}
      }
    }
  }

  /** Remembers results of a statement that should have names and have none, which is reported. */
  void addNameless(int results) {
    names.addNameless(results);
  }

  Names.Binding defineUnknown(String name, Location location) {
    Names.Binding unknown = new Names.Binding(new Value(ElementType.I64, name), location, false);
    names.put(name, unknown);
    return unknown;
  }

  /** Defines a name of this region. */
  void define(String name, Value value, Location location) {
    Optional<Names.Binding> earlier = names.own(name);
    if (earlier.isPresent() && earlier.get().known()) {
      report(
          DiagnosticCode.REDEFINED_NAME,
          location,
          "`%" + name + "` is defined already",
          new Diagnostic.Note(
              earlier.get().definition(),
              earlier.get().value().type() instanceof TileType
                  ? "the first definition; what writes into this tile names it in `outs(...)`"
                  : "the first definition"));
      return;
    }
    names.put(name, new Names.Binding(value, location, true));
    definitions.ifPresent(list -> list.add(new Definition(location, value)));
    if (value.type() instanceof PlaceholderType) {
      placeholders.add(value, location);
    }
  }

  /** Binds a name to another value from here on. */
  void rebind(String name, Value value, Location location) {
    names.replace(name, new Names.Binding(value, location, true));
  }

  /** Defines the names of a statement whose results are unknown. */
  void defineUnknown(List<ResultSyntax> results) {
    for (ResultSyntax result : results) {
      for (int i = 0; i < result.count(); i++) {
        defineUnknown(result.name() + "#" + i, result.location());
      }
      defineUnknown(result.name(), result.location());
    }
  }

  /**
   * Makes the names of results unknown when a type that was written for them is wrong, which is
   * reported: what follows from it is not.
   */
  void forgetMistyped(List<ResultSyntax> results, List<TypeSyntax> written) {
    if (written.stream().anyMatch(type -> type.type().isEmpty())) {
      defineUnknown(results);
    }
  }

  /** Number of values that the result names define. */
  static int count(List<ResultSyntax> results) {
    int count = 0;
    for (ResultSyntax result : results) {
      count += result.count();
    }
    return count;
  }

  /** Makes the values of results and defines their names; as many types as values. */
  List<Value> defineResults(List<ResultSyntax> results, List<Type> types) {
    List<Value> values = new ArrayList<>(types.size());
    for (ResultSyntax result : results) {
      for (int i = 0; i < result.count(); i++) {
        Value value =
            new Value(
                types.get(values.size()),
                result.count() == 1 ? result.name() : result.name() + "_" + i);
        values.add(value);
        if (result.pack()) {
          define(result.name() + "#" + i, value, result.location());
        }
        if (result.count() == 1) {
          define(result.name(), value, result.location());
        }
      }
    }
    return values;
  }

  // Values and constants.

  /** The value of an operand; a number becomes a constant of the given type. */
  Value value(Use use, ElementType literalType) throws Problem {
    if (use.binding().isPresent()) {
      return use.binding().get().value();
    }
    return constant(
        Literals.constant(use.literal(), literalType, use.location()), literalType, use.location());
  }

  /** The value of an operand in a role; a number becomes a constant of the given type. */
  Value value(Use use, Role role, ElementType literalType) throws Problem {
    return inRole(value(use, literalType), role);
  }

  /** A value as a role takes it: where a pointer is wanted, a memref is its address. */
  Value inRole(Value value, Role role) {
    return role.kind().isPointer() ? memrefs.getOrDefault(value, value) : value;
  }

  /** Remembers the pointer that a memref with the given view starts at. */
  void addMemref(Value view, Value pointer) {
    memrefs.put(view, pointer);
  }

  Value constant(Attribute attribute, ElementType type, Location location) {
    Value value = new Value(type);
    emit(constantOperation(attribute, value, location));
    return value;
  }

  /** Emits the comparison of an integer with a number of its type. */
  Value isEqual(Value selector, ElementType type, ItemSyntax.Number number) throws Problem {
    Attribute attribute = Literals.constant(number.text(), type, number.location());
    Value result = new Value(ElementType.I1);
    emit(
        Operation.create(
            OpCatalog.get("arith.cmpi"),
            List.of(List.of(selector), List.of(constant(attribute, type, number.location()))),
            List.of(result),
            Attributes.of(AttributeName.PREDICATE, new Attribute.Text("eq")),
            List.of(),
            number.location()));
    return result;
  }

  /** A decision between two regions that pass on values of the types. */
  List<Value> decide(Value condition, List<Type> types, List<Region> regions, Location location) {
    List<Value> values = types.stream().map(Value::new).toList();
    emit(
        Operation.create(
            OpCatalog.get("scf.if"),
            List.of(List.of(condition)),
            values,
            Attributes.EMPTY,
            regions,
            location));
    return values;
  }

  /** The statements so far as a region that passes on values. */
  Region yielding(List<Value> values, Location location) {
    emit(
        Operation.create(
            OpCatalog.get("scf.yield"),
            List.of(values),
            List.of(),
            Attributes.EMPTY,
            List.of(),
            location));
    return new Region(List.of(), operations());
  }

  static Operation constantOperation(Attribute attribute, Value value, Location location) {
    return Operation.create(
        OpCatalog.get("arith.constant"),
        List.of(),
        List.of(value),
        Attributes.of(AttributeName.VALUE, attribute),
        List.of(),
        location);
  }

  // Tiles with addresses that come before their definition.

  void addPendingTile(String name, PendingTile tile) {
    pendingTiles.put(name, tile);
  }

  Optional<PendingTile> takePendingTile(String name) {
    return Optional.ofNullable(pendingTiles.remove(name));
  }

  /** Reports addresses for which no tile came. */
  void reportPendingTiles() {
    pendingTiles.forEach(
        (name, tile) ->
            report(
                DiagnosticCode.UNDEFINED_VALUE,
                tile.location(),
                "no tile of this function is called `%" + name + "`"));
  }
}
