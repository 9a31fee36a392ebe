package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.DataType.*;
import static org.ptoc.ir.isa.Rows.*;
import static org.ptoc.ir.isa.UnitOperation.*;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/** Words of the cube core: copies around L1, matrix products and the fixpipe (spec/60, 6.2). */
final class CubeInstructions {
  /** Types that a product takes (spec/60, 2.10), which a load need not know but for their size. */
  private static final TypeRule A2A3_OPERANDS = TypeRule.of(FP32, FP16, BF16, S8);

  private static final TypeRule A5_OPERANDS =
      A2A3_OPERANDS.and(HIF8, E4M3, E5M2, E2M1X2, E1M2X2);
  private static final TypeRule A2A3_ELEMENTS =
      TypeRule.of(FP32, FP16, BF16, S8, U8, S16, U16, S32, U32);

  /** Whole bytes: columns of 4-bit elements have no copy (spec/60, C6). */
  private static final TypeRule A5_BYTES = A2A3_ELEMENTS.and(HIF8, E4M3, E5M2, E8M0);

  private static final TypeRule A5_ELEMENTS = A5_BYTES.and(E2M1X2, E1M2X2);
  private static final TypeRule SCALES = TypeRule.of(E8M0);
  private static final TypeRule A2A3_BIAS = TypeRule.of(FP32, FP16, S32);
  private static final TypeRule A2A3_PARAMETERS = TypeRule.of(FP32, S64, U64);

  private static final TypeRule A2A3_PRODUCTS =
      pairs(List.of(FP32, FP16, BF16, S8), (left, right) -> left == right);
  private static final TypeRule A5_PRODUCTS =
      pairs(
          List.of(FP32, FP16, BF16, S8, HIF8, E4M3, E5M2),
          (left, right) -> left == right || isFp8(left) && isFp8(right));
  private static final TypeRule SCALED_PRODUCTS =
      pairs(
          List.of(E4M3, E5M2, E2M1X2, E1M2X2), (left, right) -> isFp8(left) == isFp8(right));

  private CubeInstructions() {}

