package org.ptoc.passes.codegen.select;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which scalar instruction computes an arith operation, and what it becomes when an operand is a constant. */
final class ScalarTable {
  private static final Map<String, Row> ROWS = rows();

  private ScalarTable() {}

  /** Form with a constant right operand. */
  enum Immediate {
    NONE,
    /** The constant as it is. */
    PLAIN,
    /** The negated constant. */
    NEGATED,
    /** A shift distance below the width. */
    DISTANCE,
    /** As plain, or the exponent of a power of two in {@link Row#shift}. */
    SCALE,
    /** Only the exponent of a power of two in {@link Row#shift}. */
    POWER,
    /** Only for a power of two: the power minus one. */
    MASK
  }

  /**
   * One operation with two operands of one type.
   *
   * @param operation name in the IR
   * @param mnemonic register form
   * @param signed the {@code sg} bit of the register form
   * @param commutes whether a constant left operand may go to the right
   * @param immediate what the immediate form takes
   * @param immediateMnemonic immediate form, empty when there is none
   * @param shift immediate form for powers of two, empty when there is none
   */
  record Row(
      String operation,
      String mnemonic,
      boolean signed,
      boolean commutes,
      Immediate immediate,
      String immediateMnemonic,
      String shift) {}

  private static Row row(
      String operation,
      String mnemonic,
      boolean signed,
      boolean commutes,
      Immediate immediate,
      String plain,
      String shift) {
    return new Row("arith." + operation, mnemonic, signed, commutes, immediate, plain, shift);
  }

  private static Row row(String operation, String mnemonic, boolean signed) {
    return row(operation, mnemonic, signed, false, Immediate.NONE, "", "");
  }

  // @formatter:off
  private static Map<String, Row> rows() {
    List<Row> rows = List.of(
        //  operation     register    signed commutes immediate           immediate  power of two
        row("addi",       "add",      false, true,    Immediate.PLAIN,    "addi",    ""),
        row("subi",       "sub",      false, false,   Immediate.NEGATED,  "addi",    ""),
        row("muli",       "mul",      false, true,    Immediate.SCALE,    "muli",    "shli"),
        row("divsi",      "div",      true),
        row("divui",      "div",      false, false,   Immediate.POWER,    "",        "shrui"),
        row("remsi",      "rem",      true),
        row("remui",      "rem",      false, false,   Immediate.MASK,     "andi",    ""),
        row("ceildivsi",  "ceildiv",  true),
        row("ceildivui",  "ceildiv",  false),
        row("floordivsi", "floordiv", false, false,   Immediate.POWER,    "",        "shrsi"),
        row("andi",       "and",      false, true,    Immediate.PLAIN,    "andi",    ""),
        row("ori",        "or",       false, true,    Immediate.PLAIN,    "ori",     ""),
        row("xori",       "xor",      false, true,    Immediate.PLAIN,    "xori",    ""),
        row("shli",       "shl",      false, false,   Immediate.DISTANCE, "shli",    ""),
        row("shrsi",      "shr",      true,  false,   Immediate.DISTANCE, "shrsi",   ""),
        row("shrui",      "shr",      false, false,   Immediate.DISTANCE, "shrui",   ""),
        row("minsi",      "min",      true),
        row("maxsi",      "max",      true),
        row("minui",      "min",      false),
        row("maxui",      "max",      false),
        row("addf",       "add",      false),
        row("subf",       "sub",      false),
        row("mulf",       "mul",      false),
        row("divf",       "div",      false),
        row("maximumf",   "max",      false),
        row("minimumf",   "min",      false));
    // @formatter:on
    Map<String, Row> byOperation = new HashMap<>(64);
    for (Row row : rows) {
      byOperation.put(row.operation(), row);
    }
    return byOperation;
  }

  static Optional<Row> find(String operation) {
    return Optional.ofNullable(ROWS.get(operation));
  }
}
