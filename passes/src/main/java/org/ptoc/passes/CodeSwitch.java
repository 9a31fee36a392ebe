package org.ptoc.passes;

import java.util.Locale;

/**
 * What a compile can do in another way; command line, help and {@link CompileOptions} follow from
 * the rows.
 */
public enum CodeSwitch {
  /**
   * The second result of {@code vsubc} and {@code vsubcs} is 1 for a borrow, else for none (design,
   * section 8).
   */
  BORROW(true, "", ""),
  /** A vector, predicate or align spill is an error (spec/40, 11.4). */
  FORBID_SPILLS(false, "", ""),
  /** A2/A3 tile shifts use existing instructions only (spec/21, 8.1). */
  BIT_SERIAL_SHIFTS(false, "--a2a3-shift=bitserial", ""),
  /** The tail of {@code tsort32} goes through tmp with its row (spec/21, 10). */
  WHOLE_ROW_TAIL(false, "--tsort32-tail=row", ""),
  /**
   * Equal scores of {@code tsort32} keep their order, else the smaller index comes first (spec/20,
   * 5.1).
   */
  POSITION_TIES(false, "--tsort32-ties=position", ""),
  /** {@code tcmps} always packs row by row (spec/20, 6.5). */
  ROWWISE_SCALAR_MASK(false, "--tcmps-mask=rows", ""),
  /** Row expansion reads the carrier column modulo a block (spec/20, 7.3). */
  BLOCK_CARRIER(false, "--rowexpand-carrier=block", ""),
  /** Float max and min padding are infinities (spec/20, 8.3). */
  INFINITE_PADDING(false, "--pad-inf", ""),
  /**
   * {@code tpartmax} and {@code tpartmin} need a source that covers the destination (spec/20, 7.4).
   */
  STRICT_PARTIAL(false, "--strict-part", ""),
  /** Adjacent elementwise tile operations share a vecscope loop. */
  FUSE(true, "--no-fuse", ""),
  /**
   * Loops of a vecscope take the form with the fewest cycles by the cycle tables; without it each
   * row is one masked loop, as in a library.
   */
  COST_MODEL(true, "", ""),
  /** Tiles that pass from one pipe to another in a loop get two places, where there is room. */
  DOUBLE_BUFFER(true, "", ""),
  /** Loads and operations that give the same tile in every iteration are done before the loop. */
  HOIST_TILES(true, "", ""),
  /** Notes on the forms of loops that {@link #COST_MODEL} chose among. */
  EXPLAIN_LOWERING(
      false, "--explain-lowering", "notes on the forms of loops of tile operations, with cycles"),
  /**
   * Loads and stores in the loops of a vecscope advance their addresses themselves (spec/21, 1.2).
   */
  POST_UPDATE(true, "", ""),
  /** Also synchronise programs that synchronise by hand. */
  INSERT_SYNCHRONIZATION(false, "", ""),
  /** The program has all flags that it needs, also when it has none (spec/20, section 2). */
  SYNCHRONIZED_BY_HAND(false, "", ""),
  /** Vector operations outside of a vecscope get one (spec/50, F20). */
  INFER_VECSCOPE(
      true, "--no-infer-vecscope", "vector operations outside of a vecscope are an error"),
  /**
   * Rules that only the run can decide are checked there and trap (spec/20, section 4); so do
   * repeats of zero.
   */
  RUNTIME_CHECKS(
      false, "--runtime-checks", "trap where a rule that only the run decides is broken"),
  /** {@code tcvt} without a mode saturates (spec/20, 6.6), as {@code ptoas} 0.63 has it. */
  SATURATED_CONVERSIONS(false, "", ""),
  /** {@code tci} without scratch is a vector operation in functions with flags of their own too. */
  VECTOR_SEQUENCES(false, "", ""),
  /** A2/A3 wants scratch tiles in programs with addresses of their own. */
  REQUIRED_SCRATCH(false, "", ""),
  /** Valid extents that only the run knows are checked in front of it; the words are the same. */
  EXTENT_CHECKS(true, "--no-runtime-checks", "no checks of extents in front of a run"),
  /** The checks before a run print windows that leave their views, and check nothing else. */
  WINDOW_CHECKS(false, "", ""),
  /** Tile operations are announced by marks, which tell the run what it is to compare. */
  OPERATION_MARKS(false, "", "");

  private final boolean usual;
  private final String option;
  private final String help;

  CodeSwitch(boolean usual, String option, String help) {
    this.usual = usual;
    this.option = option;
    this.help = help;
  }

  /** True if a plain compile has it on. */
  public boolean isUsual() {
    return usual;
  }

  /**
   * The option of the command line that changes it, with its value; empty when it has none of its
   * own.
   */
  public String option() {
    return option;
  }

  /** What help says of the option; empty for options that only the specification has to know. */
  public String help() {
    return help;
  }

  /** The name behind {@code -f} and {@code -fno-}. */
  public String spelling() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
