package org.ptoc.ir.catalog;

import java.util.Arrays;
import java.util.List;

/** Operations between cores and devices: known by name so that they are rejected as what they are (spec/70). */
final class MultiCoreRows {
  // @formatter:off
  private MultiCoreRows() {}

  private static final String NAMES =
      "set_cross_block wait_cross_block set_intra_block wait_intra_block syncall"
          + " reserve_buffer import_reserved_buffer aic_initialize_pipe aiv_initialize_pipe initialize_l2g2l_pipe"
          + " initialize_l2l_pipe tpush_to_aiv tpush_to_aic tpop_from_aic tpop_from_aiv tfree_from_aic tfree_from_aiv"
          + " declare_tile declare_global talloc_to_aiv talloc_to_aic tpush tpop tfree talloc"
          + " comm.tput comm.tget comm.tnotify comm.twait comm.ttest comm.tbroadcast comm.tgather comm.tscatter"
          + " comm.treduce comm.build_async_session comm.tput_async comm.tget_async comm.wait_async_event"
          + " comm.test_async_event make_prefetch_async_context tprefetch_async get_prefetch_async_session";

  static List<OpDefinition> rows() {
    return Arrays.stream(NAMES.split(" "))
        .map(name -> "pto." + name)
        .map(name -> UnsupportedFamily.byName(name).orElse(UnsupportedFamily.CORES).row(name))
        .toList();
  }
  // @formatter:on
}
