package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;

/** Products of matrices on the cube core (spec/60, 9.2). */
class MatrixTest {
  @Test
  void productsOfAllShapesCompile() {
    SplittableRandom random = new SplittableRandom(60);
    for (int i = 0; i < 150; i++) {
      MatrixCase matrix = random(random);
      Toolchain.Compiled compiled =
          Toolchain.compile(matrix.text(), "k", CompileOptions.defaults(), matrix.profile());
      assertThat(compiled.messages())
          .as("%s", matrix.text())
          .noneMatch(line -> line.startsWith("error"));
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
}
