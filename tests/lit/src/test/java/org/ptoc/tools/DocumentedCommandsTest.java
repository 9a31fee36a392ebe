package org.ptoc.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.tools.cli.Ptoc;

/**
 * Runs every command of the documents, page by page, in one directory for each page. {@code
 * console} blocks show commands after {@code $} with their output, in which {@code ...} stands for
 * anything; {@code sh} blocks show commands only. A command must end with status 0 unless the next
 * one is {@code echo $?}. Every line of these blocks is a call of {@code ptoc}, which is run, a
 * call of Maven, which {@link MavenLine} looks at and proves to be run elsewhere, or one of the few
 * that only a new user has; anything else fails. Blocks without a language show no commands; {@code
 * bash} and {@code yaml} blocks are files for other machines, those of {@code pto} belong to {@link
 * DocumentedProgramsTest}.
 */
class DocumentedCommandsTest {
  /** Directories that the pages write. */
  private static final Set<String> DIRECTORIES =
      Set.of("dumps", "buffers", "objects", "cache", "my-kernel");

  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Pattern PTOC = Pattern.compile("(\\./)?(ptoc|ptoas) (?!\\.).*");

  /** Fetching the project is the one command that cannot be run in it. */
  private static final Set<String> NOT_RUN = Set.of("git clone <this repository> ptoc && cd ptoc");

  private static final Set<String> LANGUAGES =
      Set.of("", "console", "sh", "java", "python", "xml", "yaml", "bash", "pto");
  private static final Pattern COMMAND =
      Pattern.compile("(\\$ |(\\./)?(ptoc|ptoas) (?!:)|mvn |git |cd |sh |java |tests/).*");

  /** A word of a shell, in which what stands between quotation marks may hold blanks. */
  private static final Pattern WORD = Pattern.compile("(?:[^\\s']|'[^']*')+");

  /** Three dots and no more: longer rows of dots are output, such as pipes that wait. */
  private static final Pattern WILDCARD = Pattern.compile("(?<!\\.)\\.{3}(?!\\.)");

  private static final Pattern INLINE_MAVEN = Pattern.compile("`(mvn [^`]*)`");

  @TempDir Path temporary;

