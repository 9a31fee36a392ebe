package org.ptoc.ir.printer;

import java.util.List;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;

/**
 * Prints operations: the fixed syntax of arith, scf and func here, everything else by its format.
 */
final class OperationPrinter {
  private final StringBuilder out;
  private final ValueNames names;
  private final FormatPrinter formats;

  OperationPrinter(StringBuilder out, ValueNames names) {
    this.out = out;
    this.names = names;
    this.formats = new FormatPrinter(out, names);
  }

  void indent(int depth) {
    for (int i = 0; i < depth; i++) {
      out.append("  ");
    }
  }

  /** Prints the braces and the body of a function. */
  void body(List<Operation> operations, int depth) {
    out.append(" {\n");
    lines(operations, depth + 1);
    indent(depth);
    out.append('}');
  }

  /**
   * Prints one operation without indentation and newline; nested regions are indented from {@code
   * depth}.
   */
  void print(Operation op, int depth) {
    results(op);
    switch (op.definition().form()) {
      case CONSTANT -> constant(op);
      case INTEGER_BINARY,
          FLOAT_BINARY,
          FLOAT_UNARY,
          INTEGER_COMPARE,
          FLOAT_COMPARE,
          SELECT_SCALAR ->
          arithmetic(op);
      case SCALAR_CAST, UNREALIZED_CAST -> cast(op);
      case FOR -> loop(op, depth);
      case IF -> branch(op, depth);
      case WHILE -> repeat(op, depth);
      case YIELD -> terminator("scf.yield", op.operands());
      case RETURN -> terminator("return", op.operands());
      case CONDITION -> condition(op);
      case CALL -> call(op);
      case VECSCOPE, SECTION -> scope(op, depth);
      case STRICT_VECSCOPE -> strictScope(op, depth);
      default -> formats.print(op);
    }
  }

  private void results(Operation op) {
    if (op.results().isEmpty()) {
      return;
    }
    String separator = "";
    for (Value result : op.results()) {
      out.append(separator).append('%').append(names.define(result));
      separator = ", ";
    }
    out.append(" = ");
  }

  private void lines(List<Operation> operations, int depth) {
    for (Operation operation : operations) {
      indent(depth);
      print(operation, depth);
      out.append('\n');
    }
  }

  /** The operations of a region without a final empty yield. */
  private static List<Operation> withoutEmptyYield(Region region) {
    List<Operation> operations = region.operations();
    if (operations.isEmpty()) {
      return operations;
    }
    Operation last = operations.getLast();
    boolean empty =
        last.definition().form() == OperationForm.YIELD
            && last.operandCount() == 0
            && last.attributes().isEmpty();
    return empty ? operations.subList(0, operations.size() - 1) : operations;
  }

  private void constant(Operation op) {
    out.append(op.name()).append(' ');
    Attribute value = op.attributes().get(AttributeName.VALUE).orElse(Attribute.Unit.UNIT);
    String type = op.results().isEmpty() ? "" : op.result().type().spelling();
    switch (value) {
      case Attribute.Int number when number.type() == ElementType.I1 -> {
        out.append((number.value() & 1) == 1);
        return;
      }
      case Attribute.Flag flag -> {
        out.append(flag.value());
        return;
      }
      case Attribute.Int number -> out.append(number.value());
      case Attribute.Real number -> FloatText.append(number.bits(), number.type(), out);
      case Attribute.Array elements -> dense(elements);
      default -> AttributeText.value(value, out);
    }
    out.append(" : ").append(type);
  }

  /** {@code dense<[4, 4, 0, 0]>}. */
  private void dense(Attribute.Array elements) {
    out.append("dense<[");
    String separator = "";
    for (Attribute element : elements.elements()) {
      out.append(separator);
      switch (element) {
        case Attribute.Int number -> out.append(number.value());
        case Attribute.Real number -> FloatText.append(number.bits(), number.type(), out);
        default -> AttributeText.value(element, out);
      }
      separator = ", ";
    }
    out.append("]>");
  }

  private void arithmetic(Operation op) {
    out.append(op.name()).append(' ');
    op.attributes()
        .text(AttributeName.PREDICATE)
        .ifPresent(predicate -> out.append(predicate).append(", "));
    formats.values(op.operands());
    op.attributes().text(AttributeName.FLAGS).ifPresent(flags -> out.append(' ').append(flags));
    out.append(" : ");
    if (op.operandCount() > 0) {
      out.append(op.operandAt(op.operandCount() - 1).type().spelling());
    }
  }

  private void cast(Operation op) {
    out.append(op.name()).append(' ');
    formats.values(op.operands());
    out.append(" : ");
    formats.types(op.operands());
    out.append(" to ");
    formats.types(op.results());
  }

