package org.ptoc.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of dependencies has the versions of the build, all of them and no others. */
class DependenciesTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final Pattern PROPERTY =
      Pattern.compile("<([a-z0-9-]+\\.version)>([^<]+)</[a-z0-9-]+\\.version>");
  private static final Pattern ROW =
      Pattern.compile("\\| [^|]*\\(`([a-z0-9-]+\\.version)`\\) \\| ([^ |]+) \\|");

  @Test
  void thePageHasTheVersionsOfTheBuild() throws IOException {
    Map<String, String> build = read(PROPERTY, "pom.xml");
    assertThat(build).hasSizeGreaterThan(10);
    assertThat(read(ROW, "docs/dependencies.md")).isEqualTo(build);
  }

  private static Map<String, String> read(Pattern pattern, String file) throws IOException {
    Map<String, String> versions = new TreeMap<>();
    var matcher = pattern.matcher(Files.readString(ROOT.resolve(file)));
    while (matcher.find()) {
      versions.put(matcher.group(1), matcher.group(2));
    }
    return versions;
  }
}
