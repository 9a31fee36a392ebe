package org.ptoc.emulator.jit.segment;

import java.util.List;
import java.util.Set;

/**
 * Consecutive words of a loop body that run as one lane loop.
 *
 * @param from first word
 * @param to one past the last word
 * @param width bytes of a lane
 * @param words words that are part of the lane loop
 * @param operations the lane loop
 * @param accesses the memory accesses in program order
 * @param scalars the scalar operands in program order
 * @param counts the prefix masks
 * @param governing the counts that are the mask of some word; all of them must have the same number
 *     of lanes
 * @param truths number of truth values
 * @param vectors registers to write back, bit n for V n
 * @param predicates predicate registers to write back
 */
public record Segment(
    int from,
    int to,
    int width,
    int words,
    List<LaneOperation> operations,
    List<Access> accesses,
    List<ScalarOperand> scalars,
    List<CountSource> counts,
    Set<Integer> governing,
    int truths,
    long vectors,
    List<PredicateResult> predicates) {

  /** Bytes of a vector register. */
  public static final int VECTOR_BYTES = 256;

  /**
   * A memory access; with a mask it ends after the last active lane.
   *
   * @param word the load or store
   * @param places the places of the lanes in memory
   * @param alignment required alignment of the address
   */
  public record Access(int word, boolean store, LanePlaces places, int alignment, Mask mask) {}

  /** The scalar operand of a word; a distance is clamped to 64. */
  public record ScalarOperand(int word, int register, boolean distance) {}

  /**
   * A predicate register that must hold its new value after the segment; {@code width} is that of
   * its lanes.
   */
  public record PredicateResult(int register, Mask mask, int width) {}

  /** True if accesses to one address meet in no other way than lane by lane. */
  public static boolean meetByLanes(Access a, Access b) {
    return a.places().matches(b.places());
  }

  /** Lanes of a register: 256 bytes of them. */
  public int lanes() {
    return VECTOR_BYTES / width;
  }

  /** Bytes from the first to the last one of an access to all lanes. */
  public int bytes(Access access) {
    return access.places().bytes(lanes());
  }

  /** True if some lanes are not active in some words. */
  public boolean isMasked() {
    return !governing.isEmpty();
  }

  /** True if lanes behind a prefix have effects. */
  public boolean hasTail() {
    if (!isMasked()) {
      return false;
    }
    boolean stores =
        accesses.stream()
            .anyMatch(access -> access.store() && !(access.mask() instanceof Mask.Count));
    return stores
        || vectors != 0
        || predicates.stream().anyMatch(result -> result.mask() instanceof Mask.Lane);
  }
}
