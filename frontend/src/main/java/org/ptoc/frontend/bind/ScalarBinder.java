package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.AttributeSyntax;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.type.BuiltinVectorType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.LocalArrayType;
import org.ptoc.ir.type.Type;

/**
 * Binds the operations of the arith, scf, func and builtin dialects, whose signatures follow rules
 * of their own.
 */
final class ScalarBinder {
  private final Body body;

  ScalarBinder(Body body) {
    this.body = body;
  }

  /** True when operations of this shape are bound here. */
  static boolean binds(OpDefinition definition) {
    return switch (definition.form()) {
      case CONSTANT,
          INTEGER_BINARY,
          FLOAT_BINARY,
          FLOAT_UNARY,
          INTEGER_COMPARE,
          FLOAT_COMPARE,
          SELECT_SCALAR,
          SCALAR_CAST,
          UNREALIZED_CAST,
          YIELD,
          RETURN,
          CONDITION,
          CALL ->
          true;
      default -> false;
    };
  }

  void bind(OpDefinition definition, StatementSyntax.Operation statement) throws Problem {
    body.resolveAll(statement.items());
    switch (definition.form()) {
      case CONSTANT -> constant(definition, statement);
      case INTEGER_COMPARE, FLOAT_COMPARE -> compare(definition, statement);
      case SCALAR_CAST, UNREALIZED_CAST -> cast(definition, statement);
      case YIELD, RETURN -> terminator(definition, statement);
      case CONDITION -> condition(definition, statement);
      case CALL -> call(definition, statement);
      default -> arithmetic(definition, statement);
    }
  }

  private void constant(OpDefinition definition, StatementSyntax.Operation statement)
      throws Problem {
    if (statement.items().size() != 1) {
      throw syntax(statement, "`arith.constant` is followed by one number, `true` or `false`");
    }
    ItemSyntax item = statement.items().getFirst();
    if (item instanceof ItemSyntax.Dense dense) {
      vector(definition, statement, dense);
      return;
    }
    Attribute value;
    ElementType type;
    if (item instanceof ItemSyntax.Word word
        && (word.word().equals("true") || word.word().equals("false"))) {
      type = ElementType.I1;
      value = new Attribute.Int(word.word().equals("true") ? -1 : 0, type);
    } else if (item instanceof ItemSyntax.Number number) {
      boolean whole =
          number.text().chars().allMatch(each -> each == '-' || Character.isDigit(each));
      TypeSyntax written = onlyType(statement, whole ? "index" : "f32");
      type = scalar(written);
      boolean known = written.type().isPresent();
      value = known ? literal(number, type) : new Attribute.Int(0, type);
    } else {
      throw syntax(statement, "`arith.constant` is followed by one number, `true` or `false`");
    }
    emit(
        definition, statement, List.of(), List.of(type), Attributes.of(AttributeName.VALUE, value));
  }

