package org.ptoc.ir.isa;

import java.util.Optional;

/** Memories that scalar words address, field {@code sp} (spec/40, 5.3). */
public enum AddressSpace implements EncodedName {
  GM(0, "GM"),
  UB(1, "UB"),
  LOCAL(2, "LOCAL"),
  CONST(3, "CONST"),
  PARAM(4, "PARAM"),
  L1(5, "L1");

  /** The spaces that {@code ld} and {@code st} can name. */
  static final Vocabulary SCALAR_ACCESS = new Vocabulary(GM, UB, LOCAL);

  private final int code;
  private final String spelling;

  AddressSpace(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<AddressSpace> byCode(long code) {
    for (AddressSpace each : values()) {
      if (each.code == code) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
