package org.ptoc.emulator.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.ir.isa.DataType;

/**
 * The sort instructions against the stable sort of the JDK with the order of spec/10, section 10,
 * in words.
 */
class SortTest {
  private static final int SCORES = 0x100;
  private static final int INDICES = 0x2000;
  private static final int RESULT = 0x6000;
  private static final int UB_BYTES = 0x10000;

  private record Item(long bits, double score, long index) {}

  /** NaN with a sign lowest, then numbers, then NaN without a sign; the best first. */
  private static final Comparator<Item> DESCENDING =
      Comparator.<Item>comparingInt(
              item -> Double.isNaN(item.score) ? (isNegative(item) ? -1 : 1) : 0)
          .thenComparing(
              (a, b) ->
                  Double.isNaN(a.score) || a.score == b.score ? 0 : a.score < b.score ? -1 : 1)
          .reversed();

  private static boolean isNegative(Item item) {
    return item.bits > 0xFFFF ? item.bits >> 31 == 1 : item.bits >> 15 == 1;
  }

  private static Item item(DataType type, long bits, long index) {
    return new Item(bits, TestState.number(type, bits), index);
  }

  private static DataType type(String name) {
    return DataType.valueOf(name);
  }

  private static long score(DataType type, Random random, int kind) {
    boolean wide = type == DataType.FP32;
    long[] special =
        wide
            ? new long[] {
              0,
              0x80000000L,
              0x7F800000,
              0xFF800000L,
              0x7FC00000,
              0xFFC00000L,
              0x7F800001,
              0xFFFFFFFFL,
              1,
              0x80000001L
            }
            : new long[] {0, 0x8000, 0x7C00, 0xFC00, 0x7E00, 0xFE00, 0x7C01, 0xFFFF, 1, 0x8001};
    return switch (kind) {
      case 0 -> special[random.nextInt(special.length)];
      case 1 -> wide ? random.nextInt() & 0xFFFF_FFFFL : random.nextInt(0x10000);
      case 2 ->
          wide
              ? Float.floatToRawIntBits(random.nextInt(5))
              : Float.floatToFloat16(random.nextInt(5));
      default ->
          wide
              ? Float.floatToRawIntBits((float) random.nextGaussian()) & 0xFFFF_FFFFL
              : Float.floatToFloat16((float) random.nextGaussian()) & 0xFFFF;
    };
  }

  private static byte[] randomUb(DataType type, int elements, Random random) {
    byte[] ub = new byte[UB_BYTES];
    random.nextBytes(ub);
    for (int block = 0; block < elements; block += 32) {
      int kind = random.nextInt(5);
      for (int k = block; k < block + 32; k++) {
        long bits = score(type, random, kind == 4 ? random.nextInt(4) : kind);
        TestState.put(ub, SCORES + k * type.bytes(), type.bytes(), bits);
        TestState.put(ub, INDICES + 4 * k, 4, index(random, k, block / 32 % 5));
      }
    }
    return ub;
  }

  /**
   * Indices on both sides of 27 bits: any, small ones with ties, all below, and one of the block at
   * the limit.
   */
  private static int index(Random random, int position, int kind) {
    return switch (kind) {
      case 0 -> random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(3) - 1;
      case 1 -> random.nextInt(4);
      case 2 -> (1 << 27) - 1 - random.nextInt(3) * random.nextInt(1 << 26);
      case 3 -> position % 32 == 7 ? 1 << 27 : random.nextInt(1 << 27);
      default -> position;
    };
  }

  private static List<Item> items(byte[] ub, DataType type, int block) {
    List<Item> items = new ArrayList<>();
    for (int k = 32 * block; k < 32 * block + 32; k++) {
      long bits = TestState.get(ub, SCORES + k * type.bytes(), type.bytes());
      items.add(item(type, bits, TestState.get(ub, INDICES + 4 * k, 4)));
    }
    return items;
  }

