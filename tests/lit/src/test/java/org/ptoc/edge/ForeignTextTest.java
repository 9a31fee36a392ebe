package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.tools.cli.Ptoc;

/** Nothing that an object or a source holds reaches a terminal, page or log as a command. */
class ForeignTextTest {
  /** Colours, the title of a window, markup, a line of its own, and a line that runs backwards. */
  private static final String EVIL =
      "\\u001b[31mred\\u001b]0;title\\u0007<script>alert(1)</script>\\n"
          + "; rm -rf\\u0085\\u202e\\u2028x\\r";

  @TempDir private Path directory;
  private Path object;

  private record Outcome(int status, String text) {}

  @BeforeEach
  void makeObject() throws IOException {
    Path text =
        Files.writeString(
            directory.resolve("evil.s"),
            """
            .profile a5
            .producer "EVIL"
            .source "EVIL" 0x0
            .kernel "EVIL"
            .argument pointer 1 0 read write 0 "EVIL"
            .loc "EVIL" 1 1
              movi X1, 1
            next:
              addi.i64 X1, X1, -1
            .loc "EVIL" 2 1
              brnz X1, next
              set_flag V, MTE3, 0
              end
            """
                .replace("EVIL", EVIL));
    object = directory.resolve("evil.o");
    Outcome made = call("asm", text.toString(), "-o", object.toString());
    assertThat(made.status).as(made.text).isZero();
  }

