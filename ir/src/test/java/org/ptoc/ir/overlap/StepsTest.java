package org.ptoc.ir.overlap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Rule O1 of spec/50, 3.3, against the sets of bytes that each step touches. */
class StepsTest {
  private static final int PAIRS = Boolean.getBoolean("ptoc.test.exhaustive") ? 2_000_000 : 60_000;
  private static final int LANES = 4;
  private static final int BASE = 1024;

  private static TileArea random(int rows, int columns, int bytes, SplittableRandom random) {
    int pitch = (columns + random.nextInt(4)) * bytes;
    return area(BASE + random.nextInt(-40, 41) * 2, rows, columns, bytes, pitch);
  }

  /** The bytes of one step. */
  private static BitSet bytes(TileArea area, int row, int step) {
    BitSet bytes = new BitSet();
    for (int j = step * LANES; j < Math.min((step + 1) * LANES, area.columns()); j++) {
      int at = (int) (area.address() + row * area.pitchBytes() + j * area.elementBytes());
      bytes.set(at, at + area.elementBytes());
    }
    return bytes;
  }

  private static boolean isLegal(TileArea read, TileArea written, boolean ascending) {
    int inRow = (int) (read.columns() + LANES - 1) / LANES;
    int count = (int) read.rows() * inRow;
    BitSet done = new BitSet();
    for (int i = 0; i < count; i++) {
      int step = ascending ? i : count - 1 - i;
      if (bytes(read, step / inRow, step % inRow).intersects(done)) {
        return false;
      }
      done.or(bytes(written, step / inRow, step % inRow));
    }
    return true;
  }

  @Test
  void stepsThatMeet() {
    SplittableRandom random = new SplittableRandom(1);
    Map<OverlapCase, Integer> forms = new EnumMap<>(OverlapCase.class);
    Map<OverlapCase, Integer> fails = new EnumMap<>(OverlapCase.class);
    int meeting = 0;
    for (int i = 0; i < PAIRS; i++) {
      int rows = random.nextInt(1, 5);
      int columns = random.nextInt(1, 14);
      TileArea read = random(rows, columns, 1 << random.nextInt(3), random);
      TileArea written = random(rows, columns, 1 << random.nextInt(3), random);
      if (random.nextInt(3) == 0) {
        written = written.at(read.address());
      } else if (random.nextInt(3) == 0) {
        written = written.at(written.address() + read.end() - written.end());
      }
      assertThat(read.meets(written)).isEqualTo(meets(read, written));
      meeting += read.meets(written) ? 1 : 0;
      Steps in = Steps.of(read, LANES);
      Steps out = Steps.of(written, LANES);
      Optional<OverlapCase> form = OverlapCase.of(in, out);
      form.ifPresent(each -> forms.merge(each, 1, Integer::sum));
      for (boolean ascending : new boolean[] {true, false}) {
        boolean legal = isLegal(read, written, ascending);
        assertThat(in.search(out, ascending).isEmpty())
            .as("%s to %s, ascending %s", read, written, ascending)
            .isEqualTo(legal);
        assertThat(in.firstConflict(out, ascending).isEmpty())
            .as("%s to %s, ascending %s, %s", read, written, ascending, form)
            .isEqualTo(legal);
        if (form.isPresent() && !legal) {
          fails.merge(form.get(), 1, Integer::sum);
        }
      }
    }
    assertThat(meeting).isGreaterThan(PAIRS / 4);
    assertThat(forms).containsOnlyKeys(OverlapCase.values());
    // Each form but E needs its direction.
    assertThat(fails.keySet())
        .containsExactlyInAnyOrder(
            OverlapCase.NARROWING,
            OverlapCase.EQUAL_BEHIND,
            OverlapCase.EQUAL_AHEAD,
            OverlapCase.WIDENING,
            OverlapCase.WIDENING_TO_COMMON_END);
  }

  private static boolean meets(TileArea first, TileArea second) {
    BitSet bytes = new BitSet();
    for (int row = 0; row < first.rows(); row++) {
      for (int step = 0; step * LANES < first.columns(); step++) {
        bytes.or(bytes(first, row, step));
      }
    }
    for (int row = 0; row < second.rows(); row++) {
      for (int step = 0; step * LANES < second.columns(); step++) {
        if (bytes(second, row, step).intersects(bytes)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The window of the real kernel in spec/50, 3.1: row 7 of dst is row 0 of the source. */
  @Test
  void rowExpansionWindow() {
    TileArea window = area(3840, 8, 64, 4, 512);
    TileArea dense = area(2048, 8, 64, 4, 256);
    assertThat(window.meets(dense)).isTrue();
    assertThat(Steps.of(window, 64).firstConflict(Steps.of(dense, 64), true).isEmpty()).isTrue();
    assertThat(Steps.of(window, 64).firstConflict(Steps.of(dense, 64), false).isEmpty()).isFalse();
  }

  @Test
  void theFirstElementIsNamed() {
    TileArea source = area(0, 4, 64, 4, 256);
    Optional<Steps.Conflict> conflict =
        Steps.of(source, 64).firstConflict(Steps.of(source.at(128), 64), true);
    assertThat(conflict).contains(new Steps.Conflict(0, 1, 0));
    Optional<Steps.Conflict> wide =
        Steps.of(area(0, 1, 256, 2, 512), 64)
            .firstConflict(Steps.of(area(0, 1, 256, 4, 1024), 64), true);
    assertThat(wide).contains(new Steps.Conflict(0, 0, 8 * 128));
  }

  /** The widest tiles of real kernels take no time: closed forms, else one pass over the steps. */
  @Test
  void largeTiles() {
    TileArea source = area(0, 128, 7168, 4, 28672);
    for (int i = 1; i < 200; i++) {
      Steps.of(source, 64).firstConflict(Steps.of(source.at(32L * i), 64), true);
      Steps.of(source, 64).search(Steps.of(source.at(-32L * i), 64), true);
    }
  }

  private static TileArea area(
      long address, long rows, long columns, int elementBytes, long pitchBytes) {
    return new TileArea(address, rows, columns, elementBytes, pitchBytes, true);
  }
}
