package org.ptoc.ir.printer;

import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.Type;

/**
 * Prints the IR as text that the front end reads back to the same IR (spec/00, 3.2).
 *
 * <p>Names of values are kept where they are names; unnamed values, and values that only had a
 * number, are numbered in order of definition. A name that an enclosing scope uses already gets a
 * number after an underscore. Printing never fails: what an ill-formed operation lacks is omitted,
 * and a value without definition gets a name like any other.
 */
public final class Printer {
  private final StringBuilder out = new StringBuilder();
  private final ValueNames names = new ValueNames();
  private final OperationPrinter operations = new OperationPrinter(out, names);

  private Printer() {}

  /**
   * The text of a module; a file, which is a module without name and attributes, is printed without
   * braces.
   */
  public static String print(Module module) {
    Printer printer = new Printer();
    if (module.name().isEmpty() && module.attributes().isEmpty()) {
      printer.contents(module, 0);
    } else {
      printer.module(module, 0);
    }
    return printer.out.toString();
  }

  /** The text of one function, ending in a newline. */
  public static String print(Function function) {
    Printer printer = new Printer();
    printer.function(function, 0);
    return printer.out.toString();
  }

  /**
   * The text of one operation without a newline; operands that it does not define get their name or
   * a number.
   */
  static String print(Operation operation) {
    Printer printer = new Printer();
    printer.operations.print(operation, 0);
    return printer.out.toString();
  }

  private void contents(Module module, int depth) {
    for (Function function : module.functions()) {
      function(function, depth);
    }
    for (Module nested : module.modules()) {
      module(nested, depth);
    }
  }

  private void module(Module module, int depth) {
    operations.indent(depth);
    out.append("module");
    if (!module.name().isEmpty()) {
      out.append(' ');
      AttributeText.symbol(module.name(), out);
    }
    if (!module.attributes().isEmpty()) {
      out.append(" attributes ");
      AttributeText.dictionary(module.attributes().entries(), out);
    }
    out.append(" {\n");
    contents(module, depth + 1);
    operations.indent(depth);
    out.append("}\n");
  }

  private void function(Function function, int depth) {
    names.enter();
    operations.indent(depth);
    boolean isPrivate = function.isPrivate() || function.body().isEmpty();
    out.append(isPrivate ? "func.func private " : "func.func ");
    AttributeText.symbol(function.name(), out);
    out.append('(');
    String separator = "";
    for (Value parameter : function.parameters()) {
      out.append(separator).append('%').append(names.define(parameter)).append(": ");
      out.append(parameter.type().spelling());
      separator = ", ";
    }
    out.append(')');
    if (!function.resultTypes().isEmpty()) {
      out.append(" -> (");
      separator = "";
      for (Type type : function.resultTypes()) {
        out.append(separator).append(type.spelling());
        separator = ", ";
      }
      out.append(')');
    }
    if (!function.attributes().isEmpty()) {
      out.append(" attributes ");
      AttributeText.dictionary(function.attributes().entries(), out);
    }
    function.body().ifPresent(body -> operations.body(body.operations(), depth));
    out.append('\n');
    names.leave();
  }
}
