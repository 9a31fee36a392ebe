package org.ptoc.emulator.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LoadDistribution;
import org.ptoc.ir.isa.StoreDistribution;

/** Loads and stores byte by byte, from the tables of spec/00, 4.8. */
class VectorMemoryTest {
  private static final int ROUNDS = 40;

  /**
   * Token, unit bytes of the result, memory bytes of a unit, memory offset of unit i as i * mul /
   * div * unit.
   */
  @ParameterizedTest
  @CsvSource({
    "NORM,1,1,1,1,256,32",
    "BRC_B8,1,1,0,1,1,1",
    "BRC_B16,2,2,0,1,2,2",
    "BRC_B32,4,4,0,1,4,4",
    "US_B8,1,1,1,2,128,32",
    "US_B16,2,2,1,2,128,32",
    "DS_B8,1,1,2,1,512,32",
    "DS_B16,2,2,2,1,512,32",
    "UNPK_B8,2,1,1,1,128,32",
    "UNPK_B16,4,2,1,1,128,32",
    "UNPK_B32,8,4,1,1,128,32",
    "UNPK4,4,1,1,1,64,32",
    "BRC_BLK,32,32,0,1,32,32",
    "E2B_B16,2,2,1,16,16,16",
    "E2B_B32,4,4,1,8,32,32"
  })
  void loads(
      LoadDistribution distribution,
      int unit,
      int memory,
      int mul,
      int div,
      int bytes,
      int alignment) {
    assertThat(distribution.bytes()).isEqualTo(bytes);
    assertThat(distribution.alignment()).isEqualTo(alignment);
    assertThat(distribution.isDefined()).isTrue();
    assertThat(distribution.hasTwoResults()).isFalse();
    TestState state = new TestState(distribution.code());
    for (int round = 0; round < ROUNDS; round++) {
      state.shuffle(DataType.S32);
      int destination = state.register();
      int address = state.random.nextInt(2000);
      byte[] expected = new byte[256];
      Set<Integer> touched = new HashSet<>();
      for (int i = 0; i < 256 / unit; i++) {
        for (int k = 0; k < memory; k++) {
          int from = i * mul / div * memory + k;
          expected[i * unit + k] = state.ub[address + from];
          touched.add(from);
        }
      }
      VectorLoads.load(state.ub, address, distribution, state.registers, destination);
      state.expectRegister("vlds " + distribution, destination, expected);
      // The last element of a DS window is skipped, its bytes still belong to the access.
      int last = touched.stream().max(Integer::compare).orElseThrow() + 1;
      assertThat(last + (mul == 2 ? memory : 0)).isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @CsvSource({"DINTLV_B8,1", "DINTLV_B16,2", "DINTLV_B32,4", "BDINTLV,32"})
  void loadsOfTwoRegisters(LoadDistribution distribution, int unit) {
    assertThat(distribution.bytes()).isEqualTo(512);
    assertThat(distribution.alignment()).isEqualTo(32);
    assertThat(distribution.hasTwoResults()).isTrue();
    TestState state = new TestState(distribution.code());
    for (int round = 0; round < ROUNDS; round++) {
      state.shuffle(DataType.S32);
      int low = state.register();
      int high = state.registerExcept(low);
      int address = 32 * state.random.nextInt(100);
      byte[][] expected = new byte[2][256];
      for (int k = 0; k < 512; k++) {
        int element = k / unit;
        expected[element % 2][element / 2 * unit + k % unit] = state.ub[address + k];
      }
      VectorLoads.loadTwo(state.ub, address, distribution, state.registers, low, high);
      state.expectRegisters("vldsx2 " + distribution, new int[] {low, high}, expected);
    }
  }

  @Test
  void undefinedTokensAreKnown() {
    for (LoadDistribution distribution : LoadDistribution.values()) {
      assertThat(distribution.isDefined()).isEqualTo(!distribution.name().startsWith("SPLT"));
    }
    for (StoreDistribution distribution : StoreDistribution.values()) {
      assertThat(distribution.isDefined()).isEqualTo(!distribution.name().startsWith("MRG"));
    }
    TestState state = new TestState(1);
    assertThatThrownBy(
            () -> VectorLoads.load(state.ub, 0, LoadDistribution.SPLT4CHN, state.registers, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                VectorStores.store(
                    state.registers,
                    0,
                    StoreDistribution.MRG4CHN_B8,
                    state.ub,
                    0,
                    state.predicates,
                    0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /**
   * Token, bytes of a register unit, bytes stored of it, whether the mask governs, number of units,
   * total, alignment.
   */
  @ParameterizedTest
  @CsvSource({
    "NORM_B8,1,1,true,256,256,32",
    "NORM_B16,2,2,true,128,256,32",
    "NORM_B32,4,4,true,64,256,32",
    "ONE_POINT_B8,1,1,false,1,1,1",
    "ONE_POINT_B16,2,2,false,1,2,2",
    "ONE_POINT_B32,4,4,false,1,4,4",
    "PK_B16,2,1,true,128,128,32",
    "PK_B32,4,2,true,64,128,32",
    "PK_B64,8,4,true,32,128,32",
    "PK4_B32,4,1,true,64,64,32"
  })
  void stores(
      StoreDistribution distribution,
      int unit,
      int stored,
      boolean governed,
      int units,
      int bytes,
      int alignment) {
    assertThat(distribution.bytes()).isEqualTo(bytes);
    assertThat(distribution.alignment()).isEqualTo(alignment);
    assertThat(distribution.hasTwoSources()).isFalse();
    assertThat(distribution.governedBytes()).isEqualTo(governed ? unit : 0);
    TestState state = new TestState(distribution.code());
    for (int round = 0; round < ROUNDS; round++) {
      state.shuffle(DataType.S32);
      int source = state.register();
      int mask = state.predicate();
      int address = state.random.nextInt(2000);
      byte[] expected = state.ub.clone();
      int end = 0;
      for (int i = 0; i < units; i++) {
        if (!governed || state.bit(mask, i * unit)) {
          System.arraycopy(
              state.registers, source + i * unit, expected, address + i * stored, stored);
          end = (i + 1) * stored;
        }
      }
      assertThat(VectorStores.bytes(distribution, state.predicates, mask)).isEqualTo(end);
      VectorStores.store(
          state.registers, source, distribution, state.ub, address, state.predicates, mask);
      assertThat(Arrays.mismatch(state.ub, expected)).as("vsts %s", distribution).isEqualTo(-1);
      assertThat(state.registers).isEqualTo(state.registersBefore);
    }
  }

  @ParameterizedTest
  @CsvSource({"INTLV_B8,1", "INTLV_B16,2", "INTLV_B32,4"})
  void storesOfTwoRegisters(StoreDistribution distribution, int unit) {
    assertThat(distribution.bytes()).isEqualTo(512);
    assertThat(distribution.hasTwoSources()).isTrue();
    TestState state = new TestState(distribution.code());
    state.shuffle(DataType.S32);
    byte[] expected = state.ub.clone();
    for (int k = 0; k < 512; k++) {
      int element = k / unit;
      int register = element % 2 == 0 ? 256 : 768;
      expected[1024 + k] = state.registers[register + element / 2 * unit + k % unit];
    }
    assertThat(VectorStores.bytes(distribution, state.predicates, 0)).isEqualTo(512);
    VectorStores.storeTwo(state.registers, 256, 768, distribution, state.ub, 1024);
    assertThat(state.ub).isEqualTo(expected);
  }

  /** Puts offsets below {@code limit} into a register. */
  private static void offsets(TestState state, int register, int lane, int limit) {
    for (int at = 0; at < 256; at += lane) {
      TestState.put(state.registers, register + at, lane, state.random.nextInt(limit));
    }
    state.snapshot();
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"U8", "FP16", "S32"})
  void gathersAndScatters(DataType type) {
    TestState state = new TestState(50);
    int width = type.bytes();
    int lane = width == 4 ? 4 : 2;
    for (int round = 0; round < ROUNDS; round++) {
      state.shuffle(DataType.S32);
      int offsets = state.register();
      offsets(state, offsets, lane, round % 2 == 0 ? 2000 / width : 20);
      int destination = state.register();
      int source = state.register();
      int mask = state.predicate();
      int base = 64;
      byte[] gathered = new byte[256];
      byte[] scattered = state.ub.clone();
      for (int i = 0; i < 256 / lane; i++) {
        if (state.active(mask, i, lane)) {
          int address = base + (int) state.lane(offsets, i, lane) * width;
          System.arraycopy(state.ub, address, gathered, i * lane, width);
          System.arraycopy(state.registers, source + i * lane, scattered, address, width);
        }
      }
      long fault =
          IndexedMemory.scatter(
              state.registers, source, state.ub, base, offsets, type, state.predicates, mask);
      assertThat(fault).isEqualTo(IndexedMemory.NO_FAULT);
      assertThat(state.ub).isEqualTo(scattered);
      System.arraycopy(state.ubBefore, 0, state.ub, 0, state.ub.length);
      fault =
          IndexedMemory.gather(
              state.ub,
              base,
              state.registers,
              destination,
              offsets,
              type,
              state.predicates,
              mask,
              state.scratch);
      assertThat(fault).isEqualTo(IndexedMemory.NO_FAULT);
      state.expectRegister("vgather2", destination, gathered);
    }
  }

  @Test
  void gathersBlocks() {
    TestState state = new TestState(51);
    for (int round = 0; round < ROUNDS; round++) {
      state.shuffle(DataType.S32);
      int offsets = state.register();
      for (int i = 0; i < 8; i++) {
        TestState.put(state.registers, offsets + 4 * i, 4, 32 * state.random.nextInt(60));
      }
      state.snapshot();
      int destination = state.register();
      int mask = state.predicate();
      byte[] expected = new byte[256];
      for (int i = 0; i < 8; i++) {
        if (state.active(mask, i, 4)) {
          System.arraycopy(state.ub, 96 + (int) state.lane(offsets, i, 4), expected, 32 * i, 32);
        }
      }
      long fault =
          IndexedMemory.gatherBlocks(
              state.ub,
              96,
              state.registers,
              destination,
              offsets,
              state.predicates,
              mask,
              state.scratch);
      assertThat(fault).isEqualTo(IndexedMemory.NO_FAULT);
      state.expectRegister("vgatherb", destination, expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5, -1})
  void stridedBlocks(int stride) {
    TestState state = new TestState(52);
    for (int round = 0; round < ROUNDS; round++) {
      state.shuffle(DataType.S32);
      int register = state.register();
      int mask = state.predicate();
      int base = 32 * 20;
      byte[] loaded = new byte[256];
      byte[] stored = state.ub.clone();
      for (int i = 0; i < 8; i++) {
        if (state.active(mask, i, 4)) {
          System.arraycopy(state.ub, base + 32 * stride * i, loaded, 32 * i, 32);
          System.arraycopy(state.registers, register + 32 * i, stored, base + 32 * stride * i, 32);
        }
      }
      IndexedMemory.storeBlocks(
          state.registers, register, state.ub, base, stride, state.predicates, mask);
      assertThat(state.ub).isEqualTo(stored);
      System.arraycopy(state.ubBefore, 0, state.ub, 0, state.ub.length);
      IndexedMemory.loadBlocks(
          state.ub, base, stride, state.registers, register, state.predicates, mask);
      state.expectRegister("vsldb", register, loaded);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void repeats(int stride) {
    TestState state = new TestState(55);
    for (int round = 0; round < 100; round++) {
      int width = new int[] {1, 2, 4, 8}[round % 4];
      int blocks = round % 3 == 0 ? 4 : 8;
      int base = 32 * 9;
      state.shuffle(DataType.S32);
      int register = state.register();
      int mask = state.predicate();
      byte[] loaded = new byte[256];
      byte[] stored = state.ub.clone();
      for (int block = 0; block < blocks; block++) {
        boolean any = false;
        for (int e = 0; e < 32 / width; e++) {
          int at = 32 * block + e * width;
          if (state.bit(mask, at)) {
            any = true;
            System.arraycopy(
                state.registers,
                register + at,
                stored,
                base + 32 * stride * block + e * width,
                width);
          }
        }
        if (any) {
          System.arraycopy(state.ub, base + 32 * stride * block, loaded, 32 * block, 32);
        }
      }
      byte[] r = state.registers;
      long[] p = state.predicates;
      assertThat(RepeatMemory.store(r, register, state.ub, base, stride, blocks, width, p, mask))
          .isEqualTo(IndexedMemory.NO_FAULT);
      assertThat(state.ub).isEqualTo(stored);
      System.arraycopy(state.ubBefore, 0, state.ub, 0, state.ub.length);
      assertThat(RepeatMemory.load(state.ub, base, stride, blocks, width, r, register, p, mask))
          .isEqualTo(IndexedMemory.NO_FAULT);
      state.expectRegister("repeat", register, loaded);
    }
  }

  @Test
  void repeatsFaultOnBlocksWithActiveElementsOnly() {
    TestState state = new TestState(56);
    state.shuffle(DataType.S32);
    byte[] r = state.registers;
    long[] p = state.predicates;
    Predicates.prefix(p, 0, 4, 16);
    assertThat(RepeatMemory.load(state.ub, 4096 - 64, 1, 8, 4, r, 0, p, 0))
        .isEqualTo(IndexedMemory.NO_FAULT);
    state.snapshot();
    Predicates.prefix(p, 0, 4, 17);
    assertThat(RepeatMemory.load(state.ub, 4096 - 64, 1, 8, 4, r, 0, p, 0)).isEqualTo(4096);
    assertThat(RepeatMemory.store(r, 0, state.ub, 4096 - 64, 1, 8, 4, p, 0)).isEqualTo(4096);
    assertThat(RepeatMemory.store(r, 0, state.ub, 4, 1, 8, 4, p, 0)).isEqualTo(4);
    assertThat(RepeatMemory.store(r, 0, state.ub, 32, -2, 8, 4, p, 0)).isEqualTo(-32);
    assertThat(state.registers).isEqualTo(state.registersBefore);
    assertThat(state.ub).isEqualTo(state.ubBefore);
  }

  @Test
  void faultsNameTheAddressAndChangeNothing() {
    TestState state = new TestState(53);
    state.shuffle(DataType.S32);
    Arrays.fill(state.predicates, -1);
    offsets(state, 256, 4, 100);
    TestState.put(state.registers, 256 + 12, 4, 0xFFFF_FFFFL);
    state.snapshot();
    long address = 64 + 4 * 0xFFFF_FFFFL;
    byte[] r = state.registers;
    long[] p = state.predicates;
    assertThat(IndexedMemory.gather(state.ub, 64, r, 0, 256, DataType.S32, p, 0, state.scratch))
        .isEqualTo(address);
    assertThat(IndexedMemory.scatter(r, 512, state.ub, 64, 256, DataType.S32, p, 0))
        .isEqualTo(address);
    assertThat(IndexedMemory.gather(state.ub, 66, r, 0, 256, DataType.S32, p, 0, state.scratch))
        .as("misaligned")
        .isEqualTo(66 + 4 * state.lane(256, 0, 4));
    assertThat(IndexedMemory.loadBlocks(state.ub, 4096 - 64, 1, r, 0, p, 0)).isEqualTo(4096);
    assertThat(IndexedMemory.storeBlocks(r, 0, state.ub, 32, -1, p, 0)).isEqualTo(-32);
    assertThat(IndexedMemory.storeBlocks(r, 0, state.ub, 48, 1, p, 0)).isEqualTo(48);
    TestState.put(r, 256 + 4, 4, 16);
    TestState.put(r, 256, 4, 0);
    state.snapshot();
    assertThat(IndexedMemory.gatherBlocks(state.ub, 0, r, 0, 256, p, 0, state.scratch))
        .isEqualTo(16);
    assertThat(state.registers).isEqualTo(state.registersBefore);
    assertThat(state.ub).isEqualTo(state.ubBefore);
    Predicates.prefix(state.predicates, 0, 4, 2);
    assertThat(IndexedMemory.loadBlocks(state.ub, 4096 - 64, 1, r, 0, p, 0))
        .isEqualTo(IndexedMemory.NO_FAULT);
  }

  @Test
  void blockMasksThatTwoReadingsDisagreeOnAreFound() {
    long[] p = new long[4];
    Predicates.prefix(p, 0, 4, 64);
    assertThat(IndexedMemory.isBlockMaskAmbiguous(p, 0)).isFalse();
    Predicates.prefix(p, 0, 4, 0);
    assertThat(IndexedMemory.isBlockMaskAmbiguous(p, 0)).isFalse();
    Predicates.prefix(p, 0, 4, 8);
    assertThat(IndexedMemory.isBlockMaskAmbiguous(p, 0))
        .as("all blocks, or the first one")
        .isTrue();
    assertThat(IndexedMemory.isBlockActive(p, 0, 7)).isTrue();
  }

  @Test
  void streams() {
    TestState state = new TestState(54);
    state.shuffle(DataType.S32);
    byte[] expected = state.ub.clone();
    long align = StoreStreams.EMPTY;
    int address = 101;
    for (int bytes : new int[] {12, 0, 256, 7}) {
      System.arraycopy(state.registers, 256, expected, address, bytes);
      align = StoreStreams.append(state.registers, 256, bytes, state.ub, address);
      address += bytes;
    }
    assertThat(state.ub).isEqualTo(expected);
    assertThat(align).isEqualTo(address);
    assertThat(StoreStreams.append(state.predicates, 0, 4, state.ub, 64)).isEqualTo(72);
    assertThat(StoreStreams.append(state.predicates, 0, 2, state.ub, 64)).isEqualTo(80);
  }
}
