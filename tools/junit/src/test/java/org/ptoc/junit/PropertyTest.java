package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Random data and properties on it. */
class PropertyTest {

  @Test
  void the_seed_determines_the_data() {
    assertThat(RandomData.of(7).floats(50, -1, 1)).isEqualTo(RandomData.of(7).floats(50, -1, 1));
    assertThat(RandomData.of(7).ints(50, 0, 100)).isNotEqualTo(RandomData.of(8).ints(50, 0, 100));
    RandomData data = RandomData.of(7);
    assertThat(data.bytes(50)).isNotEqualTo(data.bytes(50));
    assertThat(data.shorts(3)).hasSize(3);
    assertThat(data.anyFloats(3)).hasSize(3);
  }

  @Test
  void values_stay_in_their_range() {
    RandomData data = RandomData.of(3);
    float high = Math.nextUp(1f);
    for (float value : data.floats(1000, 1, high)) {
      assertThat(value).isEqualTo(1f);
    }
    for (float value : data.halfs(1000, -2, 2)) {
      assertThat(value)
          .isBetween(-2f, 2f)
          .isEqualTo(Float.float16ToFloat(Float.floatToFloat16(value)));
    }
    for (long value : data.longs(1000, -3, 3)) {
      assertThat(value).isBetween(-3L, 2L);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> data.ints(1, 3, 3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> data.bytes(-1))
        .withMessage("an array has no -1 elements");
  }

  @Test
  void every_try_has_a_seed_of_its_own_and_the_first_the_given_one() {
    List<Long> seeds = new ArrayList<>();
    Property.forAll(42, 30, data -> seeds.add(data.seed()));
    assertThat(seeds).hasSize(30).doesNotHaveDuplicates().startsWith(42L);
  }

  @Test
  void a_failure_tells_a_seed_that_repeats_it() {
    List<Long> failing = new ArrayList<>();
    assertThatExceptionOfType(AssertionFailedError.class)
        .isThrownBy(() -> Property.forAll(1, 100, data -> failAtZero(data, failing)))
        .withMessageMatching(
            "try \\d+ of 100 failed, seed 0x[0-9a-f]+L repeats it as the first try: it is zero")
        .withMessageContaining("0x" + Long.toHexString(failing.getFirst()) + "L")
        .withCauseInstanceOf(IllegalStateException.class);
    assertThatExceptionOfType(AssertionFailedError.class)
        .isThrownBy(
            () -> Property.forAll(failing.getFirst(), 1, data -> failAtZero(data, failing)));
  }

  private static void failAtZero(RandomData data, List<Long> failing) {
    if (data.integer(0, 10) == 0) {
      failing.add(data.seed());
      throw new IllegalStateException("it is zero");
    }
  }

  @Test
  void broken_assumptions_abort_the_test() {
    assertThatExceptionOfType(TestAbortedException.class)
        .isThrownBy(
            () ->
                Property.forAll(
                    1,
                    2,
                    data -> {
                      throw new TestAbortedException("not here");
                    }));
    assertThatIllegalArgumentException().isThrownBy(() -> Property.forAll(1, 0, data -> {}));
  }
}
