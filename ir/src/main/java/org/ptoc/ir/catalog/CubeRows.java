package org.ptoc.ir.catalog;

import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.Mnemonic;
import static org.ptoc.ir.catalog.OpCatalog.row;
import static org.ptoc.ir.catalog.OpCatalog.tile;
import static org.ptoc.ir.catalog.OpCatalog.unsupported;
import static org.ptoc.ir.catalog.OperationForm.*;
import static org.ptoc.ir.catalog.Scope.OUTSIDE;
import static org.ptoc.ir.catalog.TypeLists.*;
import static org.ptoc.ir.catalog.TypeSet.UNTYPED;
import static org.ptoc.ir.catalog.AttributeVocabulary.*;
import static org.ptoc.ir.isa.Profile.A2A3;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ptoc.ir.type.ElementType;

/**
 * Operations of the cube core (spec/60): products of tiles, and the micro operations on its memories. The pairs of a
 * product are the element types of its two factors, which determine the types of the accumulators.
 */
final class CubeRows {
  // @formatter:off
  private CubeRows() {}

  private static final Set<ElementType> F8 = set(ElementType.F8E4M3FN, ElementType.F8E5M2);
  private static final Set<ElementType> F4 = set(ElementType.F4E1M2X2, ElementType.F4E2M1X2);
  private static final Set<ElementType> HF8 = set(ElementType.HIF8);

  /** The factors of a product without scales (spec/60, 2.10). */
  private static final TypeSet FACTORS =
      pairSet(pairs(H, H), pairs(B, B), pairs(F, F), pairs(S8, S8), pairs(F8, F8), pairs(HF8, HF8));
  private static final TypeSet SCALED = pairSet(pairs(F8, F8), pairs(F4, F4));

  /** Operations whose meaning is that of convolutions, or that no document defines. */
  private static final String REFUSED = "timg2col set_fmatrix set_img2col_rpt set_img2col_padding";

  static List<OpDefinition> rows() {
    List<OpDefinition> rows = new ArrayList<>(tileRows());
    rows.addAll(transferRows());
    rows.addAll(productRows());
    rows.addAll(registerRows());
    Stream.of(REFUSED.split(" "))
        .map(name -> unsupported("pto." + name, "convolutions by image to column are out of the scope of the toolchain; write the product as tmatmul", "60#3.9"))
        .forEach(rows::add);
    rows.add(unsupported("pto.tquant.mx", "quantisation with scales of groups", "60#2.2"));
    return rows;
  }

  private static List<OpDefinition> tileRows() {
    return List.of(
        // mnemonic                 form                      types    semantics                                  spec
        tile("pto.tmatmul",         TILE_PRODUCT,             FACTORS, "lhs x rhs",                               "60#2.6", ACC_PHASE),
        tile("pto.tmatmul.acc",     TILE_PRODUCT_ACCUMULATE,  FACTORS, "acc + lhs x rhs, acc and dst being one tile", "60#2.6", ACC_PHASE),
        tile("pto.tmatmul.bias",    TILE_PRODUCT_BIAS,        FACTORS, "lhs x rhs + bias[j]",                     "60#2.6", ACC_PHASE),
        tile("pto.tmatmul.mx",      TILE_SCALED_PRODUCT,      SCALED,  "lhs x rhs, 32 elements along k with a scale", "60#2.6", ACC_PHASE),
        tile("pto.tmatmul.mx.acc",  TILE_SCALED_PRODUCT_ACCUMULATE, SCALED, "acc + lhs x rhs with scales",        "60#2.6", ACC_PHASE),
        tile("pto.tmatmul.mx.bias", TILE_SCALED_PRODUCT_BIAS, SCALED,  "lhs x rhs with scales + bias[j]",         "60#2.6", ACC_PHASE),
        tile("pto.tgemv",           TILE_PRODUCT,             FACTORS, "row x rhs",                               "60#2.7", ACC_PHASE).with(Trait.ONE_ROW),
        tile("pto.tgemv.acc",       TILE_PRODUCT_ACCUMULATE,  FACTORS, "acc + row x rhs",                         "60#2.7", ACC_PHASE).with(Trait.ONE_ROW),
        tile("pto.tgemv.bias",      TILE_PRODUCT_BIAS,        FACTORS, "row x rhs + bias[j]",                     "60#2.7", ACC_PHASE).with(Trait.ONE_ROW),
        tile("pto.tgemv.mx",        TILE_SCALED_PRODUCT,      SCALED,  "row x rhs with scales",                   "60#2.7", ACC_PHASE).with(Trait.ONE_ROW),
        tile("pto.tgemv.mx.acc",    TILE_SCALED_PRODUCT_ACCUMULATE, SCALED, "acc + row x rhs with scales",        "60#2.7", ACC_PHASE).with(Trait.ONE_ROW),
        tile("pto.tgemv.mx.bias",   TILE_SCALED_PRODUCT_BIAS, SCALED,  "row x rhs with scales + bias[j]",         "60#2.7", ACC_PHASE).with(Trait.ONE_ROW),
        tile("pto.tget_scale_addr", TILE_SCALE_ADDRESS,       UNTYPED.without(A2A3), "dst lies where the scales of src belong", "60#2.9"),
        row("pto.set_quant_scalar", SET_QUANTIZATION,         UNTYPED, OUTSIDE,                                   "scale of the accumulators that a pipe sends", "60#2.8", QUANTIZATION_ID).with(Trait.CUBE_CORE),
        row("pto.set_quant_vector", SET_QUANTIZATION,         UNTYPED, OUTSIDE,                                   "scales of the accumulators that a pipe sends", "60#2.8", QUANTIZATION_ID).with(Trait.CUBE_CORE));
  }

