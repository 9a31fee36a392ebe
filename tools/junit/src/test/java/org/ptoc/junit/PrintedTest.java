package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.tools.data.DataFormat;

/** What kernels print reaches the test, in the order of blocks, also when one traps. */
class PrintedTest {
  private static final String TILE =
      """
      === [TPRINT Tile] Data Type: float32, Layout: ND, TileType: Vec ===
        Shape: [2, 8], Valid Shape: [2, 8]
        1.5000   1.5000   1.5000   1.5000   1.5000   1.5000   1.5000   1.5000
        1.5000   1.5000   1.5000   1.5000   1.5000   1.5000   1.5000   1.5000
      """;

  private final Kernel prints;

  PrintedTest(@PtoKernel("prints.pto") Kernel prints) {
    this.prints = prints;
  }

  private Launch launch(long stop) {
    float[] data = new float[16];
    Arrays.fill(data, 1.5f);
    return prints.launch().buffer(data).scalar(stop);
  }

  private static List<String> texts(String printed) {
    return printed
        .lines()
        .map(line -> line.replaceFirst("[^ ]*prints\\.pto", "prints.pto"))
        .toList();
  }

  @Test
  void one_block_prints_without_its_number() {
    List<String> lines = texts(launch(-1).run().printed());
    assertThat(lines.getFirst()).isEqualTo("prints.pto:12:5: block 0");
    assertThat(lines.get(1)).isEqualTo("prints.pto:13:5: tprint");
    assertThat(String.join("\n", lines.subList(2, lines.size())).stripTrailing())
        .isEqualToNormalizingWhitespace(TILE);
  }

  @Test
  void blocks_print_one_after_the_other() {
    List<String> lines = texts(launch(-1).blocks(3).threads(2).run().printed());
    assertThat(lines).hasSize(3 * 6).allMatch(line -> line.matches("\\[block [012]] .*"));
    assertThat(lines.stream().map(line -> line.substring(7, 8)).distinct())
        .containsExactly("0", "1", "2");
    assertThat(lines.get(6)).isEqualTo("[block 1] prints.pto:12:5: block 1");
  }

  @Test
  void a_trap_keeps_what_was_printed() {
    KernelTrapError trap =
        catchThrowableOfType(KernelTrapError.class, () -> launch(1).blocks(3).threads(1).run());
    assertThat(texts(trap.printed()))
        .contains("[block 0] prints.pto:12:5: block 0", "[block 1] prints.pto:12:5: block 1")
        .noneMatch(line -> line.startsWith("[block 2]"));
    assertThat(trap.trap()).get().extracting(each -> each.block()).isEqualTo(1);
  }

  @Test
  void a_silent_kernel_has_printed_nothing(@PtoKernel("relu.pto") Kernel relu) {
    Execution run = relu.launch().buffer(3f).zeros(DataFormat.F32, 1).scalar(1).run();
    assertThat(run.printed()).isEmpty();
  }
}
