package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.tools.cli.Ptoc;

/** A command that fails leaves an output file as it was, and leaves nothing beside it. */
class OutputSafetyTest {
  private static final String BEFORE = "what stood here before";

  @TempDir private Path directory;
  private Path output;

  @BeforeEach
  void writeOutput() throws IOException {
    output = directory.resolve("out.bin");
    Files.writeString(output, BEFORE);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private void fails(int status, String... arguments) throws IOException {
    List<Path> before = files();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int exit =
        Ptoc.run(
            List.of(arguments),
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(new ByteArrayOutputStream()),
            new PrintStream(errors, true, StandardCharsets.UTF_8));
    assertThat(exit).as(errors.toString(StandardCharsets.UTF_8)).isEqualTo(status);
    assertThat(errors.toString(StandardCharsets.UTF_8))
        .contains("error")
        .doesNotContain("Exception", "\tat ");
    assertThat(output).hasContent(BEFORE);
    assertThat(files()).isEqualTo(before);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  @Test
  void aProgramThatTrapsWritesNoDump() throws IOException {
    Path kernel =
        file(
            "traps.pto",
            """
            func.func @traps(%p: !pto.ptr<i32>) {
              %c0 = arith.constant 0 : index
              %one = arith.constant 1 : i32
              pto.store_scalar %one, %p[%c0] : !pto.ptr<i32>, i32
              %a = arith.constant 262144 : i64
              %u = pto.castptr %a : i64 -> !pto.ptr<i32, ub>
              pto.store_scalar %one, %u[%c0] : !pto.ptr<i32, ub>, i32
              return
            }
            """);
    fails(
        3,
        "run",
        kernel.toString(),
        "--profile",
        "a5",
        "--arg",
        "zeros:i32:4",
        "--dump",
        "0=" + output);
  }

  @Test
  void aProgramThatIsRejectedWritesNoObject() throws IOException {
    Path kernel = file("wrong.pto", "func.func @wrong() {\n  pto.no_such_op\n  return\n}\n");
    fails(1, "compile", kernel.toString(), "--profile", "a5", "-o", output.toString());
    fails(1, "run", kernel.toString(), "--profile", "a5", "--dump", "0=" + output);
  }

  @Test
  void anUnreadableArgumentWritesNoDump() throws IOException {
    Path kernel = file("good.pto", "func.func @good(%p: !pto.ptr<i32>) {\n  return\n}\n");
    String missing = directory.resolve("missing.bin").toString();
    fails(
        2, "run", kernel.toString(), "--profile", "a5", "--arg", missing, "--dump", "0=" + output);
  }

  @Test
  void aBrokenObjectWritesNoListing() throws IOException {
    Path object = file("broken.o", "\u007fELF and no more");
    fails(1, "objdump", "-d", object.toString(), "-o", output.toString());
  }

  @Test
  void aTextThatIsNoAssemblyWritesNoObject() throws IOException {
    Path text = file("wrong.s", "this is no instruction\n");
    fails(1, "asm", text.toString(), "-o", output.toString());
  }
}
