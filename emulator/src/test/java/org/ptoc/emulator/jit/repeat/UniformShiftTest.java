package org.ptoc.emulator.jit.repeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What generated code makes of a count in a register, against numbers without a width. */
class UniformShiftTest {
  private static final long[] LANES = {0, 1, 2, 3, 5, 0x55, 0x7F, 0x80, 0xFF, -1, -2, -3, -128};

  /** Lanes of a width, with the numbers around the ends of its range. */
  private static List<Long> lanes(int width, boolean signed) {
    List<Long> lanes = new ArrayList<>();
    for (long lane : LANES) {
      lanes.add(cut(lane, width, signed));
    }
    for (int i = -2; i < 3; i++) {
      lanes.add(cut((1L << width - 1) + i, width, signed));
    }
    return lanes;
  }

  private static long cut(long value, int width, boolean signed) {
    int unused = Long.SIZE - width;
    return signed ? value << unused >> unused : value << unused >>> unused;
  }

  private static List<Long> counts(int width) {
    List<Long> counts = new ArrayList<>();
    for (long count = 0; count < width + 4; count++) {
      counts.add(count);
    }
    counts.addAll(List.of(63L, 64L, 255L, 0x7FFFL, 0x8000L, 0xFFFFL));
    return counts;
  }

  @ParameterizedTest
  @CsvSource({"8, true", "8, false", "16, true", "16, false", "32, true", "32, false"})
  void shiftsToTheRight(int width, boolean signed) {
    List<Long> counts = counts(width);
    counts.addAll(List.of(-1L, -8L, Long.MIN_VALUE, 1L << 32, (1L << 32) + 1));
    for (long lane : lanes(width, signed)) {
      for (long count : counts) {
        int kept = UniformShift.wholeCount(count, width, signed);
        long got = lane >> kept & UniformShift.wholeMask(count, width, signed);
        BigInteger number = BigInteger.valueOf(lane);
        // A negative count is a huge one: the register is unsigned.
        boolean all = Long.compareUnsigned(count, Long.SIZE) >= 0;
        long expected = number.shiftRight(all ? Long.SIZE : (int) count).longValueExact();
        assertThat(kept).isBetween(0, width - 1);
        assertThat(got).as("%d >> %d in %d bits", lane, count, width).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"8, true", "8, false", "16, true", "16, false", "32, true", "32, false"})
  void roundedShiftsToTheRight(int width, boolean signed) {
    for (long lane : lanes(width, signed)) {
      for (long count : counts(width)) {
        int kept = UniformShift.keptCount(count, width, signed);
        int half = UniformShift.halfCount(count, width, signed);
        long got =
            (lane >> kept & UniformShift.keptMask(count, width, signed))
                + (lane >> half & UniformShift.halfMask(count, width, signed));
        BigInteger unit = BigInteger.ONE.shiftLeft((int) count);
        BigInteger sum = BigInteger.valueOf(lane).add(unit.shiftRight(1));
        assertThat(kept).isBetween(0, width - 1);
        assertThat(half).isBetween(0, width - 1);
        assertThat(got)
            .as("%d >> %d in %d bits, rounded", lane, count, width)
            .isEqualTo(sum.shiftRight((int) count).longValueExact());
      }
    }
  }
}
