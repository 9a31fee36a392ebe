package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ptoc.frontend.syntax.BindingSyntax;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.ParameterSyntax;
import org.ptoc.frontend.syntax.RegionSyntax;
import org.ptoc.frontend.syntax.ResultSyntax;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.frontend.syntax.ValueSyntax;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RegionRule;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.Type;

/** Binds the statements of a region and the operations that have regions. */
final class RegionBinder {
  private final Body body;
  private final StatementBinder statements;

  RegionBinder(Body body) {
    this.body = body;
    this.statements = new StatementBinder(body);
  }

  /** Binds all statements; an error in one does not keep the others from being bound. */
  void bind(List<StatementSyntax> list) {
    for (int i = 0; i < list.size(); i++) {
      StatementSyntax statement = list.get(i);
      int first = body.operations().size();
      try {
        bind(statement, list.subList(i + 1, list.size()));
        requireOperand(statement, body.operations().subList(first, body.operations().size()));
      } catch (Problem problem) {
        if (!followsFromType(problem, statement)) {
          body.report(problem.diagnostic());
        }
        body.defineUnknown(statement.results());
        addNameless(problem, statement);
        defineBareResults(statement);
      }
    }
  }

  /** A name of an operation may require an operand that the operation itself can do without. */
  private void requireOperand(StatementSyntax statement, List<Operation> made) {
    String name =
        switch (statement) {
          case StatementSyntax.Operation written ->
              written.prefixed() ? written.name() : "pto." + written.name();
          case StatementSyntax.Generic written -> written.name();
          default -> "";
        };
    OpCatalog.alias(name)
        .filter(alias -> alias.operand().isPresent())
        .ifPresent(alias -> requireOperand(name, alias, made));
  }

  private void requireOperand(String name, OpCatalog.Alias alias, List<Operation> made) {
    OpDefinition definition = OpCatalog.get(alias.operation());
    RoleName role = alias.operand().orElseThrow();
    for (Operation operation : made) {
      if (operation.definition() == definition
          && operation.group(definition.operandIndex(role)).isEmpty()) {
        String inputs =
            definition.operands().subList(0, definition.form().inputRoles()).stream()
                .filter(each -> each.arity() == Role.Arity.ONE || each.name() == role)
                .map(each -> "%" + each.name())
                .collect(Collectors.joining(", "));
        body.report(
            DiagnosticCode.WRONG_OPERAND_COUNT,
            operation.location(),
            ("`%1$s` needs the operand `%2$s`, a tile of factors in `scaling`: `%1$s ins(%3$s :"
                    + " ...) outs(%%dst : ...)`; without it the operation is `%4$s`")
                .formatted(name, role, inputs, definition.name()));
      }
    }
  }

  /** A statement without {@code %x =}: the names are used further down all the same. */
  private void addNameless(Problem problem, StatementSyntax statement) {
    if (problem.diagnostic().code() == DiagnosticCode.WRONG_OPERAND_COUNT
        && statement instanceof StatementSyntax.Operation operation
        && operation.prefixed()) {
      int named = Body.count(operation.results());
      OpCatalog.find(operation.name())
          .ifPresent(
              definition -> body.addNameless(Math.max(0, definition.results().size() - named)));
    }
  }

  /** A type without its bracket has swallowed those after it; that it is wrong is reported. */
  private static boolean followsFromType(Problem problem, StatementSyntax statement) {
    return problem.diagnostic().code() == DiagnosticCode.WRONG_OPERAND_COUNT
        && statement instanceof StatementSyntax.Operation operation
        && operation
            .signature()
            .map(
                written ->
                    isMistyped(SignatureChecker.types(written.operands()))
                        || isMistyped(written.results()))
            .orElse(false);
  }

  /** A bare form that failed may have been meant to define its first operand. */
  private void defineBareResults(StatementSyntax statement) {
    if (statement instanceof StatementSyntax.Operation operation
        && !operation.prefixed()
        && !operation.items().isEmpty()
        && operation.items().getFirst() instanceof ItemSyntax.Operand operand
        && body.find(operand.value().name()).isEmpty()) {
      body.defineUnknown(operand.value().name(), operand.location());
    }
  }

  private void bind(StatementSyntax statement, List<StatementSyntax> rest) throws Problem {
    switch (statement) {
      case StatementSyntax.Operation operation -> statements.bind(operation, rest);
      case StatementSyntax.Generic generic -> new GenericBinder(body).bind(generic);
      case StatementSyntax.For loop -> loop(loop);
      case StatementSyntax.If branch -> branch(branch);
      case StatementSyntax.IndexSwitch choice -> choose(choice);
      case StatementSyntax.While repeat -> repeat(repeat);
      case StatementSyntax.Scope scope -> scope(scope);
      case StatementSyntax.Broken broken -> {
        body.defineUnknown(broken.results());
      }
    }
  }

