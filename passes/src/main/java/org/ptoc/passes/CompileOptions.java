package org.ptoc.passes;

/**
 * Options that change the generated code; {@link #defaults()} is what a plain compile uses.
 *
 * @param noBorrowPolarity second result of {@code vsubc} and {@code vsubcs} is 1 for no borrow (design, section 8)
 * @param forbidSpills a vector, predicate or align spill is an error (spec/40, 11.4)
 * @param bitSerialShifts A2/A3 tile shifts use existing instructions only (spec/21, 8.1)
 * @param wholeRowTail the tail of {@code tsort32} goes through tmp with its row (spec/21, 10)
 * @param rowwiseScalarMask {@code tcmps} always packs row by row (spec/20, 6.5)
 * @param blockCarrier row expansion reads the carrier column modulo a block (spec/20, 7.3)
 * @param infinitePadding float max and min padding are infinities (spec/20, 8.3)
 * @param strictPartial {@code tpartmax} and {@code tpartmin} need a source that covers the destination (spec/20, 7.4)
 * @param fuse adjacent elementwise tile operations share a vecscope loop
 * @param insertSynchronization also synchronise programs that synchronise by hand
 * @param runtimeChecks rules that only the run can decide are checked there and trap (spec/20, section 4)
 * @param synchronizedByHand the program has all flags that it needs, also when it has none (spec/20, section 2)
 */
public record CompileOptions(
    boolean noBorrowPolarity,
    boolean forbidSpills,
    boolean bitSerialShifts,
    boolean wholeRowTail,
    boolean rowwiseScalarMask,
    boolean blockCarrier,
    boolean infinitePadding,
    boolean strictPartial,
    boolean fuse,
    boolean insertSynchronization,
    boolean runtimeChecks,
    boolean synchronizedByHand) {

  /** Options without run-time checks, flags as the program shows. */
  public CompileOptions(
      boolean noBorrowPolarity,
      boolean forbidSpills,
      boolean bitSerialShifts,
      boolean wholeRowTail,
      boolean rowwiseScalarMask,
      boolean blockCarrier,
      boolean infinitePadding,
      boolean strictPartial,
      boolean fuse,
      boolean insertSynchronization) {
    this(
        noBorrowPolarity,
        forbidSpills,
        bitSerialShifts,
        wholeRowTail,
        rowwiseScalarMask,
        blockCarrier,
        infinitePadding,
        strictPartial,
        fuse,
        insertSynchronization,
        false,
        false);
  }

  /** The options of a plain compile. */
  public static CompileOptions defaults() {
    return new CompileOptions(false, false, false, false, false, false, false, false, true, false);
  }

  /** The same options with another polarity of {@code vsubc}. */
  public CompileOptions withNoBorrowPolarity(boolean noBorrow) {
    return new CompileOptions(
        noBorrow,
        forbidSpills,
        bitSerialShifts,
        wholeRowTail,
        rowwiseScalarMask,
        blockCarrier,
        infinitePadding,
        strictPartial,
        fuse,
        insertSynchronization,
        runtimeChecks,
        synchronizedByHand);
  }
}
