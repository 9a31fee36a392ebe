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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.tools.cli.Ptoc;

/**
 * Runs every command of the documents, page by page, in one directory for each page. {@code console} blocks show commands
 * after {@code $} with their output, in which {@code ...} stands for anything; {@code sh} blocks show commands only. A command
 * must end with status 0 unless the next one is {@code echo $?}.
 */
class DocumentedCommandsTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Pattern PTOC = Pattern.compile("(\\./)?ptoc (?!\\.).*");
  /** Commands for people's own machines. */
  private static final Set<String> NOT_RUN = Set.of("git", "mvn", "cd", "source", "tests/reproducible.sh");

  @TempDir Path temporary;

  @TestFactory
  Stream<DynamicTest> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    try (Stream<Path> files = Files.walk(ROOT.resolve("examples"))) {
      files.filter(file -> file.endsWith("README.md")).sorted().forEach(pages::add);
    }
    pages.add(ROOT.resolve("README.md"));
    pages.add(ROOT.resolve("CONTRIBUTING.md"));
    return pages.stream().filter(DocumentedCommandsTest::hasCommands)
        .map(page -> DynamicTest.dynamicTest(ROOT.relativize(page).toString(), () -> new Page(page).run()));
  }

  private static boolean hasCommands(Path page) {
    try {
      String text = Files.readString(page);
      return text.contains("```console\n") || text.contains("```sh\n");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
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
      int commands = 0;
      String page = place;
      while (at < lines.size()) {
        String line = lines.get(at++);
        boolean console = line.equals("```console");
        while ((console || line.equals("```sh")) && !lines.get(at).equals("```")) {
          place = page + ":" + (at + 1);
          commands += console ? session() : script();
        }
      }
      assertThat(commands).isPositive();
    }

    /** A command of a console block with its output. */
    private int session() throws IOException {
      String line = lines.get(at++);
      assertThat(line).as(place).startsWith("$ ");
      String command = line.substring(2);
      if (command.startsWith("cat > ")) {
        write(command);
        return 1;
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
      return 1;
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
    private int script() {
      StringBuilder command = new StringBuilder();
      String line;
      do {
        line = lines.get(at++).replaceAll("\\s+#.*", "").replaceAll("^#.*", "").strip();
        command.append(line.endsWith("\\") ? line.substring(0, line.length() - 1) : line);
      } while (line.endsWith("\\"));
      String text = command.toString().strip();
      if (!PTOC.matcher(text).matches()) {
        assertThat(NOT_RUN.contains(text.split(" ")[0]) || text.isEmpty()).as(place + " " + text).isTrue();
        return 1;
      }
      String output = call(text);
      assertThat(status).as(place + " " + output).isZero();
      return 1;
    }

    private String call(String command) {
      if (!PTOC.matcher(command).matches()) {
        fail(place + ": no call of ptoc: " + command);
      }
      List<String> words = new ArrayList<>();
      for (String word : command.strip().split("\\s+")) {
        words.add(located(word));
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
      status = Ptoc.run(words.subList(1, words.size()), new ByteArrayInputStream(new byte[0]), stream, stream);
      return out.toString(StandardCharsets.UTF_8).replace(directory + "/", "").replace(ROOT + "/", "");
    }

    /** A file name of a command as a path: of the repository if it is there, else of the page's directory. */
    private String located(String word) {
      int start = word.lastIndexOf('=') + 1;
      String name = word.substring(start);
      boolean file = name.matches("[\\w./-]+\\.(pto|o|s|npy|bin|json|html|txt|csv)") || name.equals("dumps");
      if (!file || word.startsWith("--diagnostic-format")) {
        return word;
      }
      Path inRepository = ROOT.resolve(name);
      return word.substring(0, start) + (Files.isRegularFile(inRepository) ? inRepository : directory.resolve(name));
    }
  }

  /** The pattern of an expected output: {@code ...} alone stands for lines, within a line for characters. */
  private static String pattern(List<String> expected) {
    StringBuilder regex = new StringBuilder();
    for (String line : expected) {
      if (line.equals("...")) {
        regex.append("(?:.*\\R)*?");
        continue;
      }
      String[] parts = line.split("\\.\\.\\.", -1);
      for (int i = 0; i < parts.length; i++) {
        regex.append(i == 0 ? "" : ".*").append(Pattern.quote(parts[i]));
      }
      regex.append("\\R");
    }
    return regex.toString();
  }
}
