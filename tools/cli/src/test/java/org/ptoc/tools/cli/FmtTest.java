package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FmtTest {
  private static final String GOOD = "func.func @f() {\n  return\n}\n";
  private static final String LOOSE = "func.func @g( )  {\n return\n\n\n}\n";

  @TempDir Path directory;
  private String out;
  private String err;
  private Path good;
  private Path loose;

  @BeforeEach
  void write() throws IOException {
    good = Files.writeString(directory.resolve("a.pto"), GOOD);
    loose = Files.writeString(directory.resolve("b.pto"), LOOSE);
  }

  private int run(String input, String... words) {
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    int status =
        Ptoc.run(
            List.of(words),
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(outBytes, true, StandardCharsets.UTF_8),
            new PrintStream(errBytes, true, StandardCharsets.UTF_8));
    out = outBytes.toString(StandardCharsets.UTF_8);
    err = errBytes.toString(StandardCharsets.UTF_8);
    return status;
  }

  @Test
  void writesToStandardOutputAndReadsStandardInput() throws IOException {
    assertThat(run(LOOSE, "fmt")).isZero();
    assertThat(out).isEqualTo("func.func @g() {\n  return\n\n}\n");
    assertThat(run("", "fmt", directory.toString())).isZero();
    assertThat(out).isEqualTo(GOOD + "func.func @g() {\n  return\n\n}\n");
    assertThat(loose).hasContent(LOOSE);
  }

  @Test
  void checkNamesTheFilesThatWouldChange() {
    assertThat(run("", "fmt", "--check", directory.toString())).isEqualTo(1);
    assertThat(out).isEqualTo(loose + "\n");
    assertThat(run("", "fmt", "--check", good.toString())).isZero();
    assertThat(out + err).isEmpty();
  }

  @Test
  void diffShowsTheLines() {
    assertThat(run("", "fmt", "--diff", directory.toString())).isZero();
    assertThat(out)
        .isEqualTo(
            "--- %1$s\n+++ %1$s\n".formatted(loose)
                + "@@ -1,5 +1,4 @@\n"
                + "-func.func @g( )  {\n+func.func @g() {\n- return\n+  return\n \n-\n }\n");
    assertThat(run("", "fmt", "--diff", "--check", loose.toString())).isEqualTo(1);
  }

  @Test
  void distantChangesHaveHunksOfTheirOwn() {
    String lines = "// x\n".repeat(20);
    assertThat(run(" // a\n" + lines + " // b\n", "fmt", "--diff")).isZero();
    assertThat(out.lines().filter(line -> line.startsWith("@@")))
        .containsExactly("@@ -1,4 +1,4 @@", "@@ -19,4 +19,4 @@");
  }

  @Test
  void inPlaceWritesOnlyWhatChangesAndLeavesTextsWithErrors() throws IOException {
    Path wrong = Files.writeString(directory.resolve("c.pto"), "func.func  @h( {\n");
    Files.setLastModifiedTime(good, java.nio.file.attribute.FileTime.fromMillis(0));
    assertThat(run("", "fmt", "-i", directory.toString())).isEqualTo(1);
    assertThat(loose).hasContent("func.func @g() {\n  return\n\n}\n");
    assertThat(wrong).hasContent("func.func  @h( {\n");
    assertThat(err).contains("c.pto:1:16: error: ");
    assertThat(Files.getLastModifiedTime(good).toMillis()).isZero();
    assertThat(run("", "fmt", "-i", "--check", good.toString())).isEqualTo(2);
    assertThat(run(GOOD, "fmt", "-i")).isEqualTo(2);
    assertThat(err).contains("-i needs files");
  }
}
