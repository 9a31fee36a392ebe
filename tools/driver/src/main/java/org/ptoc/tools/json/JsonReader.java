package org.ptoc.tools.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads JSON without null: a {@link Map} in the order of the text, a {@link List}, {@link String},
 * {@link BigDecimal} or {@link Boolean}. Results of many thousands of runs are read at once, for
 * which a reader of YAML takes ten times as long.
 */
public final class JsonReader {
  /** Deeper texts are not ours; a bound keeps strange input from exhausting the stack. */
  private static final int DEEPEST = 64;

  private final String text;
  private int at;
  private int depth;

  private JsonReader(String text) {
    this.text = text;
  }

  /** The text is not JSON; without a stack trace, which no caller reads. */
  private static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    Malformed() {
      super("", null, false, false);
    }
  }

  /** The value of the whole text; empty if it is not a JSON value of these types. */
  public static Optional<Object> read(String text) {
    JsonReader reader = new JsonReader(text);
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
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      default -> number();
    };
  }

  private Map<String, Object> object() throws Malformed {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (boolean more = begins('}'); more; more = goesOn('}')) {
      blanks();
      String key = string();
      blanks();
      expect(':');
      fields.put(key, value());
    }
    return fields;
  }

  private List<Object> array() throws Malformed {
    List<Object> values = new ArrayList<>();
    for (boolean more = begins(']'); more; more = goesOn(']')) {
      values.add(value());
    }
    return values;
  }

  /** True if the brackets, the first of which is here, are not empty. */
  private boolean begins(char end) throws Malformed {
    if (++depth > DEEPEST) {
      throw new Malformed();
    }
    at++;
    blanks();
    return !ends(end);
  }

  private boolean ends(char end) throws Malformed {
    if (peek() != end) {
      return false;
    }
    at++;
    depth--;
    return true;
  }

  /** True if a comma and another value follow; else the end must. */
  private boolean goesOn(char end) throws Malformed {
    blanks();
    if (ends(end)) {
      return false;
    }
    expect(',');
    return true;
  }

  private Object word(String word, Object value) throws Malformed {
    if (!text.startsWith(word, at)) {
      throw new Malformed();
    }
    at += word.length();
    return value;
  }

  private BigDecimal number() throws Malformed {
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    try {
      return new BigDecimal(text.substring(start, at));
    } catch (NumberFormatException e) {
      throw new Malformed();
    }
  }

  private String string() throws Malformed {
    expect('"');
    int start = at;
    while (peek() != '"' && peek() != '\\') {
      at++;
    }
    if (peek() == '"') {
      return text.substring(start, at++);
    }
    StringBuilder value = new StringBuilder(text.substring(start, at));
    while (peek() != '"') {
      value.append(peek() == '\\' ? escape() : text.charAt(at));
      at++;
    }
    at++;
    return value.toString();
  }

  /** The character of an escape, whose last character is the next. */
  private char escape() throws Malformed {
    at++;
    return switch (peek()) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> unit();
      case '"', '\\', '/' -> text.charAt(at);
      default -> throw new Malformed();
    };
  }

  private char unit() throws Malformed {
    try {
      char unit = (char) Integer.parseInt(text, at + 1, at + 5, 16);
      at += 4;
      return unit;
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new Malformed();
    }
  }

  private void blanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private void expect(char wanted) throws Malformed {
    if (peek() != wanted) {
      throw new Malformed();
    }
    at++;
  }

  private char peek() throws Malformed {
    if (at >= text.length()) {
      throw new Malformed();
    }
    return text.charAt(at);
  }
}
