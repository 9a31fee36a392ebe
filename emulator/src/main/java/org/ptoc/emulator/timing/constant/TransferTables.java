package org.ptoc.emulator.timing.constant;

import org.ptoc.ir.cycles.ConstantTable;
import static org.ptoc.ir.isa.SchedulingClass.DMA_IN;
import static org.ptoc.ir.isa.SchedulingClass.DMA_LOCAL;
import static org.ptoc.ir.isa.SchedulingClass.DMA_OUT;

import org.ptoc.ir.isa.Profile;

/**
 * Start-up and bandwidth of copies (spec/30, section 5). A burst counts as a multiple of the
 * granule.
 */
public final class TransferTables {
  /** Column: cycles before the first byte. */
  public static final int STARTUP = 0;
  /** Column: bytes per cycle. */
  public static final int BANDWIDTH = 1;
  /** Column: what the bytes of a burst are rounded up to. */
  public static final int GRANULE = 2;

  private TransferTables() {}

  // @formatter:off
  static ConstantTable of(Profile profile, boolean measured) {
    ConstantTable table = new ConstantTable("startup", "bytes per cycle", "granule in bytes");
    return switch (profile) {
      case A5 -> table
          .row(DMA_IN,    "264P 128P 32P")
          .row(DMA_OUT,   "264P 128P 32P")
          .row(DMA_LOCAL, "14P  128P 32P");
      case A2A3 -> table
          .row(DMA_IN,    measured ? "264F 128F 1F" : "0M   128M 1M")
          .row(DMA_OUT,   measured ? "264P 109C 1P" : "0M   128P 1P")
          .row(DMA_LOCAL, "13W  128M 1M");
    };
  }
  // @formatter:on
}
