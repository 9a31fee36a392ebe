package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Archives as the launcher leaves them; nothing else below the cache is touched. */
@DisabledOnOs(OS.WINDOWS)
class CacheCommandTest {
  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int cache(Map<String, String> variables, String... words) {
    out.reset();
    err.reset();
    List<String> call = new ArrayList<>(List.of("cache"));
    call.addAll(List.of(words));
    Environment environment =
        new Environment(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            false,
            directory,
            variables);
    return new Ptoc(environment, StubToolchain::new).run(call);
  }

  private Path archive(Path jar, int bytes) throws IOException {
    Path place = directory.resolve("ptoc").resolve(jar.toString().replace('/', '%'));
    Files.createDirectories(place);
    return Files.write(place.resolve("main-1.jsa"), new byte[bytes]);
  }

  @Test
  void archivesOfAllInstallationsAreListedAndDeleted() throws IOException {
    Map<String, String> variables = Map.of("XDG_CACHE_HOME", directory.toString());
    assertThat(cache(variables)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo("    0.0 MB  in all     " + directory.resolve("ptoc") + "\n");
    Path jar = Files.writeString(directory.resolve("kept.jar"), "");
    Path kept = archive(jar, 1_500_000);
    Path gone = archive(directory.resolve("gone.jar"), 26_000_000);
    Path stranger = Files.createDirectories(directory.resolve("ptoc/servers")).resolve("x.sock");
    Files.writeString(stranger, "");
    Path outside = Files.writeString(directory.resolve("outside"), "");
    Files.createSymbolicLink(kept.resolveSibling("link"), outside);
    assertThat(cache(variables)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "   26.0 MB  removed    " + directory.resolve("gone.jar"),
            "    1.5 MB  installed  " + jar,
            "   27.5 MB  in all     " + directory.resolve("ptoc"));
    assertThat(cache(variables, "clear")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("deleted 27.5 MB\n");
    assertThat(kept.getParent()).doesNotExist();
    assertThat(gone.getParent()).doesNotExist();
    assertThat(stranger).exists();
    assertThat(outside).exists();
  }

  @Test
  void theCacheOfTheHomeDirectoryIsTheUsualOne() {
    assertThat(cache(Map.of("HOME", "/home/x"))).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).endsWith("  /home/x/.cache/ptoc\n");
    assertThat(cache(Map.of())).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).endsWith("  no cache\n");
    assertThat(cache(Map.of(), "clean")).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("there is no action 'clean'");
  }
}
