package org.ptoc.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Lines of pages have at most 140 columns, except rows of tables, which cannot be broken, and what
 * stands in fences, which is a quotation. {@code -Dptoc.bless=true} breaks the others.
 */
class DocumentWidthTest {
  private static final int WIDTH = 140;
  private static final Path ROOT = Path.of("../..");
  private static final List<String> PLACES = List.of("docs", "examples", "tests/lit/reference");

  /** What stays on one line: code, links, words. */
  private static final Pattern WORD = Pattern.compile("(?:`[^`]*`|\\[[^]]*]\\([^)]*\\)|\\S)+");

  private static final Pattern ITEM = Pattern.compile("(\\s*(?:> )?\\s*)((?:[*+-]|\\d+\\.) +)?.*");

  /** A line that begins with one of these would be something else than text. */
  private static final Pattern MARK = Pattern.compile("[*+#>|-].*|\\d+[.)]");

  @Test
  void noLineIsTooLong() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path page : pages()) {
      String text = Files.readString(page);
      String broken = broken(text);
      if (System.getenv("CI") == null && Boolean.getBoolean("ptoc.bless") && !broken.equals(text)) {
        Files.writeString(page, broken);
      } else {
        over(text).forEach(line -> tooLong.add(ROOT.relativize(page) + ": " + line));
      }
    }
    assertThat(tooLong).isEmpty();
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> files = Files.list(ROOT)) {
      pages.addAll(files.filter(DocumentWidthTest::isPage).toList());
    }
    for (String place : PLACES) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(place))) {
        pages.addAll(files.filter(DocumentWidthTest::isPage).toList());
      }
    }
    return pages;
  }

  private static boolean isPage(Path file) {
    return file.toString().endsWith(".md") && Files.isRegularFile(file);
  }

  /** Lines of text that are too long. */
  private static List<String> over(String text) {
    List<String> found = new ArrayList<>();
    boolean fenced = false;
    for (String line : text.lines().toList()) {
      fenced ^= isFence(line);
      if (!fenced && isText(line) && line.length() > WIDTH) {
        found.add(line);
      }
    }
    return found;
  }

  private static boolean isFence(String line) {
    return line.strip().startsWith("```");
  }

  private static boolean isText(String line) {
    String words = line.strip();
    return !words.isEmpty() && !words.startsWith("|") && !words.startsWith("#") && !isFence(line);
  }

  /** The text with each paragraph or item that has a line too long broken anew. */
  static String broken(String text) {
    List<String> out = new ArrayList<>();
    List<String> block = new ArrayList<>();
    boolean fenced = false;
    for (String line : text.lines().toList()) {
      fenced ^= isFence(line);
      boolean words = !fenced && isText(line);
      if (!words || begins(line, block)) {
        flush(block, out);
      }
      (words ? block : out).add(line);
    }
    flush(block, out);
    return String.join("\n", out) + "\n";
  }

  /** Whether a line begins an item, or is indented in another way than what it follows. */
  private static boolean begins(String line, List<String> block) {
    Matcher item = item(line);
    return item.group(2) != null
        || !block.isEmpty() && item.group(1).length() != continuation(block.getFirst()).length();
  }

  private static Matcher item(String line) {
    Matcher item = ITEM.matcher(line);
    assertThat(item.matches()).isTrue();
    return item;
  }

  /** What lines behind the first of an item begin with. */
  private static String continuation(String first) {
    Matcher item = item(first);
    return item.group(1) + " ".repeat(item.group(2) == null ? 0 : item.group(2).length());
  }

  private static void flush(List<String> block, List<String> out) {
    if (block.stream().allMatch(line -> line.length() <= WIDTH)) {
      out.addAll(block);
    } else {
      String rest = continuation(block.getFirst());
      StringBuilder words = new StringBuilder(block.getFirst());
      block.stream()
          .skip(1)
          .forEach(line -> words.append(' ').append(line.substring(rest.length()).strip()));
      out.addAll(lines(words.toString(), rest));
    }
    block.clear();
  }

  private static List<String> lines(String text, String rest) {
    List<String> lines = new ArrayList<>();
    Matcher item = item(text);
    String marker = item.group(2) == null ? "" : item.group(2);
    StringBuilder line = new StringBuilder(item.group(1) + marker);
    boolean empty = true;
    Matcher word = WORD.matcher(text.substring(line.length()));
    while (word.find()) {
      boolean fits = line.length() + 1 + word.group().length() <= WIDTH;
      if (!empty && !fits && !MARK.matcher(word.group()).matches()) {
        lines.add(line.toString());
        line = new StringBuilder(rest);
        empty = true;
      }
      line.append(empty ? "" : " ").append(word.group());
      empty = false;
    }
    lines.add(line.toString());
    return lines;
  }

  /** A word stands for 50 columns, {@code c} for code of two such words. */
  @ParameterizedTest
  @CsvSource({
    "w w, w w",
    "w w w, w w/w",
    "* w w w, * w w/  w",
    "> w w w, > w w/> w",
    "w c, w/c",
    "* w w w/  w, * w w/  w w",
    "* w w w/* w, * w w/  w/* w",
    "| w w w |, | w w w |",
    "w w * w, w w */w",
  })
  void breaks(String before, String after) {
    assertThat(broken(drawn(before))).isEqualTo(drawn(after));
  }

  private static String drawn(String sketch) {
    String word = "x".repeat(50);
    return sketch
            .replace("c", "`" + "y".repeat(49) + " " + "y".repeat(49) + "`")
            .replace("w", word)
            .replace("/", "\n")
        + "\n";
  }
}
