package org.ptoc.tools.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.tools.data.BufferComparison.Tolerance;

class ComparisonTest {
  @Test
  void nanEqualsNanAndZerosAreEqual() {
    assertThat(
            compare(
                    Tolerance.EXACT,
                    floats(Float.NaN, 0f),
                    floats(Float.intBitsToFloat(0x7FC00001), -0f))
                .isEqual())
        .isTrue();
  }

  @Test
  void infinitiesAreOnlyCloseToThemselves() {
    float infinity = Float.POSITIVE_INFINITY;
    Tolerance wide = new Tolerance(1e30, 1);
    assertThat(compare(wide, floats(infinity, infinity), floats(infinity, 1f)).mismatches())
        .isEqualTo(1);
    assertThat(compare(wide, floats(1f), floats(infinity)).mismatches()).isEqualTo(1);
  }

  @Test
  void toleranceIsAbsolutePlusRelativeToTheWantedValue() {
    Tolerance tolerance = new Tolerance(0.25, 0.5);
    assertThat(compare(tolerance, floats(1.75f), floats(1f)).isEqual()).isTrue();
    assertThat(compare(tolerance, floats(Math.nextUp(1.75f)), floats(1f)).isEqual()).isFalse();
  }

  @Test
  void theFirstTenMismatchesCarryTheirDistance() {
    float[] got = new float[20];
    float[] wanted = new float[20];
    java.util.Arrays.fill(wanted, Float.MIN_VALUE * 3);
    BufferComparison comparison = compare(Tolerance.EXACT, floats(got), floats(wanted));
    assertThat(comparison.mismatches()).isEqualTo(20);
    assertThat(comparison.first()).hasSize(10);
    assertThat(comparison.first().getFirst().distance()).isEqualTo(BigInteger.valueOf(3));
  }

  @Test
  void wideIntegersAreComparedExactly() {
    DataArray got = longs(DataFormat.U64, -1L);
    DataArray wanted = longs(DataFormat.U64, -2L);
    BufferComparison comparison = BufferComparison.of(got, wanted, Tolerance.EXACT);
    assertThat(comparison.first().getFirst())
        .isEqualTo(
            new BufferComparison.Mismatch(
                0, "18446744073709551615", "18446744073709551614", BigInteger.ONE));
    assertThat(BufferComparison.of(got, wanted, new Tolerance(1, 0)).isEqual()).isTrue();
  }

  private static BufferComparison compare(Tolerance tolerance, DataArray got, DataArray wanted) {
    return BufferComparison.of(got, wanted, tolerance);
  }

  private static DataArray floats(float... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      bytes.putFloat(value);
    }
    return DataArray.of(DataFormat.F32, List.of(values.length), bytes.array());
  }

  private static DataArray longs(DataFormat format, long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 8).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : values) {
      bytes.putLong(value);
    }
    return DataArray.of(format, List.of(values.length), bytes.array());
  }
}
