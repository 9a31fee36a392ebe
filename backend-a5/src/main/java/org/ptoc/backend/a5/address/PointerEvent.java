package org.ptoc.backend.a5.address;

import java.util.OptionalLong;

/**
 * What an iteration of a loop does with a pointer; distances are in elements from where the pointer
 * is when the iteration begins.
 */
sealed interface PointerEvent {
  /** Position of the operation in the body of the loop. */
  int position();

  /** The event for a pointer that starts the iteration some elements further on. */
  PointerEvent behind(long start);

  /** An access. */
  record Accessed(int position, VectorAccess access, long distance) implements PointerEvent {
    @Override
    public Accessed behind(long start) {
      return new Accessed(position, access, distance - start);
    }
  }

  /**
   * An inner loop that carries the pointer.
   *
   * @param carried which of its carried values
   * @param distance where it starts
   * @param moved distance of its result from the start; empty when the result is unknown or needed
   *     as it is
   */
  record Looped(int position, int carried, long distance, OptionalLong moved)
      implements PointerEvent {
    @Override
    public Looped behind(long start) {
      return new Looped(position, carried, distance - start, moved);
    }
  }
}
