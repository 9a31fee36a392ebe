package org.ptoc.tools.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A strict reader of JSON for tests: objects are maps, arrays lists, numbers longs. */
public final class JsonText {
  private final String text;
  private int at;

  private JsonText(String text) {
    this.text = text;
  }

  public static Object parse(String text) {
    JsonText reader = new JsonText(text);
    Object value = reader.value();
    reader.space();
    if (reader.at != text.length()) {
      throw reader.error("more text");
    }
    return value;
  }

  @SuppressWarnings("unchecked")
  public static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked")
  public static List<Object> array(Object value) {
    return (List<Object>) value;
  }

  /** The objects of an array. */
  public static List<Map<String, Object>> objects(Object value) {
    return array(value).stream().map(JsonText::object).toList();
  }

  private Object value() {
    space();
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      default -> number();
    };
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    expect('{');
    space();
    while (peek() != '}') {
      if (!members.isEmpty()) {
        expect(',');
        space();
      }
      String key = string();
      space();
      expect(':');
      if (members.put(key, value()) != null) {
        throw error("the key " + key + " twice");
      }
      space();
    }
    expect('}');
    return members;
  }

  private List<Object> array() {
    List<Object> elements = new ArrayList<>();
    expect('[');
    space();
    while (peek() != ']') {
      if (!elements.isEmpty()) {
        expect(',');
      }
      elements.add(value());
      space();
    }
    expect(']');
    return elements;
  }

  private String string() {
    StringBuilder result = new StringBuilder();
    expect('"');
    while (peek() != '"') {
      char each = text.charAt(at++);
      if (each < ' ') {
        throw error("a control character");
      }
      result.append(each == '\\' ? escape() : each);
    }
    expect('"');
    return result.toString();
  }

  private char escape() {
    char kind = text.charAt(at++);
    return switch (kind) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case '"', '\\', '/' -> kind;
      case 'u' -> {
        at += 4;
        yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
      }
      default -> throw error("a bad escape");
    };
  }

  private Object word(String word, boolean value) {
    if (!text.startsWith(word, at)) {
      throw error("a bad word");
    }
    at += word.length();
    return value;
  }

  private Number number() {
    int start = at;
    while (at < text.length() && (text.charAt(at) == '-' || Character.isDigit(text.charAt(at)))) {
      at++;
    }
    if (at == text.length() || text.charAt(at) != '.') {
      return Long.valueOf(text.substring(start, at));
    }
    do {
      at++;
    } while (at < text.length() && Character.isDigit(text.charAt(at)));
    return new BigDecimal(text.substring(start, at));
  }

  private void space() {
    while (at < text.length() && " \n\t\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    if (at >= text.length()) {
      throw error("the end");
    }
    return text.charAt(at);
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw error("no " + wanted);
    }
    at++;
  }

  private AssertionError error(String what) {
    return new AssertionError(what + " at " + at + " of " + text);
  }
}
