package org.ptoc.passes.build;

/**
 * How the loops of a vecscope over vectors and rows of known number are written out.
 *
 * @param vectors vectors that a loop over a run of elements takes at once; 0 for one masked loop
 * @param rows rows that a loop over rows takes at once, at least 1
 */
public record LoopForm(int vectors, int rows) {
  /** One vector of one row at a time under a mask, as a library writes its loops. */
  public static final LoopForm MASKED = new LoopForm(0, 1);
}
