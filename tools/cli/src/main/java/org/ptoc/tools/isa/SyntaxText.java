package org.ptoc.tools.isa;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Syntax;

/**
 * How an operation is written, as a template: {@code %role} is a value, {@code <attribute>} an
 * attribute, {@code type(role)} a type, brackets with a question mark what may be left out, {@code
 * ...} what may stand several times.
 */
public final class SyntaxText {
  private final OpDefinition op;
  private final Syntax syntax;

  private SyntaxText(OpDefinition op, Syntax syntax) {
    this.op = op;
    this.syntax = syntax;
  }

  /** A template for each form that is accepted, the printed one first. */
  public static List<String> of(OpDefinition op) {
    if (op.isTileOperation()) {
      return List.of(tile(op));
    }
    List<String> forms = new ArrayList<>();
    for (Syntax syntax : op.form().formats()) {
      forms.add(new SyntaxText(op, syntax).write());
    }
    return forms;
  }

  private static String tile(OpDefinition op) {
    List<Role> operands = op.operands();
    int inputs = op.form().inputRoles();
    StringBuilder text = new StringBuilder(op.name());
    if (inputs > 0) {
      text.append(" ins(").append(group(operands.subList(0, inputs))).append(')');
    }
    return text.append(" outs(")
        .append(group(operands.subList(inputs, operands.size())))
        .append(')')
        .toString();
  }

  private static String group(List<Role> roles) {
    StringJoiner names = new StringJoiner(", ");
    StringJoiner types = new StringJoiner(", ");
    for (Role role : roles) {
      names.add(value(role));
      types.add(type(role));
    }
    return names + " : " + types;
  }

  private String write() {
    StringBuilder text = new StringBuilder();
    StringJoiner results = new StringJoiner(", ");
    op.results().forEach(role -> results.add(value(role)));
    if (!op.results().isEmpty()) {
      text.append(results).append(" = ");
    }
    text.append(op.name());
    String operands = elements(syntax.elements());
    text.append(operands.isEmpty() ? "" : " ").append(operands);
    text.append(signature());
    return text.toString();
  }

  private String elements(List<Syntax.Element> elements) {
    StringBuilder text = new StringBuilder();
    for (Syntax.Element element : elements) {
      text.append(text.isEmpty() ? "" : isJoined(element) ? " " : ", ").append(element(element));
    }
    return text.toString();
  }

  /** True for elements that follow a blank. */
  private static boolean isJoined(Syntax.Element element) {
    return switch (element) {
      case Syntax.Element.Clause clause -> clause.joined();
      case Syntax.Element.Positional positional -> positional.joined();
      default -> false;
    };
  }

  private String element(Syntax.Element element) {
    return switch (element) {
      case Syntax.Element.Operand(RoleName role, boolean _) -> value(role(role));
      case Syntax.Element.Indexed(RoleName base, RoleName offset) ->
          "%" + base + "[%" + offset + "]";
      case Syntax.Element.Positional positional ->
          optional(
              "<" + positional.attribute() + ">" + arguments(positional.arguments()),
              positional.optional());
      case Syntax.Element.Unordered(List<Syntax.Element.Clause> clauses) ->
          elements(List.copyOf(clauses));
      case Syntax.Element.Clause clause -> clause(clause);
      case Syntax.Element.Assignment(
              String keyword,
              RoleName role,
              boolean list,
              boolean optional) ->
          optional(keyword + " = " + (list ? "[%" + role + "...]" : "%" + role), optional);
      case Syntax.Element.AssignedAttribute(String keyword, AttributeName attribute) ->
          keyword + " = <" + attribute + ">";
      case Syntax.Element.Bracket(List<Syntax.Element> inner) -> "[" + elements(inner) + "]";
    };
  }

  private static String arguments(List<Syntax.ClauseArgument> arguments) {
    StringJoiner texts = new StringJoiner(", ", "(", ")");
    texts.setEmptyValue("");
    for (Syntax.ClauseArgument argument : arguments) {
      String key = argument.key().isEmpty() ? "" : argument.key() + " = ";
      if (argument.count() == Syntax.ClauseArgument.ALL) {
        texts.add(key + "%" + argument.name() + "...");
        continue;
      }
      for (int i = 0; i < argument.count(); i++) {
        String name =
            argument.isAttribute()
                ? "<" + argument.name() + ">"
                : "%" + argument.name() + (argument.count() > 1 ? i : "");
        texts.add(optional(key + name, argument.optional()));
      }
    }
    return texts.toString();
  }

  private static String clause(Syntax.Element.Clause clause) {
    String arguments = clause.keyword() + arguments(clause.arguments());
    return switch (clause.repeat()) {
      case ONCE -> arguments;
      case OPTIONAL -> "[" + arguments + "]?";
      case ANY -> arguments + "...";
    };
  }

  private String signature() {
    StringJoiner types = new StringJoiner(", ");
    for (Syntax.SignatureEntry entry : syntax.signature()) {
      switch (entry) {
        case Syntax.SignatureEntry.Types(RoleName role) -> types.add(type(role(role)));
        case Syntax.SignatureEntry.ClauseTypes(Syntax.Element.Clause clause) ->
            types.add("[" + clause.keyword() + " type...]");
        case Syntax.SignatureEntry.Word(AttributeName attribute) ->
            types.add("<" + attribute + ">");
      }
    }
    StringJoiner results = new StringJoiner(", ");
    op.results().forEach(role -> results.add(type(role)));
    if (syntax.resultsAfterColon()) {
      return results.length() == 0 ? "" : " : " + results;
    }
    String left = types.length() == 0 ? "" : " : " + types;
    return results.length() == 0 ? left : left + (left.isEmpty() ? " : -> " : " -> ") + results;
  }

  private Role role(RoleName name) {
    for (Role role : op.operands()) {
      if (role.name() == name) {
        return role;
      }
    }
    for (Role role : op.results()) {
      if (role.name() == name) {
        return role;
      }
    }
    throw new IllegalStateException(op.name() + " has no role " + name);
  }

  private static String value(Role role) {
    return switch (role.arity()) {
      case ONE -> "%" + role.name();
      case OPTIONAL -> "[%" + role.name() + "]?";
      case VARIADIC -> "%" + role.name() + "...";
    };
  }

  private static String type(Role role) {
    return switch (role.arity()) {
      case ONE -> "type(" + role.name() + ")";
      case OPTIONAL -> "[type(" + role.name() + ")]?";
      case VARIADIC -> "type(" + role.name() + ")...";
    };
  }

  private static String optional(String text, boolean optional) {
    return optional ? "[" + text + "]?" : text;
  }
}