  // @formatter:off
  static List<InstructionDefinition> rows() {
    return List.of(
        row(A5,   WordFormat.D, 0x010, "gm_to_l1",       "xd xs c0 c1 dt",    A5_ELEMENTS.and(S64, U64),   SchedulingClass.DMA_TO_L1,          unit(COPY_GM_TO_L1),         "60#3.2"),
        row(A2A3, WordFormat.D, 0x010, "gm_to_l1",       "xd xs c0 dt",       A2A3_ELEMENTS.and(S64, U64), SchedulingClass.DMA_TO_L1,          unit(COPY_GM_TO_L1),         "60#3.2"),
        row(A5,   WordFormat.D, 0x011, "gm_to_l1_nd2nz", "xd xs c0 c1 dt",    A5_ELEMENTS,                 SchedulingClass.DMA_TO_L1,          unit(COPY_ROWS_TO_FRACTALS), "60#3.2"),
        row(A2A3, WordFormat.D, 0x011, "gm_to_l1_nd2nz", "xd xs c0 c1 dt",    A2A3_ELEMENTS,               SchedulingClass.DMA_TO_L1,          unit(COPY_ROWS_TO_FRACTALS), "60#3.2"),
        row(A5,   WordFormat.D, 0x012, "gm_to_l1_dn2nz", "xd xs c0 c1 dt",    A5_BYTES,                    SchedulingClass.DMA_TO_L1,          unit(COPY_COLUMNS_TO_FRACTALS), "60#3.2"),
        row(A2A3, WordFormat.D, 0x013, "l1_to_gm",       "xd xs c0 dt",       A2A3_ELEMENTS.and(S64, U64), SchedulingClass.DMA_OUT_OF_L1,      unit(COPY_L1_TO_GM),         "60#6.2"),
        row(A5,   WordFormat.D, 0x014, "l1_to_ub",       "xd xs c0",          Types.UNTYPED,               SchedulingClass.L1_TO_UB,           unit(COPY_L1_TO_UB),         "60#3.5"),
        row(A5,   WordFormat.D, 0x015, "ub_to_l1",       "xd xs c0",          Types.UNTYPED,               SchedulingClass.UB_TO_L1,           unit(COPY_UB_TO_L1),         "60#3.5"),
        row(A5,   WordFormat.D, 0x016, "l1_to_bt",       "xd xs c0 dt",       A2A3_BIAS.and(BF16),         SchedulingClass.LOAD_BIAS,          unit(LOAD_BIAS),             "60#3.5"),
        row(A2A3, WordFormat.D, 0x016, "l1_to_bt",       "xd xs c0 dt",       A2A3_BIAS,                   SchedulingClass.LOAD_BIAS,          unit(LOAD_BIAS),             "60#3.5"),
        row(A5,   WordFormat.D, 0x017, "l1_to_fb",       "xd xs c0 dt",       A2A3_PARAMETERS.and(FP16, BF16), SchedulingClass.LOAD_PARAMETERS, unit(LOAD_PARAMETERS),      "60#3.5 60#5.2"),
        row(A2A3, WordFormat.D, 0x017, "l1_to_fb",       "xd xs c0 dt",       A2A3_PARAMETERS,             SchedulingClass.LOAD_PARAMETERS,    unit(LOAD_PARAMETERS),       "60#3.5"),
        row(ALL,  WordFormat.D, 0x018, "l1_fill",        "xd c0 c1 dt xs=31", TypeRule.of(S16, S32),       SchedulingClass.FILL_L1,            unit(FILL_L1),               "60#3.5"),
        row(A5,   WordFormat.D, 0x020, "l1_to_l0a",      "xd xs c0 c1 dt",    A5_OPERANDS,                 SchedulingClass.LOAD_L0A,           unit(LOAD_L0A),              "60#3.3"),
        row(A2A3, WordFormat.D, 0x020, "l1_to_l0a",      "xd xs c0 c1 dt",    A2A3_OPERANDS,               SchedulingClass.LOAD_L0A,           unit(LOAD_L0A),              "60#3.3"),
        row(A5,   WordFormat.D, 0x021, "l1_to_l0a_t",    "xd xs c0 c1 dt",    A5_OPERANDS,                 SchedulingClass.LOAD_L0A,           unit(LOAD_L0A_TRANSPOSED),   "60#3.3"),
        row(A2A3, WordFormat.D, 0x021, "l1_to_l0a_t",    "xd xs c0 c1 dt",    A2A3_OPERANDS,               SchedulingClass.LOAD_L0A,           unit(LOAD_L0A_TRANSPOSED),   "60#3.3"),
        row(A5,   WordFormat.D, 0x022, "l1_to_l0b",      "xd xs c0 c1 dt",    A5_OPERANDS,                 SchedulingClass.LOAD_L0B,           unit(LOAD_L0B),              "60#3.3"),
        row(A2A3, WordFormat.D, 0x022, "l1_to_l0b",      "xd xs c0 c1 dt",    A2A3_OPERANDS,               SchedulingClass.LOAD_L0B,           unit(LOAD_L0B),              "60#3.3"),
        row(A5,   WordFormat.D, 0x023, "l1_to_l0b_t",    "xd xs c0 c1 dt",    A5_OPERANDS,                 SchedulingClass.LOAD_L0B,           unit(LOAD_L0B_TRANSPOSED),   "60#3.3"),
        row(A2A3, WordFormat.D, 0x023, "l1_to_l0b_t",    "xd xs c0 c1 dt",    A2A3_OPERANDS,               SchedulingClass.LOAD_L0B,           unit(LOAD_L0B_TRANSPOSED),   "60#3.3"),
        row(A5,   WordFormat.D, 0x024, "l1_to_l0a_mx",   "xd xs c0 c1 dt",    SCALES,                      SchedulingClass.LOAD_L0A,           unit(LOAD_L0A_SCALES),       "60#3.4"),
        row(A5,   WordFormat.D, 0x025, "l1_to_l0b_mx",   "xd xs c0 c1 dt",    SCALES,                      SchedulingClass.LOAD_L0B,           unit(LOAD_L0B_SCALES),       "60#3.4"),
        row(A5,   WordFormat.K, 0x000, "mad",            "xd xa xb xt bias@xc dt dt2 dt3 product@sm tf nd", A5_PRODUCTS,     SchedulingClass.MATRIX_PRODUCT, unit(MULTIPLY_MATRICES),        "60#2.6 60#3.6", Constraint.ACCUMULATOR_FITS_PRODUCT),
        row(A2A3, WordFormat.K, 0x000, "mad",            "xd xa xb xt bias@xc dt dt2 dt3 product@sm tf nd", A2A3_PRODUCTS,   SchedulingClass.MATRIX_PRODUCT, unit(MULTIPLY_MATRICES),        "60#2.6 60#3.6", Constraint.ACCUMULATOR_FITS_PRODUCT),
        row(A5,   WordFormat.K, 0x001, "mad_mx",         "xd xa xb xt bias@xc dt dt2 dt3 product@sm nd",    SCALED_PRODUCTS, SchedulingClass.MATRIX_PRODUCT, unit(MULTIPLY_SCALED_MATRICES), "60#2.6 60#3.6", Constraint.ACCUMULATOR_FITS_PRODUCT),
        row(A5,   WordFormat.F, 0x000, "l0c_to_gm",      "xd xs xm xt quant@xq relu@xr clip@xc dt dt2 sm",  stores(true, true),   SchedulingClass.FIXPIPE_TO_GM, unit(STORE_ACCUMULATORS), "60#3.8"),
        row(A2A3, WordFormat.F, 0x000, "l0c_to_gm",      "xd xs xm xt quant@xq relu@xr clip@xc dt dt2 sm",  stores(false, true),  SchedulingClass.FIXPIPE_TO_GM, unit(STORE_ACCUMULATORS), "60#3.8"),
        row(A5,   WordFormat.F, 0x001, "l0c_to_l1",      "xd xs xm xt quant@xq relu@xr clip@xc dt dt2 sm",  stores(true, true),   SchedulingClass.FIXPIPE_TO_L1, unit(MOVE_ACCUMULATORS_TO_L1), "60#3.8"),
        row(A2A3, WordFormat.F, 0x001, "l0c_to_l1",      "xd xs xm xt quant@xq relu@xr clip@xc dt dt2 sm",  stores(false, false), SchedulingClass.FIXPIPE_TO_L1, unit(MOVE_ACCUMULATORS_TO_L1), "60#3.8"),
        row(A5,   WordFormat.F, 0x002, "l0c_to_ub",      "xd xs xm xt quant@xq relu@xr clip@xc dt dt2 sm",  stores(true, true),   SchedulingClass.FIXPIPE_TO_UB, unit(MOVE_ACCUMULATORS_TO_UB), "60#3.8"));
  }
  // @formatter:on