  /** {@code dense<[4, 4, 0, 0]> : vector<4xi16>} (spec/50, F14). */
  private void vector(
      OpDefinition definition, StatementSyntax.Operation statement, ItemSyntax.Dense dense)
      throws Problem {
    TypeSyntax written = onlyType(statement, "");
    if (written.type().isEmpty()) {
      body.defineUnknown(statement.results());
      return;
    }
    if (!(written.type().get() instanceof BuiltinVectorType type)) {
      throw new Problem(
          DiagnosticCode.TYPE_MISMATCH,
          written.location(),
          "`dense<...>` is a constant of a type such as `vector<4xi16>`, not "
              + written.type().get().spelling());
    }
    int count = dense.values().size();
    if (dense.splat() ? count != 1 : count != type.count()) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          dense.location(),
          type.spelling() + " has " + type.count() + " elements, not " + count);
    }
    List<Attribute> elements = new ArrayList<>();
    for (int i = 0; i < type.count(); i++) {
      AttributeSyntax.Number number = dense.values().get(dense.splat() ? 0 : i);
      elements.add(Literals.constant(number.text(), type.element(), number.location()));
    }
    emit(
        definition,
        statement,
        List.of(),
        List.of(type),
        Attributes.of(AttributeName.VALUE, new Attribute.Array(elements)));
  }

  /**
   * Integers count modulo two to the width; one that is not of the width was probably meant
   * otherwise.
   */
  private Attribute literal(ItemSyntax.Number number, ElementType type) throws Problem {
    String text = number.text();
    Location location = number.location();
    boolean whole =
        text.contains("0x") || text.chars().noneMatch(character -> ".eE".indexOf(character) >= 0);
    if (!type.isInteger() || !whole || Literals.fits(text, type.bits(), location)) {
      return Literals.constant(text, type, location);
    }
    long value = Literals.reduced(text, type.bits(), location);
    body.report(
        DiagnosticCode.SUSPICIOUS_OPERAND,
        location,
        "`" + text + "` does not fit " + type + "; its low " + type.bits() + " bits are " + value);
    return new Attribute.Int(value, type);
  }

  private void arithmetic(OpDefinition definition, StatementSyntax.Operation statement)
      throws Problem {
    List<ItemSyntax> items = new ArrayList<>(statement.items());
    Attributes attributes = flags(definition, items);
    FormatMatcher matcher = match(definition, statement, items);
    List<TypeSyntax> types = operandTypes(statement);
    List<Use> uses = matcher.uses();
    boolean allWritten = types.size() == uses.size();
    if (types.isEmpty() || !allWritten && types.size() > 2) {
      throw untyped(
          syntax(statement, "`" + definition.name() + "` ends in `: T`, the type of its operands"),
          statement,
          typeOf(uses));
    }
    // `arith.select` may or may not list its condition.
    int conditions = uses.size() == 3 && types.size() < 3 ? 1 : 0;
    for (int i = conditions; i < uses.size(); i++) {
      TypeSyntax type = types.size() == uses.size() ? types.get(i) : types.getLast();
      if (!SignatureChecker.check(body, uses.get(i), type)) {
        // The one type is wrong for all operands and for the result.
        body.defineUnknown(statement.results());
        return;
      }
    }
    if (definition.form() == OperationForm.SELECT_SCALAR
        && uses.size() == 3
        && !(types.getLast().type().orElse(ElementType.I64) instanceof ElementType)) {
      choose(statement, uses, types.getLast());
      return;
    }
    Type result = scalar(types.getLast());
    emit(
        definition,
        statement,
        groups(matcher, scalar(types.getLast())),
        List.of(result),
        attributes);
  }

  /** A tile or pointer that a condition chooses is what {@code scf.if} yields (spec/50, F17). */
  private void choose(StatementSyntax.Operation statement, List<Use> uses, TypeSyntax type)
      throws Problem {
    if (type.type().orElseThrow() instanceof LocalArrayType array) {
      throw new Problem(
          DiagnosticCode.TYPE_MISMATCH,
          statement.location(),
          "`"
              + statement.name()
              + "` cannot choose between values of "
              + array.spelling()
              + "; legal: scalars, pointers, tiles, structs");
    }
    List<Region> regions = new ArrayList<>();
    for (Use use : uses.subList(1, 3)) {
      regions.add(
          Region.of(
              List.of(
                  Operation.create(
                      OpCatalog.get("scf.yield"),
                      List.of(List.of(body.value(use, ElementType.I64))),
                      List.of(),
                      Attributes.EMPTY,
                      List.of(),
                      statement.location()))));
    }
    if (Body.count(statement.results()) != 1) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          statement.location(),
          "`" + statement.name() + "` has 1 result");
    }
    Value condition = body.value(uses.getFirst(), ElementType.I1);
    List<Value> results =
        body.defineResults(statement.results(), List.of(type.type().orElseThrow()));
    body.emit(
        Operation.create(
            OpCatalog.get("scf.if"),
            List.of(List.of(condition)),
            results,
            Attributes.EMPTY,
            regions,
            statement.location()));
  }

  private void compare(OpDefinition definition, StatementSyntax.Operation statement)
      throws Problem {
    List<ItemSyntax> items = new ArrayList<>(statement.items());
    if (items.isEmpty() || !(items.getFirst() instanceof ItemSyntax.Word word)) {
      throw syntax(statement, "`" + definition.name() + "` begins with a predicate such as `eq`");
    }
    items.removeFirst();
    AttributeRule rule = AttributeBinder.rule(definition, "predicate", word.location());
    Attribute predicate = AttributeBinder.checked(rule, new Attribute.Text(word.word()), word);
    Attributes flags = flags(definition, items);
    Attributes attributes =
        AttributeBinder.add(flags, AttributeName.PREDICATE.spelling(), predicate, word.location());
    FormatMatcher matcher = match(definition, statement, items);
    TypeSyntax type = onlyType(statement, typeOf(matcher.uses()));
    for (List<Use> group : matcher.groups()) {
      if (!SignatureChecker.check(body, group.getFirst(), type)) {
        body.defineUnknown(statement.results());
        return;
      }
    }
    emit(definition, statement, groups(matcher, scalar(type)), List.of(ElementType.I1), attributes);
  }

  /** Takes {@code fastmath<...>} or {@code overflow<...>} off the items. */
  private Attributes flags(OpDefinition definition, List<ItemSyntax> items) throws Problem {
    if (items.isEmpty()
        || !(items.getLast() instanceof ItemSyntax.Clause clause)
        || clause.form() != ItemSyntax.Form.ANGLES) {
      return Attributes.EMPTY;
    }
    items.removeLast();
    AttributeBinder.rule(definition, "flags", clause.location());
    StringBuilder text = new StringBuilder(clause.word()).append('<');
    for (ItemSyntax argument : clause.arguments()) {
      if (!(argument instanceof ItemSyntax.Word word)) {
        throw new Problem(
            DiagnosticCode.BAD_ATTRIBUTE, argument.location(), "expected the name of a flag");
      }
      text.append(text.charAt(text.length() - 1) == '<' ? "" : ", ").append(word.word());
    }
    return Attributes.of(AttributeName.FLAGS, new Attribute.Text(text.append('>').toString()));
  }

  private void cast(OpDefinition definition, StatementSyntax.Operation statement) throws Problem {
    FormatMatcher matcher = match(definition, statement, statement.items());
    SignatureSyntax signature =
        statement
            .signature()
            .orElseThrow(() -> syntax(statement, "`" + definition.name() + "` ends in `: T to U`"));
    List<TypeSyntax> from = SignatureChecker.types(signature.operands());
    List<Use> uses = matcher.groups().getFirst();
    if (from.size() != uses.size()
        || signature.results().size() != Body.count(statement.results())) {
      throw syntax(
          statement,
          "`" + definition.name() + "` ends in `: T to U`, a type for each operand and result");
    }
    for (int i = 0; i < uses.size(); i++) {
      SignatureChecker.check(body, uses.get(i), from.get(i));
    }
    List<Type> types = new ArrayList<>();
    for (TypeSyntax result : signature.results()) {
      types.add(result.type().orElse(ElementType.I64));
    }
    emit(definition, statement, groups(matcher, ElementType.I64), types, Attributes.EMPTY);
  }

  private void terminator(OpDefinition definition, StatementSyntax.Operation statement)
      throws Problem {
    FormatMatcher matcher = match(definition, statement, statement.items());
    List<Use> values = matcher.groups().getFirst();
    if (definition.form() == OperationForm.RETURN
        && !values.isEmpty()
        && statement.signature().isEmpty()) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          statement.location(),
          "`return` lists the types of what it gives; a kernel gives nothing, it stores its"
              + " results, such as a tile with `pto.tstore`");
    }
    checkTypes(definition, statement, values);
    emit(definition, statement, groups(matcher, ElementType.I64), List.of(), Attributes.EMPTY);
  }

  private void condition(OpDefinition definition, StatementSyntax.Operation statement)
      throws Problem {
    if (statement.items().isEmpty()
        || !(statement.items().getFirst() instanceof ItemSyntax.Parenthesis parenthesis)
        || parenthesis.arguments().size() != 1) {
      throw syntax(statement, "`scf.condition` begins with its condition in parentheses");
    }
    List<ItemSyntax> items = new ArrayList<>(statement.items());
    items.set(0, parenthesis.arguments().getFirst());
    FormatMatcher matcher = match(definition, statement, items);
    checkTypes(definition, statement, matcher.groups().getLast());
    emit(definition, statement, groups(matcher, ElementType.I64), List.of(), Attributes.EMPTY);
  }

  private void call(OpDefinition definition, StatementSyntax.Operation statement) throws Problem {
    if (statement.items().size() != 1
        || !(statement.items().getFirst() instanceof ItemSyntax.Symbol symbol)) {
      throw syntax(statement, "a call is written `func.call @name(%a) : (T) -> U`");
    }
    body.resolveAll(symbol.arguments());
    FormatMatcher matcher = match(definition, statement, symbol.arguments());
    checkTypes(definition, statement, matcher.groups().getFirst());
    List<Type> types = new ArrayList<>();
    for (TypeSyntax type : statement.signature().map(SignatureSyntax::results).orElse(List.of())) {
      types.add(type.type().orElse(ElementType.I64));
    }
    if (types.size() != Body.count(statement.results())) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          statement.location(),
          "the call has " + types.size() + " results");
    }
    Attributes attributes =
        Attributes.of(AttributeName.CALLEE, new Attribute.Symbol(symbol.name()));
    attributes = AttributeBinder.checked(body, definition, attributes, statement.attributes());
    List<Value> results = body.defineResults(statement.results(), types);
    body.emit(
        Operation.create(
            definition,
            groups(matcher, ElementType.I64),
            results,
            attributes,
            List.of(),
            statement.location()));
    body.forgetMistyped(
        statement.results(), statement.signature().map(SignatureSyntax::results).orElse(List.of()));
  }

  private void checkTypes(
      OpDefinition definition, StatementSyntax.Operation statement, List<Use> uses) throws Problem {
    List<TypeSyntax> types = operandTypes(statement);
    if (types.size() != uses.size()) {
      throw SignatureChecker.wrongCount(
          statement.signature().map(SignatureSyntax::location).orElse(statement.location()),
          definition,
          types.size(),
          uses.size());
    }
    for (int i = 0; i < uses.size(); i++) {
      SignatureChecker.check(body, uses.get(i), types.get(i));
    }
  }

  private FormatMatcher match(
      OpDefinition definition, StatementSyntax.Operation statement, List<ItemSyntax> items)
      throws Problem {
    FormatMatcher matcher = new FormatMatcher(body, definition, statement.location());
    matcher.match(definition.form().formats().getFirst().elements(), items);
    return matcher;
  }

  private List<List<Value>> groups(FormatMatcher matcher, ElementType literals) throws Problem {
    List<List<Value>> groups = new ArrayList<>();
    for (List<Use> uses : matcher.groups()) {
      List<Value> values = new ArrayList<>(uses.size());
      for (Use use : uses) {
        values.add(body.value(use, literals));
      }
      groups.add(values);
    }
    return groups;
  }

  private static List<TypeSyntax> operandTypes(StatementSyntax.Operation statement) {
    Optional<SignatureSyntax> signature = statement.signature();
    return signature.map(written -> SignatureChecker.types(written.operands())).orElse(List.of());
  }

  /**
   * The one type after the colon.
   *
   * @param likely the type where none is written; empty if unknown
   */
  private static TypeSyntax onlyType(StatementSyntax.Operation statement, String likely)
      throws Problem {
    List<TypeSyntax> types = operandTypes(statement);
    if (types.size() != 1) {
      Problem problem = syntax(statement, "`" + statement.name() + "` ends in `: T`, one type");
      throw untyped(problem, statement, likely);
    }
    return types.getFirst();
  }

  private static Problem untyped(
      Problem problem, StatementSyntax.Operation statement, String likely) {
    return statement.signature().isPresent() || likely.isEmpty()
        ? problem
        : problem.with(new Fix.AddType(statement.location(), likely));
  }

  /** The one scalar type that all operands have; empty without one. */
  private static String typeOf(List<Use> uses) {
    List<String> types =
        uses.stream()
            .flatMap(use -> use.binding().stream())
            .filter(Names.Binding::known)
            .map(binding -> binding.value().type())
            .filter(ElementType.class::isInstance)
            .map(Type::spelling)
            .distinct()
            .toList();
    return types.size() == 1 ? types.getFirst() : "";
  }

  private static ElementType scalar(TypeSyntax syntax) throws Problem {
    // A wrong type is reported already.
    Type type = syntax.type().orElse(ElementType.I64);
    if (type instanceof ElementType element) {
      return element;
    }
    throw new Problem(
        DiagnosticCode.TYPE_MISMATCH,
        syntax.location(),
        "expected a scalar type, not " + type.spelling());
  }

  private void emit(
      OpDefinition definition,
      StatementSyntax.Operation statement,
      List<List<Value>> groups,
      List<Type> types,
      Attributes attributes)
      throws Problem {
    if (types.size() != Body.count(statement.results())) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          statement.location(),
          "`"
              + definition.name()
              + "` has "
              + types.size()
              + (types.size() == 1 ? " result" : " results"));
    }
    Attributes checked =
        AttributeBinder.checked(body, definition, attributes, statement.attributes());
    List<Value> results = body.defineResults(statement.results(), types);
    body.emit(
        Operation.create(definition, groups, results, checked, List.of(), statement.location()));
    OperationForm form = definition.form();
    if (form != OperationForm.INTEGER_COMPARE && form != OperationForm.FLOAT_COMPARE) {
      List<TypeSyntax> written =
          statement.signature().map(SignatureSyntax::results).orElse(List.of());
      body.forgetMistyped(
          statement.results(), written.isEmpty() ? operandTypes(statement) : written);
    }
  }

  private static Problem syntax(StatementSyntax.Operation statement, String message) {
    return new Problem(DiagnosticCode.BAD_OPERATION_SYNTAX, statement.location(), message);
  }
}
