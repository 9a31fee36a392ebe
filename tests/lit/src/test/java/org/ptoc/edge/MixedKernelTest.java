package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.tools.cli.Ptoc;

/**
 * Random kernels of which the cores of a block exchange tiles through pipes come to the right
 * results under each schedule and without findings; those that the protocol stops end with the
 * report of a deadlock.
 */
class MixedKernelTest {
  private static final int PROGRAMS = Integer.getInteger("ptoc.programs", 40);
  private static final long SEED = Long.getLong("ptoc.seed", 25);

  private static final List<List<String>> WAYS =
      List.of(
          List.of("--schedule", "random:1"),
          List.of("--check", "all", "--threads", "2"),
          List.of("--schedule", "lazy"),
          List.of("--threads", "1"),
          List.of("--schedule", "eager"));

  @TempDir Path directory;

  @Test
  void coresExchangeTilesInOrder() throws IOException {
    Map<MixedKernel.End, Integer> ends = new EnumMap<>(MixedKernel.End.class);
    for (int i = 0; i < PROGRAMS; i++) {
      for (boolean a5 : new boolean[] {true, false}) {
        MixedKernel kernel = new MixedKernel(SEED + i, a5);
        MixedKernel.End end = kernel.model();
        ends.merge(end, 1, Integer::sum);
        if (end != MixedKernel.End.OVERWRITTEN) {
          check(kernel, end, WAYS.get(i % WAYS.size()), "seed " + (SEED + i) + ", a5 " + a5);
        }
      }
    }
    assertThat(ends).containsKeys(MixedKernel.End.DONE, MixedKernel.End.DEADLOCK);
  }

  private void check(MixedKernel kernel, MixedKernel.End end, List<String> way, String name)
      throws IOException {
    Path file = directory.resolve("k.pto");
    Files.writeString(file, kernel.text());
    List<String> words = new ArrayList<>(List.of("run", file.toString()));
    words.addAll(kernel.arguments(directory));
    words.addAll(way);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(output, true, StandardCharsets.UTF_8);
    int status = Ptoc.run(words, new ByteArrayInputStream(new byte[0]), stream, stream);
    String text = output.toString(StandardCharsets.UTF_8);
    assertThat(status)
        .as("%s %s%n%s%s", name, way, text, kernel.text())
        .isEqualTo(end == MixedKernel.End.DONE ? 0 : 3);
    if (end == MixedKernel.End.DONE) {
      assertThat(text).as(name).doesNotContain("warning");
    } else {
      assertThat(text).as(name).contains("deadlock");
    }
  }
}
