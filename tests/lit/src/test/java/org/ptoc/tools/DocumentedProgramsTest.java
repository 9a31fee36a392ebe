package org.ptoc.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.cli.Ptoc;

/**
 * Compiles every block of the documents that is marked {@code pto}, for each profile. Words behind
 * the mark say what it is: {@code a5} or {@code a2a3} for a text of one profile alone, the name of
 * a frame for statements that stand in it. A text with a comment {@code // error PTOnnnn} must be
 * refused with that code, one with {@code // warning PTOnnnn} must show it; others show neither.
 * Frames are the blocks {@code pto frame NAME} of the reference.
 */
class DocumentedProgramsTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path FRAMES = ROOT.resolve("docs/language/README.md");

  /** The line of a frame that gives way to the statements. */
  private static final String HOLE = "// statements";

  /** A comment that tells what the text is refused or warned of for. */
  private static final Pattern CODE = Pattern.compile(" *// (?:error|warning) (PTO[0-9]{4})");

  @TempDir Path temporary;

  /** A block of a page: the words behind {@code pto}, and its lines. */
  private record Block(String place, List<String> words, List<String> lines) {
    boolean isFrame() {
      return words.contains("frame");
    }

    List<String> chosen(Predicate<String> kind) {
      return words.stream().filter(kind).toList();
    }

    List<String> codes() {
      return lines.stream()
          .map(CODE::matcher)
          .filter(Matcher::matches)
          .map(found -> found.group(1))
          .toList();
    }

    List<Profile> profiles() {
      List<Profile> named =
          Stream.of(Profile.values()).filter(each -> words.contains(each.spelling())).toList();
      return named.isEmpty() ? List.of(Profile.values()) : named;
    }
  }

  @TestFactory
  Stream<DynamicTest> pages() throws IOException {
    Map<String, List<String>> frames = new LinkedHashMap<>();
    for (Block block : blocks(FRAMES)) {
      if (block.isFrame()) {
        frames.put(block.words().getLast(), block.lines());
      }
    }
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      for (Path page : files.filter(file -> file.toString().endsWith(".md")).sorted().toList()) {
        List<Block> blocks = blocks(page);
        if (!blocks.isEmpty()) {
          tests.add(DynamicTest.dynamicTest(name(page), () -> check(blocks, frames)));
        }
      }
    }
    assertThat(tests).isNotEmpty();
    return tests.stream();
  }

  private static String name(Path page) {
    return ROOT.relativize(page).toString();
  }

  private static List<Block> blocks(Path page) throws IOException {
    List<Block> blocks = new ArrayList<>();
    List<String> lines = Files.readAllLines(page);
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).matches("```pto( .*)?")) {
        continue;
      }
      List<String> words = List.of(lines.get(i).substring(3).split(" "));
      int end = i + 1 + lines.subList(i + 1, lines.size()).indexOf("```");
      blocks.add(
          new Block(
              name(page) + ":" + (i + 1),
              words.subList(1, words.size()),
              List.copyOf(lines.subList(i + 1, end))));
      i = end;
    }
    return blocks;
  }

  private void check(List<Block> blocks, Map<String, List<String>> frames) throws IOException {
    List<String> known = new ArrayList<>(frames.keySet());
    Stream.of(Profile.values()).map(Profile::spelling).forEach(known::add);
    SoftAssertions found = new SoftAssertions();
    for (Block block : blocks) {
      List<String> frame = block.chosen(frames::containsKey);
      found
          .assertThat(block.words())
          .as(block.place())
          .allMatch(word -> block.isFrame() || known.contains(word));
      List<String> text =
          frame.isEmpty() || block.isFrame()
              ? block.lines()
              : framed(block, frames.get(frame.getFirst()));
      for (Profile profile : block.profiles()) {
        check(block, profile, text, found);
      }
    }
    found.assertAll();
  }

  /** The statements in their frame; aliases in front of them stand in front of the kernel. */
  private static List<String> framed(Block block, List<String> frame) {
    List<String> text = new ArrayList<>();
    int first = 0;
    while (block.lines().get(first).matches("([!#]\\S+ = .*)?")) {
      text.add(block.lines().get(first++));
    }
    for (String line : frame) {
      if (line.strip().equals(HOLE)) {
        text.addAll(block.lines().subList(first, block.lines().size()));
      } else {
        text.add(line);
      }
    }
    return text;
  }

  private void check(Block block, Profile profile, List<String> text, SoftAssertions found)
      throws IOException {
    Path file = Files.write(temporary.resolve("block.pto"), text);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    int status =
        Ptoc.run(
            List.of(
                "compile",
                file.toString(),
                // Pages show a few statements, not what is made of their results.
                "-Wno-unused-result",
                "-Wno-unwritten-tile",
                "-Wno-unread-tile",
                "--profile",
                profile.spelling(),
                "-o",
                temporary.resolve("block.o").toString()),
            new ByteArrayInputStream(new byte[0]),
            stream,
            stream);
    String shown = out.toString(StandardCharsets.UTF_8).replace(file.toString(), block.place());
    String what = block.place() + " " + profile.spelling() + "\n" + shown;
    for (String code : block.codes()) {
      found.assertThat(shown).as(what).contains("[" + code + "]");
    }
    found.assertThat(status).as(what).isEqualTo(shown.contains(": error: ") ? 1 : 0);
    if (block.codes().isEmpty()) {
      found.assertThat(status).as(what).isZero();
      found.assertThat(shown).as(what).doesNotContain(": warning: ");
    }
  }
}
