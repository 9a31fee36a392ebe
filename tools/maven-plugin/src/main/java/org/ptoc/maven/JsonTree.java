package org.ptoc.maven;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads JSON without null: a {@link Map}, {@link List}, {@link String}, {@link Double} or {@link
 * Boolean}.
 */
final class JsonTree {
  /** Diagnostics nest two deep; a bound keeps strange input from exhausting the stack. */
  private static final int DEEPEST = 64;

  private final String text;
  private int at;
  private int depth;

  private JsonTree(String text) {
    this.text = text;
  }

  /** The value of the whole text; empty when the text is no JSON value of these types. */
  static Optional<Object> read(String text) {
    JsonTree reader = new JsonTree(text);
    try {
      Object value = reader.value();
      reader.blanks();
      return reader.at == text.length() ? Optional.of(value) : Optional.empty();
    } catch (Malformed malformed) {
      return Optional.empty();
    }
  }

  private Object value() throws Malformed {
    blanks();
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> word("true", Boolean.TRUE);
      case 'f' -> word("false", Boolean.FALSE);
      default -> number();
    };
  }

  private Map<String, Object> object() throws Malformed {
    Map<String, Object> fields = new LinkedHashMap<>();
    open();
    for (boolean more = !closes('}'); more; more = continues('}')) {
      blanks();
      String key = string();
      blanks();
      expect(':');
      fields.put(key, value());
    }
    depth--;
    return fields;
  }

  private List<Object> array() throws Malformed {
    List<Object> elements = new ArrayList<>();
    open();
    for (boolean more = !closes(']'); more; more = continues(']')) {
      elements.add(value());
    }
    depth--;
    return elements;
  }

  private void open() throws Malformed {
    at++;
    if (++depth > DEEPEST) {
      throw new Malformed();
    }
  }

  private boolean closes(char end) throws Malformed {
    blanks();
    boolean closes = peek() == end;
    at += closes ? 1 : 0;
    return closes;
  }

  /** After an element: true at a comma, false at the end. */
  private boolean continues(char end) throws Malformed {
    if (closes(end)) {
      return false;
    }
    expect(',');
    return true;
  }

  private String string() throws Malformed {
    expect('"');
    StringBuilder content = new StringBuilder();
    for (char each = next(); each != '"'; each = next()) {
      content.append(each == '\\' ? escaped() : each);
    }
    return content.toString();
  }

  private char escaped() throws Malformed {
    char kind = next();
    return switch (kind) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> codeUnit();
      case '"', '\\', '/' -> kind;
      default -> throw new Malformed();
    };
  }

  private char codeUnit() throws Malformed {
    int unit = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(next(), 16);
      if (digit < 0) {
        throw new Malformed();
      }
      unit = unit << 4 | digit;
    }
    return (char) unit;
  }

  private Double number() throws Malformed {
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    try {
      return Double.valueOf(text.substring(start, at));
    } catch (NumberFormatException e) {
      throw new Malformed();
    }
  }

  private Boolean word(String word, Boolean meaning) throws Malformed {
    if (!text.startsWith(word, at)) {
      throw new Malformed();
    }
    at += word.length();
    return meaning;
  }

  private void blanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private void expect(char wanted) throws Malformed {
    if (next() != wanted) {
      throw new Malformed();
    }
  }

  private char peek() throws Malformed {
    if (at >= text.length()) {
      throw new Malformed();
    }
    return text.charAt(at);
  }

  private char next() throws Malformed {
    char each = peek();
    at++;
    return each;
  }

  /** The text is no JSON; says no more, because the reader only asks whether. */
  private static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed() {
      super("malformed JSON", null, false, false);
    }
  }
}
