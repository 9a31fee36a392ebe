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

  static ConstantTable empty() {
    return new ConstantTable("startup", "bytes per cycle", "granule in bytes");
  }

  // @formatter:off
  static void fill(ConstantTable table, Profile profile, boolean measured) {
    switch (profile) {
      case A5 -> {
        table.row(DMA_IN,    "264P 128P 32P");
        table.row(DMA_OUT,   "264P 128P 32P");
        table.row(DMA_LOCAL, "14P  128P 32P");
      }
      case A2A3 -> {
        table.row(DMA_IN,    measured ? "264F 128F 1F" : "0M   128M 1M");
        table.row(DMA_OUT,   measured ? "264P 109C 1P" : "0M   128P 1P");
        table.row(DMA_LOCAL, "13W  128M 1M");
      }
    }
  }
  // @formatter:on
}
