package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** There is one version: that of the root {@code pom.xml}. */
class VersionTest {
  private static final Path ROOT = Path.of("../..");

  /** Our artifacts with a version beside them. */
  private static final Pattern ARTIFACT =
      Pattern.compile("<artifactId>ptoc-[a-z0-9-]+</artifactId>\\s*<version>([^<]+)</version>");

  private static String version() throws IOException {
    Matcher version = ARTIFACT.matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }

  @Test
  void theCommandSaysIt() throws IOException {
    assumeTrue(!Version.number().equals("unknown"), "these classes were not made by Maven");
    assertThat(Version.number()).isEqualTo(version());
    assertThat(Version.text()).startsWith("ptoc " + version() + " (PTO ISA ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docs/junit.md",
        "docs/maven-plugin.md",
        "examples/junit-kernel/pom.xml",
        "examples/maven-kernel/pom.xml"
      })
  void pagesAndExamplesSayIt(String file) throws IOException {
    List<String> versions =
        ARTIFACT
            .matcher(Files.readString(ROOT.resolve(file)))
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(versions).isNotEmpty().containsOnly(version());
  }
}
