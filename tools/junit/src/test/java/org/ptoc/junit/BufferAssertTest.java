package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;

/** What counts as equal, and what a mismatch looks like. */
class BufferAssertTest {

  private static BufferAssert that(DataArray array) {
    return new BufferAssert("out", array);
  }

  private static BufferAssert floats(float... values) {
    return that(Elements.of(DataFormat.F32, values));
  }

  @Test
  void values_count_not_bits() {
    floats(0f, -0f, Float.NaN, Float.POSITIVE_INFINITY)
        .isEqualTo(-0f, 0f, Float.intBitsToFloat(0xFFC00001), Float.POSITIVE_INFINITY);
  }

  @Test
  void distances_go_through_zero_but_not_to_infinity() {
    floats(Float.MIN_VALUE).isWithinUlp(2, -Float.MIN_VALUE);
    fails(() -> floats(Float.MIN_VALUE).isWithinUlp(1, -Float.MIN_VALUE), "(2 ULP)");
    fails(
        () -> floats(Float.MAX_VALUE).isWithinUlp(1, Float.POSITIVE_INFINITY),
        "expected Infinity (1 ULP)");
    fails(() -> floats(1).isWithinUlp(Long.MAX_VALUE, Float.NaN), "[0] got 1.0, expected NaN");
    fails(() -> floats(Float.NaN).isEqualTo(1f), "[0] got NaN, expected 1.0");
  }

  @Test
  void steps_are_those_of_the_format() {
    that(Elements.of(DataFormat.F16, new float[] {1})).isWithinUlp(1, 1.0009765625f);
    that(Elements.of(DataFormat.BF16, new float[] {1})).isWithinUlp(1, 1.0078125f);
    fails(
        () -> that(Elements.of(DataFormat.BF16, new float[] {1})).isEqualTo(1.0078125f), "(1 ULP)");
    fails(() -> floats(1).isEqualTo(1.0078125f), "(65536 ULP)");
  }

  @Test
  void integers_are_compared_exactly() {
    that(Elements.of(new int[] {1, -2}))
        .isEqualTo(1, -2)
        .isEqualTo(new byte[] {1, 0, 0, 0, -2, -1, -1, -1});
    that(Elements.of(new short[] {-3})).isEqualTo((short) -3);
    that(Elements.of(new long[] {Long.MIN_VALUE})).isEqualTo(Long.MIN_VALUE);
    that(Elements.of(new int[] {-1}).as(DataFormat.U32)).isEqualTo(-1);
    fails(
        () -> that(Elements.of(new int[] {-1}).as(DataFormat.U32)).isEqualTo(7),
        "got 4294967295, expected 7");
    fails(
        () -> that(Elements.of(new int[] {5})).isEqualTo(6),
        "out, i32: 1 of 1 elements differ\n  [0] got 5, expected 6");
  }

  @Test
  void bits_of_floats_tell_zeros_apart() {
    floats(1f).isEqualTo(0x3F800000);
    fails(() -> floats(0f).isEqualTo(0x80000000), "1 of 1 elements differ");
  }

  @Test
  void only_the_first_mismatches_are_shown() {
    fails(
        () -> that(Elements.of(new int[20])).isEqualTo(RandomData.of(1).ints(20, 1, 9)),
        "20 of 20 elements differ");
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> that(Elements.of(new int[20])).isEqualTo(RandomData.of(1).ints(20, 1, 9)))
        .withMessageContaining("\n  [9] got 0")
        .withMessageNotContaining("[10]")
        .withMessageEndingWith("\n  ...");
  }

  @Test
  void sizes_must_agree() {
    fails(() -> floats(1, 2).isEqualTo(1f), "out has 2 elements, expected 1");
  }

  @Test
  void types_must_agree() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> that(Elements.of(new int[1])).isEqualTo(1f))
        .withMessage("out has elements of type i32, no floats");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> that(Elements.of(new int[1])).isEqualTo(1L))
        .withMessage("out has elements of type i32, not i64");
    assertThatIllegalArgumentException().isThrownBy(() -> floats(1).isWithinUlp(-1, 1f));
  }

  private static void fails(Runnable assertion, String message) {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(assertion::run)
        .withMessageContaining(message);
  }

  @Test
  void a_tolerance_is_absolute_and_relative() {
    floats(1.0f, 100.5f, Float.NaN).tol(0.25, 0.01).isEqualTo(1.25f, 100f, Float.NaN);
    fails(
        () -> floats(1.0f, 102f).tol(0.25, 0.01).isEqualTo(1.0f, 100f),
        "1 of 2 elements are off by more than 0.25 + 0.01 * |expected|");
    fails(() -> floats(1.0f).tol(0, 0).isEqualTo(1.0000001f), "1 of 1 elements differ");
    fails(() -> floats(Float.POSITIVE_INFINITY).tol(1e9, 1).isEqualTo(1f), "1 of 1");
    that(Elements.of(new int[] {10, 20})).tol(1, 0).isEqualTo(11, 19);
    fails(() -> floats(1.0f).tol(1, 1).isEqualTo(Float.floatToIntBits(1.5f)), "1 of 1");
    assertThatIllegalArgumentException().isThrownBy(() -> floats(1f).tol(-1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> floats(1f).tol(0, Double.NaN));
  }

  @Test
  void arrays_are_compared_in_their_type() {
    DataArray ones = Elements.of(DataFormat.F32, new float[] {1, 1});
    that(ones).isEqualTo(ones);
    that(ones).tol(0.5, 0).isEqualTo(Elements.of(DataFormat.F32, new float[] {1.5f, 0.5f}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> that(ones).isEqualTo(Elements.of(new int[] {1, 1})))
        .withMessageContaining("has elements of type f32, not i32");
  }
}
