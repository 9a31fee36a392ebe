package org.ptoc.ir.isa;

import java.util.Optional;

/** The cores that meet in {@code sync_all} (spec/70, 2.3). */
public enum MeetingCores implements EncodedName {
  VECTOR("aiv_only"),
  CUBE("aic_only"),
  ALL("mix");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final String spelling;

  MeetingCores(String spelling) {
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<MeetingCores> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }

  /** True if cores of a kind take part. */
  public boolean include(CoreKind kind) {
    return switch (this) {
      case ALL -> true;
      case VECTOR -> kind == CoreKind.VECTOR;
      case CUBE -> kind == CoreKind.CUBE;
    };
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
