package org.ptoc.ir.isa;

import java.util.Optional;

/**
 * A name with a code in instruction words: one entry of a vocabulary of spec/40, section 1.8 or 7.
 * Constants of an enum are in the order of their codes.
 */
public interface EncodedName {

  /** The code in the word: the position among the constants, where an entry has no other. */
  default int code() {
    return ordinal();
  }

  /** The spelling in assembly text: the name of the constant, where an entry has no other. */
  default String spelling() {
    return name();
  }

  /** The position of a constant. */
  int ordinal();

  /** The name of a constant. */
  String name();

  /** The entry with a code; empty for a reserved code. */
  static <E extends EncodedName> Optional<E> byCode(E[] entries, long code) {
    for (E each : entries) {
      if (each.code() == code) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** The entry with a spelling; empty when no entry has it. */
  static <E extends EncodedName> Optional<E> bySpelling(E[] entries, String spelling) {
    for (E each : entries) {
      if (each.spelling().equals(spelling)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
