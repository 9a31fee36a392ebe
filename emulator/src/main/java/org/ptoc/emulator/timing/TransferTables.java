package org.ptoc.emulator.timing;

import static org.ptoc.ir.isa.SchedulingClass.DMA_IN;
import static org.ptoc.ir.isa.SchedulingClass.DMA_LOCAL;
import static org.ptoc.ir.isa.SchedulingClass.DMA_OUT;
import static org.ptoc.ir.isa.SchedulingClass.DMA_OUT_OF_L1;
import static org.ptoc.ir.isa.SchedulingClass.DMA_TO_L1;
import static org.ptoc.ir.isa.SchedulingClass.FILL_L1;
import static org.ptoc.ir.isa.SchedulingClass.FIXPIPE_TO_GM;
import static org.ptoc.ir.isa.SchedulingClass.FIXPIPE_TO_L1;
import static org.ptoc.ir.isa.SchedulingClass.FIXPIPE_TO_UB;
import static org.ptoc.ir.isa.SchedulingClass.L1_TO_UB;
import static org.ptoc.ir.isa.SchedulingClass.LOAD_BIAS;
import static org.ptoc.ir.isa.SchedulingClass.LOAD_L0A;
import static org.ptoc.ir.isa.SchedulingClass.LOAD_L0B;
import static org.ptoc.ir.isa.SchedulingClass.LOAD_PARAMETERS;
import static org.ptoc.ir.isa.SchedulingClass.MATRIX_PRODUCT;
import static org.ptoc.ir.isa.SchedulingClass.UB_TO_L1;

import org.ptoc.ir.isa.Profile;

/** Start-up and bandwidth of copies (spec/30, section 5). A burst counts as a multiple of the granule. */
final class TransferTables {
  static final int STARTUP = 0;
  static final int BANDWIDTH = 1;
  static final int GRANULE = 2;

  private TransferTables() {}

  static ConstantTable empty() {
    return new ConstantTable("startup", "bytes per cycle", "granule in bytes");
  }

  // @formatter:off
  static void fill(ConstantTable table, Profile profile, boolean measured) {
    table.row(UB_TO_L1,        "0P 128P 1P");
    table.row(DMA_TO_L1,       "0M 256M 1M");
    table.row(FILL_L1,         "0M 32M  1M");
    table.row(DMA_OUT_OF_L1,   "0P 128P 1P");
    table.row(L1_TO_UB,        "0P 128P 1P");
    table.row(LOAD_BIAS,       "0M 128M 1M");
    table.row(LOAD_L0A,        "0M 256M 1M");
    table.row(LOAD_L0B,        "0M 128M 1M");
    table.row(LOAD_PARAMETERS, "0M 128M 1M");
    table.row(FIXPIPE_TO_GM,   "0M 128M 1M");
    table.row(FIXPIPE_TO_L1,   "0M 128M 1M");
    table.row(FIXPIPE_TO_UB,   "0M 128M 1M");
    table.row(MATRIX_PRODUCT,  "14M 1M 1M");
    if (profile == Profile.A5) {
      table.row(DMA_IN,    "264P 128P 32P");
      table.row(DMA_OUT,   "264P 128P 32P");
      table.row(DMA_LOCAL, "14P  128P 32P");
    } else if (measured) {
      table.row(DMA_IN,    "264F 128F 1F");
      table.row(DMA_OUT,   "264P 109C 1P");
      table.row(DMA_LOCAL, "13W  128M 1M");
    } else {
      table.row(DMA_IN,    "0M   128M 1M");
      table.row(DMA_OUT,   "0M   128P 1P");
      table.row(DMA_LOCAL, "13W  128M 1M");
    }
  }
  // @formatter:on
}
