package org.ptoc.emulator.timing.constant;

import org.ptoc.ir.cycles.ConstantRow;
import org.ptoc.ir.cycles.ConstantTable;
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

import org.ptoc.emulator.cube.ElementFormat;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.SchedulingClass;
import org.ptoc.ir.isa.UnitOperation;

/**
 * Cycles of the cube core (spec/60, section 7). A copy takes its bytes over the bandwidth, rounded
 * up, and a part for each load that the hardware needs; a product its head and a number for each
 * step of 16 rows, 16 columns and 32 bytes of depth.
 */
public final class CubeTables {
  /** Parts of a cycle in which the time of products at the peak is counted. */
  public static final int PEAK_UNIT = 16_384;

  static final int BYTES_IN_TEN_CYCLES = 0;
  static final int EACH_LOAD = 1;
  /** Column of products: cycles in front of the first step. */
  public static final int HEAD = 0;
  /** Column of products: cycles of a step. */
  public static final int STEP = 1;

  private CubeTables() {}

  // @formatter:off
  static ConstantTable copies(Profile profile, boolean measured) {
    ConstantTable table = new ConstantTable("bytes in ten cycles", "cycles for each load of the hardware");
    table.row(LOAD_L0A,        "2560M").row(LOAD_L0B, "1280M");
    table.row(L1_TO_UB,        "1280P").row(UB_TO_L1, "1280P");
    if (!measured) {
      table.row(DMA_TO_L1,     "2560M").row(FILL_L1, "320M").row(DMA_OUT_OF_L1, "1280P");
      table.row(LOAD_BIAS,     "1280M").row(LOAD_PARAMETERS, "1280M");
      table.row(FIXPIPE_TO_GM, "1280M").row(FIXPIPE_TO_L1, "1280M").row(FIXPIPE_TO_UB, "1280M");
      return table;
    }
    return switch (profile) {
      case A5 -> table
          .row(DMA_TO_L1,     "880F").row(FILL_L1, "320P")
          .row(LOAD_L0A,      "2560F").row(LOAD_L0B, "1280F")
          .row(LOAD_BIAS,     "1280P").row(LOAD_PARAMETERS, "1280P")
          .row(FIXPIPE_TO_GM, "660F").row(FIXPIPE_TO_L1, "1280P").row(FIXPIPE_TO_UB, "1280P");
      case A2A3 -> table
          .row(DMA_TO_L1,     "800F").row(FILL_L1, "186C").row(DMA_OUT_OF_L1, "186C")
          .row(LOAD_L0A,      "2560F 18F").row(LOAD_L0B, "1280F 18F")
          .row(LOAD_BIAS,     "186C").row(LOAD_PARAMETERS, "186C")
          .row(FIXPIPE_TO_GM, "710F").row(FIXPIPE_TO_L1, "743C");
    };
  }

  static ConstantTable products(Profile profile, boolean measured) {
    ConstantTable table = new ConstantTable("head", "cycles for each step");
    String measuredHead = switch (profile) {
      case A5 -> "14F";
      case A2A3 -> "6T";
    };
    String head = measured ? measuredHead : "14M";
    String remark = head.equals("6T") ? "whole kernels fit a head of 12" : "";
    table.row(MATRIX_PRODUCT, "f32", head + " 2M", remark).row(MATRIX_PRODUCT, "f16 i8", head + " 1M", remark);
    DataType[] bytes = {DataType.E4M3, DataType.E5M2};
    DataType[] halves = {DataType.E2M1X2, DataType.E1M2X2};
    pair(table, DataType.BF16, DataType.BF16, head + " 1M");
    pair(table, DataType.HIF8, DataType.HIF8, head + " 1M");
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 2; j++) {
        pair(table, bytes[i], bytes[j], head + " 1M");
        pair(table, halves[i], halves[j], head + " 2F");
      }
    }
    return table;
  }

  // @formatter:on

  private static void pair(ConstantTable table, DataType left, DataType right, String constants) {
    table.pair(MATRIX_PRODUCT, left, left == right ? DataType.NONE : right, constants);
  }

  /**
   * Loads that the hardware of A2/A3 needs for one word (spec/60, 5.4): the left operand and most
   * transposed right ones come as an image, the others fractal by fractal along the shorter side.
   *
   * @param shorter fractals of the shorter side
   */
  static long loads(Instruction instruction, long shorter) {
    SchedulingClass schedulingClass = instruction.definition().schedulingClass();
    boolean transposed =
        instruction.performs(UnitOperation.LOAD_L0B_TRANSPOSED);
    boolean image = transposed && instruction.type().bytes() > 1;
    return schedulingClass == LOAD_L0B && !image ? shorter : 1;
  }

  /**
   * {@link #PEAK_UNIT} over the multiplications of one step: 16 rows, 16 columns and as many
   * elements as 32 bytes hold.
   */
  public static long stepsOfUnit(Instruction instruction) {
    return PEAK_UNIT / (256L * ElementFormat.elements(instruction.type()));
  }

  /** Cycles of a copy. */
  public static long copy(ConstantRow row, Instruction instruction, long bytes, long shorter) {
    long bandwidth = row.value(BYTES_IN_TEN_CYCLES);
    long each = row.value(EACH_LOAD);
    long start = each == 0 ? 0 : each * loads(instruction, shorter);
    return start + (10 * bytes + bandwidth - 1) / bandwidth;
  }
}
