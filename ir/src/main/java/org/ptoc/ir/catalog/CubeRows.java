package org.ptoc.ir.catalog;

import static org.ptoc.ir.catalog.OpCatalog.unsupported;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Operations of the cube tier: known by name so that they are rejected as what they are (spec/00, 3.5). */
final class CubeRows {
  // @formatter:off
  private CubeRows() {}

  private static final String NAMES =
      "mte_gm_l1 mte_l1_ub mte_l1_bt mte_l1_fb mte_ub_l1 mte_gm_l1_frac mte_l1_l0a mte_l1_l0b mte_l1_l0a_mx mte_l1_l0b_mx mad"
          + " mad_acc mad_bias mad_mx mad_mx_acc mad_mx_bias mte_l0c_gm mte_l0c_l1 mte_l0c_ub sync.set sync.wait"
          + " copy_gm_to_cbuf copy_cbuf_to_ubuf copy_ubuf_to_cbuf load_cbuf_to_ca tmatmul tmatmul_acc tmatmul_bias tgemv";

  /** Dotted names, and the older ones with an underscore (spec/60, 2.1 and 6). */
  private static final String MATRIX_NAMES =
      "tmatmul.acc tmatmul.bias tmatmul.mx tmatmul.mx.acc tmatmul.mx.bias tmatmul_mx tmatmul_mx_acc tmatmul_mx_bias"
          + " tgemv.acc tgemv.bias tgemv.mx tgemv.mx.acc tgemv.mx.bias tgemv_acc tgemv_bias tgemv_mx tgemv_mx_acc"
          + " tgemv_mx_bias tstore_fp tmov.fp tmov_fp textract_fp tinsert_fp tquant.mx timg2col set_fmatrix"
          + " set_img2col_rpt set_img2col_padding";

  static List<OpDefinition> rows() {
    return Stream.concat(Arrays.stream(NAMES.split(" ")), Arrays.stream(MATRIX_NAMES.split(" ")))
        .map(name -> unsupported("pto." + name, "cube tier", "00#3.5"))
        .toList();
  }
  // @formatter:on
}
