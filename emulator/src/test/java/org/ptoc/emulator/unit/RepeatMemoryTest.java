package org.ptoc.emulator.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole operands of A2/A3 repeats; those under a mask are tested with the other accesses of memory.
 */
class RepeatMemoryTest {
  private static final int BLOCK = 32;

  private static byte[] random(int bytes, int seed) {
    byte[] data = new byte[bytes];
    new Random(seed).nextBytes(data);
    return data;
  }

  @ParameterizedTest
  @CsvSource({"1, 8", "1, 4", "0, 8", "3, 8", "5, 2"})
  void blocksAreReadInOrderAndTheRestIsZero(int stride, int blocks) {
    byte[] ub = random(4096, 1);
    byte[] register = random(512, 2);
    assertThat(RepeatMemory.loadAll(ub, 320, stride, blocks, register, 256)).isTrue();
    for (int i = 0; i < 256; i++) {
      int block = i / BLOCK;
      int expected = block < blocks ? ub[320 + block * stride * BLOCK + i % BLOCK] : 0;
      assertThat(register[256 + i]).as("byte " + i).isEqualTo((byte) expected);
    }
  }

  /** With a stride of 0 the last block stays. */
  @ParameterizedTest
  @CsvSource({"1, 8", "1, 4", "0, 8", "3, 8", "5, 2"})
  void blocksAreWrittenInOrder(int stride, int blocks) {
    byte[] ub = random(4096, 3);
    byte[] expected = ub.clone();
    byte[] register = random(512, 4);
    for (int i = 0; i < blocks * BLOCK; i++) {
      expected[320 + i / BLOCK * stride * BLOCK + i % BLOCK] = register[256 + i];
    }
    assertThat(RepeatMemory.storeAll(register, 256, ub, 320, stride, blocks)).isTrue();
    assertThat(ub).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(longs = {-32, 4, 4096 - 224, 4096, Long.MAX_VALUE - 31, Long.MIN_VALUE})
  void nothingHappensWhereABlockDoesNotExist(long base) {
    byte[] ub = random(4096, 5);
    byte[] register = random(256, 6);
    byte[] unchanged = register.clone();
    assertThat(RepeatMemory.loadAll(ub, base, 1, 8, register, 0)).isFalse();
    assertThat(register).isEqualTo(unchanged);
    assertThat(RepeatMemory.storeAll(register, 0, ub, base, 1, 8)).isFalse();
    assertThat(RepeatMemory.storeAll(register, 0, ub, 32, 65_535, 8)).isFalse();
    assertThat(ub).isEqualTo(random(4096, 5));
  }
}
