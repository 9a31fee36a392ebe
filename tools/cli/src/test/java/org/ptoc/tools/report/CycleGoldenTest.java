package org.ptoc.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The cycles of the examples under every model, as files, so that a change of any constant or pass
 * shows up as a diff. {@code mvn test -pl tools/cli -am -Dptoc.bless=true} writes them anew; it
 * refuses on a build server.
 */
class CycleGoldenTest {
  private static final Path GOLDEN = Path.of("src/test/resources/cycles");

  @ParameterizedTest
  @EnumSource(Example.class)
  void cyclesAreAsBefore(Example example) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String model : example.models()) {
      describe(example, model, text);
    }
    Path file = GOLDEN.resolve(example.goldenName());
    if (Boolean.getBoolean("ptoc.bless")) {
      assertThat(System.getenv("CI")).as("goldens are not written on a build server").isNull();
      Files.createDirectories(GOLDEN);
      Files.writeString(file, text);
    }
    assertThat(file).as("-Dptoc.bless=true writes it").exists();
    assertThat(text.toString())
        .as("cycles of " + file + "; -Dptoc.bless=true accepts them")
        .isEqualTo(Files.readString(file));
  }

  private static void describe(Example example, String model, StringBuilder text) {
    Example.Result result = example.run("--timing", model, "--report=json");
    assertThat(result.status()).as(result.err()).isZero();
    Map<String, Object> report = JsonText.object(JsonText.parse(result.out()));
    if (model.equals("none")) {
      text.append(model).append(' ').append(report.get("instructions")).append(" instructions\n");
      for (Map<String, Object> pipe : JsonText.objects(report.get("pipes"))) {
        text.append("  ").append(pipe.get("pipe")).append(": ").append(pipe.get("instructions"));
        text.append(" instructions\n");
      }
      return;
    }
    text.append(model).append(' ').append(report.get("total")).append(" cycles, ");
    text.append(report.get("instructions")).append(" instructions, ").append(report.get("repeats"));
    text.append(" repeats\n");
    for (Map<String, Object> pipe : JsonText.objects(report.get("pipes"))) {
      text.append("  ").append(pipe.get("pipe")).append(": ").append(pipe.get("instructions"));
      text.append(" instructions, busy ").append(pipe.get("busy")).append(" cycles\n");
    }
  }
}