  private void loop(StatementSyntax.For loop) throws Problem {
    OpDefinition definition = OpCatalog.get("scf.for");
    Names.Binding lower = body.resolve(loop.lower());
    Names.Binding upper = body.resolve(loop.upper());
    Names.Binding step = body.resolve(loop.step());
    Type boundType = loop.boundType().flatMap(TypeSyntax::type).orElse(ElementType.INDEX);
    if (!isMistyped(loop.boundType().stream().toList())) {
      checkBound(loop.lower(), lower, boundType);
      checkBound(loop.upper(), upper, boundType);
      checkBound(loop.step(), step, boundType);
    }
    List<Value> initial = initial(loop.carried());
    List<Type> types = carriedTypes(loop.location(), loop.carried(), loop.carriedTypes());
    Body inner = body.inner();
    List<Value> arguments = new ArrayList<>();
    arguments.add(argument(inner, loop.induction(), boundType));
    for (int i = 0; i < types.size(); i++) {
      arguments.add(argument(inner, loop.carried().get(i).name(), types.get(i)));
    }
    if (isMistyped(loop.boundType().stream().toList())) {
      inner.defineUnknown(loop.induction().name(), loop.induction().location());
    }
    forgetMistyped(inner, loop.carried(), loop.carriedTypes());
    Region region = region(inner, arguments, loop.body(), Optional.of("scf.yield"));
    finish(
        definition,
        List.of(List.of(lower.value()), List.of(upper.value()), List.of(step.value()), initial),
        loop.results(),
        types,
        List.of(region),
        loop.attributes(),
        loop.location());
    forgetMistyped(loop.results(), loop.carried(), loop.carriedTypes());
  }

  private static boolean isMistyped(List<TypeSyntax> written) {
    return written.stream().anyMatch(type -> type.type().isEmpty());
  }

  /** True when the type of a carried value is wrong, and reported, or follows from such a one. */
  private boolean isMistyped(BindingSyntax carried, TypeSyntax written) {
    return written.type().isEmpty() && !body.resolve(carried.initial()).known();
  }

  /**
   * Makes carried values unknown whose type neither the text nor the initial value gives; they
   * cause no further reports.
   */
  private void forgetMistyped(Body inner, List<BindingSyntax> carried, List<TypeSyntax> written) {
    for (int i = 0; i < carried.size(); i++) {
      if (isMistyped(carried.get(i), written.get(i))) {
        inner.defineUnknown(carried.get(i).name().name(), carried.get(i).name().location());
      }
    }
  }

  private void forgetMistyped(
      List<ResultSyntax> results, List<BindingSyntax> carried, List<TypeSyntax> written) {
    for (int i = 0; i < carried.size(); i++) {
      if (isMistyped(carried.get(i), written.get(i))) {
        body.defineUnknown(results);
      }
    }
  }

  private void checkBound(ValueSyntax syntax, Names.Binding binding, Type type) {
    if (binding.known() && !binding.value().type().equals(type)) {
      body.report(
          DiagnosticCode.TYPE_DISAGREES,
          syntax.location(),
          "the loop counts in "
              + type.spelling()
              + " but `%"
              + syntax.name()
              + "` is "
              + binding.value().type().spelling(),
          new Diagnostic.Note(binding.definition(), "`%" + syntax.name() + "` is defined here"));
    }
  }

  private List<Value> initial(List<BindingSyntax> carried) {
    List<Value> values = new ArrayList<>(carried.size());
    for (BindingSyntax binding : carried) {
      values.add(body.resolve(binding.initial()).value());
    }
    return values;
  }

