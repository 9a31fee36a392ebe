package org.ptoc.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The page: one file, nothing from outside, and what a browser makes of it. */
class HtmlReportTest {
  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "chromium-headless-shell", "google-chrome", "chrome");

  @TempDir Path directory;

  private Path page(Example example) {
    Path page = directory.resolve("report.html");
    Example.Result result = example.run("--html", page.toString());
    assertThat(result.status()).as(result.err()).isZero();
    return page;
  }

  @ParameterizedTest
  @EnumSource(Example.class)
  void thePageIsSelfContainedAndHasTheSource(Example example) throws IOException {
    String html = Files.readString(page(example));
    Pages.assertSound(html);
    for (String line : example.source().lines().toList()) {
      assertThat(html)
          .containsPattern("(<span>|<summary>)" + Pattern.quote(Html.escape(line) + "</"));
    }
  }

  /** What the report on the terminal says, the page says too; the picture stands as a table. */
  @ParameterizedTest
  @EnumSource(Example.class)
  void thePageSaysWhatTheTextSays(Example example) throws IOException {
    String html = Files.readString(page(example));
    String report = example.run("--report").out();
    Matcher bottleneck = Pattern.compile("bottleneck: (.*)").matcher(report);
    assertThat(bottleneck.find()).isTrue();
    assertThat(html).contains("Bottleneck: " + Html.escape(bottleneck.group(1)) + "</p>");
    for (String id : List.of("pipes", "stalls", "memory", "critical-path", "events", "source")) {
      assertThat(html).contains("<table id=\"" + id + "\">");
    }
    List<String> stalls =
        report
            .substring(report.indexOf("\nstalls,"), report.indexOf("\nmemory"))
            .lines()
            .filter(line -> line.startsWith("  "))
            .toList();
    assertThat(stalls).isNotEmpty();
    for (String line : stalls) {
      String reason = line.substring(2, 44).strip();
      String cycles = line.substring(44).strip();
      assertThat(html).containsPattern(Pattern.quote(reason) + "</td><td>" + cycles + "</td>");
    }
    Matcher anchors = Pattern.compile("href=\"#([^\"]+)\"").matcher(html);
    while (anchors.find()) {
      assertThat(html).contains("id=\"" + anchors.group(1) + "\"");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 8, 1",
    "8, 8, 1",
    "9, 8, 2",
    "872, 8, 200",
    "8583, 8, 2000",
    "1000000, 2, 500000",
    "3, 1, 5"
  })
  void ticksAreRound(long total, int most, long step) {
    assertThat(RoundSteps.least(total, most)).isEqualTo(step);
  }

  @Test
  void sourcesCannotBreakThePage() {
    assertThat(Html.escape("<b a=\"'\">&\u0001"))
        .isEqualTo("&lt;b a=&quot;&#39;&quot;&gt;&amp;\\u0001");
  }

  @Test
  void aBrowserShowsTheTimeline() throws IOException, InterruptedException {
    Optional<Path> browser = browser();
    assumeTrue(
        browser.isPresent(), "no browser installed: none of " + BROWSERS + " is on the path");
    Path page = page(Example.VADD_A5);
    Path picture = directory.resolve("page.png");
    Process process =
        new ProcessBuilder(
                browser.get().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--window-size=1200,2400",
                "--user-data-dir=" + directory.resolve("profile"),
                "--screenshot=" + picture,
                page.toUri().toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      process.destroyForcibly().waitFor();
    }
    assertThat(picture).as(Files.readString(directory.resolve("log"))).exists();
    BufferedImage image = ImageIO.read(picture.toFile());
    // The colours of V, MTE2 and MTE3 in the style of the page.
    assertThat(List.of(pixels(image, 0x2f7d4f), pixels(image, 0x2b6cb0), pixels(image, 0xb7791f)))
        .allMatch(count -> count > 200);
    assertThat(pixels(image, 0x2b6cb0)).isGreaterThan(pixels(image, 0xb7791f));
  }

  private static Optional<Path> browser() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      for (String name : BROWSERS) {
        Path path = Path.of(folder, name);
        if (Files.isExecutable(path)) {
          return Optional.of(path);
        }
      }
    }
    return Optional.empty();
  }

  private static int pixels(BufferedImage image, int colour) {
    int count = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        count += (image.getRGB(x, y) & 0xFFFFFF) == colour ? 1 : 0;
      }
    }
    return count;
  }
}
