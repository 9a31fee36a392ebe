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
 * report of a deadlock, and those that break it with an error or a trap. {@code -Dptoc.programs} is
 * the number for each profile, {@code -Dptoc.seed} the first.
 */
class MixedKernelTest {
  private static final int PROGRAMS = Integer.getInteger("ptoc.programs", 50);
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
        check(kernel, end, WAYS.get(i % WAYS.size()), "seed " + (SEED + i) + ", a5 " + a5);
      }
    }
    assertThat(ends).containsOnlyKeys(MixedKernel.End.values());
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
    String about = "%s %s, %s%n%s%s".formatted(name, way, end, text, kernel.text());
    if (status == 1) {
      // The text proves the fault, also where a core would wait for ever in front of it.
      assertThat(kernel.isFaulty() && text.contains("PTO2111")).as(about).isTrue();
      return;
    }
    assertThat(status).as(about).isEqualTo(end == MixedKernel.End.DONE ? 0 : 3);
    assertThat(kernel.open || !kernel.isFaulty()).as(about).isTrue();
    switch (end) {
      case DONE -> {
        if (!kernel.leaves()) {
          assertThat(text).as(name).doesNotContain("warning");
        }
      }
      case DEADLOCK ->
          // The scalar unit of a5 may come to a fault while a pipe waits.
          assertThat(
                  text.contains("deadlock") || kernel.isFaulty() && text.contains("pipe protocol"))
              .as(about)
              .isTrue();
      case FAULT -> assertThat(text).as(about).contains("pipe protocol");
    }
  }
}
