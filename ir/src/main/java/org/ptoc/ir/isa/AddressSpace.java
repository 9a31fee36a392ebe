package org.ptoc.ir.isa;

import java.util.Optional;

/** Memories that scalar words address, field {@code sp} (spec/40, 5.3). */
public enum AddressSpace implements EncodedName {
  GM,
  UB,
  LOCAL,
  CONST,
  PARAM,
  L1(524_288, 524_288),
  L0A(65_536, 65_536),
  L0B(65_536, 65_536),
  L0C(262_144, 131_072),
  /** Bias vectors. */
  BT(4_096, 1_024),
  /** Fixpipe parameters: a segment in bits 31:16 of an address, bytes of one segment. */
  FB(4_096, 2_048),
  /** Scales of the elements of L0A, at their address divided by 16. */
  L0A_SCALE(4_096, 0),
  L0B_SCALE(4_096, 0);

  /** The spaces that {@code ld} and {@code st} can name. */
  static final FieldVocabulary SCALAR_ACCESS = new FieldVocabulary(GM, UB, LOCAL);

  private final int a5Bytes;
  private final int a2a3Bytes;

  AddressSpace() {
    this(0, 0);
  }

  AddressSpace(int a5Bytes, int a2a3Bytes) {
    this.a5Bytes = a5Bytes;
    this.a2a3Bytes = a2a3Bytes;
  }

  /** Bytes of a memory of the cube core (spec/60, 1.1); 0 for the other spaces. */
  public int cubeBytes(Profile profile) {
    return switch (profile) {
      case A5 -> a5Bytes;
      case A2A3 -> a2a3Bytes;
    };
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<AddressSpace> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }
}