  private static List<OpDefinition> transferRows() {
    return List.of(
        // mnemonic                     form                    types                  scope    semantics                                      spec
        row("pto.mte_gm_l1",            L1_LOAD,                UNTYPED,               OUTSIDE, "rows from GM to L1",                          "60#3.2"),
        row("pto.mte_gm_l1_frac",       L1_LOAD_FRACTALS,       UNTYPED,               OUTSIDE, "rows or columns from GM to NZ in L1",         "60#3.2", FRACTAL_LAYOUT),
        row("pto.mte_l1_l0a",           LEFT_LOAD,              UNTYPED,               OUTSIDE, "fractals from L1 to L0A",                     "60#3.3", TRANSPOSE),
        row("pto.mte_l1_l0b",           RIGHT_LOAD,             UNTYPED,               OUTSIDE, "fractals from L1 to L0B",                     "60#3.3", TRANSPOSE),
        row("pto.mte_l1_l0a_mx",        LEFT_LOAD_SCALES,       UNTYPED.without(A2A3), OUTSIDE, "scales from L1 to those of L0A",              "60#3.4"),
        row("pto.mte_l1_l0b_mx",        RIGHT_LOAD_SCALES,      UNTYPED.without(A2A3), OUTSIDE, "scales from L1 to those of L0B",              "60#3.4"),
        row("pto.mte_l1_bt",            BIAS_LOAD,              UNTYPED,               OUTSIDE, "L1 to the bias table, 16-bit floats widened", "60#3.5"),
        row("pto.mte_l1_fb",            PARAMETER_LOAD,         UNTYPED,               OUTSIDE, "L1 to the parameters of the fix-pipe",        "60#3.5"),
        row("pto.mte_l1_ub",            L1_TO_UB,               UNTYPED.without(A2A3), OUTSIDE, "blocks of 32 bytes from L1 to UB",            "60#3.5"),
        row("pto.mte_ub_l1",            UB_TO_L1,               UNTYPED.without(A2A3), OUTSIDE, "blocks of 32 bytes from UB to L1",            "60#3.5"),
        row("pto.raw_fill_l1",          L1_FILL,                UNTYPED,               OUTSIDE, "blocks of L1 filled with a pattern",          "60#3.5", FILL_WORD_BITS),
        row("pto.create_cbuf_matrix",   L1_FILL_MATRIX,         UNTYPED,               OUTSIDE, "blocks of L1 filled with a pattern",          "60#3.5"),
        row("pto.mte_l0c_gm",           ACCUMULATOR_TO_GM,      UNTYPED,               OUTSIDE, "accumulators to GM, converted",               "60#3.8", CONSUMER_FLAG, QUANT_MODE, RELU, STORE_LAYOUT, PRODUCT_SATURATION, PRESERVE_NAN, STORE_ATOMIC_TYPE, STORE_ATOMIC),
        row("pto.mte_l0c_l1",           ACCUMULATOR_TO_L1,      UNTYPED,               OUTSIDE, "accumulators to L1, converted",               "60#3.8", CONSUMER_FLAG, QUANT_MODE, RELU, STORE_LAYOUT, PRODUCT_SATURATION, PRESERVE_NAN),
        row("pto.mte_l0c_ub",           ACCUMULATOR_TO_UB,      UNTYPED.without(A2A3), OUTSIDE, "accumulators to UB, converted",               "60#3.8", CONSUMER_FLAG, QUANT_MODE, RELU, STORE_LAYOUT, PRODUCT_SATURATION, PRESERVE_NAN, SPLIT),
        row("pto.copy_gm_to_cbuf",      L1_COPY_IN,             UNTYPED,               OUTSIDE, "rows from GM to L1 by loop registers",        "60#3.2"),
        row("pto.copy_cbuf_to_ubuf",    L1_COPY_TO_UB,          UNTYPED.without(A2A3), OUTSIDE, "blocks from L1 to the UB of vector core sid", "60#3.5"),
        row("pto.copy_ubuf_to_cbuf",    UB_COPY_TO_L1,          UNTYPED.without(A2A3), OUTSIDE, "blocks from UB to L1",                        "60#3.5"),
        row("pto.load_cbuf_to_ca",      LEFT_LOAD_BLOCKS,       UNTYPED,               OUTSIDE, "fractals from L1 to L0A",                     "60#3.3", TRANSPOSE),
        row("pto.load_cbuf_to_cb",      RIGHT_LOAD_BLOCKS,      UNTYPED,               OUTSIDE, "fractals from L1 to L0B",                     "60#3.3", TRANSPOSE),
        row("pto.load_cbuf_to_ca_s4",   LEFT_LOAD_HALVES,       UNTYPED.without(A2A3), OUTSIDE, "fractals of 4-bit elements to L0A",           "60#3.3"),
        row("pto.load_cbuf_to_cb_s4",   RIGHT_LOAD_HALVES,      UNTYPED.without(A2A3), OUTSIDE, "fractals of 4-bit elements to L0B",           "60#3.3"),
        row("pto.load_cbuf_to_ca_mx",   LEFT_LOAD_SCALE_BLOCKS, UNTYPED.without(A2A3), OUTSIDE, "scales to those of L0A, dest being their address", "60#3.4"),
        row("pto.load_cbuf_to_cb_mx",   RIGHT_LOAD_SCALE_BLOCKS, UNTYPED.without(A2A3), OUTSIDE, "scales to those of L0B, dest being their address", "60#3.4"),
        row("pto.copy_cbuf_to_bt",      BIAS_COPY,              UNTYPED,               OUTSIDE, "L1 to the bias table",                        "60#3.5"),
        row("pto.copy_cbuf_to_fbuf",    PARAMETER_COPY,         UNTYPED,               OUTSIDE, "L1 to the parameters of the fix-pipe",        "60#3.5"),
        row("pto.copy_gm_to_cbuf_multi_nd2nz", L1_COPY_FRACTALS, UNTYPED,              OUTSIDE, "rows from GM to NZ in L1 by MTE2_NZ_PARA",    "60#3.2").word(Mnemonic.GM_TO_L1_ND2NZ),
        row("pto.copy_gm_to_cbuf_multi_dn2nz", L1_COPY_FRACTALS, UNTYPED.without(A2A3), OUTSIDE, "columns from GM to NZ in L1 by MTE2_NZ_PARA", "60#3.2").word(Mnemonic.GM_TO_L1_DN2NZ),
        row("pto.copy_matrix_cc_to_gm", ACCUMULATOR_COPY_TO_GM, UNTYPED,               OUTSIDE, "accumulators to GM by registers",             "60#5.5"),
        row("pto.copy_matrix_cc_to_cbuf", ACCUMULATOR_COPY_TO_L1, UNTYPED,             OUTSIDE, "accumulators to L1 by registers",             "60#5.5"),
        row("pto.copy_matrix_cc_to_ub", ACCUMULATOR_COPY_TO_UB, UNTYPED.without(A2A3), OUTSIDE, "accumulators to UB by registers",             "60#5.5"));
  }

