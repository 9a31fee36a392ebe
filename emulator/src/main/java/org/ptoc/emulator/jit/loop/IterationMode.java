package org.ptoc.emulator.jit.loop;

import java.util.Map;
import org.ptoc.emulator.jit.segment.Segment;

/**
 * How a lane loop goes through the iterations of the loop around it.
 *
 * @param flat whether it goes through the lanes of many iterations behind each other
 * @param flow the vector registers whose values go from one such loop to a later one, numbered from
 *     0
 */
record IterationMode(boolean flat, Map<Integer, Integer> flow) {
  /**
   * Iterations that go through one lane loop before the next one where values go from one to the
   * other.
   */
  static final int TILE_ITERATIONS = 16;

  /** Bytes of these values of one register. */
  static final int TILE_BYTES = TILE_ITERATIONS * Segment.VECTOR_BYTES;

  /** One iteration, which leaves its values in registers. */
  static final IterationMode SINGLE = new IterationMode(false, Map.of());

  static IterationMode flat(FlatLoop loop) {
    return new IterationMode(true, loop.flow());
  }
}
