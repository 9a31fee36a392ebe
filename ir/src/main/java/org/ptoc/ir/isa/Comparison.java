package org.ptoc.ir.isa;

import java.util.Optional;

/** Comparisons of vector words, field {@code m3} (spec/40, 7.3), and of waits for memory. */
public enum Comparison implements EncodedName {
  EQ,
  NE,
  LT,
  GT,
  LE,
  GE;

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<Comparison> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }

  /** The entry of a mode as programs write it, such as {@code lt}. */
  public static Optional<Comparison> byMode(String mode) {
    for (Comparison each : values()) {
      if (each.name().equalsIgnoreCase(mode)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** True if it holds between two numbers with sign. */
  public boolean holds(long left, long right) {
    return switch (this) {
      case EQ -> left == right;
      case NE -> left != right;
      case LT -> left < right;
      case GT -> left > right;
      case LE -> left <= right;
      case GE -> left >= right;
    };
  }

  /** The lane function that compares. */
  public LaneFunction function() {
    return LaneFunction.valueOf(name());
  }
}
