package org.ptoc.ir.verify;

/**
 * What a user may ask of the verifier.
 *
 * @param strictElementTypes tile operations exist only for the element types that all published
 *     lists name (spec/20, section 6)
 * @param placement who gives tiles their addresses
 * @param rowwiseScalarMask {@code tcmps} always packs row by row (spec/20, 6.5)
 * @param isPart pipes may end in files that are compiled apart and linked (spec/70, 6.4)
 */
public record VerifierOptions(
    boolean strictElementTypes, Placement placement, boolean rowwiseScalarMask, boolean isPart) {

  /** The same for a file whose pipes may end in another file. */
  public VerifierOptions ofPart() {
    return new VerifierOptions(strictElementTypes, placement, rowwiseScalarMask, true);
  }

  /** Who gives tiles their addresses (spec/20, section 2). */
  public enum Placement {
    /** The program, when it gives any tile an address; else the compiler. */
    INFERRED,
    /** The compiler; the program gives none. */
    AUTO,
    /** The program gives every tile one. */
    MANUAL
  }

  /** The wider lists, and placement as the function does it. */
  public static VerifierOptions defaults() {
    return new VerifierOptions(false, Placement.INFERRED, false, false);
  }
}
