package org.ptoc.passes.tile;

import java.util.List;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.type.TileMemory;

/**
 * Which pipes may begin an operation before they are done with the one before, so that dependent
 * operations of one pipe need a barrier between them.
 *
 * @param vectorOverlaps true on A2/A3 (spec/21, 6.4)
 * @param isCube true for the cube core, whose pipes work in order (spec/60, 4.3)
 */
record PipeOverlap(boolean vectorOverlaps, boolean isCube) {
  /** What a pipe of the cube core moves in the cycles that a flag takes, in bytes. */
  private static final int FRACTAL_BYTES = 512;

  /**
   * True for an operation that touches so little of the chip's memories that it is over nearly as
   * soon as a flag: another one next to it gains nothing by running beside it.
   */
  boolean isShort(List<Accesses.Access> accesses) {
    return isCube
        && accesses.stream()
            .filter(access -> access.object() instanceof TileMemory)
            .allMatch(access -> access.end() - access.start() <= FRACTAL_BYTES);
  }

  boolean needsBarrier(Pipe pipe) {
    return switch (pipe) {
      case S, M, MTE1, FIX -> false;
      case V -> vectorOverlaps;
      case MTE2, MTE3, MTE4, MTE5, V2, ALL -> !isCube;
    };
  }
}