  private static List<OpDefinition> productRows() {
    return List.of(
        // mnemonic             form              types    scope    semantics                                      spec
        row("pto.mad",          PRODUCT,          FACTORS, OUTSIDE, "dest = lhs x rhs",                            "60#3.6", PRODUCER_FLAG, DISABLE_GEMV, PRODUCT_SATURATION, TF32, N_DIRECTION),
        row("pto.mad_acc",      PRODUCT,          FACTORS, OUTSIDE, "dest = dest + lhs x rhs",                     "60#3.6", PRODUCER_FLAG, DISABLE_GEMV, PRODUCT_SATURATION, TF32, N_DIRECTION).with(Trait.ACCUMULATES),
        row("pto.mad_bias",     PRODUCT_BIAS,     FACTORS, OUTSIDE, "dest = lhs x rhs + bias[j]",                  "60#3.6", PRODUCER_FLAG, DISABLE_GEMV, PRODUCT_SATURATION, TF32, N_DIRECTION),
        row("pto.mad_mx",       SCALED_PRODUCT,   SCALED,  OUTSIDE, "dest = lhs x rhs with scales",                "60#3.6", PRODUCER_FLAG, DISABLE_GEMV, PRODUCT_SATURATION, N_DIRECTION),
        row("pto.mad_mx_acc",   SCALED_PRODUCT,   SCALED,  OUTSIDE, "dest = dest + lhs x rhs with scales",         "60#3.6", PRODUCER_FLAG, DISABLE_GEMV, PRODUCT_SATURATION, N_DIRECTION).with(Trait.ACCUMULATES),
        row("pto.mad_mx_bias",  SCALED_PRODUCT_BIAS, SCALED, OUTSIDE, "dest = lhs x rhs with scales + bias[j]",    "60#3.6", PRODUCER_FLAG, DISABLE_GEMV, PRODUCT_SATURATION, N_DIRECTION),
        row("pto.mad_raw",      PRODUCT_RAW,      FACTORS, OUTSIDE, "product by a configuration word",             "60#5.5").word(Mnemonic.MAD),
        row("pto.mad_bias_raw", PRODUCT_BIAS_RAW, FACTORS, OUTSIDE, "product and bias by a configuration word",    "60#5.5").word(Mnemonic.MAD),
        row("pto.mad_mx_raw",   PRODUCT_RAW,      SCALED,  OUTSIDE, "product with scales by a configuration word", "60#5.5").word(Mnemonic.MAD_MX),
        row("pto.mad_mx_bias_raw", PRODUCT_BIAS_RAW, SCALED, OUTSIDE, "product with scales and bias by a configuration word", "60#5.5").word(Mnemonic.MAD_MX));
  }

