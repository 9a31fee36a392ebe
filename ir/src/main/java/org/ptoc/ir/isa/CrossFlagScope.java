package org.ptoc.ir.isa;

import java.util.Optional;

/** Which cores a cross-core flag goes to (spec/70, 2.2); the codes are the modes of the device. */
public enum CrossFlagScope implements EncodedName {
  /** When all cores of a kind have set it, to each of them. */
  ALL("all"),
  /** When all vector cores of a block have set it, to each of them. */
  SUBBLOCKS("subblocks"),
  /**
   * From the cube core to each vector core of its block; when all vector cores of a block have set
   * it, to its cube core.
   */
  BLOCK("block"),
  /** Between the cube core and one vector core: numbers from 16 on belong to the second one. */
  DIRECTED("directed");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  /** Numbers of flags of each scope; a directed one has as many for each vector core. */
  public static final int FLAGS = 16;

  private final String spelling;

  CrossFlagScope(String spelling) {
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<CrossFlagScope> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }

  /** Numbers that a word may name. */
  public int numbers() {
    return this == DIRECTED ? 2 * FLAGS : FLAGS;
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