  /** The types of carried values, compared with the types of the initial values. */
  private List<Type> carriedTypes(
      Location location, List<BindingSyntax> carried, List<TypeSyntax> written) throws Problem {
    if (written.size() != carried.size()) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          location,
          carried.size()
              + " values are carried around the loop but "
              + written.size()
              + " types are listed");
    }
    List<Type> types = new ArrayList<>(written.size());
    for (int i = 0; i < written.size(); i++) {
      ValueSyntax initial = carried.get(i).initial();
      Names.Binding binding = body.resolve(initial);
      SignatureChecker.check(body, Use.of(initial.location(), binding), written.get(i));
      Type known = body.placeholders().typeOf(binding.value());
      Type type = written.get(i).type().orElse(known);
      types.add(type instanceof org.ptoc.ir.type.PlaceholderType ? known : type);
    }
    return types;
  }

  private Value argument(Body inner, ValueSyntax name, Type type) {
    Value value = new Value(type, name.name());
    inner.define(name.name(), value, name.location());
    return value;
  }

  private void branch(StatementSyntax.If branch) throws Problem {
    OpDefinition definition = OpCatalog.get("scf.if");
    Names.Binding condition = body.resolve(branch.condition());
    if (condition.known() && condition.value().type() != ElementType.I1) {
      body.report(
          DiagnosticCode.TYPE_MISMATCH,
          branch.condition().location(),
          "the condition is an i1, not " + condition.value().type().spelling());
    }
    List<Region> regions = new ArrayList<>();
    regions.add(region(body.inner(), List.of(), branch.then(), Optional.of("scf.yield")));
    branch
        .otherwise()
        .ifPresent(
            region ->
                regions.add(region(body.inner(), List.of(), region, Optional.of("scf.yield"))));
    finish(
        definition,
        List.of(List.of(condition.value())),
        branch.results(),
        types(branch.types()),
        regions,
        branch.attributes(),
        branch.location());
    body.forgetMistyped(branch.results(), branch.types());
  }

  /** A choice by number: nested conditionals, one for each case. */
  private void choose(StatementSyntax.IndexSwitch choice) throws Problem {
    Names.Binding found = body.resolve(choice.selector());
    Value selector = found.value();
    if (found.known() && selector.type() != ElementType.INDEX) {
      throw new Problem(
          DiagnosticCode.TYPE_MISMATCH,
          choice.selector().location(),
          "the number that chooses is an index, not " + selector.type().spelling());
    }
    requireDistinct(choice.cases());
    requireCount("scf.index_switch", choice.results(), choice.types().size(), choice.location());
    Value first = body.isEqual(selector, ElementType.INDEX, choice.cases().getFirst());
    finish(
        OpCatalog.get("scf.if"),
        List.of(List.of(first)),
        choice.results(),
        types(choice.types()),
        cases(body, choice, selector, 0),
        choice.attributes(),
        choice.location());
    body.forgetMistyped(choice.results(), choice.types());
  }

  /** Checks that no number of a switch is given twice. */
  static void requireDistinct(List<ItemSyntax.Number> cases) throws Problem {
    Set<String> numbers = new HashSet<>();
    for (ItemSyntax.Number number : cases) {
      if (!numbers.add(number.text())) {
        throw new Problem(
            DiagnosticCode.BAD_OPERATION_SYNTAX,
            number.location(),
            "case " + number.text() + " is given twice");
      }
    }
  }

  /** The region of a case, and one of all that follow. */
  private static List<Region> cases(
      Body outer, StatementSyntax.IndexSwitch choice, Value selector, int index) throws Problem {
    Optional<String> yield = Optional.of("scf.yield");
    Region own = region(outer.inner(), List.of(), choice.regions().get(index), yield);
    Body inner = outer.inner();
    if (index + 1 == choice.cases().size()) {
      return List.of(own, region(inner, List.of(), choice.regions().getLast(), yield));
    }
    Value next = inner.isEqual(selector, ElementType.INDEX, choice.cases().get(index + 1));
    List<Value> values =
        inner.decide(
            next,
            types(choice.types()),
            cases(inner, choice, selector, index + 1),
            choice.location());
    return List.of(own, inner.yielding(values, choice.location()));
  }

  private static List<Type> types(List<TypeSyntax> written) {
    List<Type> types = new ArrayList<>(written.size());
    for (TypeSyntax type : written) {
      types.add(type.type().orElse(ElementType.I64));
    }
    return types;
  }

  private void repeat(StatementSyntax.While repeat) throws Problem {
    OpDefinition definition = OpCatalog.get("scf.while");
    List<Value> initial = initial(repeat.carried());
    List<Type> carried = carriedTypes(repeat.location(), repeat.carried(), repeat.carriedTypes());
    Body before = body.inner();
    List<Value> arguments = new ArrayList<>();
    for (int i = 0; i < carried.size(); i++) {
      arguments.add(argument(before, repeat.carried().get(i).name(), carried.get(i)));
    }
    forgetMistyped(before, repeat.carried(), repeat.carriedTypes());
    Region first = region(before, arguments, repeat.before(), Optional.empty());
    Body after = body.inner();
    Region second =
        region(
            after,
            blockArguments(after, repeat.after().arguments()),
            repeat.after(),
            Optional.of("scf.yield"));
    finish(
        definition,
        List.of(initial),
        repeat.results(),
        types(repeat.types()),
        List.of(first, second),
        repeat.attributes(),
        repeat.location());
    body.forgetMistyped(repeat.results(), repeat.types());
  }

  private void scope(StatementSyntax.Scope scope) throws Problem {
    if (InlinedRegion.is(scope)) {
      new InlinedRegion(body).bind(scope);
      return;
    }
    OpDefinition definition =
        OpCatalog.find(scope.name())
            .orElseThrow(
                () ->
                    StatementBinder.unknown(
                        scope.name(),
                        true,
                        scope.location(),
                        OperationGuess.among(scope.name(), RegionBinder::isScope)));
    if (!isScope(definition)) {
      throw new Problem(
          DiagnosticCode.BAD_OPERATION_SYNTAX,
          scope.location(),
          "`" + scope.name() + "` takes no region in braces");
    }
    List<Value> captures = new ArrayList<>();
    List<TypeSyntax> written =
        scope
            .signature()
            .map(SignatureSyntax::operands)
            .map(SignatureChecker::types)
            .orElse(List.of());
    for (int i = 0; i < scope.captures().size(); i++) {
      ValueSyntax capture = scope.captures().get(i);
      Names.Binding binding = body.resolve(capture);
      if (i < written.size()) {
        SignatureChecker.check(body, Use.of(capture.location(), binding), written.get(i));
      }
      captures.add(binding.value());
    }
    boolean strict = definition.form() == OperationForm.STRICT_VECSCOPE;
    if (!strict && !captures.isEmpty() || written.size() != (strict ? captures.size() : 0)) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          scope.location(),
          strict
              ? "`" + scope.name() + "` lists one type for each captured value after its region"
              : "`" + scope.name() + "` takes no operands");
    }
    Body inner = body.inner();
    Region region =
        region(
            inner, blockArguments(inner, scope.body().arguments()), scope.body(), Optional.empty());
    finish(
        definition,
        strict ? List.of(captures) : List.of(),
        scope.results(),
        List.of(),
        List.of(region),
        scope.attributes(),
        scope.location());
  }

  /**
   * True for the operations that are written as a name and a region; loops and branches are not.
   */
  private static boolean isScope(OpDefinition definition) {
    return definition.form().regionRule() == RegionRule.ONCE;
  }

  static List<Value> blockArguments(Body inner, List<ParameterSyntax> parameters) {
    List<Value> values = new ArrayList<>(parameters.size());
    for (ParameterSyntax parameter : parameters) {
      String name = parameter.name().map(ValueSyntax::name).orElse("");
      Value value = new Value(parameter.type().type().orElse(ElementType.I64), name);
      values.add(value);
      parameter.name().ifPresent(syntax -> inner.define(syntax.name(), value, syntax.location()));
      if (parameter.type().type().isEmpty()) {
        parameter.name().ifPresent(syntax -> inner.defineUnknown(syntax.name(), syntax.location()));
      }
    }
    return values;
  }

  /**
   * Binds a region.
   *
   * @param terminator the terminator that the text may omit when it carries no values
   */
  static Region region(
      Body inner, List<Value> arguments, RegionSyntax syntax, Optional<String> terminator) {
    new RegionBinder(inner).bind(syntax.statements());
    if (!syntax.blocks().isEmpty()) {
      inner.report(
          DiagnosticCode.BAD_OPERATION_SYNTAX,
          syntax.blocks().getFirst().location(),
          "only functions have several blocks; this region has one");
    }
    List<Operation> operations = inner.operations();
    if (terminator.isPresent()
        && (operations.isEmpty()
            || operations.getLast().definition().form().effect() != Effect.END)) {
      OpDefinition definition = OpCatalog.get(terminator.get());
      inner.emit(
          Operation.create(
              definition,
              List.of(List.of()),
              List.of(),
              Attributes.EMPTY,
              List.of(),
              syntax.end()));
    }
    return new Region(arguments, operations);
  }

  private static void requireCount(
      String name, List<ResultSyntax> results, int count, Location location) throws Problem {
    if (Body.count(results) != count) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          location,
          "`"
              + name
              + "` has "
              + count
              + (count == 1 ? " result" : " results")
              + " here, but "
              + Body.count(results)
              + " are named");
    }
  }

  private void finish(
      OpDefinition definition,
      List<List<Value>> groups,
      List<ResultSyntax> results,
      List<Type> types,
      List<Region> regions,
      List<EntrySyntax> entries,
      Location location)
      throws Problem {
    if (!results.isEmpty() || definition.form() != OperationForm.FOR) {
      requireCount(definition.name(), results, types.size(), location);
    }
    List<EntrySyntax> known = new ArrayList<>();
    for (EntrySyntax entry : entries) {
      AttributeBinder.ofNobody(definition, entry)
          .ifPresentOrElse(body::report, () -> known.add(entry));
    }
    Attributes attributes = AttributeBinder.free(known);
    List<Value> values =
        results.isEmpty()
            ? types.stream().map(Value::new).toList()
            : body.defineResults(results, types);
    body.emit(Operation.create(definition, groups, values, attributes, regions, location));
  }
}
