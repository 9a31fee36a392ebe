package org.ptoc.passes.tile;

import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;

/** The scratch area that lowering may use: it ends at the last byte that the allocator may give out. */
public final class UbScratch {
  private UbScratch() {}

  /** The largest need of any operation of the function, rounded up to whole blocks. */
  public static long reserve(Function function, Placement.ScratchNeed need) {
    long bytes = function.body().map(body -> largest(body, need)).orElse(0L);
    return (bytes + 31) / 32 * 32;
  }

  private static long largest(Region region, Placement.ScratchNeed need) {
    long bytes = 0;
    for (Operation op : region.operations()) {
      bytes = Math.max(bytes, need.bytes(op));
      for (Region inner : op.regions()) {
        bytes = Math.max(bytes, largest(inner, need));
      }
    }
    return bytes;
  }
}
