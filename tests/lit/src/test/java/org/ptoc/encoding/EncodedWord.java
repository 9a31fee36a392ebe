package org.ptoc.encoding;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.ptoc.ir.isa.Profile;

/**
 * One line of a table of words.
 *
 * @param word the 64 bits
 * @param text the instruction as assembly text
 */
record EncodedWord(long word, String text) {

  /** The table of {@code profile}, without comments. */
  static List<EncodedWord> table(Profile profile) {
    String name = "words-" + profile.spelling() + ".txt";
    try (InputStream stream = EncodedWord.class.getResourceAsStream(name)) {
      byte[] bytes = Objects.requireNonNull(stream, name).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(EncodedWord::parse)
          .toList();
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  private static EncodedWord parse(String line) {
    String[] sides = line.split(" ", 2);
    return new EncodedWord(Long.parseUnsignedLong(sides[0], 16), sides[1]);
  }

  /** The text up to the first type or operand. */
  String mnemonic() {
    return text.split("[. ]", 2)[0];
  }

  /** The line of the table. */
  String line() {
    return line(word, text);
  }

  /** The line that a table has for {@code word} and {@code text}. */
  static String line(long word, String text) {
    return "%016X %s".formatted(word, text);
  }
}
