package org.ptoc.ir.printer;

import java.util.List;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Syntax;
import org.ptoc.ir.catalog.Syntax.Element;

/**
 * Chooses the format that can express an operation: the first of its shape that has a place for
 * everything.
 */
final class FormatChoice {
  private FormatChoice() {}

  static Syntax of(Operation op) {
    List<Syntax> formats = op.definition().form().formats();
    if (formats.size() > 1) {
      for (Syntax format : formats) {
        if (expresses(format, formats, op)) {
          return format;
        }
      }
    }
    return formats.getFirst();
  }

  private static boolean expresses(Syntax format, List<Syntax> all, Operation op) {
    for (Role role : op.definition().operands()) {
      if (!op.group(role.name()).isEmpty() && !hasRole(role.name(), format.elements())) {
        return false;
      }
    }
    for (AttributeRule rule : op.definition().attributes()) {
      if (op.attributes().has(rule.attribute())
          && !standsIn(rule.name(), format.elements())
          && all.stream().anyMatch(other -> standsIn(rule.name(), other.elements()))) {
        return false;
      }
    }
    return isComplete(format.elements(), op);
  }

  /** True when nothing that the format demands is missing. */
  private static boolean isComplete(List<Element> elements, Operation op) {
    for (Element element : elements) {
      boolean present =
          switch (element) {
            case Element.Operand operand -> operand.optional() || isGiven(operand.role(), op);
            case Element.Positional positional ->
                positional.optional() || op.attributes().has(positional.attribute());
            case Element.Bracket bracket -> isComplete(bracket.elements(), op);
            case Element.Indexed indexed -> isGiven(indexed.base(), op);
            case Element.Clause clause -> isComplete(clause, op);
            case Element.Unordered unordered ->
                unordered.clauses().stream().allMatch(clause -> isComplete(clause, op));
            case Element.Assignment ignored -> true;
            case Element.AssignedAttribute assigned -> op.attributes().has(assigned.attribute());
          };
      if (!present) {
        return false;
      }
    }
    return true;
  }

  private static boolean isComplete(Element.Clause clause, Operation op) {
    return clause.repeat() != Syntax.Repeat.ONCE
        || clause.arguments().stream()
            .allMatch(a -> a.optional() || a.isAttribute() || isGiven(a.role(), op));
  }

  /**
   * Variadic operands may be absent; every other operand of a format without {@code ?} must be
   * there.
   */
  private static boolean isGiven(RoleName role, Operation op) {
    int index = op.definition().operandIndex(role);
    return !op.group(index).isEmpty()
        || op.definition().operands().get(index).arity() == Role.Arity.VARIADIC;
  }

  private static boolean hasRole(RoleName role, List<Element> elements) {
    for (Element element : elements) {
      boolean found =
          switch (element) {
            case Element.Operand operand -> operand.role() == role;
            case Element.Indexed indexed -> indexed.base() == role || indexed.offset() == role;
            case Element.Assignment assignment -> assignment.role() == role;
            case Element.AssignedAttribute ignored -> false;
            case Element.Bracket bracket -> hasRole(role, bracket.elements());
            case Element.Clause clause -> clause.roles().contains(role);
            case Element.Unordered unordered ->
                unordered.clauses().stream().anyMatch(clause -> clause.roles().contains(role));
            case Element.Positional positional ->
                Syntax.ClauseArgument.roles(positional.arguments()).contains(role);
          };
      if (found) {
        return true;
      }
    }
    return false;
  }

  /** True if an attribute is in operand position. */
  static boolean standsIn(String attribute, List<Element> elements) {
    for (Element element : elements) {
      boolean found =
          switch (element) {
            case Element.Positional positional ->
                positional.attribute().spelling().equals(attribute)
                    || names(positional.arguments()).contains(attribute);
            case Element.Bracket bracket -> standsIn(attribute, bracket.elements());
            case Element.Clause clause -> names(clause.arguments()).contains(attribute);
            case Element.Unordered unordered ->
                unordered.clauses().stream()
                    .anyMatch(clause -> names(clause.arguments()).contains(attribute));
            case Element.Operand ignored -> false;
            case Element.Indexed ignored -> false;
            case Element.Assignment ignored -> false;
            case Element.AssignedAttribute assigned ->
                assigned.attribute().spelling().equals(attribute);
          };
      if (found) {
        return true;
      }
    }
    return false;
  }

  private static List<String> names(List<Syntax.ClauseArgument> arguments) {
    return arguments.stream()
        .filter(Syntax.ClauseArgument::isAttribute)
        .map(Syntax.ClauseArgument::name)
        .toList();
  }
}
