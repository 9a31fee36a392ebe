package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.AttributeSyntax;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.frontend.syntax.RegionSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.frontend.syntax.ValueSyntax;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.Type;

/**
 * Binds the generic form of MLIR, {@code "pto.op"(%a, %b) <{properties}> : (T, T) -> ()}, of any
 * operation by the roles of its catalogue row (spec/50, F13).
 */
final class GenericBinder {
  /** How many operands each role has, in the order of the roles. */
  private static final String SEGMENTS = "operandSegmentSizes";

  private static final String RESULT_SEGMENTS = "resultSegmentSizes";

  private final Body body;

  GenericBinder(Body body) {
    this.body = body;
  }

  private static boolean hasRoom(OpDefinition row, List<Use> uses) {
    return OperationGuess.takes(
        row.operands(),
        uses.stream()
            .map(use -> use.binding().filter(Names.Binding::known))
            .map(known -> OperationGuess.role(known.map(binding -> binding.value().type())))
            .toList());
  }

  void bind(StatementSyntax.Generic statement) throws Problem {
    List<Use> uses = new ArrayList<>();
    for (ValueSyntax operand : statement.operands()) {
      uses.add(Use.of(operand.location(), body.resolve(operand)));
    }
    OpDefinition definition =
        OpCatalog.find(statement.name())
            .or(() -> StatementBinder.ofFamily(statement.name()))
            .orElseThrow(
                () ->
                    StatementBinder.unknown(
                        statement.name(),
                        true,
                        statement.location(),
                        OperationGuess.among(statement.name(), row -> hasRoom(row, uses))));
    checkTypes(definition, statement, uses);
    List<Type> types =
        statement.types().stream().map(type -> type.type().orElse(ElementType.I64)).toList();
    if (Body.count(statement.results()) != types.size() && !statement.results().isEmpty()) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          statement.location(),
          "`"
              + definition.name()
              + "` has "
              + types.size()
              + " result types here, but "
              + Body.count(statement.results())
              + " results are named");
    }
    boolean supported = definition.form() != OperationForm.UNSUPPORTED;
    List<List<Value>> groups = supported ? groups(definition, statement, uses) : List.of();
    Attributes attributes =
        supported ? attributes(definition, statement.attributes()) : Attributes.EMPTY;
    List<Region> regions = supported ? regions(definition, statement.regions()) : List.of();
    List<Value> results =
        statement.results().isEmpty()
            ? types.stream().map(Value::new).toList()
            : body.defineResults(statement.results(), types);
    body.emit(
        Operation.create(definition, groups, results, attributes, regions, statement.location()));
    body.forgetMistyped(statement.results(), statement.types());
  }

  private void checkTypes(
      OpDefinition definition, StatementSyntax.Generic statement, List<Use> uses) throws Problem {
    List<TypeSyntax> written = statement.operandTypes();
    if (written.size() != uses.size()) {
      throw SignatureChecker.wrongCount(
          statement.location(), definition, written.size(), uses.size());
    }
    for (int i = 0; i < uses.size(); i++) {
      SignatureChecker.check(body, uses.get(i), written.get(i));
    }
  }

  /** The operands role after role: as many as the segments say, else from left to right. */
  private List<List<Value>> groups(
      OpDefinition definition, StatementSyntax.Generic statement, List<Use> uses) throws Problem {
    List<Role> roles = definition.operands();
    Optional<EntrySyntax> entry =
        statement.attributes().stream().filter(each -> each.key().equals(SEGMENTS)).findFirst();
    List<Integer> counts =
        entry.isPresent() ? segments(entry.get()) : leftToRight(roles, uses.size());
    int sum = counts.stream().mapToInt(Integer::intValue).sum();
    if (counts.size() != roles.size() || sum != uses.size()) {
      throw new Problem(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          entry.map(EntrySyntax::location).orElse(statement.location()),
          "`"
              + definition.name()
              + "` has the operands "
              + String.join(", ", roles.stream().map(GenericBinder::describe).toList())
              + "; "
              + (entry.isPresent()
                  ? "`operandSegmentSizes` gives " + counts + " for " + uses.size() + " operands"
                  : uses.size() + " operands are given"));
    }
    List<List<Value>> groups = new ArrayList<>();
    int next = 0;
    for (Role role : roles) {
      int count = counts.get(groups.size());
      List<Value> group = new ArrayList<>();
      for (Use use : uses.subList(next, next + count)) {
        group.add(body.value(use, role, ElementType.I64));
      }
      groups.add(group);
      next += count;
    }
    return groups;
  }

  private static String describe(Role role) {
    return switch (role.arity()) {
      case ONE -> role.name().spelling();
      case OPTIONAL -> role.name() + " (optional)";
      case VARIADIC -> role.name() + " (any number)";
    };
  }

  private static List<Integer> segments(EntrySyntax entry) throws Problem {
    List<Integer> counts = new ArrayList<>();
    if (entry.value().orElse(null) instanceof AttributeSyntax.Sequence sequence) {
      for (AttributeSyntax each : sequence.values()) {
        if (each instanceof AttributeSyntax.Number number) {
          counts.add((int) Literals.integer(number.text(), 32, number.location()));
        }
      }
    }
    if (counts.isEmpty() || counts.stream().anyMatch(count -> count < 0)) {
      throw new Problem(
          DiagnosticCode.BAD_ATTRIBUTE,
          entry.location(),
          "`operandSegmentSizes` is written `array<i32: 1, 1, 0>`, a count for each operand");
    }
    return counts;
  }

  /** Optional roles are filled from the left as long as operands are left over. */
  private static List<Integer> leftToRight(List<Role> roles, int operands) {
    int spare =
        operands - (int) roles.stream().filter(role -> role.arity() == Role.Arity.ONE).count();
    List<Integer> counts = new ArrayList<>();
    for (Role role : roles) {
      int count =
          switch (role.arity()) {
            case ONE -> 1;
            case OPTIONAL -> Math.clamp(spare, 0, 1);
            case VARIADIC -> Math.max(spare, 0);
          };
      spare -= role.arity() == Role.Arity.ONE ? 0 : count;
      counts.add(count);
    }
    return counts;
  }

  private Attributes attributes(OpDefinition definition, List<EntrySyntax> entries) throws Problem {
    List<EntrySyntax> own =
        entries.stream()
            .filter(each -> !each.key().equals(SEGMENTS) && !each.key().equals(RESULT_SEGMENTS))
            .toList();
    return switch (definition.form()) {
      case CONSTANT -> constant(own);
      case INTEGER_COMPARE, FLOAT_COMPARE -> predicate(definition, own);
      case FOR, IF, WHILE, CALL -> AttributeBinder.free(own);
      default -> AttributeBinder.checked(body, definition, Attributes.EMPTY, own);
    };
  }

  /** A boolean constant is an {@code i1} with all bits set. */
  private static Attributes constant(List<EntrySyntax> entries) throws Problem {
    Attributes attributes = AttributeBinder.free(entries);
    return attributes.get(AttributeName.VALUE).orElse(null) instanceof Attribute.Flag flag
        ? Attributes.of(
            AttributeName.VALUE, new Attribute.Int(flag.value() ? -1 : 0, ElementType.I1))
        : attributes;
  }

  /**
   * MLIR numbers the predicates of comparisons in the order of the rows; of floating-point
   * comparisons `false` is the first and not the last.
   */
  private Attributes predicate(OpDefinition definition, List<EntrySyntax> entries) throws Problem {
    List<EntrySyntax> others = new ArrayList<>();
    Attributes attributes = Attributes.EMPTY;
    for (EntrySyntax entry : entries) {
      if (entry.key().equals("predicate")
          && entry.value().orElse(null) instanceof AttributeSyntax.Number number) {
        AttributeRule rule = AttributeBinder.rule(definition, "predicate", entry.location());
        List<String> tokens =
            new ArrayList<>(((AttributeRule.Domain.Tokens) rule.domain()).tokens());
        if (definition.form() == OperationForm.FLOAT_COMPARE) {
          tokens.addFirst(tokens.removeLast());
        }
        long index = Literals.integer(number.text(), 64, number.location());
        if (index < 0 || index >= tokens.size()) {
          throw new Problem(
              DiagnosticCode.BAD_ATTRIBUTE,
              number.location(),
              "a predicate is a number from 0 to " + (tokens.size() - 1));
        }
        attributes =
            Attributes.of(AttributeName.PREDICATE, new Attribute.Text(tokens.get((int) index)));
      } else {
        others.add(entry);
      }
    }
    return AttributeBinder.checked(body, definition, attributes, others);
  }

  private List<Region> regions(OpDefinition definition, List<RegionSyntax> written) {
    Optional<String> terminator =
        switch (definition.form().regionRule()) {
          case COUNTED_LOOP, BRANCHES -> Optional.of("scf.yield");
          case CONDITIONAL_LOOP, ONCE, NONE -> Optional.empty();
        };
    List<Region> regions = new ArrayList<>();
    for (RegionSyntax region : written) {
      Body inner = body.inner();
      List<Value> arguments = RegionBinder.blockArguments(inner, region.arguments());
      // An `else` without statements is written `{}`.
      boolean absent =
          definition.form() == OperationForm.IF
              && regions.size() == 1
              && region.statements().isEmpty();
      if (!absent) {
        regions.add(RegionBinder.region(inner, arguments, region, terminator));
      }
    }
    return regions;
  }
}
