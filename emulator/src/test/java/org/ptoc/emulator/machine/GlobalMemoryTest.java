package org.ptoc.emulator.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.emulator.unit.LittleEndian;

/** Buffers whose pages are made on first touch against one array for each. */
class GlobalMemoryTest {
  private static final int STEPS = 4_000;
  private final Random random = new Random(7);

  /** Data that is computed whenever it is read, and counts its bytes. */
  private record Computed(byte[] data, AtomicLong count) implements Contents {
    @Override
    public long size() {
      return data.length;
    }

    @Override
    public void read(long from, byte[] to, int at, int bytes) {
      assertThat(from % 8).isZero();
      count.addAndGet(bytes);
      System.arraycopy(data, (int) from, to, at, bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 255, 16_383, 16_384, 16_385, 65_536, 100_003})
  void accessesAreThoseOfAnArray(int size) {
    byte[] data = bytes(size);
    GlobalMemory memory =
        new GlobalMemory(List.of(Contents.of(data), new Computed(data, new AtomicLong())));
    byte[][] expected = new byte[2][];
    Arrays.setAll(expected, _ -> Arrays.copyOf(data, size + GlobalMemory.SLACK_BYTES));

    for (int i = 0; i < STEPS; i++) {
      int buffer = random.nextInt(2);
      byte[] array = expected[buffer];
      int bytes = 1 + random.nextInt(random.nextBoolean() ? 8 : Math.min(array.length, 40_000));
      int place = random.nextInt(array.length - bytes + 1);
      long address = GlobalMemory.address(buffer) + place;
      if (random.nextBoolean()) {
        byte[] read = new byte[bytes];
        memory.read(address, read, 0, bytes);
        assertThat(read).isEqualTo(Arrays.copyOfRange(array, place, place + bytes));
      } else {
        byte[] written = bytes(bytes);
        memory.write(address, written, 0, bytes);
        System.arraycopy(written, 0, array, place, bytes);
      }
      int few = Integer.highestOneBit(Math.min(bytes, 8));
      assertThat(memory.get(address, few)).isEqualTo(LittleEndian.get(array, place, few));
      long value = random.nextLong();
      memory.put(address, few, value);
      LittleEndian.put(array, place, few, value);
    }

    for (int buffer = 0; buffer < expected.length; buffer++) {
      assertThat(memory.contents(buffer)).isEqualTo(Arrays.copyOf(expected[buffer], size));
    }
  }

  @Test
  void onlyPagesThatAreTouchedAreMade() {
    AtomicLong count = new AtomicLong();
    GlobalMemory memory = new GlobalMemory(List.of(new Computed(new byte[1 << 26], count)));

    memory.get(GlobalMemory.address(0) + (1 << 25), 4);
    memory.write(GlobalMemory.address(0) + 64, new byte[] {1}, 0, 1);

    assertThat(count.get()).isEqualTo(2 * (1 << 14));
  }

  @Test
  void changesOfDataAreSeen() {
    byte[] data = bytes(40_000);
    GlobalMemory memory = new GlobalMemory(List.of(Contents.of(data)));
    long last = GlobalMemory.address(0) + data.length - 1;

    memory.put(last, 1, data[data.length - 1]);
    memory.put(last + 1, 1, 5);
    assertThat(memory.isChanged(0)).isFalse();

    memory.put(last, 1, data[data.length - 1] + 1);
    assertThat(memory.isChanged(0)).isTrue();
  }

  /** Copies share pages with the memory, and keep what they had. */
  @Test
  void sharedCopiesKeepTheirBytes() {
    byte[] data = bytes(40_000);
    GlobalMemory memory = new GlobalMemory(List.of(Contents.of(data)));
    long first = GlobalMemory.address(0);
    memory.put(first, 8, 1);
    GlobalMemory.Shared one = memory.share();
    memory.put(first, 8, 2);
    memory.write(first + 20_000, new byte[] {9}, 0, 1);
    GlobalMemory.Shared two = memory.share();
    memory.put(first, 8, 3);
    memory.restore(one);
    assertThat(memory.get(first, 8)).isEqualTo(1);
    assertThat(memory.contents(0)[20_000]).isEqualTo(data[20_000]);
    memory.put(first, 8, 4);
    memory.restore(two);
    assertThat(memory.get(first, 8)).isEqualTo(2);
    assertThat(memory.contents(0)[20_000]).isEqualTo((byte) 9);
    memory.restore(one);
    assertThat(memory.get(first, 8)).isEqualTo(1);
  }

  private byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return bytes;
  }
}
