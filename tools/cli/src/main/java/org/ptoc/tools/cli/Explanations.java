package org.ptoc.tools.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
        .map(text -> String.join("\n", lines(text.substring(head.length()), COLUMNS)) + "\n")
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

  /** Words in lines of at most so many columns; a longer word has a line of its own. */
  static List<String> lines(String words, int columns) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : words.strip().split("\\s+")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > columns) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
