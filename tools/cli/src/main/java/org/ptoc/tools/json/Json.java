package org.ptoc.tools.json;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes JSON. Calls must nest properly; lone surrogates and control characters are escaped, so
 * output is ASCII-safe.
 */
public final class Json {
  private final StringBuilder text = new StringBuilder();
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

  private void comma() {
    if (needsComma) {
      text.append(',');
    }
  }

  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char each = value.charAt(i);
      switch (each) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\t' -> text.append("\\t");
        case '\r' -> text.append("\\r");
        default -> {
          if (each < ' ' || each > '~') {
            text.append("\\u").append(Integer.toHexString(0x10000 | each), 1, 5);
          } else {
            text.append(each);
          }
        }
      }
    }
    text.append('"');
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
