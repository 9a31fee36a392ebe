package org.ptoc.tools.report;

import java.math.BigDecimal;
import java.util.Optional;
import org.ptoc.emulator.timing.pipe.BlockTiming;

/** The matrix products of a block beside the peak of the cube core (spec/60, 7.1). */
final class PeakShare {
  private PeakShare() {}

  /** A sentence without a full stop; empty for a block without products. */
  static Optional<String> sentence(BlockTiming block) {
    return block.products() == 0
        ? Optional.empty()
        : Optional.of(
            "matrix products: "
                + block.products()
                + " multiplications, "
                + Numbers.ratio(block.products(), block.cycles())
                + " per cycle, "
                + share(block)
                + " of the peak of the cube core");
  }

  /** The same from 0 to 1. */
  static BigDecimal fraction(BlockTiming block) {
    return Numbers.fraction(block.idealProductCycles(), block.cycles() * BlockTiming.PEAK_UNIT);
  }

  /** What the products would take at the peak, as a share of all cycles. */
  static String share(BlockTiming block) {
    return Numbers.percent(block.idealProductCycles(), block.cycles() * BlockTiming.PEAK_UNIT);
  }
}