  private static boolean isFp8(DataType type) {
    return type == E4M3 || type == E5M2;
  }

  private static TypeRule pairs(List<DataType> types, BiPredicate<DataType, DataType> legal) {
    TypeRule rule = TypeRule.untyped();
    for (DataType first : types) {
      for (DataType second : types) {
        if (legal.test(first, second)) {
          rule = rule.and(new ConversionPair(first, second, 1, false, 1));
        }
      }
    }
    return rule;
  }

  /**
   * Accumulator and destination types of the quantisation modes.
   *
   * @param a5 whether the low-precision types exist
   * @param words whether destinations of 32 bits are legal
   */
  private static TypeRule stores(boolean a5, boolean words) {
    List<DataType> types = new ArrayList<>(List.of(FP32, S32));
    types.addAll(List.of(FP16, BF16, S8, U8, S16, HIF8, E4M3));
    return pairs(
        types,
        (accumulator, destination) ->
            (a5 || destination != HIF8 && destination != E4M3)
                && (words || destination.bytes() < 4)
                && converts(accumulator, destination));
  }

  private static boolean converts(DataType accumulator, DataType destination) {
    for (QuantizationMode mode : QuantizationMode.values()) {
      if (mode.accepts(accumulator, destination)) {
        return true;
      }
    }
    return false;
  }
}
