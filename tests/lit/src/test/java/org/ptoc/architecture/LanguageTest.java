package org.ptoc.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Comments and pages use the words of the field. Each module has a maximum number of phrases that
 * read like a translation; lower the maximum when you rewrite comments, and never raise it.
 */
class LanguageTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  /**
   * A phrase to avoid.
   *
   * @param reason what to write instead
   */
  private record Phrase(Pattern pattern, String reason) {
    Phrase(String pattern, String reason) {
      this(
          Pattern.compile(
              "\\b(?:" + pattern.replace(" ", "\\s+") + ")\\b", Pattern.CASE_INSENSITIVE),
          reason);
    }
  }

  private static final List<Phrase> PHRASES =
      List.of(
          new Phrase("nobody|somebody|anybody", "name the code or the user that acts"),
          new Phrase("told|tells|tell of|telling", "code reports, passes or returns"),
          new Phrase("hears?|heard|hearing", "a listener observes or receives"),
          new Phrase("(?:stands?|stood|standing) for", "a value is, means or represents"),
          new Phrase(
              "(?:stands?|stood|standing)"
                  + " (?:in|behind|before|beside|at|there|here|under|on|between|outside)",
              "text follows, precedes or is in a place"),
          new Phrase("(?:goes|go|went|gone|going) round", "slots and registers rotate"),
          new Phrase("(?:comes?|came|becomes|became) of", "name the result"),
          new Phrase("look(?:s|ed|ing)? at", "code inspects, reads or checks"),
          new Phrase("those of (?:the|those|a|an|all|that|its|both)", "repeat the noun"),
          new Phrase("of which (?:none|no|nothing|each|every)|of what", "a sentence of its own"),
          new Phrase("(?:for|from|of|in|until|by) (?:so|that) many", "name the number"),
          new Phrase("the other way round", "say vice versa, or the two cases"),
          new Phrase("(?<!convex\\s)hulls?", "the field says bounds"),
          new Phrase("what (?:lies|stands)|(?:lies?|lying) behind", "name the bytes or the text"),
          new Phrase("had better", "say must or should"),
          new Phrase("how far \\w+(?: \\w+)? (?:comes?|came)", "name the progress"),
          new Phrase(
              "(?<!there\\s)is no (?!longer|larger|wider|later|more|less|such)\\w+",
              "say is not a"));

  /** What starts the description of a boolean. */
  private static final Phrase WHETHER =
      new Phrase(Pattern.compile("/\\*\\*\\s+(?:\\*\\s+)?Whether\\b"), "say True if");

  private static final Map<String, Integer> MAXIMA =
      Map.ofEntries(
          Map.entry("docs", 7),
          Map.entry("emulator", 18),
          Map.entry("tests/bench", 2),
          Map.entry("tests/fuzz", 3),
          Map.entry("tools/build", 2),
          Map.entry("tools/junit", 6),
          Map.entry("tools/maven-plugin", 16),
          Map.entry("tools/spark", 1));

  /** Literals, which are not comments, or a comment. */
  private static final Pattern JAVA =
      Pattern.compile(
          "\"\"\".*?(?<!\\\\)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\\n])++'"
              + "|(?<comment>//[^\\n]*|/\\*.*?\\*/)",
          Pattern.DOTALL);

  /** Code within a comment. */
  private static final Pattern TAG =
      Pattern.compile("\\{@\\w+[^}]*}|@param \\S+|(?m:^ +\\*(?!\\S))");

  /** Code within a page. */
  private static final Pattern CODE =
      Pattern.compile("(?ms:^ *```.*?^ *```)|`[^`]*`|\\]\\([^)]*\\)|(?m:^[ \\t]*>)");

  private static final Pattern LINE = Pattern.compile("[^\\n]+");

  @Test
  void commentsAndPagesUseTheWordsOfTheField() throws IOException {
    Map<String, List<String>> found = new TreeMap<>();
    for (Path file : sources()) {
      String name = ROOT.relativize(file).toString();
      String module = name.startsWith("docs/") ? "docs" : name.replaceAll("/src/main/java/.*", "");
      String text = Files.readString(file);
      List<String> places = found.computeIfAbsent(module, key -> new ArrayList<>());
      if (module.equals("docs")) {
        places.addAll(phrases(name, text, masked(text, CODE)));
      } else {
        String comments = comments(text);
        places.addAll(phrases(name, text, masked(comments, TAG)));
        places.addAll(places(name, text, comments, WHETHER));
      }
    }
    Map<String, String> beyond = new TreeMap<>();
    found.forEach(
        (module, places) -> {
          int most = MAXIMA.getOrDefault(module, 0);
          if (places.size() > most) {
            beyond.put(
                module,
                "has %d, at most %d allowed:%n%s"
                    .formatted(places.size(), most, String.join("\n", places)));
          }
        });
    assertThat(beyond).isEmpty();
  }

  /** The scanner sees comments and the prose of pages only. */
  @ParameterizedTest
  @CsvSource({
    "int heard; // is heard, 1",
    "String s = \"// heard\"; char c = '\"'; // heard, 1",
    "/** Heard {@link #heard}~ * stands~ *   for x. */, 2",
    "x(+++~ // heard +++ + 1); /* heard */, 1",
  })
  void scans(String line, int phrases) {
    String code = line.replace("~", "\n").replace("+++", "\"\"\"");
    assertThat(phrases("X", code, masked(comments(code), TAG))).hasSize(phrases);
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(
              file ->
                  ROOT.relativize(file)
                      .toString()
                      .matches("docs/(?!spec/).*\\.md|(?!.*target/).*/src/main/java/.*\\.java"))
          .sorted()
          .toList();
    }
  }

  private static List<String> phrases(String file, String text, String prose) {
    return PHRASES.stream().flatMap(phrase -> places(file, text, prose, phrase).stream()).toList();
  }

  private static List<String> places(String file, String text, String prose, Phrase phrase) {
    return phrase
        .pattern()
        .matcher(prose)
        .results()
        .map(
            place ->
                "%s:%d: '%s' (%s)"
                    .formatted(
                        file,
                        1 + text.substring(0, place.start()).chars().filter(c -> c == '\n').count(),
                        place.group().replaceAll("\\s+", " "),
                        phrase.reason()))
        .toList();
  }

  /** The text with all but comments blank. */
  private static String comments(String text) {
    StringBuilder comments = new StringBuilder(blank(text));
    Matcher token = JAVA.matcher(text);
    while (token.find()) {
      if (token.group("comment") != null) {
        comments.replace(token.start(), token.end(), token.group());
      }
    }
    return comments.toString();
  }

  private static String masked(String text, Pattern hidden) {
    return hidden.matcher(text).replaceAll(found -> blank(found.group()));
  }

  private static String blank(String text) {
    return LINE.matcher(text).replaceAll(line -> " ".repeat(line.group().length()));
  }
}
