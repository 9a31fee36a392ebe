package org.ptoc.ir.printer;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Syntax;
import org.ptoc.ir.catalog.Syntax.Element;
import org.ptoc.ir.catalog.Syntax.SignatureEntry;
import org.ptoc.ir.catalog.ValueKind;

/** Prints an operation by a format of its catalogue row. */
final class FormatPrinter {
  private final StringBuilder out;
  private final ValueNames names;

  FormatPrinter(StringBuilder out, ValueNames names) {
    this.out = out;
    this.names = names;
  }

  void print(Operation op) {
    out.append(op.name());
    if (op.definition().isTileOperation()) {
      tile(op);
    } else if (op.definition().form() == OperationForm.SUBVIEW) {
      subview(op);
    } else {
      formatted(op, FormatChoice.of(op));
    }
  }

  /** {@code %a, %b}. */
  void values(List<Value> values) {
    String separator = "";
    for (Value value : values) {
      out.append(separator).append('%').append(names.of(value));
      separator = ", ";
    }
  }

  /** {@code f32, i64}. */
  void types(List<Value> values) {
    String separator = "";
    for (Value value : values) {
      out.append(separator).append(value.type().spelling());
      separator = ", ";
    }
  }

  /** {@code ins(...) outs(...)} (spec/20, section 2). */
  private void tile(Operation op) {
    int inputRoles = op.definition().form().inputRoles();
    List<Value> inputs = new ArrayList<>();
    List<Value> outputs = new ArrayList<>();
    List<Role> roles = op.definition().operands();
    for (int role = 0; role < roles.size(); role++) {
      if (roles.get(role).prefix().isEmpty()) {
        (role < inputRoles ? inputs : outputs).addAll(op.group(role));
      }
    }
    OperationForm form = op.definition().form();
    List<Attributes.Entry> entries = withoutInputAttributes(op);
    boolean inside = form.attributesStandWithInputs();
    out.append(" ins(");
    values(inputs);
    if (inside) {
      dictionary(op, entries);
    }
    groupTypes(inputs);
    prefixed(op);
    inputAttributes(op);
    out.append(')');
    if (inputRoles < op.definition().operands().size()) {
      out.append(" outs(");
      values(outputs);
      groupTypes(outputs);
      out.append(')');
    } else if (!op.results().isEmpty()) {
      out.append(" outs : ");
      types(op.results());
    }
    if (!inside) {
      dictionary(op, entries);
    }
  }

  /** {@code fp %f : T} after the types of the inputs (spec/60, 2.3). */
  private void prefixed(Operation op) {
    for (Role role : op.definition().operands()) {
      List<Value> values = op.group(role.name());
      if (!role.prefix().isEmpty() && !values.isEmpty()) {
        out.append(' ').append(role.prefix()).append(' ');
        values(values);
        groupTypes(values);
      }
    }
  }

  /** {@code , "row"} after the types of the inputs (spec/50, F6). */
  private void inputAttributes(Operation op) {
    for (Element.Positional positional : op.definition().form().inputAttributes()) {
      op.attributes()
          .get(positional.attribute())
          .ifPresent(
              value -> {
                out.append(", ");
                AttributeText.positional(
                    op.definition(), positional.attribute().spelling(), value, out);
              });
    }
  }

  private static List<Attributes.Entry> withoutInputAttributes(Operation op) {
    List<Element.Positional> positional = op.definition().form().inputAttributes();
    return op.attributes().entries().stream()
        .filter(
            entry ->
                positional.stream().noneMatch(p -> p.attribute().spelling().equals(entry.name())))
        .toList();
  }

  private void groupTypes(List<Value> values) {
    if (!values.isEmpty()) {
      out.append(" : ");
      types(values);
    }
  }

