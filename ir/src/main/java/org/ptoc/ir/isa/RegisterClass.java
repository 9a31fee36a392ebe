package org.ptoc.ir.isa;

/** The register files (spec/40, 5.2). */
public enum RegisterClass {
  /** 64-bit scalars; X31 reads zero. */
  X("X", 32, 31, "XZR"),
  /** 256-byte vectors (A5). */
  V("V", 32, -1, ""),
  /** 256-bit predicates (A5); P15 reads all ones. */
  P("P", 16, 15, "PT"),
  /** State of unaligned streams (A5). */
  AL("AL", 4, -1, "");

  private final String prefix;
  private final int count;
  private final int constantRegister;
  private final String constantName;

  RegisterClass(String prefix, int count, int constantRegister, String constantName) {
    this.prefix = prefix;
    this.count = count;
    this.constantRegister = constantRegister;
    this.constantName = constantName;
  }

  /** Number of registers, the constant one included. */
  public int count() {
    return count;
  }

  /** Number of the register with a constant value, or -1. */
  public int constantRegister() {
    return constantRegister;
  }

  /** The spelling of register {@code number}: {@code X3}, {@code XZR}, {@code PT}. */
  public String spelling(int number) {
    return number == constantRegister ? constantName : prefix + number;
  }

  /** The number of the register written {@code text}, or -1 when it is none of this class. */
  public int parse(String text) {
    if (constantRegister >= 0 && text.equals(constantName)) {
      return constantRegister;
    }
    if (!text.startsWith(prefix)) {
      return -1;
    }
    int number = number(text, prefix.length());
    return number < count && number != constantRegister ? number : -1;
  }

  /** A decimal number of one or two digits without leading zero, or -1. */
  private static int number(String text, int start) {
    int digits = text.length() - start;
    if (digits < 1 || digits > 2 || digits == 2 && text.charAt(start) == '0') {
      return -1;
    }
    int number = 0;
    for (int i = start; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }
}