  @ParameterizedTest
  @ValueSource(strings = {"FP32", "FP16"})
  void recordsOfBlocks(String name) {
    DataType type = type(name);
    UnitScratch scratch = new UnitScratch();
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      int repeat = random.nextInt(9);
      boolean smallerIndexFirst = seed % 2 == 0;
      byte[] ub = randomUb(type, 256, random);
      byte[] expected = ub.clone();
      for (int block = 0; block < repeat; block++) {
        List<Item> items = items(ub, type, block);
        items.sort(smallerIndexFirst ? DESCENDING.thenComparing(Item::index) : DESCENDING);
        for (int j = 0; j < 32; j++) {
          int at = RESULT + 256 * block + 8 * j;
          TestState.put(expected, at, 4, items.get(j).bits);
          TestState.put(expected, at + 4, 4, items.get(j).index);
        }
      }
      BlockSort.sortRecords(ub, RESULT, SCORES, INDICES, repeat, type, smallerIndexFirst, scratch);
      assertThat(Arrays.mismatch(ub, expected)).as("%s seed %d", name, seed).isEqualTo(-1);
    }
  }

  /** So many blocks that most are sorted together, unless some index is too long for that. */
  @ParameterizedTest
  @ValueSource(strings = {"FP32", "FP16"})
  void recordsOfManyBlocks(String name) {
    DataType type = type(name);
    UnitScratch scratch = new UnitScratch();
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      int repeat = 31 + random.nextInt(40);
      boolean smallerIndexFirst = seed % 2 == 0;
      byte[] ub = new byte[65_536];
      random.nextBytes(ub);
      int indices = 16_384;
      int result = 32_768;
      byte[] expected = ub.clone();
      for (int block = 0; block < repeat; block++) {
        List<Item> items = new ArrayList<>();
        int kind = random.nextInt(4);
        for (int k = 32 * block; k < 32 * block + 32; k++) {
          long bits = score(type, random, kind);
          long index =
              index(random, k, seed % 3 == 0 ? block % 5 : List.of(1, 2, 4).get(block % 3))
                  & 0xFFFF_FFFFL;
          TestState.put(ub, k * type.bytes(), type.bytes(), bits);
          TestState.put(ub, indices + 4 * k, 4, index);
          items.add(item(type, bits, index));
        }
        items.sort(smallerIndexFirst ? DESCENDING.thenComparing(Item::index) : DESCENDING);
        for (int j = 0; j < 32; j++) {
          TestState.put(expected, result + 256 * block + 8 * j, 4, items.get(j).bits);
          TestState.put(expected, result + 256 * block + 8 * j + 4, 4, items.get(j).index);
        }
      }
      System.arraycopy(ub, 0, expected, 0, 16_384 + 32 * repeat * 4);
      BlockSort.sortRecords(ub, result, 0, indices, repeat, type, smallerIndexFirst, scratch);
      assertThat(Arrays.mismatch(ub, expected)).as("%s seed %d", name, seed).isEqualTo(-1);
    }
  }

  @Test
  void theTieRuleOfThePublicCase() {
    byte[] ub = new byte[UB_BYTES];
    for (int k = 0; k < 32; k++) {
      TestState.put(ub, SCORES + 4 * k, 4, Float.floatToRawIntBits(k == 3 || k == 5 ? 100 : -k));
      TestState.put(ub, INDICES + 4 * k, 4, k == 3 ? 9 : k == 5 ? 7 : 1000 + k);
    }
    UnitScratch scratch = new UnitScratch();
    BlockSort.sortRecords(ub, RESULT, SCORES, INDICES, 1, DataType.FP32, false, scratch);
    assertThat(new long[] {TestState.get(ub, RESULT + 4, 4), TestState.get(ub, RESULT + 12, 4)})
        .containsExactly(9, 7);
    BlockSort.sortRecords(ub, RESULT, SCORES, INDICES, 1, DataType.FP32, true, scratch);
    assertThat(new long[] {TestState.get(ub, RESULT + 4, 4), TestState.get(ub, RESULT + 12, 4)})
        .containsExactly(7, 9);
  }

  @Test
  void thePaddingSortsBelowRealMinusInfinity() {
    byte[] ub = new byte[UB_BYTES];
    for (int k = 0; k < 32; k++) {
      TestState.put(ub, SCORES + 2 * k, 2, k < 10 ? 0xFE00 : 0xFC00);
    }
    BlockSort.sortRecords(ub, RESULT, SCORES, INDICES, 1, DataType.FP16, true, new UnitScratch());
    for (int j = 0; j < 32; j++) {
      assertThat(TestState.get(ub, RESULT + 8 * j, 4)).isEqualTo(j < 22 ? 0xFC00 : 0xFE00);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"FP32", "FP16"})
  void valuesOfBlocks(String name) {
    DataType type = type(name);
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      int repeat = random.nextInt(5);
      int result = seed % 2 == 0 ? SCORES : RESULT;
      byte[] ub = randomUb(type, 256, random);
      byte[] expected = ub.clone();
      for (int block = 0; block < Math.max(repeat, 1); block++) {
        List<Item> items = items(ub, type, block);
        items.sort(DESCENDING);
        for (int j = 0; j < 32; j++) {
          TestState.put(
              expected, result + (32 * block + j) * type.bytes(), type.bytes(), items.get(j).bits);
        }
      }
      BlockSort.sortValues(ub, result, SCORES, repeat, type, new UnitScratch());
      assertThat(Arrays.mismatch(ub, expected)).as("%s seed %d", name, seed).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"FP32", "FP16"})
  void mergesOfCompleteLists(String name) {
    DataType type = type(name);
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      int lists = new int[] {0b0011, 0b0111, 0b1111}[random.nextInt(3)];
      int[] counts = {
        random.nextInt(40), random.nextInt(40), random.nextInt(40), random.nextInt(40)
      };
      byte[] ub = new byte[UB_BYTES];
      random.nextBytes(ub);
      List<Item> all = new ArrayList<>();
      for (int k = 0; k < 4; k++) {
        all.addAll(
            sortedList(ub, 0x1000 * (k + 1), counts[k], type, random, (lists >> k & 1) != 0));
      }
      List<Item> merged = new ArrayList<>(all.stream().filter(item -> item.index >= 0).toList());
      merged.sort(DESCENDING); // stable: the lower list first, within a list the input order
      byte[] expected = ub.clone();
      for (int j = 0; j < merged.size(); j++) {
        TestState.put(expected, RESULT + 8 * j, 8, merged.get(j).index);
      }
      long status =
          RecordMerge.merge(ub, RESULT, addresses(), packed(counts), lists << 8 | 1, type);
      assertThat(Arrays.mismatch(ub, expected)).as("%s seed %d", name, seed).isEqualTo(-1);
      for (int k = 0; k < 4; k++) {
        assertThat(status >> 16 * k & 0xFFFF).isEqualTo((lists >> k & 1) != 0 ? counts[k] : 0);
      }
    }
  }

  private static long addresses() {
    return packed(new int[] {0x1000 / 8, 0x2000 / 8, 0x3000 / 8, 0x4000 / 8});
  }

  private static long packed(int[] counts) {
    return counts[0] | (long) counts[1] << 16 | (long) counts[2] << 32 | (long) counts[3] << 48;
  }

  /**
   * Writes a sorted list whose upper halves are unique; the item index holds the record, made
   * non-negative.
   */
  private static List<Item> sortedList(
      byte[] ub, int address, int count, DataType type, Random random, boolean takesPart) {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add(item(type, score(type, random, i % 2 == 0 ? 2 : random.nextInt(4)), 0));
    }
    items.sort(DESCENDING);
    List<Item> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long record = items.get(i).bits | (long) (address + i) << 32;
      TestState.put(ub, address + 8 * i, 8, record);
      records.add(new Item(items.get(i).bits, items.get(i).score, takesPart ? record : -1));
    }
    return records;
  }

  @Test
  void aMergeStopsWhenAListIsExhausted() {
    byte[] ub = new byte[UB_BYTES];
    long[] heads = {5, 7, 6, 4};
    for (int k = 0; k < 4; k++) {
      for (int i = 0; i < 2; i++) {
        TestState.put(
            ub,
            0x1000 * (k + 1) + 8 * i,
            4,
            Float.floatToRawIntBits(heads[k] - i * (k == 1 ? 3 : 1)));
      }
    }
    // 7 (list 1), 6 (2), 5 (0), 5 (2): list 2 is exhausted after its second record.
    long status =
        RecordMerge.merge(ub, RESULT, addresses(), 0x0002000200020002L, 0x1F01, DataType.FP32);
    assertThat(status).isEqualTo(1 | 1L << 16 | 2L << 32);
    assertThat(floats(ub, 5)).containsExactly(7, 6, 5, 5, 0);
  }

  private static double[] floats(byte[] ub, int count) {
    double[] values = new double[count];
    for (int j = 0; j < count; j++) {
      values[j] = TestState.number(DataType.FP32, TestState.get(ub, RESULT + 8 * j, 4));
    }
    return values;
  }

  @Test
  void theExhaustedCaseOfThePublicKernel() {
    byte[] ub = new byte[UB_BYTES];
    for (int k = 0; k < 4; k++) {
      TestState.put(ub, 0x1000 * (k + 1), 4, Float.floatToRawIntBits(9 - k));
    }
    assertThat(
            RecordMerge.merge(ub, RESULT, addresses(), 0x0001000100010001L, 0x1F01, DataType.FP32))
        .isEqualTo(1);
    assertThat(floats(ub, 2)).containsExactly(9, 0);
  }

  @Test
  void anEmptyListExhaustsTheMergeBeforeItStarts() {
    byte[] ub = new byte[UB_BYTES];
    TestState.put(ub, 0x1000, 4, Float.floatToRawIntBits(1));
    assertThat(
            RecordMerge.merge(
                ub, RESULT, addresses(), 0x0001_0001_0000_0001L, 0x1F01, DataType.FP32))
        .isZero();
    assertThat(TestState.get(ub, RESULT, 8)).isZero();
    assertThat(
            RecordMerge.merge(
                ub, RESULT, addresses(), 0x0001_0001_0000_0001L, 0x1301, DataType.FP32))
        .isZero();
  }

  @Test
  void repeatsAdvanceByTheLengthOfAllLists() {
    DataType type = DataType.FP32;
    Random random = new Random(5);
    byte[] ub = new byte[UB_BYTES];
    int count = 4;
    int repeats = 3;
    List<List<Item>> groups = new ArrayList<>();
    for (int r = 0; r < repeats; r++) {
      List<Item> group = new ArrayList<>();
      for (int k = 0; k < 4; k++) {
        group.addAll(sortedList(ub, 0x1000 + 8 * count * (4 * r + k), count, type, random, true));
      }
      group.sort(DESCENDING);
      groups.add(group);
    }
    long lists =
        packed(
            new int[] {
              0x1000 / 8, 0x1000 / 8 + count, 0x1000 / 8 + 2 * count, 0x1000 / 8 + 3 * count
            });
    long counts = packed(new int[] {count, count, count, count});
    long status = RecordMerge.merge(ub, RESULT, lists, counts, 0xF00 | repeats, type);
    assertThat(status).isEqualTo(counts);
    for (int r = 0; r < repeats; r++) {
      for (int j = 0; j < 4 * count; j++) {
        assertThat(TestState.get(ub, RESULT + 8 * (4 * count * r + j), 8))
            .isEqualTo(groups.get(r).get(j).index);
      }
    }
    assertThat(RecordMerge.merge(ub, RESULT, lists, packed(new int[] {1, 1, 1, 1}), 0xF00, type))
        .isZero();
  }

  @Test
  void transpositions() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      int repeat = random.nextInt(3);
      int destinationStride = random.nextInt(4);
      int sourceStride = random.nextInt(4);
      boolean inPlace = seed % 5 == 0;
      int to = inPlace ? SCORES : RESULT;
      byte[] ub = new byte[UB_BYTES];
      random.nextBytes(ub);
      if (inPlace) {
        destinationStride = sourceStride;
      }
      byte[] expected = ub.clone();
      for (int b = 0; b < (repeat == 0 ? 1 : repeat); b++) {
        for (int cell = 0; cell < 256; cell++) {
          int mirrored = cell % 16 * 16 + cell / 16;
          long element =
              TestState.get(
                  ub, SCORES + b * 512 * (sourceStride == 0 ? 1 : sourceStride) + 2 * cell, 2);
          int base = to + b * 512 * (destinationStride == 0 ? 1 : destinationStride);
          TestState.put(expected, base + 2 * mirrored, 2, element);
        }
      }
      Transposition.transpose(
          ub, to, SCORES, repeat, destinationStride, sourceStride, new UnitScratch());
      assertThat(Arrays.mismatch(ub, expected)).as("seed %d", seed).isEqualTo(-1);
    }
  }

  @Test
  void theNetworkSortsZeroOnePatterns() {
    Random random = new Random(9);
    for (int round = 0; round < 20_000; round++) {
      long pattern = random.nextInt() & (round % 2 == 0 ? -1 : random.nextInt());
      long[] keys = new long[32];
      for (int k = 0; k < 32; k++) {
        keys[k] = pattern >> k & 1;
      }
      SortNetwork.sort(keys);
      int zeros = 32 - Long.bitCount(pattern & 0xFFFF_FFFFL);
      for (int k = 0; k < 32; k++) {
        if (keys[k] != (k < zeros ? 0 : 1)) {
          assertThat(keys).as("pattern %x", pattern).isSorted();
        }
      }
    }
  }
}