  /** {@code %t[%i, %j] sizes [8, 16] valid [%r, %c] : T -> U} (spec/20, 2.1). */
  private void subview(Operation op) {
    out.append(' ');
    values(op.group(RoleName.TILE));
    out.append('[');
    values(op.group(RoleName.OFFSETS));
    out.append("] sizes [");
    op.attributes().get(AttributeName.SIZES).ifPresent(this::sizes);
    out.append(']');
    if (!op.group(RoleName.VALID).isEmpty()) {
      out.append(" valid [");
      values(op.group(RoleName.VALID));
      out.append(']');
    }
    dictionary(op, op.attributes().without(AttributeName.SIZES).entries());
    out.append(" : ");
    types(op.group(RoleName.TILE));
    out.append(" -> ");
    types(op.results());
  }

  private void sizes(Attribute sizes) {
    if (sizes instanceof Attribute.Array array) {
      String separator = "";
      for (Attribute size : array.elements()) {
        out.append(separator);
        if (size instanceof Attribute.Int number) {
          out.append(number.value());
        } else {
          AttributeText.value(size, out);
        }
        separator = ", ";
      }
    }
  }

  private void formatted(Operation op, Syntax format) {
    elements(op, format.elements(), true);
    List<Attributes.Entry> rest = new ArrayList<>();
    for (Attributes.Entry entry : op.attributes().entries()) {
      if (!FormatChoice.standsIn(entry.name(), format.elements())) {
        rest.add(entry);
      }
    }
    dictionary(op, rest);
    signature(op, format);
  }

  private void elements(Operation op, List<Element> elements, boolean leading) {
    boolean first = true;
    for (Element element : elements) {
      switch (element) {
        case Element.Operand operand -> {
          if (!op.group(operand.role()).isEmpty()) {
            separate(first, leading);
            values(op.group(operand.role()));
            first = false;
          }
        }
        case Element.Indexed indexed -> {
          separate(first, leading);
          values(op.group(indexed.base()));
          out.append('[');
          values(op.group(indexed.offset()));
          out.append(']');
          first = false;
        }
        case Element.Positional positional -> {
          Attribute value = op.attributes().get(positional.attribute()).orElse(null);
          if (value != null) {
            separate(first || positional.joined(), leading);
            word(op, positional.attribute().spelling(), value);
            arguments(op, positional.arguments(), 0);
            first = false;
          }
        }
        case Element.Clause clause -> clause(op, clause);
        case Element.Unordered unordered ->
            unordered.clauses().forEach(clause -> clause(op, clause));
        case Element.Assignment assignment -> first = assignment(op, assignment, first);
        case Element.AssignedAttribute(String keyword, AttributeName attribute) -> {
          Attribute value = op.attributes().get(attribute).orElse(null);
          if (value != null) {
            separate(first, leading);
            out.append(keyword).append(" = ");
            word(op, attribute.spelling(), value);
            first = false;
          }
        }
        case Element.Bracket bracket -> {
          out.append('[');
          elements(op, bracket.elements(), false);
          out.append(']');
          first = false;
        }
      }
    }
  }

  private void separate(boolean first, boolean leading) {
    if (!first) {
      out.append(", ");
    } else if (leading) {
      out.append(' ');
    }
  }

  /** A flag among the operands is its name. */
  private void word(Operation op, String attribute, Attribute value) {
    if (value instanceof Attribute.Flag) {
      out.append(attribute);
    } else {
      AttributeText.positional(op.definition(), attribute, value, out);
    }
  }

  private void clause(Operation op, Element.Clause clause) {
    for (int repetition = 0; isGiven(op, clause.arguments(), repetition); repetition++) {
      out.append(clause.joined() ? " " : ", ").append(clause.keyword());
      arguments(op, clause.arguments(), repetition);
      if (clause.repeat() != Syntax.Repeat.ANY) {
        return;
      }
    }
  }

  private static boolean isGiven(
      Operation op, List<Syntax.ClauseArgument> arguments, int repetition) {
    return arguments.stream()
        .anyMatch(
            argument ->
                argument.isAttribute()
                    ? op.attributes().has(argument.attribute())
                    : !values(op, argument, repetition).isEmpty());
  }

