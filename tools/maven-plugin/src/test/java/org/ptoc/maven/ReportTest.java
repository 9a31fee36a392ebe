package org.ptoc.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

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

  private Report report(Outcome... outcomes) {
    return new Report(
        log, Stream.of(outcomes).map(each -> new Report.Labelled(Optional.empty(), each)).toList());
  }

  private Report printed(Outcome outcome) {
    Report report = report(outcome);
    report.print(outcome);
    return report;
  }

  @Test
  void whatKernelsPrintIsInformationInItsOrder() {
    List<String> lines = new ArrayList<>(PRINTED);
    lines.add("cycles: 390 (documented)");
    Report report = printed(Outcome.of(0, lines));
    assertThat(log.lines)
        .containsExactlyElementsOf(PRINTED.stream().map(l -> "INFO " + l).toList());
    assertThatCode(() -> report.failOnErrors("the launches")).doesNotThrowAnyException();
  }

  @Test
  void whatWasPrintedBeforeATrapStandsWithIt() {
    List<String> lines = new ArrayList<>(PRINTED);
    lines.add(TRAP);
    Report report = printed(Outcome.of(3, lines));
    assertThat(log.lines).contains("ERROR k.pto:[9,4] PTO6001: trap 0x10");
    assertThat(log.lines.stream().map(line -> line.substring(line.indexOf(' ') + 1)))
        .containsSubsequence(PRINTED);
    assertThatExceptionOfType(MojoFailureException.class)
        .isThrownBy(() -> report.failOnErrors("the launches"))
        .withMessage("1 error in the launches");
  }

  @Test
  void aProcessThatSaysNothingIsAnError() {
    printed(Outcome.of(70, List.of()));
    assertThat(log.lines).containsExactly("ERROR ptoc ended with status 70 and said nothing");
  }

  private static final String MISSPELT =
      "{\"code\":\"PTO1101\",\"severity\":\"error\",\"message\":\"no"
          + " operation\",\"file\":\"k.pto\",\"line\":4,\"column\":10,\"length\":3,\"notes\":[],\"fixes\":[{\"message\":\"replace"
          + " `a` with"
          + " `b`\",\"file\":\"k.pto\",\"line\":4,\"column\":10,\"length\":3,\"replacement\":\"b\"}]}";

  @Test
  void whatAllProfilesSayIsSaidOnceWithTheFix() {
    Outcome a5 = Outcome.of(1, List.of(MISSPELT, TRAP));
    Outcome a2a3 = Outcome.of(1, List.of(MISSPELT));
    Report report =
        new Report(
            log,
            List.of(
                new Report.Labelled(Optional.of("a5"), a5),
                new Report.Labelled(Optional.of("a2a3"), a2a3)));
    report.print(a5);
    report.print(a2a3);
    assertThat(log.lines)
        .containsExactly(
            "ERROR k.pto:[4,10] PTO1101: no operation (a5, a2a3)\n    fix: replace `a` with `b`",
            "ERROR k.pto:[9,4] PTO6001: trap 0x10 (a5)");
    assertThatExceptionOfType(MojoFailureException.class)
        .isThrownBy(() -> report.failOnErrors("the kernels"))
        .withMessage("2 errors in the kernels");
  }

  /** Data that differ have no place: each launch says so itself. */
  @Test
  void whatHasNoPlaceIsSaidByEachCall() {
    String line =
        "{\"code\":\"PTO6006\",\"severity\":\"error\",\"message\":\"differs\",\"notes\":[]}";
    Outcome one = Outcome.of(4, List.of(line));
    Report report = report(one, one);
    report.print(one);
    report.print(one);
    assertThat(log.lines).containsExactly("ERROR PTO6006: differs", "ERROR PTO6006: differs");
    assertThatExceptionOfType(MojoFailureException.class)
        .isThrownBy(() -> report.failOnErrors("the launches"))
        .withMessage("2 errors in the launches");
  }

  @Test
  void sarifHasEachFindingWithPlaceAndFix() {
    Path project = Path.of("/project").toAbsolutePath();
    String sarif = SarifFile.text(report(Outcome.of(1, List.of(MISSPELT, TRAP))), project);
    Map<?, ?> run =
        (Map<?, ?>) ((List<?>) ((Map<?, ?>) JsonTree.read(sarif).orElseThrow()).get("runs")).get(0);
    List<?> results = (List<?>) run.get("results");
    assertThat(results).hasSize(2);
    Map<?, ?> first = (Map<?, ?>) results.get(0);
    assertThat(first.get("ruleId")).isEqualTo("PTO1101");
    assertThat(first.get("level")).isEqualTo("error");
    assertThat(first.get("locations").toString())
        .isEqualTo(
            "[{physicalLocation={artifactLocation={uri=k.pto}, region={startLine=4.0,"
                + " startColumn=10.0, endColumn=13.0}}}]");
    assertThat(first.get("fixes").toString())
        .contains("insertedContent={text=b}", "endColumn=13.0");
    assertThat(SarifFile.text(report(), project)).contains("\"results\":[]");
    assertThat(
            SarifFile.text(
                report(Outcome.of(1, List.of(MISSPELT.replace("k.pto", "src/a b\u00fc#%.pto")))),
                project))
        .contains("\"uri\":\"src/a%20b%C3%BC%23%25.pto\"");
    assertThat(JsonText.quoted("a\"\\\n\u20ac")).isEqualTo("\"a\\\"\\\\\\u000a\\u20ac\"");
  }

  @Test
  void launchesAreTestsForBuildServers() throws Exception {
    LaunchPlan plan =
        new LaunchPlan(
            "a<b.pto",
            Path.of("a<b.pto"),
            Optional.empty(),
            Optional.of("a5"),
            Optional.empty(),
            Optional.of(7),
            List.of("i32:1"),
            List.of(),
            Optional.empty(),
            List.of());
    List<AbstractLaunchMojo.Finished> launches =
        List.of(
            new AbstractLaunchMojo.Finished(
                plan, Outcome.of(0, List.of("cycles: 390 (documented)"), 1_500_000_000L)),
            new AbstractLaunchMojo.Finished(plan, Outcome.of(4, List.of("odd \u0001 ]]>\r\ud800"))),
            new AbstractLaunchMojo.Finished(plan, Outcome.of(3, List.of(TRAP))));
    String xml = LaunchResults.text("ptoc.default", launches);
    Element suite =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
            .getDocumentElement();
    assertThat(suite.getAttribute("tests")).isEqualTo("3");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    assertThat(suite.getAttribute("time")).isEqualTo("1.500");
    NodeList cases = suite.getElementsByTagName("testcase");
    assertThat(
            IntStream.range(0, 3)
                .mapToObj(i -> ((Element) cases.item(i)).getAttribute("name"))
                .toList())
        .containsExactly(
            "a<b.pto (a5) seed=7 i32:1",
            "a<b.pto (a5) seed=7 i32:1 #2",
            "a<b.pto (a5) seed=7 i32:1 #3");
    assertThat(cases.item(0).getTextContent().strip()).isEqualTo("cycles: 390 (documented)");
    Element failure = (Element) suite.getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("message")).isEqualTo("the data is not as expected");
    assertThat(failure.getTextContent()).isEqualTo("odd ? ]]>\r?\n");
    assertThat(failure.getAttribute("type")).isEqualTo("status 4");
    Element error = (Element) suite.getElementsByTagName("error").item(0);
    assertThat(error.getAttribute("type")).isEqualTo("PTO6001");
    assertThat(error.getTextContent()).isEqualTo("k.pto:[9,4] PTO6001: trap 0x10\n");
  }
}
