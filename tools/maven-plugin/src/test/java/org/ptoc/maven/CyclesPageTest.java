package org.ptoc.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CyclesPageTest {
  private static LaunchPlan launch(String kernel, String argument) {
    return new LaunchPlan(
        "k.pto",
        Path.of("k.pto"),
        Optional.of(kernel),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(argument),
        List.of(),
        Optional.empty(),
        List.of());
  }

  /** Launches that are equal, or differ in arguments alone, and one with a name of any length. */
  @Test
  void eachLaunchHasAPageOfItsOwn() {
    Map<LaunchPlan, Path> pages = new IdentityHashMap<>();
    List<LaunchPlan> plans =
        List.of(
            launch("k", "i32:1"),
            launch("k", "i32:1"),
            launch("k", "i32:2"),
            launch("k".repeat(3000), "i32:1"));
    plans.forEach(plan -> ReportMojo.kernelPage(plan, Path.of("none"), pages));
    assertThat(plans.stream().map(pages::get)).doesNotHaveDuplicates().doesNotContainNull();
    assertThat(pages.values()).allMatch(page -> page.getFileName().toString().length() < 128);
  }

  @Test
  void aRowPerLaunchAndAColumnPerModel() {
    LaunchPlan plan =
        new LaunchPlan(
            "n/a<b.pto",
            Path.of("src", "n", "a<b.pto"),
            Optional.of("relu"),
            Optional.of("a5"),
            Optional.of(2),
            Optional.empty(),
            List.of("i32:1", "i32:2"),
            List.of(),
            Optional.empty(),
            List.of());
    LaunchPlan other =
        new LaunchPlan(
            "other.pto",
            Path.of("other.pto"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            Optional.empty(),
            List.of());
    Outcome good = Outcome.of(0, List.of("cycles: 644 (calibrated)", "cycles: 390 (documented)"));
    Outcome trapped = Outcome.of(3, List.of());
    String html =
        CyclesPage.html(
            List.of(
                new AbstractLaunchMojo.Finished(plan, good),
                new AbstractLaunchMojo.Finished(other, trapped)),
            Path.of("site"),
            Map.of(plan, Path.of("site", "cycles", "1-a.html")));
    assertThat(html)
        .contains("<th>Cycles (calibrated)</th><th>Cycles (documented)</th>")
        .contains(
            "<td><a"
                + " href=\"cycles/1-a.html\">n/a&lt;b.pto</a></td><td>relu</td><td>a5</td><td>2</td><td>i32:1"
                + " i32:2</td><td>ok</td><td>644</td><td>390</td>")
        .contains("<td>other.pto</td>", "<td>the kernel trapped</td><td></td><td></td>");
    assertThat(CyclesPage.summary(good))
        .isEqualTo(", 644 cycles (calibrated), 390 cycles (documented)");
  }
}
