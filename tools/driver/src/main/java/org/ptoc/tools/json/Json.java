package org.ptoc.tools.json;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes JSON. Calls must nest properly; lone surrogates and control characters are escaped, so
 * output is ASCII-safe.
 */
public final class Json {
  private final StringBuilder text = new StringBuilder(256);
  private final Deque<Character> open = new ArrayDeque<>();
  private boolean needsComma;

  public Json beginObject() {
    return begin('{', '}');
  }

  public Json beginArray() {
    return begin('[', ']');
  }

  private Json begin(char start, char end) {
    comma();
    text.append(start);
    open.push(end);
    needsComma = false;
    return this;
  }

  /** Ends the innermost object or array. */
  public Json end() {
    text.append(open.pop());
    needsComma = true;
    return this;
  }

  public Json key(String name) {
    comma();
    quote(name);
    text.append(':');
    needsComma = false;
    return this;
  }

  public Json value(String value) {
    comma();
    quote(value);
    needsComma = true;
    return this;
  }

  public Json value(long value) {
    comma();
    text.append(value);
    needsComma = true;
    return this;
  }

  public Json value(boolean value) {
    comma();
    text.append(value);
    needsComma = true;
    return this;
  }

  public Json field(String name, String value) {
    return key(name).value(value);
  }

  /** A number with a point. */
  public Json field(String name, BigDecimal value) {
    key(name);
    comma();
    text.append(value.toPlainString());
    needsComma = true;
    return this;
  }

  public Json field(String name, long value) {
    return key(name).value(value);
  }

  /** Fields that another object of the same kind had: the inside of its text, not empty. */
  public Json fields(String inside) {
    comma();
    text.append(inside);
    needsComma = true;
    return this;
  }

  /** The text so far, for {@link #fields}: an object's without the brace that begins it. */
  public String inside() {
    return text.substring(1);
  }

  private void comma() {
    if (needsComma) {
      text.append(',');
    }
  }

  private void quote(String value) {
    text.append('"');
    int plain = 0; // the first character that is not in the text yet
    for (int i = 0; i < value.length(); i++) {
      char each = value.charAt(i);
      if (each < ' ' || each > '~' || each == '"' || each == '\\') {
        text.append(value, plain, i);
        escape(each);
        plain = i + 1;
      }
    }
    text.append(value, plain, value.length()).append('"');
  }

  private void escape(char each) {
    switch (each) {
      case '"' -> text.append("\\\"");
      case '\\' -> text.append("\\\\");
      case '\n' -> text.append("\\n");
      case '\t' -> text.append("\\t");
      case '\r' -> text.append("\\r");
      default -> text.append("\\u").append(Integer.toHexString(0x10000 | each), 1, 5);
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
