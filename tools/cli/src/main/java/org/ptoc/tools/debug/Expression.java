package org.ptoc.tools.debug;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.tools.data.DataFormat;

/**
 * Integer expressions of users: numbers, registers {@code x3}, parameters {@code %rows}, elements
 * of a memory {@code UB[0x40]:i32}, {@code pc}, {@code core}, {@code block}, {@code executed}, with
 * the operators of C on 64-bit integers.
 */
final class Expression {
  /** What names mean. */
  interface Names {
    /** The value of a name or register; empty for none. */
    OptionalLong value(String name);

    /** The element at an address; empty where there is none. */
    OptionalLong element(AddressSpace space, long address, DataFormat format);
  }

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(0[xX][0-9a-fA-F]+|\\d+|[$%]?[A-Za-z_][A-Za-z0-9_.]*|\\|\\||&&|[=!<>]=|<<|>>"
              + "|[-+*/%&|^~!<>()\\[\\]:])");

  /** Binary operators by precedence, loosest first. */
  private static final String[][] LEVELS = {
    {"||"},
    {"&&"},
    {"|"},
    {"^"},
    {"&"},
    {"==", "!="},
    {"<", "<=", ">", ">="},
    {"<<", ">>"},
    {"+", "-"},
    {"*", "/", "%"}
  };

  private final String text;
  private final Names names;
  private int at;
  private String token = "";

  private Expression(String text, Names names) {
    this.text = text;
    this.names = names;
  }

  /** The value of a text. */
  static long value(String text, Names names) throws DebugProblem {
    Expression expression = new Expression(text.strip(), names);
    expression.next();
    long value = expression.binary(0);
    if (!expression.token.isEmpty()) {
      throw new DebugProblem("'" + expression.token + "' is unexpected in '" + text + "'");
    }
    return value;
  }

  private void next() throws DebugProblem {
    Matcher matcher = TOKEN.matcher(text).region(at, text.length());
    if (at >= text.length()) {
      token = "";
    } else if (matcher.lookingAt()) {
      token = matcher.group(1);
      at = matcher.end();
    } else {
      throw new DebugProblem("'" + text.substring(at).strip() + "' is no expression");
    }
  }

  private long binary(int level) throws DebugProblem {
    if (level == LEVELS.length) {
      return unary();
    }
    long left = binary(level + 1);
    while (java.util.List.of(LEVELS[level]).contains(token)) {
      String operator = token;
      next();
      left = apply(operator, left, binary(level + 1));
    }
    return left;
  }

  private static long apply(String operator, long left, long right) throws DebugProblem {
    if (right == 0 && (operator.equals("/") || operator.equals("%"))) {
      throw new DebugProblem("division by zero");
    }
    return switch (operator) {
      case "||" -> truth(left != 0 || right != 0);
      case "&&" -> truth(left != 0 && right != 0);
      case "|" -> left | right;
      case "^" -> left ^ right;
      case "&" -> left & right;
      case "==" -> truth(left == right);
      case "!=" -> truth(left != right);
      case "<" -> truth(left < right);
      case "<=" -> truth(left <= right);
      case ">" -> truth(left > right);
      case ">=" -> truth(left >= right);
      case "<<" -> left << right;
      case ">>" -> left >> right;
      case "+" -> left + right;
      case "-" -> left - right;
      case "*" -> left * right;
      case "/" -> left / right;
      default -> left % right;
    };
  }

  private static long truth(boolean value) {
    return value ? 1 : 0;
  }

  private long unary() throws DebugProblem {
    String operator = token;
    switch (operator) {
      case "-", "~", "!", "+" -> {
        next();
        long value = unary();
        return switch (operator) {
          case "-" -> -value;
          case "~" -> ~value;
          case "!" -> truth(value == 0);
          default -> value;
        };
      }
      case "(" -> {
        next();
        long value = binary(0);
        expect(")");
        return value;
      }
      case "%" -> throw new DebugProblem("a name follows '%'");
      default -> {
        return primary();
      }
    }
  }

  private void expect(String wanted) throws DebugProblem {
    if (!token.equals(wanted)) {
      throw new DebugProblem(
          "'" + wanted + "' is missing" + (token.isEmpty() ? "" : " before '" + token + "'"));
    }
    next();
  }

  private long primary() throws DebugProblem {
    String name = token;
    if (name.isEmpty()) {
      throw new DebugProblem("an expression is missing");
    }
    next();
    if (Character.isDigit(name.charAt(0))) {
      return number(name);
    }
    if (token.equals("[")) {
      return element(space(name));
    }
    OptionalLong value = names.value(name.startsWith("$") ? name.substring(1) : name);
    return value.orElseThrow(
        () -> new DebugProblem("'" + name + "' is no register, parameter or number here"));
  }

  private long element(AddressSpace space) throws DebugProblem {
    next();
    long address = binary(0);
    expect("]");
    DataFormat format = DataFormat.I32;
    if (token.equals(":")) {
      next();
      format = format(token);
      next();
    }
    OptionalLong value = names.element(space, address, format);
    if (value.isEmpty()) {
      throw new DebugProblem(
          "there is no " + space.spelling() + " at 0x" + Long.toHexString(address));
    }
    return value.getAsLong();
  }

  /** A number, decimal or with {@code 0x}. */
  static long number(String text) throws DebugProblem {
    try {
      return text.regionMatches(true, 0, "0x", 0, 2)
          ? Long.parseUnsignedLong(text.substring(2), 16)
          : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new DebugProblem("'" + text + "' is no number of 64 bits");
    }
  }

  /** The memory of a name. */
  static AddressSpace space(String name) throws DebugProblem {
    return spaceByName(name)
        .orElseThrow(() -> new DebugProblem("'" + name + "' is no memory; UB, GM, L1 ... are"));
  }

  static Optional<AddressSpace> spaceByName(String name) {
    return java.util.Arrays.stream(AddressSpace.values())
        .filter(each -> each.spelling().equals(name.toUpperCase(Locale.ROOT)))
        .findFirst();
  }

  /** The element type of a name. */
  static DataFormat format(String name) throws DebugProblem {
    return DataFormat.bySpelling(name)
        .orElseThrow(
            () -> new DebugProblem("'" + name + "' is no element type; f32, i16, u8 ... are"));
  }
}