  private static Outcome call(String... words) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(text, true, StandardCharsets.UTF_8);
    int status = Ptoc.run(List.of(words), new ByteArrayInputStream(new byte[0]), stream, stream);
    return new Outcome(status, text.toString(StandardCharsets.UTF_8));
  }

  private static void isHarmless(String text) {
    assertThat(Printable.lines(text)).isEqualTo(text);
    assertThat(text).doesNotContain("<script>alert(1)</script>\n; rm");
  }

  @Test
  void disassembly() {
    for (String option : List.of("-d", "-S", "--asm", "--kernels", "--json", "--cfg", "-h")) {
      Outcome outcome = call("objdump", option, object.toString());
      isHarmless(outcome.text);
      assertThat(outcome.text).as(option).isNotEmpty();
    }
  }

  @Test
  void reportsAndLogs() throws IOException {
    List<String> files = new ArrayList<>();
    List<String> words =
        new ArrayList<>(List.of("run", object.toString(), "--arg", "zeros:f32:64", "--report"));
    for (String option :
        List.of("--html", "--trace-out", "--kanata", "--trace", "--log-commits", "--csv")) {
      files.add(directory.resolve("out" + option).toString());
      words.add(option + "=" + files.getLast());
    }
    Outcome outcome = call(words.toArray(String[]::new));
    assertThat(outcome.status).as(outcome.text).isZero();
    isHarmless(outcome.text);
    files.removeLast();
    files.add(directory.resolve("out--csv/instr.csv").toString());
    files.add(directory.resolve("out--csv/pipes.csv").toString());
    for (String file : files) {
      isHarmless(Files.readString(Path.of(file)));
    }
    assertThat(Files.readString(directory.resolve("out--html"))).doesNotContain("<script>alert");
    isHarmless(call("run", object.toString(), "--arg", "zeros:f32:64", "--timeline").text);
    isHarmless(call("run", object.toString(), "--arg", "zeros:f32:64", "--report=json").text);
  }

  @Test
  void diagnostics() throws IOException {
    for (String format : List.of("text", "json", "sarif")) {
      String option = "--diagnostic-format=" + format;
      isHarmless(call("run", object.toString(), option).text);
      isHarmless(call("run", object.toString(), "--arg", "i64:1", option).text);
      isHarmless(
          call("run", object.toString(), "--arg", "zeros:f32:64", "--timeout-insns=2", option)
              .text);
      isHarmless(call("objdump", object.toString(), "--kernel", "\u001b[31m", option).text);
      Path source =
          Files.writeString(
              directory.resolve("k.pto"), "func.func @k() {\n %a = \u001b[31m\u009b \u202e\n}\n");
      isHarmless(call("check", source.toString(), "--profile", "a5", option).text);
    }
  }

  /** Commands that tell what they have chosen, or show several runs beside each other. */
  @Test
  void chosenArgumentsAndTables() {
    String file = object.toString();
    for (List<String> words :
        List.of(
            List.of("run", file, "--args", "auto"),
            List.of("run", file, "--args=auto", "--check=all,outputs"),
            List.of("run", directory.toString(), "--args=auto"),
            List.of("run", directory.toString(), "--args=auto", "--kernel", EVIL),
            List.of("compare", file, file),
            List.of("check", "--sync", file),
            List.of("sweep", file),
            List.of("explain-timing", file))) {
      Outcome outcome = call(words.toArray(String[]::new));
      assertThat(outcome.text).as(words.toString()).isNotEmpty();
      assertThat(Printable.lines(outcome.text)).as(words.toString()).isEqualTo(outcome.text);
      isHarmless(outcome.text);
    }
  }

  /** Names of all characters are the same behind the text of an object. */
  @Test
  void assemblyTextKeepsEveryCharacter() throws IOException {
    for (int first = 1; first < 0x10000; first += 1000) {
      StringBuilder name = new StringBuilder();
      for (int i = first; i < Math.min(first + 1000, 0x10000); i++) {
        if (!Character.isSurrogate((char) i)) {
          name.append((char) i);
        }
      }
      if (name.isEmpty()) {
        continue;
      }
      StringBuilder quoted = new StringBuilder();
      name.chars().forEach(each -> quoted.append(String.format("\\u%04x", each)));
      Path text =
          Files.writeString(
              directory.resolve("a.s"), ".profile a5\n.kernel \"" + quoted + "\"\n  end\n");
      Path one = directory.resolve("one.o");
      Path two = directory.resolve("two.o");
      assertThat(call("asm", text.toString(), "-o", one.toString()).text).isEmpty();
      Outcome again = call("objdump", "--asm", one.toString(), "-o", text.toString());
      assertThat(again.text).isEmpty();
      assertThat(call("asm", text.toString(), "-o", two.toString()).text).isEmpty();
      assertThat(name(one)).isEqualTo(name.toString());
      assertThat(name(two)).isEqualTo(name.toString());
    }
  }

  private static String name(Path object) throws IOException {
    ObjectFile read =
        ((ObjectReader.Loaded) ObjectReader.read(Files.readAllBytes(object))).object();
    return read.kernels().getFirst().name();
  }

  /** An object shows files below the directories that the user names, and no others. */
  @Test
  void sourcesAreReadWhereTheUserSays() throws IOException {
    Path inside = Files.createDirectory(directory.resolve("inside"));
    Path secret = Files.writeString(directory.resolve("secret.txt"), "one\ntwo, a secret\n");
    Files.writeString(inside.resolve("k.pto"), "first line\nsecond line\n");
    Path link = Files.createSymbolicLink(inside.resolve("link.pto"), secret);
    for (String name :
        List.of(secret.toString(), "../secret.txt", "x/../../secret.txt", "link.pto")) {
      Path made = objectOf(name);
      Outcome outcome = call("objdump", "-S", made.toString(), "--source-root", inside.toString());
      assertThat(outcome.text).as(name).doesNotContain("a secret");
      if (Files.exists(inside.resolve(name))) {
        assertThat(outcome.text).contains("warning: the object names the source " + name);
      }
      Outcome json = call("objdump", "-S", "--json", made.toString(), "--source-root=" + inside);
      assertThat(json.text).as(name).doesNotContain("a secret");
    }
    Path kernel = objectOf("k.pto");
    assertThat(call("objdump", "-S", kernel.toString(), "--source-root=" + inside).text)
        .contains("second line");
    Path allowed = objectOf(secret.toString());
    String both = "--source-root=" + inside;
    assertThat(call("objdump", "-S", allowed.toString(), both, "--source-root=" + directory).text)
        .contains("a secret");
    assertThat(link).isSymbolicLink();
  }

  /** What is no regular file, such as the terminal or a device, is never opened. */
  @Test
  void devicesAreNoSources() throws IOException {
    Outcome outcome = call("objdump", "-S", objectOf("/dev/zero").toString(), "--source-root=/dev");
    assertThat(outcome.text).contains("the source /dev/zero, which is no regular file");
  }

  private Path objectOf(String source) throws IOException {
    Path text =
        Files.writeString(
            directory.resolve("s.s"),
            ".profile a5\n.kernel k\n.loc \"" + source + "\" 2 1\n  end\n");
    Path made = directory.resolve("s.o");
    Outcome outcome = call("asm", text.toString(), "-o", made.toString());
    assertThat(outcome.status).as(outcome.text).isZero();
    return made;
  }
}
