package org.ptoc.passes.tile;

import org.ptoc.ir.isa.Pipe;

/**
 * Which pipes may begin an operation before they are done with the one before, so that dependent
 * operations of one pipe need a barrier between them.
 *
 * @param vectorOverlaps true on A2/A3 (spec/21, 6.4)
 * @param isCube true for the cube core, whose pipes work in order (spec/60, 4.3)
 */
record PipeOrder(boolean vectorOverlaps, boolean isCube) {
  boolean needsBarrier(Pipe pipe) {
    return switch (pipe) {
      case S, M, MTE1, FIX -> false;
      case V -> vectorOverlaps;
      case MTE2, MTE3, MTE4, MTE5, V2, ALL -> !isCube;
    };
  }
}
