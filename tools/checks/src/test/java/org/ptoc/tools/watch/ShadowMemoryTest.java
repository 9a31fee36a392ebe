package org.ptoc.tools.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of bytes against an array of them. */
class ShadowMemoryTest {
  private static final int SIZE = 4096;

  @ParameterizedTest
  @ValueSource(ints = {1, 32, 512})
  void bytesHaveTheNumberThatFilledThemLast(int unit) {
    Random random = new Random(unit);
    ShadowMemory memory = new ShadowMemory();
    long[] expected = new long[SIZE];
    for (int step = 0; step < 500; step++) {
      int part = random.nextInt(4) == 0 ? unit : 512;
      int from = random.nextInt(SIZE / part) * part;
      int length = part + random.nextInt(SIZE - from) / part * part;
      int end = Math.min(SIZE, from + length);
      long value = random.nextInt(3);
      memory.fill(from, end - from, value);
      for (int i = from; i < end; i++) {
        expected[i] = value;
      }

      long[] visited = new long[SIZE];
      int[] last = {-1};
      memory.visit(
          0,
          SIZE,
          (begin, stop, number) -> {
            assertThat(number).isNotZero();
            assertThat(begin).isGreaterThanOrEqualTo(last[0]);
            last[0] = (int) stop;
            for (long i = begin; i < stop; i++) {
              visited[(int) i] = number;
            }
          });
      assertThat(visited).isEqualTo(expected);
      int any = random.nextInt(SIZE);
      assertThat(memory.at(any)).isEqualTo(expected[any]);
    }
  }
}
