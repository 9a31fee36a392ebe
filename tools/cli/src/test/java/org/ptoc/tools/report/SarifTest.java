package org.ptoc.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.tools.cli.Ptoc;

/**
 * SARIF logs have what the schema of SARIF 2.1.0 requires, in the types and ranges that it gives.
 */
class SarifTest {
  @TempDir Path directory;

  private Map<?, ?> log(String... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Ptoc.run(
        List.of(arguments),
        new ByteArrayInputStream(new byte[0]),
        new PrintStream(new ByteArrayOutputStream()),
        new PrintStream(err, true, StandardCharsets.UTF_8));
    return (Map<?, ?>) JsonText.parse(err.toString(StandardCharsets.UTF_8).strip());
  }

  @Test
  void logsOfProgramsAndOfCommandLinesAreValid() throws IOException {
    String bad =
        Files.writeString(
                directory.resolve("ä bad#1.pto"),
                "func.func @k() {\n"
                    + "  %a = arith.constant 1 : i32\n"
                    + "  %a = arith.constant 2 : i32\n"
                    + "  %b = arith.constnat 3 : i32\n"
                    + "  return\n"
                    + "}\n")
            .toString();
    List<?> results = check(log("check", bad, "--profile=a5", "--diagnostic-format=sarif"));
    assertThat(results).hasSize(2);
    assertThat(((Map<?, ?>) results.getFirst()).containsKey("fixes")).isFalse();
    assertThat((List<?>) ((Map<?, ?>) results.getLast()).get("fixes")).hasSize(1);
    assertThat(check(log("check", "nowhere.pto", "--diagnostic-format=sarif"))).hasSize(1);
    assertThat(check(log("check", "--diagnostic-format=sarif"))).hasSize(1);
    String good =
        Files.writeString(directory.resolve("good.pto"), "func.func @k() {\n  return\n}\n")
            .toString();
    assertThat(check(log("check", good, "--profile=a5", "--diagnostic-format=sarif"))).isEmpty();
  }

  /** Checks a log and returns the results of its run. */
  private static List<?> check(Map<?, ?> log) {
    assertThat(log.get("version")).isEqualTo("2.1.0");
    assertThat(URI.create((String) log.get("$schema")).isAbsolute()).isTrue();
    List<?> runs = (List<?>) log.get("runs");
    assertThat(runs).hasSize(1);
    Map<?, ?> run = (Map<?, ?>) runs.getFirst();
    assertThat(run.get("columnKind")).isIn("utf16CodeUnits", "unicodeCodePoints");
    Map<?, ?> driver = (Map<?, ?>) ((Map<?, ?>) run.get("tool")).get("driver");
    assertThat((String) driver.get("name")).isNotEmpty();
    List<?> rules =
        ((List<?>) driver.get("rules")).stream().map(rule -> ((Map<?, ?>) rule).get("id")).toList();
    assertThat(rules).doesNotHaveDuplicates();
    ((List<?>) driver.get("rules"))
        .forEach(rule -> text(((Map<?, ?>) rule).get("shortDescription")));
    List<?> results = (List<?>) run.get("results");
    for (Object each : results) {
      Map<?, ?> result = (Map<?, ?>) each;
      text(result.get("message"));
      assertThat(rules.contains(result.get("ruleId"))).isTrue();
      assertThat(Set.of("none", "note", "warning", "error").contains(result.get("level"))).isTrue();
      ((List<?>) result.get("locations")).forEach(SarifTest::location);
      ((List<?>) result.get("relatedLocations")).forEach(SarifTest::location);
      if (result.get("fixes") instanceof List<?> fixes) {
        fixes.forEach(SarifTest::fix);
      }
    }
    return results;
  }

  private static void text(Object message) {
    assertThat((String) ((Map<?, ?>) message).get("text")).isNotEmpty();
  }

  private static void fix(Object fix) {
    text(((Map<?, ?>) fix).get("description"));
    List<?> changes = (List<?>) ((Map<?, ?>) fix).get("artifactChanges");
    assertThat(changes).isNotEmpty();
    for (Object each : changes) {
      Map<?, ?> change = (Map<?, ?>) each;
      assertThat(
              URI.create((String) ((Map<?, ?>) change.get("artifactLocation")).get("uri"))
                  .getPath())
          .isNotEmpty();
      List<?> replacements = (List<?>) change.get("replacements");
      assertThat(replacements).isNotEmpty();
      for (Object replacement : replacements) {
        region((Map<?, ?>) ((Map<?, ?>) replacement).get("deletedRegion"));
        text(((Map<?, ?>) replacement).get("insertedContent"));
      }
    }
  }

  private static void region(Map<?, ?> region) {
    assertThat(((Number) region.get("startLine")).intValue()).isPositive();
    assertThat(((Number) region.get("startColumn")).intValue()).isPositive();
    assertThat(((Number) region.get("endColumn")).intValue())
        .isGreaterThanOrEqualTo(((Number) region.get("startColumn")).intValue());
  }

  private static void location(Object location) {
    Map<?, ?> fields = (Map<?, ?>) location;
    if (fields.containsKey("message")) {
      text(fields.get("message"));
    }
    if (fields.containsKey("physicalLocation")) {
      Map<?, ?> physical = (Map<?, ?>) fields.get("physicalLocation");
      URI uri = URI.create((String) ((Map<?, ?>) physical.get("artifactLocation")).get("uri"));
      assertThat(uri.getPath()).isNotEmpty();
      assertThat(uri.getFragment()).isNull();
      region((Map<?, ?>) physical.get("region"));
    }
  }
}
