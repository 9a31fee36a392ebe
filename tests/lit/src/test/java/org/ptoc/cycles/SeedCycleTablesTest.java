package org.ptoc.cycles;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;

/**
 * The throughput tables of TSHL and TADD on A2/A3, from the text to the cycles of the executed
 * words: start-up 14, completion 19 for floats and 17 for integers, 2 for each repeat and 18
 * between repeats (seed of tshl, "A2/A3 Throughput"; spec/30, 3.1).
 */
class SeedCycleTablesTest {
  private static final int STARTUP = 14;
  private static final int PER_REPEAT = 2;
  private static final int INTERVAL = 18;
  private static final int MOST_REPEATS = 255;

  @ParameterizedTest
  @CsvSource({
    "tshl, ui32, 16, 16, 17",
    "tshl, ui32, 1, 64, 17",
    "tshl, i32, 16, 64, 17",
    "tshl, i16, 16, 64, 17",
    "tshl, ui16, 64, 128, 17",
    "tshl, ui8, 4, 256, 17",
    "tshl, i8, 16, 64, 17",
    "tadd, f32, 1, 64, 19",
    "tadd, f32, 64, 64, 19",
    "tadd, f16, 16, 256, 19",
    "tadd, i32, 16, 64, 17",
    "tadd, i16, 1, 128, 17",
    "tadd, f32, 255, 64, 19",
    "tsub, f32, 8, 64, 19",
  })
  void oneInstructionCostsWhatItsTableSays(
      String name, String type, int rows, int columns, int completion) {
    int bytes = type.endsWith("8") ? 1 : type.endsWith("16") ? 2 : 4;
    // Rows shorter than a repeat take one each (spec/21, path P1).
    long repeats = columns * bytes < 256 ? rows : (long) rows * columns * bytes / 256;
    assertThat(repeats).isBetween(1L, (long) MOST_REPEATS);
    long cycles =
        TileTimer.busy(
            Profile.A2A3,
            TimingModel.DOCUMENTED,
            Pipe.V,
            TileOperation.of(name, "integer", type).text(rows, columns, columns));
    assertThat(cycles)
        .isEqualTo(STARTUP + completion + PER_REPEAT * repeats + INTERVAL * (repeats - 1));
  }
}
