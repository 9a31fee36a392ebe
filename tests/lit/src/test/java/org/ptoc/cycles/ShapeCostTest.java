package org.ptoc.cycles;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;

/**
 * Cycles of tile operations on A5 by shape, as fractions of those of one masked loop for each row,
 * the loop of a library. The means and the worst fractions are in a file and may only become
 * smaller; {@code -Dptoc.bless=true} writes it.
 */
class ShapeCostTest {
  private static final Path GOLDEN = Path.of("golden/shape-cycles.txt");
  private static final int[] ROWS = {1, 3, 8, 20, 64};
  private static final int[] VALID = {17, 64, 65, 129, 200, 256, 500, 640, 1000, 1024, 2048};
  private static final int MOST_BYTES = 60_000;

  private static final List<TileOperation> OPERATIONS =
      List.of(
          TileOperation.of("tadd", "binary", "f32"),
          TileOperation.of("tadd", "binary", "f16"),
          TileOperation.of("tmins", "scalar", "f32"),
          TileOperation.of("texp", "unary", "f32"),
          new TileOperation("tcvt", "convert", "f32", "f16"),
          TileOperation.of("trowsum", "rows", "f32"),
          TileOperation.of("tcolmax", "columns", "f32"),
          TileOperation.of("trowexpandmul", "expand", "f32"));

  private record Fractions(double mean, double worst, String shape) {}

  @Test
  void fractionsOnlyFall() throws IOException {
    List<String> lines = new ArrayList<>();
    for (TileOperation operation : OPERATIONS) {
      Fractions found = measure(operation);
      lines.add(
          String.format(
              Locale.ROOT,
              "%s %s mean %.3f worst %.3f at %s",
              operation.name(),
              operation.type(),
              found.mean,
              found.worst,
              found.shape));
    }
    if (Boolean.getBoolean("ptoc.bless")) {
      assertThat(System.getenv("CI")).as("goldens are not written on a build server").isNull();
      Files.write(GOLDEN, lines);
    }
    List<String> golden = Files.readAllLines(GOLDEN);
    assertThat(lines).hasSameSizeAs(golden);
    for (int i = 0; i < lines.size(); i++) {
      for (int word : new int[] {3, 5}) {
        assertThat(number(lines.get(i), word))
            .as("%s, was %s", lines.get(i), golden.get(i))
            .isLessThanOrEqualTo(number(golden.get(i), word));
      }
    }
  }

  private static double number(String line, int word) {
    return Double.parseDouble(line.split(" ")[word]);
  }

  private static Fractions measure(TileOperation operation) {
    double logarithms = 0;
    int count = 0;
    double worst = 0;
    String shape = "";
    for (int rows : ROWS) {
      for (int valid : VALID) {
        int columns = (valid + 31) / 16 * 16;
        if ((long) rows * columns * Float.BYTES > MOST_BYTES) {
          continue;
        }
        String text = operation.text(rows, columns, valid);
        double fraction =
            (double) cycles(text, CompileOptions.defaults())
                / cycles(text, CompileOptions.defaults().without(CodeSwitch.COST_MODEL));
        logarithms += Math.log(fraction);
        count++;
        if (fraction > worst) {
          worst = fraction;
          shape = rows + "x" + valid;
        }
      }
    }
    return new Fractions(Math.exp(logarithms / count), worst, shape);
  }

  private static long cycles(String text, CompileOptions options) {
    return TileTimer.busy(Profile.A5, options, TimingModel.CALIBRATED, Pipe.V, text);
  }
}
