package org.ptoc.passes.synchronization;

import java.util.List;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;

/**
 * Which pipes may begin an operation before they are done with the one before, so that dependent
 * operations of one pipe need a barrier between them.
 *
 * @param vectorOverlaps true on A2/A3 (spec/21, 6.4)
 * @param isCube true for the cube core
 * @param fuses true where adjacent elementwise operations become one loop
 */
record PipeOverlap(boolean vectorOverlaps, boolean isCube, boolean fuses) {
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

  /** True if two operations become one loop with no flag between them. */
  boolean sharesLoop(Operation first, Operation second) {
    return fuses
        && isElementwise(first)
        && isElementwise(second)
        && Domain.of(first).equals(Domain.of(second));
  }

  private static boolean isElementwise(Operation op) {
    return op.definition().form().relation().isElementwise();
  }

  /** What the loop of an operation goes over, as far as the type of its result says it. */
  private record Domain(int elementBytes, long rows, long columns) {
    static Domain of(Operation op) {
      TileType type = (TileType) op.operand(RoleName.DST).type();
      return new Domain(type.element().bytes(), type.validRows(), type.validColumns());
    }
  }

  boolean needsBarrier(Pipe pipe) {
    return switch (pipe) {
      case S, M, MTE1, FIX -> false;
      case V -> vectorOverlaps;
      case MTE2, MTE3, MTE4, MTE5, V2, ALL -> true;
    };
  }
}
