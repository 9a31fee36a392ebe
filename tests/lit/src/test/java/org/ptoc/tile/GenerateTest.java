package org.ptoc.tile;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** trandom and tci of spec/20, 8.4. */
class GenerateTest {

  /** Philox with a 128-bit counter for each lane. */
  private static final class Philox {
    private final int[] key;
    private final int[][] counters = new int[64][];
    private final int rounds;

    Philox(int[] key, int[] base, int rounds) {
      this.key = key;
      this.rounds = rounds;
      for (int lane = 0; lane < 64; lane++) {
        counters[lane] = base.clone();
        add(counters[lane], lane);
      }
    }

    private static void add(int[] counter, int amount) {
      long carry = amount;
      for (int i = 0; i < 4; i++) {
        long sum = (counter[i] & 0xFFFFFFFFL) + carry;
        counter[i] = (int) sum;
        carry = sum >>> 32;
      }
    }

    int word(int position) {
      int[] c = counters[position / 4].clone();
      int k0 = key[0];
      int k1 = key[1];
      for (int round = 0; round < rounds; round++) {
        long p0 = (c[0] & 0xFFFFFFFFL) * 0xD2511F53L;
        long p1 = (c[2] & 0xFFFFFFFFL) * 0xCD9E8D57L;
        c =
            new int[] {
              (int) (p1 >>> 32) ^ c[1] ^ k0, (int) p1, (int) (p0 >>> 32) ^ c[3] ^ k1, (int) p0
            };
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
      }
      return c[position % 4];
    }

    void advance(int amount) {
      for (int[] counter : counters) {
        add(counter, amount);
      }
    }
  }

  private static Grid random(Tile tile, int[] key, int[] base, int rounds) {
    Philox philox = new Philox(key, base, rounds);
    Grid grid = Grid.of(tile);
    for (int i = 0; i < grid.rows(); i++) {
      for (int step = 0; step < grid.columns(); step += 256) {
        for (int k = 0; k < Math.min(256, grid.columns() - step); k++) {
          grid.set(i, step + k, philox.word(k));
        }
        boolean last = step + 256 >= grid.columns();
        philox.advance(last ? (grid.columns() - 1) % 64 + 1 : 64);
      }
    }
    return grid;
  }

  @TestFactory
  Stream<DynamicTest> random() {
    return Dtype.list("i32 ui32").stream()
        .map(type -> DynamicTest.dynamicTest("trandom " + type, () -> random(type)));
  }

  private static void random(Dtype type) {
    SplittableRandom random = new SplittableRandom(type.ordinal());
    Sweep sweep = new Sweep();
    int[][] shapes = {
      {1, 256}, {4, 256}, {3, 300}, {2, 1000}, {5, 1}, {2, 64}, {3, 65}, {1, 512}, {0, 8}
    };
    for (int[] shape : shapes) {
      for (int rounds : new int[] {7, 10}) {
        Tile tile = Tile.fitting(type, shape[0], shape[1]);
        boolean carries = rounds == 7;
        int[] key = {random.nextInt(), random.nextInt()};
        int[] base = {
          carries ? -3 : random.nextInt(),
          carries ? -1 : random.nextInt(),
          carries ? -1 : random.nextInt(),
          random.nextInt()
        };
        for (Tile target : new Tile[] {tile, tile.open()}) {
          TileProgram program = new TileProgram("trandom", target);
          for (int word : new int[] {key[0], key[1], base[0], base[1], base[2], base[3]}) {
            program.scalar("i32", word & 0xFFFFFFFFL);
          }
          if (rounds == 7) {
            program.withTrailing("rounds = 7");
          }
          sweep.image(program, random(tile, key, base, rounds));
        }
      }
    }
    sweep.finish();
  }

  @TestFactory
  Stream<DynamicTest> index() {
    return Sweep.tests(
        "tci", "i16 ui16 i32 ui32", "i16 ui16 i32 ui32 f16 f32", GenerateTest::index);
  }

  private static final int[] COLUMNS = {1, 5, 63, 64, 65, 127, 128, 129, 255, 256, 257, 300, 1000};

  private static void index(Dtype type, Sweep sweep) {
    if (type.isFloat()) {
      numbers(type, sweep);
      return;
    }
    for (int columns : COLUMNS) {
      for (long start : new long[] {5, type.greatest() - 3, type.cut(-7)}) {
        Tile tile = Tile.fitting(type, 1, columns);
        String scalar = "i" + type.bits();
        sweep.image(
            new TileProgram("tci", tile).scalar(scalar, start),
            Grid.of(tile).fill((i, j) -> start + j));
        sweep.image(
            new TileProgram("tci", tile.open()).scalar(scalar, start),
            Grid.of(tile).fill((i, j) -> start + j));
        TileProgram down =
            new TileProgram("tci", tile).scalar(scalar, start).withTrailing("descending = true");
        sweep.image(down, Grid.of(tile).fill((i, j) -> start - j));
      }
    }
    sweep.finish();
  }

  /** Numbers that the format holds exactly. */
  private static void numbers(Dtype type, Sweep sweep) {
    for (int columns : COLUMNS) {
      for (double start : new double[] {5, -7}) {
        Tile tile = Tile.fitting(type, 1, columns);
        long scalar = type.pattern(start);
        Grid up = Grid.of(tile).fill((i, j) -> type.pattern(start + j));
        sweep.image(
            new TileProgram("tci", tile).scalar(type.spelling(), scalar).match(Match.VALUES), up);
        sweep.image(
            new TileProgram("tci", tile.open()).scalar(type.spelling(), scalar).match(Match.VALUES),
            up);
        TileProgram down =
            new TileProgram("tci", tile)
                .scalar(type.spelling(), scalar)
                .withTrailing("descending = true");
        sweep.image(
            down.match(Match.VALUES), Grid.of(tile).fill((i, j) -> type.pattern(start - j)));
      }
    }
    sweep.finish();
  }
}
