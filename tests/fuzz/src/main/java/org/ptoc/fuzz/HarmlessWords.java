package org.ptoc.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ptoc.tools.cli.Ptoc;

/**
 * Command lines without the options that write files or never end, which the pages of help tell:
 * those that take a place.
 */
final class HarmlessWords {
  private static final Pattern PLACE =
      Pattern.compile("(?:(-[A-Za-z]), )?(--[a-z-]+)\\[?=(?:FILE|DIR|PATH|K=FILE)\\b");

  private static final Pattern COMMAND = Pattern.compile("(?m)^  ([a-z]+)  ");

  private static final Set<String> ENDLESS = Set.of("--watch", "serve");

  private static final Set<String> PLACES =
      commands().stream()
          .flatMap(command -> PLACE.matcher(printed(command, "--help-all")).results())
          .flatMap(found -> Stream.of(found.group(2), String.valueOf(found.group(1))))
          .collect(Collectors.toUnmodifiableSet());

  private HarmlessWords() {}

  private static List<String> commands() {
    return COMMAND.matcher(printed("--help")).results().map(found -> found.group(1)).toList();
  }

  private static String printed(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Ptoc.run(List.of(words), InputStream.nullInputStream(), stream, stream);
    return out.toString(StandardCharsets.UTF_8);
  }

  /** The words of lines, without those that stay away. */
  static String[] of(String lines) {
    List<String> words = new ArrayList<>();
    boolean place = false;
    for (String word : lines.split("\n", -1)) {
      boolean writes = isPlace(word);
      if (!place && !writes && !ENDLESS.contains(word)) {
        words.add(word);
      }
      place = writes && !word.contains("=");
    }
    return words.toArray(String[]::new);
  }

  private static boolean isPlace(String word) {
    return PLACES.stream()
        .anyMatch(
            each ->
                word.startsWith("--") ? word.split("=", 2)[0].equals(each) : word.startsWith(each));
  }
}
