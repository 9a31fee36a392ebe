package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ptoc.frontend.syntax.GroupSyntax;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.ir.catalog.FunctionNames;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.ValueKind;
import org.ptoc.ir.diagnostic.NearestName;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.LogicalVectorType;
import org.ptoc.ir.type.PlaceholderType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;

/**
 * Finds the operation that a wrong name means. Candidates are operations that could replace the one
 * in the statement: they are written in its form, take the kinds and element types of its operands,
 * and have the same number of results of the written types.
 */
final class OperationGuess {
  /** Words of NumPy, CUDA and mathematics, with the names that operations use instead. */
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("subtract", "sub"),
          Map.entry("multiply", "mul"),
          Map.entry("divide", "div"),
          Map.entry("maximum", "max"),
          Map.entry("minimum", "min"),
          Map.entry("absolute", "abs"),
          Map.entry("negative", "neg"),
          Map.entry("negate", "neg"),
          Map.entry("reciprocal", "recip"),
          Map.entry("squareroot", "sqrt"),
          Map.entry("transpose", "trans"),
          Map.entry("log", "ln"),
          Map.entry("ln", "log"),
          Map.entry("convert", "cvt"),
          Map.entry("cast", "cvt"),
          Map.entry("copy", "mov"),
          Map.entry("select", "sel"),
          Map.entry("compare", "cmp"),
          Map.entry("where", "sel"),
          Map.entry("reducemax", "rowmax"),
          Map.entry("reducemin", "rowmin"),
          Map.entry("reducesum", "rowsum"),
          Map.entry("sum", "rowsum"),
          Map.entry("broadcast", "rowexpand"),
          Map.entry("full", "expand"),
          Map.entry("fill", "expand"),
          Map.entry("dot", "matmul"));

  private final Body body;
  private final StatementSyntax.Operation statement;
  private final List<ItemSyntax> items;
  private final String word;

  OperationGuess(Body body, StatementSyntax.Operation statement) {
    this.body = body;
    this.statement = statement;
    this.items = OperationBinder.withoutParentheses(statement.items());
    this.word = statement.name().substring(statement.name().lastIndexOf('.') + 1);
  }

  /** The operation that was meant by a name that no operation has. */
  Optional<String> nearest() {
    List<String> fitting = fitting().map(OpDefinition::name).toList();
    String full = statement.prefixed() ? statement.name() : "pto." + statement.name();
    return first(fitting, name -> plain(name).equals(plain(word)))
        .or(() -> sameOfThisLevel(fitting))
        .or(() -> begun(fitting))
        .or(() -> misspelt(full, fitting));
  }

  /**
   * The operation of the level that the operands belong to; empty if they fit the known operation.
   */
  Optional<String> ofOtherLevel(OpDefinition definition) {
    return fits(definition)
        ? Optional.empty()
        : sameOfThisLevel(fitting().map(OpDefinition::name).toList());
  }

  /** The nearest name of the operations that have a property. */
  static Optional<String> among(String name, Predicate<OpDefinition> property) {
    return misspelt(
        name, OpCatalog.all().stream().filter(property).map(OpDefinition::name).toList());
  }

  /** A fix must not change what is computed. */
  private static Optional<String> misspelt(String name, List<String> candidates) {
    return NearestName.to(
        name, candidates.stream().filter(each -> FunctionNames.mayMean(name, each)).toList());
  }

  /** {@code exp}, {@code vexp} and {@code texp} are one operation of three levels. */
  private Optional<String> sameOfThisLevel(List<String> names) {
    if (!isOfThisDialect()) {
      return Optional.empty();
    }
    String core = plain(word);
    boolean levelled = core.startsWith("t") || core.startsWith("v");
    List<String> cores = new ArrayList<>(List.of(core));
    if (levelled) {
      cores.add(core.substring(1));
    }
    for (String each : List.copyOf(cores)) {
      Optional.ofNullable(WORDS.get(each)).ifPresent(cores::add);
    }
    // Operations with a scalar have one more letter.
    for (String each : List.copyOf(cores)) {
      cores.add(each + "s");
    }
    for (String each : cores) {
      Optional<String> found =
          first(names, name -> plain(name).equals("t" + each) || plain(name).equals("v" + each));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** The shortest name that continues where the word ends. */
  private Optional<String> begun(List<String> names) {
    return word.length() < 3
        ? Optional.empty()
        : names.stream()
            .filter(name -> plain(name).startsWith(plain(word)))
            .filter(name -> plain(name).length() <= plain(word).length() + 2)
            .min((left, right) -> Integer.compare(left.length(), right.length()));
  }

  private static Optional<String> first(List<String> names, Predicate<String> property) {
    return names.stream().filter(property).findFirst();
  }

  private static String plain(String name) {
    return name.substring(name.lastIndexOf('.') + 1).replace("_", "").toLowerCase(Locale.ROOT);
  }

  // Operations that are legal here.

  private boolean isOfThisDialect() {
    return !statement.prefixed() || statement.name().startsWith("pto.");
  }

  private Stream<OpDefinition> fitting() {
    String dialect =
        isOfThisDialect()
            ? "pto."
            : statement.name().substring(0, statement.name().indexOf('.') + 1);
    boolean known = OpCatalog.all().stream().anyMatch(row -> row.name().startsWith(dialect));
    return OpCatalog.all().stream()
        .filter(row -> !known || row.name().startsWith(dialect))
        .filter(this::fits);
  }

  private boolean fits(OpDefinition row) {
    return row.form() != OperationForm.UNSUPPORTED
        && hasElements(row)
        && (row.form().isTile() ? fitsTiles(row) : fitsValues(row));
  }

  private boolean fitsValues(OpDefinition row) {
    if (statement.outputs().isPresent() || !hasResults(row)) {
      return false;
    }
    List<Predicate<ValueKind>> types = types(items);
    if (isBare()) {
      types = types.subList(Math.min(types.size(), row.results().size()), types.size());
    }
    return isWritten(items) || takes(row.operands(), types) || row.form() == OperationForm.CONSTANT;
  }

  /**
   * True if the tiles fit; written tiles are in {@code outs}, the result, or first in the bare
   * form.
   */
  private boolean fitsTiles(OpDefinition row) {
    int count = row.form().inputRoles();
    List<Role> inputs = row.operands().subList(0, count);
    List<Role> outputs = row.operands().subList(count, row.operands().size());
    if (statement.outputs().isPresent()) {
      return takes(inputs, types(statement.inputs())) && takes(outputs, types(statement.outputs()));
    }
    List<Predicate<ValueKind>> types = types(items);
    if (!statement.results().isEmpty()) {
      return takes(inputs, types);
    }
    List<Role> all = new ArrayList<>(outputs);
    all.addAll(inputs);
    return takes(all, types);
  }

  /** Clauses, keys and names of functions belong to the syntax of one operation. */
  private static boolean isWritten(List<ItemSyntax> items) {
    return items.stream()
        .anyMatch(
            item ->
                switch (item) {
                  case ItemSyntax.Operand operand -> false;
                  case ItemSyntax.Number number -> false;
                  case ItemSyntax.Text text -> false;
                  case ItemSyntax.Word word -> false;
                  default -> true;
                });
  }

  /** True for the form in which the results precede the operands. */
  private boolean isBare() {
    return !statement.prefixed() && statement.results().isEmpty() && statement.outputs().isEmpty();
  }

  private boolean hasResults(OpDefinition row) {
    int named = Body.count(statement.results());
    List<TypeSyntax> written =
        statement.signature().map(SignatureSyntax::results).orElse(List.of());
    List<Role> roles = row.results();
    return isBare()
        || named <= roles.size()
            && roles.stream().filter(role -> role.arity() == Role.Arity.ONE).count() <= named
            && (written.size() != named
                || takes(roles, written.stream().map(type -> role(type.type())).toList()));
  }

  /** The element type of the first register or tile exists on a profile. */
  private boolean hasElements(OpDefinition row) {
    Optional<ElementType> element =
        Stream.of(
                items,
                statement.inputs().map(GroupSyntax::items).orElse(List.of()),
                statement.outputs().map(GroupSyntax::items).orElse(List.of()))
            .flatMap(List::stream)
            .filter(ItemSyntax.Operand.class::isInstance)
            .flatMap(item -> type((ItemSyntax.Operand) item).stream())
            .flatMap(
                type ->
                    switch (type) {
                      case VectorRegisterType vector -> Stream.of(vector.element());
                      case LogicalVectorType vector -> Stream.of(vector.element());
                      case TileType tile -> Stream.of(tile.element());
                      default -> Stream.empty();
                    })
            .findFirst();
    return Stream.of(Profile.values())
        .map(row::types)
        .anyMatch(types -> types.exists() && element.map(types::accepts).orElse(true));
  }

  private List<Predicate<ValueKind>> types(Optional<GroupSyntax> group) {
    return group.map(each -> types(each.items())).orElse(List.of());
  }

  /** The kinds of roles that operands with their indices can have. */
  private List<Predicate<ValueKind>> types(List<ItemSyntax> items) {
    List<Predicate<ValueKind>> types = new ArrayList<>();
    for (ItemSyntax item : items) {
      if (item instanceof ItemSyntax.Operand operand) {
        types.add(role(type(operand)));
        types.addAll(types(operand.indices()));
      } else if (item instanceof ItemSyntax.Number) {
        types.add(ValueKind::acceptsNumber);
      }
    }
    return types;
  }

  /** The type of an operand; empty if unknown. */
  private Optional<Type> type(ItemSyntax.Operand operand) {
    return body.find(operand.value().name())
        .filter(Names.Binding::known)
        .map(binding -> body.placeholders().typeOf(binding.value()));
  }

  /** The kinds of roles that a value of a type can have; an unknown one can have any. */
  static Predicate<ValueKind> role(Optional<Type> type) {
    return kind ->
        type.map(known -> known instanceof PlaceholderType || kind.accepts(known)).orElse(true);
  }

  /** True if values can fill the roles, in order. */
  static boolean takes(List<Role> roles, List<Predicate<ValueKind>> types) {
    if (roles.isEmpty()) {
      return types.isEmpty();
    }
    Role role = roles.getFirst();
    List<Role> others = roles.subList(1, roles.size());
    boolean first = !types.isEmpty() && types.getFirst().test(role.kind());
    List<Predicate<ValueKind>> left = types.isEmpty() ? types : types.subList(1, types.size());
    return switch (role.arity()) {
      case ONE -> first && takes(others, left);
      case OPTIONAL -> first && takes(others, left) || takes(others, types);
      case VARIADIC -> first && takes(roles, left) || takes(others, types);
    };
  }
}