  private static List<OpDefinition> registerRows() {
    return List.of(
        // mnemonic                         form                types                  scope    semantics                              spec
        row("pto.set_mte2_nz_para",         SET_REGISTER,       UNTYPED,               OUTSIDE, "groups and steps of loads to NZ",     "60#3.9").with(Trait.CUBE_CORE).register(SpecialRegister.MTE2_NZ_PARA),
        row("pto.set_loop1_stride_outtol1", SET_REGISTER,       UNTYPED.without(A2A3), OUTSIDE, "strides of loop1, GM to L1",          "60#3.9").with(Trait.CUBE_CORE).register(SpecialRegister.LOOP1_STRIDE_OUTTOL1),
        row("pto.set_loop2_stride_outtol1", SET_REGISTER,       UNTYPED.without(A2A3), OUTSIDE, "strides of loop2, GM to L1",          "60#3.9").with(Trait.CUBE_CORE).register(SpecialRegister.LOOP2_STRIDE_OUTTOL1),
        row("pto.set_loop_size_outtol1",    SET_REGISTER,       UNTYPED.without(A2A3), OUTSIDE, "counts of loop1 and loop2, GM to L1", "60#3.9").with(Trait.CUBE_CORE, Trait.LOOP_SIZES).register(SpecialRegister.LOOP_SIZE_OUTTOL1),
        row("pto.set_pad_val_outtol1",      SET_REGISTER,       UNTYPED,               OUTSIDE, "fill value of loads to L1",           "60#3.9").with(Trait.CUBE_CORE).register(SpecialRegister.PAD_VAL_OUTTOL1),
        row("pto.set_quant_pre",            SET_REGISTER,       UNTYPED,               OUTSIDE, "scalar parameter of quantisation",    "60#3.9").with(Trait.CUBE_CORE).register(SpecialRegister.QUANT_PRE),
        row("pto.set_relu_alpha",           SET_REGISTER,       UNTYPED,               OUTSIDE, "factor of negative values",           "60#3.9").with(Trait.CUBE_CORE).register(SpecialRegister.RELU_ALPHA),
        row("pto.set_fix_clip_relu",        SET_REGISTER,       UNTYPED,               OUTSIDE, "greatest value behind relu",          "60#3.9").with(Trait.CUBE_CORE).register(SpecialRegister.CLIP_RELU),
        row("pto.set_fpc",                  SET_REGISTER,       UNTYPED,               OUTSIDE, "addresses of vector parameters",      "60#3.9").with(Trait.CUBE_CORE).register(SpecialRegister.FPC),
        row("pto.set_store_atomic_cfg",     SET_REGISTER,       UNTYPED,               OUTSIDE, "kept without effect: CTRL decides",   "60#6.4").with(Trait.CUBE_CORE).register(SpecialRegister.ST_ATOMIC_CFG),
        row("pto.set_loop3_para",           SET_REGISTER_PARTS, UNTYPED,               OUTSIDE, "count and strides of the loop of fix-pipe", "60#3.9").with(Trait.CUBE_CORE).register(SpecialRegister.LOOP3_PARA),
        row("pto.set_channel_para",         SET_REGISTER_PARTS, UNTYPED,               OUTSIDE, "source stride of nz2dn",              "60#3.9").with(Trait.CUBE_CORE).register(SpecialRegister.CHANNEL_PARA),
        row("pto.sethf32mode",              PRODUCT_MODE,       UNTYPED,               OUTSIDE, "f32 factors rounded before products", "60#3.9", ENABLE, MODE).with(Trait.CUBE_CORE),
        row("pto.settf32mode",              PRODUCT_MODE,       UNTYPED,               OUTSIDE, "f32 factors rounded before products", "60#3.9", ENABLE, MODE).with(Trait.CUBE_CORE));
  }
  // @formatter:on
}
