package org.ptoc.ir.object;

import java.nio.charset.StandardCharsets;

/** Which strings an ELF string table and a line table can hold. */
final class Text {
  /** Longest text in UTF-8 bytes; without a limit, many records that share one long name cost quadratic time. */
  static final int MAX_BYTES = 4096;

  private Text() {}

  /** Refuses what would not come back from the file: a zero character, an unpaired surrogate, too many bytes. */
  static void require(String text, String what) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(what + " contains a zero character");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException(what + " is not valid Unicode");
    }
    if (text.length() > MAX_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new IllegalArgumentException(what + " is longer than " + MAX_BYTES + " bytes");
    }
  }
}