  private void loop(Operation op, int depth) {
    Region region = regionOrEmpty(op, 0);
    List<Value> arguments = region.arguments();
    names.enter();
    out.append("scf.for ");
    if (!arguments.isEmpty()) {
      out.append('%').append(names.define(arguments.getFirst()));
    }
    out.append(" = ");
    formats.values(op.group(RoleName.LOWER));
    out.append(" to ");
    formats.values(op.group(RoleName.UPPER));
    out.append(" step ");
    formats.values(op.group(RoleName.STEP));
    List<Value> initial = op.group(RoleName.INIT);
    if (!initial.isEmpty()) {
      out.append(" iter_args");
      bindings(arguments.subList(Math.min(1, arguments.size()), arguments.size()), initial);
      out.append(" -> (");
      formats.types(initial);
      out.append(')');
    }
    if (!op.group(RoleName.LOWER).isEmpty()
        && op.group(RoleName.LOWER).getFirst().type() != ElementType.INDEX) {
      out.append(" : ").append(op.group(RoleName.LOWER).getFirst().type().spelling());
    }
    braces(withoutEmptyYield(region), depth);
    names.leave();
    trailingAttributes(op);
  }

  private void bindings(List<Value> arguments, List<Value> initial) {
    out.append('(');
    for (int i = 0; i < initial.size(); i++) {
      out.append(i == 0 ? "%" : ", %");
      out.append(i < arguments.size() ? names.define(arguments.get(i)) : "_");
      out.append(" = %").append(names.of(initial.get(i)));
    }
    out.append(')');
  }

  private void branch(Operation op, int depth) {
    out.append("scf.if ");
    formats.values(op.group(RoleName.CONDITION));
    if (!op.results().isEmpty()) {
      out.append(" -> (");
      formats.types(op.results());
      out.append(')');
    }
    scoped(withoutEmptyYield(regionOrEmpty(op, 0)), depth);
    if (op.regions().size() > 1) {
      out.append(" else");
      scoped(withoutEmptyYield(op.regions().get(1)), depth);
    }
    trailingAttributes(op);
  }

  private void repeat(Operation op, int depth) {
    Region before = regionOrEmpty(op, 0);
    Region after = regionOrEmpty(op, 1);
    List<Value> initial = op.group(RoleName.INIT);
    out.append("scf.while");
    names.enter();
    if (!initial.isEmpty()) {
      out.append(' ');
      bindings(before.arguments(), initial);
    }
    out.append(" : (");
    formats.types(initial);
    out.append(") -> (");
    formats.types(op.results());
    out.append(')');
    braces(before.operations(), depth);
    names.leave();
    names.enter();
    out.append(" do {\n");
    label(after.arguments(), depth);
    lines(after.operations(), depth + 1);
    indent(depth);
    out.append('}');
    names.leave();
    trailingAttributes(op);
  }

  private void label(List<Value> arguments, int depth) {
    if (arguments.isEmpty()) {
      return;
    }
    indent(depth);
    out.append("^bb0(");
    String separator = "";
    for (Value argument : arguments) {
      out.append(separator)
          .append('%')
          .append(names.define(argument))
          .append(": ")
          .append(argument.type().spelling());
      separator = ", ";
    }
    out.append("):\n");
  }

  private void terminator(String name, List<Value> values) {
    out.append(name);
    if (!values.isEmpty()) {
      out.append(' ');
      formats.values(values);
      out.append(" : ");
      formats.types(values);
    }
  }

  private void condition(Operation op) {
    out.append("scf.condition(");
    formats.values(op.group(RoleName.CONDITION));
    terminator(")", op.group(RoleName.VALUES));
  }

  private void call(Operation op) {
    out.append("func.call ");
    AttributeText.symbol(op.attributes().text(AttributeName.CALLEE).orElse(""), out);
    out.append('(');
    formats.values(op.operands());
    out.append(')');
    Attributes rest = op.attributes().without(AttributeName.CALLEE);
    if (!rest.isEmpty()) {
      out.append(' ');
      AttributeText.dictionary(rest.entries(), out);
    }
    out.append(" : (");
    formats.types(op.operands());
    out.append(") -> (");
    formats.types(op.results());
    out.append(')');
  }

  private void scope(Operation op, int depth) {
    out.append(op.name());
    scoped(regionOrEmpty(op, 0).operations(), depth);
    trailingAttributes(op);
  }

  private void strictScope(Operation op, int depth) {
    Region region = regionOrEmpty(op, 0);
    out.append(op.name()).append('(');
    formats.values(op.operands());
    out.append(") {\n");
    names.enter();
    label(region.arguments(), depth);
    lines(region.operations(), depth + 1);
    names.leave();
    indent(depth);
    out.append('}');
    trailingAttributes(op);
    out.append(" : (");
    formats.types(op.operands());
    out.append(") -> ()");
  }

  private void scoped(List<Operation> operations, int depth) {
    names.enter();
    braces(operations, depth);
    names.leave();
  }

  private void braces(List<Operation> operations, int depth) {
    out.append(" {\n");
    lines(operations, depth + 1);
    indent(depth);
    out.append('}');
  }

  private void trailingAttributes(Operation op) {
    if (!op.attributes().isEmpty()) {
      out.append(' ');
      AttributeText.dictionary(op.definition(), op.attributes().entries(), out);
    }
  }

  private static Region regionOrEmpty(Operation op, int index) {
    return index < op.regions().size() ? op.regions().get(index) : Region.of(List.of());
  }
}
