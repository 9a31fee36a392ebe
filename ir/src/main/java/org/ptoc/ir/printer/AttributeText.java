package org.ptoc.ir.printer;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.OpDefinition;

/** Attributes as text (spec/00, 3.3). */
final class AttributeText {
  private AttributeText() {}

  /** Appends {@code {name = value, ...}}. */
  static void dictionary(List<Attributes.Entry> entries, StringBuilder out) {
    dictionary(entries, out, entry -> value(entry.value(), out));
  }

  /** Appends a dictionary of attributes that a catalogue row declares. */
  static void dictionary(
      OpDefinition definition, List<Attributes.Entry> entries, StringBuilder out) {
    dictionary(entries, out, entry -> declared(definition, entry.name(), entry.value(), true, out));
  }

  private static void dictionary(
      List<Attributes.Entry> entries, StringBuilder out, Consumer<Attributes.Entry> value) {
    out.append('{');
    String separator = "";
    for (Attributes.Entry entry : entries) {
      out.append(separator);
      name(entry.name(), out);
      if (entry.value() != Attribute.Unit.UNIT) {
        out.append(" = ");
        value.accept(entry);
      }
      separator = ", ";
    }
    out.append('}');
  }

  /** Appends the value of an attribute in operand position: no type after a number. */
  static void positional(OpDefinition definition, String name, Attribute value, StringBuilder out) {
    declared(definition, name, value, false, out);
  }

  private static void declared(
      OpDefinition definition, String name, Attribute value, boolean typed, StringBuilder out) {
    Optional<String> member = member(value);
    if (member.isPresent()) {
      for (AttributeRule rule : definition.attributes()) {
        if (rule.name().equals(name)
            && rule.domain() instanceof AttributeRule.Domain.Tokens tokens) {
          token(tokens.enumeration(), member.get(), out);
          return;
        }
      }
    }
    if (!typed && value instanceof Attribute.Int number) {
      out.append(number.value());
    } else {
      value(value, out);
    }
  }

  private static Optional<String> member(Attribute value) {
    return switch (value) {
      case Attribute.Text text -> Optional.of(text.value());
      case Attribute.Enumerated enumerated -> Optional.of(enumerated.member());
      default -> Optional.empty();
    };
  }

  private static void token(String enumeration, String member, StringBuilder out) {
    if (enumeration.isEmpty()) {
      quoted(member, out);
    } else if (enumeration.equals(AttributeRule.Domain.Tokens.BARE)) {
      out.append(member);
    } else {
      out.append('#')
          .append(enumeration)
          .append(enumeration.indexOf('<') < 0 ? '<' : ' ')
          .append(member)
          .append('>');
    }
  }

  /** Appends any attribute value with its type. */
  static void value(Attribute value, StringBuilder out) {
    switch (value) {
      case Attribute.Text text -> quoted(text.value(), out);
      case Attribute.Flag flag -> out.append(flag.value());
      case Attribute.Unit unit -> out.append("true");
      case Attribute.Int number ->
          out.append(number.value()).append(" : ").append(number.type().spelling());
      case Attribute.Real number -> {
        FloatText.append(number.bits(), number.type(), out);
        out.append(" : ").append(number.type().spelling());
      }
      case Attribute.Enumerated enumerated ->
          out.append("#pto.")
              .append(enumerated.kind())
              .append('<')
              .append(enumerated.member())
              .append('>');
      case Attribute.TypeValue type -> out.append(type.type().spelling());
      case Attribute.Array array -> array(array, out);
      case Attribute.Dictionary nested -> dictionary(nested.entries().entries(), out);
      case Attribute.Symbol symbol -> symbol(symbol.name(), out);
    }
  }

  private static void array(Attribute.Array array, StringBuilder out) {
    out.append('[');
    String separator = "";
    for (Attribute element : array.elements()) {
      out.append(separator);
      value(element, out);
      separator = ", ";
    }
    out.append(']');
  }

  /** Appends {@code @name}, quoted where the name needs it. */
  static void symbol(String name, StringBuilder out) {
    out.append('@');
    if (isWord(name, false)) {
      out.append(name);
    } else {
      quoted(name, out);
    }
  }

  private static void name(String name, StringBuilder out) {
    if (isWord(name, true)) {
      out.append(name);
    } else {
      quoted(name, out);
    }
  }

  private static boolean isWord(String name, boolean dots) {
    boolean start = true;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
      if (!letter && (start || !(c >= '0' && c <= '9' || c == '$' || c == '.' && dots))) {
        return false;
      }
      start = c == '.';
    }
    return !start;
  }

  /** Appends a string literal. */
  static void quoted(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\t' -> out.append("\\t");
        case '\r' -> out.append("\\0D");
        default -> out.append(c);
      }
    }
    out.append('"');
  }
}