  /** {@code (%a, mode = m)}; nothing when nothing is given. */
  private void arguments(Operation op, List<Syntax.ClauseArgument> arguments, int repetition) {
    String separator = "(";
    for (Syntax.ClauseArgument argument : arguments) {
      String key = argument.key().isEmpty() ? "" : argument.key() + " = ";
      if (argument.isAttribute()) {
        Attribute value = op.attributes().get(argument.attribute()).orElse(null);
        if (value != null) {
          out.append(separator).append(key);
          word(op, argument.name(), value);
          separator = ", ";
        }
        continue;
      }
      for (Value value : values(op, argument, repetition)) {
        out.append(separator).append(key).append('%').append(names.of(value));
        separator = ", ";
      }
    }
    out.append(separator.equals("(") ? "" : ")");
  }

  /** The values of one repetition of a clause, empty when there is none. */
  private static List<Value> clauseValues(Operation op, Element.Clause clause, int repetition) {
    List<Value> values = new ArrayList<>();
    for (Syntax.ClauseArgument argument : clause.arguments()) {
      if (!argument.isAttribute()) {
        values.addAll(values(op, argument, repetition));
      }
    }
    return values;
  }

  private static List<Value> values(Operation op, Syntax.ClauseArgument argument, int repetition) {
    List<Value> group = op.group(argument.role());
    long from = Math.min(group.size(), (long) repetition * argument.count());
    long end = Math.min(group.size(), from + argument.count());
    return group.subList((int) from, (int) end);
  }

  private boolean assignment(Operation op, Element.Assignment assignment, boolean first) {
    List<Value> values = op.group(assignment.role());
    if (values.isEmpty() && !assignment.list()) {
      return first;
    }
    out.append(first || !assignment.list() ? " " : ", ").append(assignment.keyword()).append(" = ");
    out.append(assignment.list() ? "[" : "");
    values(values);
    out.append(assignment.list() ? "]" : "");
    return false;
  }

  private void dictionary(Operation op, List<Attributes.Entry> entries) {
    if (!entries.isEmpty()) {
      out.append(' ');
      AttributeText.dictionary(op.definition(), entries, out);
    }
  }

  private void signature(Operation op, Syntax format) {
    if (format.resultsAfterColon()) {
      out.append(" : ");
      types(op.results());
      return;
    }
    if (op.definition().operands().isEmpty()
        && !op.results().isEmpty()
        && !hasFixedResults(op.definition())) {
      out.append(" -> ");
      types(op.results());
      return;
    }
    int before = out.length();
    out.append(" : ");
    int start = out.length();
    for (SignatureEntry entry : format.signature()) {
      switch (entry) {
        case SignatureEntry.Types types -> listTypes(op.group(types.role()), start);
        case SignatureEntry.ClauseTypes clause -> clauseTypes(op, clause.clause(), start);
        case SignatureEntry.Word word -> {
          out.append(out.length() > start ? ", " : "");
          op.attributes()
              .get(word.attribute())
              .ifPresent(value -> word(op, word.attribute().spelling(), value));
        }
      }
    }
    boolean listed = out.length() > start;
    if (!listed && hasFixedResults(op.definition())) {
      out.setLength(before);
      return;
    }
    if (!listed) {
      out.append("()");
    }
    if (!op.results().isEmpty()) {
      out.append(" -> ");
      resultTypes(op, listed);
    }
  }

  private void resultTypes(Operation op, boolean plain) {
    out.append(plain ? "" : "(");
    types(op.results());
    out.append(plain ? "" : ")");
  }

  private void listTypes(List<Value> values, int start) {
    if (!values.isEmpty()) {
      out.append(out.length() > start ? ", " : "");
      types(values);
    }
  }

  private void clauseTypes(Operation op, Element.Clause clause, int start) {
    for (int repetition = 0; ; repetition++) {
      List<Value> values = clauseValues(op, clause, repetition);
      if (values.isEmpty()) {
        return;
      }
      out.append(out.length() > start ? ", " : "").append(clause.keyword()).append(' ');
      types(values);
    }
  }

  /** True when the mnemonic alone says the types of the results. */
  private static boolean hasFixedResults(OpDefinition definition) {
    for (Role role : definition.results()) {
      if (role.kind() != ValueKind.I64) {
        return false;
      }
    }
    return true;
  }
}
