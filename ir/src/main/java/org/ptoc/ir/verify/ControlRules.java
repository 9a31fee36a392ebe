package org.ptoc.ir.verify;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.Type;

/** Types that flow into, through and out of regions and functions (spec/00, 1.7, 3.2 and 5). */
final class ControlRules {
  /** What works where a function of one kind of core has work for the other. */
  static final String ONE_CORE =
      "without pto.kernel_kind the function is made for both, or write pto.section.cube and"
          + " pto.section.vector";

  private ControlRules() {}

  static void loop(Check check) {
    check.oneType(RoleName.LOWER, RoleName.UPPER, RoleName.STEP);
    Type type = check.type(RoleName.LOWER);
    if (!(type instanceof ElementType element
        && (element == ElementType.INDEX
            || element.kind() == ElementType.Kind.SIGNLESS && element != ElementType.I1))) {
      check.typeError("lower", type, "index or a signless integer");
    }
    OptionalLong step = check.constant(RoleName.STEP);
    check.require(
        step.isEmpty() || step.getAsLong() > 0,
        DiagnosticCode.BAD_CONSTANT,
        "step is " + step.orElse(0) + ", but must be positive");
    Operation op = check.op();
    List<Value> initial = op.group(RoleName.INIT);
    List<Value> arguments = op.region().arguments();
    if (check.require(
        arguments.size() == initial.size() + 1,
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "the body takes "
            + arguments.size()
            + " values, but needs the induction variable and "
            + initial.size()
            + " carried values")) {
      same(
          check,
          "the induction variable",
          List.of(arguments.getFirst()),
          "the bounds",
          List.of(op.operandAt(0)));
      same(
          check, "carried value", arguments.subList(1, arguments.size()), "initial value", initial);
    }
    same(check, "result", op.results(), "initial value", initial);
  }

  static void repeat(Check check) {
    Operation op = check.op();
    same(check, "carried value", op.regions().get(0).arguments(), "initial value", op.operands());
    same(check, "forwarded value", op.regions().get(1).arguments(), "result", op.results());
  }

  static void branch(Check check) {
    Operation op = check.op();
    check.require(
        op.results().isEmpty() || op.regions().size() == 2,
        DiagnosticCode.BAD_TERMINATOR,
        "gives results and needs an else part");
    for (Region region : op.regions()) {
      check.require(
          region.arguments().isEmpty(),
          DiagnosticCode.WRONG_OPERAND_COUNT,
          "its regions take no values");
    }
  }

  static void strictScope(Check check) {
    same(
        check, "block argument", check.op().region().arguments(), "capture", check.op().operands());
  }

  static void plainScope(Check check) {
    check.require(
        check.op().region().arguments().isEmpty(),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "its region takes no values");
  }

  static void call(Check check, Callee callee) {
    Operation op = check.op();
    switch (callee) {
      case Callee.Unknown() -> {}
      case Callee.Missing() ->
          check.error(
              DiagnosticCode.UNDEFINED_VALUE,
              "no function @"
                  + op.attributes().text(AttributeName.CALLEE).orElse("")
                  + " is in this module");
      case Callee.Found(Function function) -> {
        if (function.body().isPresent()) {
          same(check, "argument", op.operands(), "parameter", function.parameters());
        }
        sameTypes(
            check, "result", types(op.results()), "result of the function", function.resultTypes());
      }
    }
  }

  static List<Type> types(List<Value> values) {
    return values.stream().map(Value::type).toList();
  }

  private static void same(
      Check check, String what, List<Value> actual, String as, List<Value> expected) {
    sameTypes(check, what, types(actual), as, types(expected));
  }

  /** Two lists of types agree in length and element by element. */
  static void sameTypes(
      Check check, String what, List<Type> actual, String as, List<Type> expected) {
    if (actual.size() != expected.size()) {
      check.error(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          "number of "
              + what
              + "s is "
              + actual.size()
              + ", but must be "
              + expected.size()
              + ", one for each "
              + as);
      return;
    }
    for (int i = 0; i < actual.size(); i++) {
      if (!actual.get(i).equals(expected.get(i))) {
        check.typeError(
            actual.size() == 1 ? what : what + " " + (i + 1),
            actual.get(i),
            expected.get(i).spelling() + " as " + as + " is");
      }
    }
  }
}
