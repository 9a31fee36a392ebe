package org.ptoc.lit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the runner of test files says of files whose expectations are not met. */
class LitRunnerTest {
  private static final String ASM =
      """
      .profile a5
      .isa 1.0
      .kernel "k"
        vadd.f32 V1, V2, V3, P4
        end
      """;

  @TempDir Path temporary;

  @Test
  void aMismatchBeginsWithTheCallThatShowsIt() throws IOException {
    assertThat(run("; RUN: asm %s -o - | CHECK\n; CHECK: nothing of the kind\n" + ASM))
        .hasValueSatisfying(
            problem ->
                assertThat(problem)
                    .startsWith("ptoc asm " + temporary.resolve("case.s") + " -o -\n")
                    .contains("case.s: line 2: no match for: nothing of the kind"));
  }

  @Test
  void anotherStatusShowsTheCall() throws IOException {
    assertThat(run("; RUN(1): asm %s -o %t/a.o\n" + ASM))
        .hasValueSatisfying(
            problem ->
                assertThat(problem)
                    .startsWith("exit status 0 instead of 1\nptoc asm ")
                    .doesNotContain("%s"));
  }

  @Test
  void checksWithoutOutputAndOutputWithoutChecks() throws IOException {
    assertThat(run("; RUN: asm %s -o %t/a.o\n; CHECK-NOT: a\n" + ASM)).isPresent();
    assertThat(run("; RUN: asm %s -o %t/a.o | CHECK\n" + ASM)).isPresent();
  }

  @Test
  void wordsStandBehindTheirInstructions() throws IOException {
    String head = "; RUN: asm %s -o %t/a.o\n; RUN: objdump -d %t/a.o | CHECK\n";
    assertThat(run(head + ASM.replace("P4", "P4 ; CHECK: vadd.f32 V1, V2, V3, P4 ;"))).isEmpty();
    assertThat(run(head + ASM.replace("P4", "P4 ; CHECK: vadd.f32 V1, V2, V3, P5 ;"))).isPresent();
  }

  @Test
  void aFileWithoutExpectationsIsNoTest() throws IOException {
    assertThat(run(ASM)).contains("no RUN line");
  }

  private Optional<String> run(String text) throws IOException {
    Path file = Files.writeString(temporary.resolve("case.s"), text);
    Path directory = Files.createTempDirectory(temporary, "output");
    return new LitRunner(LitFile.read(file), directory).run();
  }
}
