package org.ptoc.ir.object;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Which strings an ELF string table and a line table can hold. */
final class Text {
  /**
   * Longest text in UTF-8 bytes; without a limit, many records that share one long name cost
   * quadratic time.
   */
  static final int MAX_BYTES = 4096;

  private Text() {}

  /** Rejects what would not come back from the file. */
  static void require(String text, String what) {
    Optional<String> problem = problem(text);
    if (problem.isPresent()) {
      throw new IllegalArgumentException(what + " " + problem.get());
    }
  }

  /**
   * Why a text would not come back from the file: a zero character, an unpaired surrogate, too many
   * bytes.
   */
  static Optional<String> problem(String text) {
    if (text.indexOf('\0') >= 0) {
      return Optional.of("contains a zero character");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      return Optional.of("is not valid Unicode");
    }
    boolean tooLong =
        text.length() > MAX_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES;
    return tooLong ? Optional.of("is longer than " + MAX_BYTES + " bytes") : Optional.empty();
  }
}
