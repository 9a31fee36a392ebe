package org.ptoc.lit;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;

/**
 * The generic form of MLIR of a whole module, written without the rows of the catalogue. Values are
 * numbered in the order of their appearance, so that equal texts are equal IR.
 */
final class GenericText {
  private final Map<Value, String> names = new IdentityHashMap<>();
  private final StringBuilder out = new StringBuilder();

  private GenericText() {}

  static String of(Module module) {
    GenericText text = new GenericText();
    text.module(module);
    return text.out.toString();
  }

  private void module(Module module) {
    boolean braces = !module.name().isEmpty() || !module.attributes().isEmpty();
    if (braces) {
      out.append("module ").append(module.name().isEmpty() ? "" : "@" + module.name());
      out.append(" attributes ").append(dictionary(module.attributes())).append(" {\n");
    }
    for (org.ptoc.ir.Function function : module.functions()) {
      out.append(
          function.isPrivate() || function.body().isEmpty()
              ? "func.func private @"
              : "func.func @");
      out.append(function.name()).append('(').append(typed(function.parameters())).append(')');
      if (!function.resultTypes().isEmpty()) {
        out.append(list(function.resultTypes(), type -> type.spelling(), " -> (", ")"));
      }
      out.append(" attributes ").append(dictionary(function.attributes()));
      function.body().ifPresent(body -> operations(body, " {\n", "}"));
      out.append('\n');
    }
    module.modules().forEach(this::module);
    out.append(braces ? "}\n" : "");
  }

  private void operations(Region region, String before, String after) {
    out.append(before);
    region.operations().forEach(this::operation);
    out.append(after);
  }

  private void operation(Operation op) {
    out.append(list(op.results(), this::name, "", op.results().isEmpty() ? "" : " = "));
    out.append('"').append(op.name()).append('"').append(list(op.operands(), this::name, "(", ")"));
    String segments =
        list(op.groups(), group -> group.size() + "", "operandSegmentSizes = array<i32: ", ">");
    String properties = dictionary(op.attributes());
    if (!op.groups().isEmpty() && op.definition().form() != OperationForm.CALL) {
      segments += op.attributes().isEmpty() ? "" : ", ";
      properties = "{" + segments + properties.substring(1);
    }
    out.append(" <").append(properties).append('>');
    if (!op.regions().isEmpty()) {
      String separator = " (";
      for (Region region : op.regions()) {
        out.append(separator);
        String head =
            region.arguments().isEmpty() ? "" : "^bb0(" + typed(region.arguments()) + "):\n";
        operations(region, "{\n" + head, "}");
        separator = ", ";
      }
      out.append(')');
    }
    out.append(list(op.operands(), value -> value.type().spelling(), " : (", ")"));
    out.append(list(op.results(), value -> value.type().spelling(), " -> (", ")\n"));
  }

  private String typed(List<Value> values) {
    return list(values, value -> name(value) + ": " + value.type().spelling(), "", "");
  }

  private String name(Value value) {
    return names.computeIfAbsent(value, unseen -> "%" + names.size());
  }

  static String dictionary(Attributes attributes) {
    return attributes.entries().stream()
        .map(entry -> "\"" + entry.name() + "\" = " + value(entry.value()))
        .sorted()
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String value(Attribute value) {
    return switch (value) {
      case Attribute.Text text ->
          '"' + text.value().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
      case Attribute.Flag flag -> flag.value() + "";
      case Attribute.Unit _ -> "unit";
      case Attribute.Int number -> number.value() + " : " + number.type().spelling();
      case Attribute.Real real ->
          ("0x%0" + real.type().bits() / 4 + "X : ").formatted(real.bits())
              + real.type().spelling();
      case Attribute.Enumerated member -> "#pto." + member.kind() + "<" + member.member() + ">";
      case Attribute.TypeValue type -> type.type().spelling();
      case Attribute.Array array -> list(array.elements(), GenericText::value, "[", "]");
      case Attribute.Dictionary nested -> dictionary(nested.entries());
      case Attribute.Symbol symbol -> "@" + symbol.name();
    };
  }

  private static <T> String list(
      List<T> items, Function<T, String> text, String before, String after) {
    return items.stream().map(text).collect(Collectors.joining(", ", before, after));
  }
}
