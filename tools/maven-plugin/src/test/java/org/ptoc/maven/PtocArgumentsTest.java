package org.ptoc.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PtocArgumentsTest {
  private static final Path SOURCE = Path.of("src", "relu.pto");

  @TempDir Path project;

  @Test
  void compile() {
    PtocArguments arguments =
        PtocArguments.compile(
            SOURCE, Path.of("/p"), Optional.of("a5"), Path.of("relu.a5.o"), List.of("-Werror"));
    assertThat(arguments.words())
        .containsExactly(
            "compile",
            "--diagnostic-format=json",
            "--profile=a5",
            "-Werror",
            "--source-root=/p",
            "-o",
            "relu.a5.o",
            SOURCE.toString());
    assertThat(arguments.isLong()).isFalse();
  }

  @Test
  void checkWithoutProfile() {
    assertThat(
            PtocArguments.check(List.of(SOURCE, Path.of("b.pto")), Optional.empty(), List.of())
                .words())
        .containsExactly("check", "--diagnostic-format=json", SOURCE.toString(), "b.pto");
  }

  @Test
  void sweep() {
    SweepMojo.Sweep sweep =
        new SweepMojo.Sweep(
            Path.of("p.yaml"),
            Path.of("r.jsonl"),
            Path.of("p.html"),
            3,
            List.of(
                new SweepMojo.Choice("--where", Optional.of("profile == a5")),
                new SweepMojo.Choice("--cache", Optional.empty()),
                new SweepMojo.Choice("--allow-unmatched", Optional.of(""))));
    PtocArguments arguments = PtocArguments.sweep(sweep);
    assertThat(arguments.words())
        .containsExactly(
            "sweep",
            "--diagnostic-format=json",
            "--output=r.jsonl",
            "--page=p.html",
            "--threads=3",
            "--where=profile == a5",
            "--allow-unmatched",
            "p.yaml");
    assertThat(arguments.isLong()).isTrue();
  }

  @Test
  void run() {
    LaunchPlan plan =
        new LaunchPlan(
            "math/relu.pto",
            SOURCE,
            Optional.of("relu"),
            Optional.of("a2a3"),
            Optional.of(4),
            Optional.of(7),
            List.of("iota:f32:4", "i32:-1"),
            List.of("1=ones:f32:4"),
            Optional.of("abs=1e-3"),
            List.of("--allow-out-of-range"));
    assertThat(PtocArguments.run(plan, List.of()).words())
        .containsExactly(
            "run",
            "--diagnostic-format=json",
            "--profile=a2a3",
            "--allow-out-of-range",
            "--kernel=relu",
            "--blocks=4",
            "--args=auto",
            "--seed=7",
            "--tol=abs=1e-3",
            "--arg=iota:f32:4",
            "--arg=i32:-1",
            "--expect=1=ones:f32:4",
            SOURCE.toString());
    assertThat(plan.title()).isEqualTo("math/relu.pto @relu (a2a3)");
  }

  @Test
  void theProcessStartsTheMainClassOnTheClassPath() {
    PtocProcess process =
        new PtocProcess(Path.of("java"), List.of(Path.of("a.jar"), Path.of("b.jar")), project, 3);
    assertThat(process.command(Path.of("calls.txt"), false))
        .startsWith("java")
        .containsSubsequence(
            "-cp",
            "a.jar" + File.pathSeparator + "b.jar",
            "org.ptoc.tools.cli.Batch",
            "calls.txt",
            "3");
    PtocArguments call = new PtocArguments(List.of("a\\b\nc", ""), false);
    assertThat(PtocProcess.text(List.of(call, call)))
        .isEqualTo("a\\u005cb\\u000ac\n\\e\n\n".repeat(2));
  }

  /** Any character, also a half of one, is printable ASCII in the file, and only itself. */
  @Test
  void theCallFileHoldsEveryCharacter() {
    Set<String> texts = new HashSet<>();
    for (int unit = 0; unit <= Character.MAX_VALUE; unit++) {
      String word = "a" + (char) unit + "b";
      String text = PtocProcess.text(List.of(new PtocArguments(List.of(word), false)));
      boolean plain = unit >= 0x20 && unit < 0x7F && unit != 0x5C;
      String hexadecimal = Integer.toHexString(0x10000 + unit).substring(1);
      assertThat(text).isEqualTo("a" + (plain ? "" + (char) unit : "\\u" + hexadecimal) + "b\n\n");
      texts.add(text);
    }
    assertThat(texts).hasSize(0x10000);
  }

  @Test
  void aLaunchRunsOnEachProfileUnlessItNamesOne() throws Exception {
    LaunchConfiguration launch = launch("relu.pto");
    assertThat(launch.plans(project, project, List.of("a5", " a2a3", "a5")))
        .extracting(LaunchPlan::profile)
        .containsExactly(Optional.of("a5"), Optional.of("a2a3"));
    assertThat(launch.plans(project, project, List.of()))
        .extracting(LaunchPlan::profile)
        .containsExactly(Optional.empty());
    launch.setProfile("a2a3");
    assertThat(launch.plans(project, project, List.of("a5")))
        .extracting(LaunchPlan::profile)
        .containsExactly(Optional.of("a2a3"));
  }

  @Test
  void aLaunchNeedsAFileThatExists() throws Exception {
    assertThatThrownBy(() -> new LaunchConfiguration().plans(project, project, List.of()))
        .isInstanceOf(MojoExecutionException.class)
        .hasMessage("a <launch> has no <file>");
    LaunchConfiguration absent = launch("relu.pto");
    Files.delete(project.resolve("relu.pto"));
    assertThatThrownBy(() -> absent.plans(project.resolve("src"), project, List.of()))
        .hasMessageContaining("the <file> relu.pto of a <launch> is neither in ");
  }

  private LaunchConfiguration launch(String name) throws IOException {
    Files.writeString(project.resolve(name), "");
    LaunchConfiguration launch = new LaunchConfiguration();
    launch.setFile(name);
    return launch;
  }
}
