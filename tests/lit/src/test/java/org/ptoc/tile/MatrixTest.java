package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;

/** Products of matrices on the cube core against three loops over integers (spec/60, 9.2). */
class MatrixTest {
  private static final boolean EXHAUSTIVE = Boolean.getBoolean("ptoc.test.exhaustive");
  private static final byte[] POISON = {0, 0x7F, (byte) 0xA5, (byte) 0xFF};

  @Test
  void randomProducts() {
    SplittableRandom random = new SplittableRandom(60);
    for (int i = 0; i < (EXHAUSTIVE ? 5000 : 80); i++) {
      check(random(random), POISON[i % POISON.length]);
    }
  }

  private static MatrixCase random(SplittableRandom random) {
    Profile profile = random.nextBoolean() ? Profile.A5 : Profile.A2A3;
    String type = List.of("f16", "bf16", "f32", "i8").get(random.nextInt(4));
    int k = 1 + random.nextInt(90);
    boolean integers = type.equals("i8");
    List<String> outputs = integers ? List.of("i32") : List.of("f32", "f16", "bf16");
    return new MatrixCase(
        profile,
        type,
        1 + random.nextInt(60),
        1 + random.nextInt(60),
        k,
        random.nextBoolean() ? k : 1 + random.nextInt(k),
        random.nextBoolean(),
        random.nextBoolean(),
        random.nextInt(3) / 2,
        random.nextBoolean(),
        outputs.get(random.nextInt(outputs.size())),
        random.nextInt(4) == 0,
        random.nextInt(4) == 0,
        random.nextBoolean());
  }

  private static void check(MatrixCase matrix, byte fill) {
    String text = matrix.text();
    Toolchain.Compiled compiled =
        Toolchain.compile(text, "k", CompileOptions.defaults(), matrix.profile());
    assertThat(compiled.messages()).as("%s", matrix).noneMatch(line -> line.startsWith("error"));
    RunResult result = Toolchain.run(compiled, matrix.arguments(), fill);
    assertThat(result).as("%s\n%s", matrix, text).isInstanceOf(RunResult.Completed.class);
    assertThat(((RunResult.Completed) result).buffers().get(3))
        .as("%s\n%s", matrix, text)
        .isEqualTo(matrix.expected());
  }
}
