package org.ptoc.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.tools.json.Json;
import org.ptoc.tools.report.LaunchLog.Figures;
import org.ptoc.tools.report.LaunchLog.Launch;

/** Cycles of tasks on cores, and their sums over a chain. */
class LaunchLogTest {
  @Test
  void eachTaskGoesToTheCoreThatIsFreeFirst() {
    GridCycles grid = new GridCycles(List.of(5L, 1L, 1L, 4L));
    assertThat(grid.serial()).isEqualTo(11);
    assertThat(grid.longest()).isEqualTo(5);
    assertThat(grid.on(1)).isEqualTo(11);
    // Core 1 takes the two short tasks and then the last one.
    assertThat(grid.on(2)).isEqualTo(6);
    assertThat(grid.on(4)).isEqualTo(5);
    assertThat(grid.on(100)).isEqualTo(5);
  }

  private static LaunchLog log() {
    LaunchLog log = new LaunchLog();
    log.add(new Launch("b", 1, 4, List.of(new Figures("m", 60, 110, 50))));
    log.add(new Launch("a", 1, 1, List.of(new Figures("m", 20, 20, 20))));
    log.add(new Launch("b", 1, 1, List.of(new Figures("m", 120, 120, 120))));
    return log;
  }

  @Test
  void launchesAddUpByKernel() {
    assertThat(log().byKernel())
        .containsExactly(
            new Launch("b", 2, 5, List.of(new Figures("m", 180, 230, 170))),
            new Launch("a", 1, 1, List.of(new Figures("m", 20, 20, 20))));
    assertThat(log().text())
        .isEqualTo(
            """
            kernel  launches  tasks    m    share
            b              2      5  180   90.0 %
            a              1      1   20   10.0 %
            total          3      6  200  100.0 %
            bounds (m): 250 cycles with all tasks on one core, 190 with a core for each task
            """);
    assertThat(log().html("A & B"))
        .contains(
            "<h1>A &amp; B</h1>", "<td class=\"name\">b</td><td>2</td><td>5</td><td>180</td>");
    Json json = new Json().beginObject();
    log().write(json);
    assertThat(json.end().toString())
        .contains(
            "{\"kernel\":\"total\",\"launches\":3,\"tasks\":6,"
                + "\"m\":{\"cycles\":200,\"serial\":250,\"parallel\":190}}");
  }

  @Test
  void nothingLaunchedIsNothing() {
    assertThat(new LaunchLog().text()).startsWith("kernel  launches  tasks  share\ntotal");
    assertThat(new LaunchLog().html("t")).contains("<h1>t</h1>");
  }
}
