package org.ptoc.ir.catalog;

/**
 * The attributes that no row lists: those of modules and functions that something here reads
 * (spec/50, section 1), and what passes note for later ones.
 */
public enum UnlistedAttribute implements NamedAttribute {
  TARGET_ARCH("pto.target_arch"),
  VSUBC_POLARITY("pto.vsubc_polarity"),
  ASSUME_PTOAS("pto.assume_ptoas"),
  DEVICE_SPEC("pto.device-spec"),
  BACKEND("pto.backend"),
  AICORE("pto.aicore"),
  ENTRY("pto.entry"),
  KERNEL("pto.kernel"),
  KERNEL_KIND("pto.kernel_kind"),
  AUTO_SYNC_TAIL_HINT("pto.auto_sync_tail_hint"),
  /** An integer: the highest byte of the unified buffer that a function uses, plus one. */
  UB_BYTES("pto.ub_bytes"),
  HACC_ENTRY("hacc.entry"),

  /** An integer: the lowest byte of LOCAL memory that variables of a function take. */
  LOCAL_START("pto.local_start", false),
  /**
   * On a function whose tiles in UB lie as high as possible: its pointers lead to low addresses.
   */
  TILES_FROM_TOP("pto.tiles_from_top", false),
  BYTES_OF_L1("pto.bytes_of_mat", false),
  BYTES_OF_L0A("pto.bytes_of_left", false),
  BYTES_OF_L0B("pto.bytes_of_right", false),
  BYTES_OF_L0C("pto.bytes_of_acc", false),
  /** On an operation whose vectors have been widened to whole registers. */
  NARROWED("pto.narrowed", false);

  private final String spelling;
  private final boolean stated;

  UnlistedAttribute(String spelling) {
    this(spelling, true);
  }

  UnlistedAttribute(String spelling, boolean stated) {
    this.spelling = spelling;
    this.stated = stated;
  }

  @Override
  public String spelling() {
    return spelling;
  }

  /** True for what programs state; the others are notes of passes. */
  public boolean isStated() {
    return stated;
  }

  @Override
  public String toString() {
    return spelling;
  }
}
