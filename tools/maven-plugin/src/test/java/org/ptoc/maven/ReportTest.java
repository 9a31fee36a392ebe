package org.ptoc.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.Test;

/** What stands in the log of Maven. */
class ReportTest {
  private static final List<String> PRINTED =
      List.of(
          "k.pto:12:5: tprint",
          "=== [TPRINT Tile] Data Type: float32, Layout: ND, TileType: Vec ===",
          "  Shape: [2, 8], Valid Shape: [1, 3]",
          "  0.0000   1.5000   3.0000|  0.0000");

  private static final String TRAP =
      "{\"code\":\"PTO6001\",\"severity\":\"error\",\"message\":\"trap 0x10\",\"file\":\"k.pto\","
          + "\"line\":9,\"column\":4,\"length\":0,\"notes\":[]}";

  /** Collects lines with their levels. */
  private static final class Lines extends SystemStreamLog {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void info(CharSequence line) {
      lines.add("INFO " + line);
    }

    @Override
    public void warn(CharSequence line) {
      lines.add("WARN " + line);
    }

    @Override
    public void error(CharSequence line) {
      lines.add("ERROR " + line);
    }
  }

  private final Lines log = new Lines();
  private final Report report = new Report(log);

  @Test
  void whatKernelsPrintIsInformationInItsOrder() {
    List<String> lines = new ArrayList<>(PRINTED);
    lines.add("cycles: 390 (documented)");
    report.add(Outcome.of(0, lines));
    assertThat(log.lines)
        .containsExactlyElementsOf(PRINTED.stream().map(l -> "INFO " + l).toList());
    assertThatCode(() -> report.failOnErrors("the launches")).doesNotThrowAnyException();
  }

  @Test
  void whatWasPrintedBeforeATrapStandsWithIt() {
    List<String> lines = new ArrayList<>(PRINTED);
    lines.add(TRAP);
    report.add(Outcome.of(3, lines));
    assertThat(log.lines).contains("ERROR k.pto:[9,4] PTO6001: trap 0x10");
    assertThat(log.lines.stream().map(line -> line.substring(line.indexOf(' ') + 1)))
        .containsSubsequence(PRINTED);
    assertThatExceptionOfType(MojoFailureException.class)
        .isThrownBy(() -> report.failOnErrors("the launches"))
        .withMessage("1 error in the launches");
  }

  @Test
  void aProcessThatSaysNothingIsAnError() {
    report.add(Outcome.of(70, List.of()));
    assertThat(log.lines).containsExactly("ERROR ptoc ended with status 70 and said nothing");
  }
}
