package org.ptoc.ir.catalog;

import static org.ptoc.ir.catalog.OpCatalog.unsupported;

import java.util.Arrays;
import java.util.List;

/** Operations of the cube tier: known by name so that they are rejected as what they are (spec/00, 3.5). */
final class CubeRows {
  // @formatter:off
  private CubeRows() {}

  private static final String NAMES =
      "mte_gm_l1 mte_l1_ub mte_l1_bt mte_l1_fb mte_ub_l1 mte_gm_l1_frac mte_l1_l0a mte_l1_l0b mte_l1_l0a_mx mte_l1_l0b_mx mad"
          + " mad_acc mad_bias mad_mx mad_mx_acc mad_mx_bias mte_l0c_gm mte_l0c_l1 mte_l0c_ub sync.set sync.wait"
          + " copy_gm_to_cbuf copy_cbuf_to_ubuf copy_ubuf_to_cbuf load_cbuf_to_ca tmatmul tmatmul_acc tmatmul_bias tgemv tmov"
          + " textract tinsert dcci";

  static List<OpDefinition> rows() {
    return Arrays.stream(NAMES.split(" ")).map(name -> unsupported("pto." + name)).toList();
  }
  // @formatter:on
}
