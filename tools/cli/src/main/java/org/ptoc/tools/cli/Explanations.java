package org.ptoc.tools.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/** Why each diagnostic appears and what to do about it. */
final class Explanations {
  private static final String FILE = "explanations.txt";
  private static final int COLUMNS = 80;

  private Explanations() {}

  /** The explanation of a code, in lines of at most 80 columns, each ended. */
  static String of(DiagnosticCode code) {
    String head = code.id() + "\n";
    return Arrays.stream(all().split("\n\n"))
        .filter(paragraph -> paragraph.startsWith(head))
        .map(paragraph -> wrap(paragraph.substring(head.length())))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(FILE + " says nothing about " + code.id()));
  }

  private static String all() {
    try (InputStream file = Explanations.class.getResourceAsStream(FILE)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String wrap(String paragraph) {
    StringBuilder text = new StringBuilder();
    int column = 0;
    for (String word : paragraph.strip().split("\\s+")) {
      if (column > 0 && column + 1 + word.length() > COLUMNS) {
        text.append('\n');
        column = 0;
      }
      text.append(column > 0 ? " " : "").append(word);
      column += (column > 0 ? 1 : 0) + word.length();
    }
    return text.append('\n').toString();
  }
}
