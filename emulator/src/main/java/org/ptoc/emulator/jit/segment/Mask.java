package org.ptoc.emulator.jit.segment;

/** Which lanes of a segment are active, as far as the code generator knows. */
public sealed interface Mask {

  /** Every lane. */
  record All() implements Mask {}

  /** The first lanes; how many is number {@code index} of the counts of the segment. */
  record Count(int index) implements Mask {}

  /** Each lane by a truth value that was computed in the same segment. */
  record Lane(int index) implements Mask {}
}