  @TestFactory
  Stream<DynamicTest> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      files
          .filter(file -> file.toString().endsWith(".md"))
          // The reference documents have grammars and texts of others, no calls.
          .filter(file -> !file.startsWith(ROOT.resolve("docs/spec")))
          .sorted()
          .forEach(pages::add);
    }
    try (Stream<Path> files = Files.walk(ROOT.resolve("examples"))) {
      files.filter(file -> file.endsWith("README.md")).sorted().forEach(pages::add);
    }
    pages.add(ROOT.resolve("README.md"));
    pages.add(ROOT.resolve("CONTRIBUTING.md"));
    return pages.stream()
        .map(
            page ->
                DynamicTest.dynamicTest(
                    ROOT.relativize(page).toString(), () -> new Page(page).run()));
  }

  private final class Page {
    private final List<String> lines;
    private final Path directory;
    private int at;
    private int status;
    private String place = "";

    Page(Path page) throws IOException {
      lines = Files.readAllLines(page);
      directory = Files.createTempDirectory(temporary, "page");
      place = ROOT.relativize(page).toString();
    }

    void run() throws IOException {
      String page = place;
      while (at < lines.size()) {
        String line = lines.get(at++);
        inline(line);
        if (!line.startsWith("```")) {
          continue;
        }
        String language = line.substring(3).split(" ")[0];
        assertThat(LANGUAGES).as(page + ":" + at).contains(language);
        while (!lines.get(at).equals("```")) {
          place = page + ":" + (at + 1);
          block(language);
        }
        at++;
      }
    }

    /** The next command of a block, or line of one without commands. */
    private void block(String language) throws IOException {
      switch (language) {
        case "console" -> session();
        case "sh" -> script();
        case "" ->
            assertThat(lines.get(at++))
                .as(place + " shows a command in a block that is not run")
                .doesNotMatch(COMMAND);
        default -> at++;
      }
    }

    private void inline(String line) throws IOException {
      Matcher matcher = INLINE_MAVEN.matcher(line);
      while (matcher.find()) {
        new MavenLine(ROOT, matcher.group(1)).check();
      }
    }

    /** A command of a console block with its output. */
    private void session() throws IOException {
      String line = lines.get(at++);
      assertThat(line).as(place).startsWith("$ ");
      String command = line.substring(2);
      if (command.startsWith("cat > ")) {
        write(command);
        return;
      }
      String output = command.equals("echo $?") ? status + "\n" : call(command);
      List<String> expected = new ArrayList<>();
      while (!lines.get(at).equals("```") && !lines.get(at).startsWith("$ ")) {
        expected.add(lines.get(at++));
      }
      if (!command.equals("echo $?") && !lines.get(at).equals("$ echo $?")) {
        assertThat(status).as(place + " " + output).isZero();
      }
      assertThat(output).as(place).matches(pattern(expected));
    }

    private void write(String command) throws IOException {
      String name = command.split(" ")[2];
      StringBuilder text = new StringBuilder();
      for (; !lines.get(at).equals("EOF"); at++) {
        text.append(lines.get(at)).append('\n');
      }
      at++;
      Files.writeString(directory.resolve(name), text);
    }

    /** A command of a script, with comments and lines that go on. */
    private void script() throws IOException {
      StringBuilder command = new StringBuilder();
      String line;
      do {
        line = lines.get(at++).replaceAll("\\s+#.*", "").replaceAll("^#.*", "").strip();
        command.append(line.endsWith("\\") ? line.substring(0, line.length() - 1) : line);
      } while (line.endsWith("\\"));
      String text = command.toString().strip();
      if (PTOC.matcher(text).matches()) {
        String output = call(text);
        assertThat(status).as(place + " " + output).isZero();
      } else if (text.startsWith("mvn ")) {
        new MavenLine(ROOT, text).check();
        new MavenLine(ROOT, text).runElsewhere(ROOT.resolve(place).getParent());
      } else {
        assertThat(text.isEmpty() || NOT_RUN.contains(text))
            .as(place + " is not run: " + text)
            .isTrue();
      }
    }

    private String call(String command) {
      if (!PTOC.matcher(command).matches()) {
        fail(place + ": no call of ptoc: " + command);
      }
      List<String> words = new ArrayList<>();
      Matcher matcher = WORD.matcher(command);
      while (matcher.find()) {
        words.add(located(matcher.group()).replace("'", ""));
      }
      if (words.getFirst().equals("ptoas")) {
        words.addFirst("ptoc");
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
      status =
          Ptoc.run(
              words.subList(1, words.size()),
              new ByteArrayInputStream(new byte[0]),
              stream,
              stream);
      return out.toString(StandardCharsets.UTF_8)
          .replace(directory + "/", "")
          .replace(ROOT + "/", "");
    }

    /**
     * A file name of a command as a path: of the repository if it is there, else of the page's
     * directory.
     */
    private String located(String word) {
      int start = word.lastIndexOf('=') + 1;
      String name = word.substring(start).replace("'", "");
      boolean example = name.matches("examples(/[\\w./*\\[\\]-]+)?");
      boolean file =
          name.matches("[\\w./-]+\\.(pto|o|s|npy|bin|jsonl?|html|txt|csv|yaml)")
              || DIRECTORIES.contains(name);
      if (!file && !example || word.startsWith("--diagnostic-format")) {
        return word;
      }
      Path inRepository = ROOT.resolve(name);
      return word.substring(0, start)
          + (example || Files.isRegularFile(inRepository) ? inRepository : directory.resolve(name));
    }
  }

  /**
   * The pattern of an expected output: {@code ...} alone stands for lines, within a line for
   * characters.
   */
  private static String pattern(List<String> expected) {
    StringBuilder regex = new StringBuilder();
    for (String line : expected) {
      if (line.equals("...")) {
        regex.append("(?:.*\\R)*?");
        continue;
      }
      String[] parts = WILDCARD.split(line, -1);
      for (int i = 0; i < parts.length; i++) {
        regex.append(i == 0 ? "" : ".*").append(Pattern.quote(parts[i]));
      }
      regex.append("\\R");
    }
    return regex.toString();
  }
}
