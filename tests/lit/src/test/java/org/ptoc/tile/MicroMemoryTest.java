package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.isa.Profile;

/**
 * What micro operations put into L1, read through a product with a unit matrix: groups and short
 * rows of loads, fills, accumulators that come back (spec/60, 3.2, 3.5 and 3.8).
 */
class MicroMemoryTest {
  private static final int N = 16;

  /** L1 from byte 0 as an NZ matrix of f16 with 16 rows becomes f32 rows of 16 in a new buffer. */
  private static MicroProgram.Pointer read(MicroProgram program, int columns) {
    long[][] unit = new long[columns][columns];
    for (int j = 0; j < columns; j++) {
      unit[j][j] = 1;
    }
    MicroProgram.Pointer identity =
        program.buffer(Dtype.F16, MicroProductTest.bytes(unit, Dtype.F16));
    MicroProgram.Pointer result = program.buffer(Dtype.F32, new byte[N * columns * 4]);
    MicroProgram.Pointer right = program.at("l1", Dtype.F16, 1 << 17);
    program.fractals(identity, right, columns, columns, 2, columns);
    program.phase();
    product(program, columns, 0);
    program.add(
        "pto.mte_l0c_gm",
        List.of(program.at("l0c", Dtype.F32, 0), result),
        String.join(
            ", ",
            program.i(N),
            program.i(columns),
            program.i(N),
            program.i(columns),
            program.i(0),
            program.i(0)),
        6,
        "");
    return result;
  }

  private static void product(MicroProgram program, int columns, long address) {
    program.add(
        "pto.mte_l1_l0a",
        List.of(program.at("l1", Dtype.F16, address), program.at("l0a", Dtype.F16, 0)),
        program.i(N) + ", " + program.i(columns),
        2,
        "");
    program.add(
        "pto.mte_l1_l0b",
        List.of(program.at("l1", Dtype.F16, 1 << 17), program.at("l0b", Dtype.F16, 0)),
        program.i(columns) + ", " + program.i(columns),
        2,
        "");
    program.phase();
    program.add(
        "pto.mad",
        List.of(
            program.at("l0a", Dtype.F16, 0),
            program.at("l0b", Dtype.F16, 0),
            program.at("l0c", Dtype.F32, 0)),
        program.i(N) + ", " + program.i(columns) + ", " + program.i(columns),
        3,
        "");
    program.phase();
  }

  private static double at(byte[] buffer, int columns, int i, int j) {
    return Dtype.F32.real(Grid.take(buffer, 4 * (i * columns + j), 4));
  }

  private static long[][] numbers(int rows, int columns, SplittableRandom random) {
    long[][] values = new long[rows][columns];
    for (long[] row : values) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextInt(-99, 100);
      }
    }
    return values;
  }

  private static String fractals(
      MicroProgram program,
      MicroProgram.Pointer from,
      MicroProgram.Pointer to,
      String shape,
      String source,
      String steps,
      boolean small) {
    program.add("%small = arith.constant " + small);
    return "pto.mte_gm_l1_frac "
        + from.name()
        + ", "
        + to.name()
        + ", nd2nz, shape("
        + shape
        + "), src_layout("
        + source
        + "), dst_group("
        + steps
        + "), ctrl("
        + program.i(0)
        + ", %small) : "
        + from.type()
        + ", "
        + to.type()
        + ", nd2nz, shape i64, i64, src_layout(i64, i64), dst_group i64, i64, i64, i64, ctrl i64,"
        + " i1";
  }

  /** Two matrices of 16 x 16 lie behind each other and become two columns of boxes. */
  @Test
  void groupsBecomeColumnsOfBoxes() {
    for (Profile profile : Profile.values()) {
      long[][] values = numbers(32, 16, new SplittableRandom(3));
      MicroProgram program = new MicroProgram(profile);
      MicroProgram.Pointer x = program.buffer(Dtype.F16, MicroProductTest.bytes(values, Dtype.F16));
      program.add(
          fractals(
              program,
              x,
              program.at("l1", Dtype.F16, 0),
              program.i(16) + ", " + program.i(16),
              program.i(32) + ", " + program.i(512),
              program.i(2) + ", " + program.i(1) + ", " + program.i(16) + ", " + program.i(16),
              false));
      read(program, 32);
      byte[] got = program.run((byte) 0x7F).get(2);
      for (int i = 0; i < 16; i++) {
        for (int j = 0; j < 32; j++) {
          assertThat(at(got, 32, i, j))
              .as("%s (%d, %d)", profile, i, j)
              .isEqualTo(values[i + j / 16 * 16][j % 16]);
        }
      }
    }
  }

  /** Rows of up to 4 elements take 4 each, and what is missing is zero. */
  @Test
  void shortRowsFollowEachOther() {
    for (Profile profile : Profile.values()) {
      for (int width = 1; width <= 4; width++) {
        long[][] values = numbers(64, width, new SplittableRandom(width));
        MicroProgram program = new MicroProgram(profile);
        MicroProgram.Pointer x =
            program.buffer(Dtype.F16, MicroProductTest.bytes(values, Dtype.F16));
        program.add(
            fractals(
                program,
                x,
                program.at("l1", Dtype.F16, 0),
                program.i(64) + ", " + program.i(width),
                program.i(2L * width) + ", " + program.i(0),
                program.i(1) + ", " + program.i(1) + ", " + program.i(16) + ", " + program.i(0),
                true));
        read(program, 16);
        byte[] got = program.run((byte) 0x7F).get(2);
        for (int i = 0; i < 16; i++) {
          for (int j = 0; j < 16; j++) {
            double expected = j % 4 < width ? values[4 * i + j / 4][j % 4] : 0;
            assertThat(at(got, 16, i, j))
                .as("%s width %d (%d, %d)", profile, width, i, j)
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  /** Every second block of 32 bytes is a row with one number, the others keep another. */
  @Test
  void fillsLeaveGaps() {
    for (Profile profile : Profile.values()) {
      MicroProgram program = new MicroProgram(profile);
      program.add("%one = arith.constant 15360 : i32");
      program.add("%two = arith.constant 2.0 : f16");
      MicroProgram.Pointer l1 = program.at("l1", Dtype.F16, 0);
      program.add(
          "pto.create_cbuf_matrix "
              + l1.name()
              + ", %two, "
              + program.i(1)
              + ", "
              + program.i(16)
              + ", "
              + program.i(0)
              + " : "
              + l1.type()
              + ", f16, i64, i64, i64");
      program.phase();
      program.add(
          "pto.raw_fill_l1 "
              + l1.name()
              + ", "
              + program.i(32)
              + ", %one, "
              + program.i(8)
              + ", "
              + program.i(1)
              + ", "
              + program.i(1)
              + " {fill_word_bits = 16 : i64} : "
              + l1.type()
              + ", i64, i32, i64, i64, i64");
      read(program, 16);
      byte[] got = program.run((byte) 0x7F).get(1);
      for (int i = 0; i < 16; i++) {
        for (int j = 0; j < 16; j++) {
          assertThat(at(got, 16, i, j)).as("%s row %d", profile, i).isEqualTo(i % 2 == 0 ? 2 : 1);
        }
      }
    }
  }

  /** Accumulators go to L1 as boxes of f16 and are a factor again. */
  @Test
  void accumulatorsComeBack() {
    for (Profile profile : Profile.values()) {
      long[][] values = numbers(16, 16, new SplittableRandom(7));
      long[][] twice = new long[16][16];
      for (int j = 0; j < 16; j++) {
        twice[j][j] = 2;
      }
      MicroProgram program = new MicroProgram(profile);
      MicroProgram.Pointer x = program.buffer(Dtype.F16, MicroProductTest.bytes(values, Dtype.F16));
      MicroProgram.Pointer y = program.buffer(Dtype.F16, MicroProductTest.bytes(twice, Dtype.F16));
      program.fractals(x, program.at("l1", Dtype.F16, 4096), 16, 16, 2, 16);
      program.fractals(y, program.at("l1", Dtype.F16, 1 << 17), 16, 16, 2, 16);
      program.phase();
      product(program, 16, 4096);
      program.add(
          "pto.mte_l0c_l1",
          List.of(program.at("l0c", Dtype.F32, 0), program.at("l1", Dtype.F16, 0)),
          String.join(", ", program.i(16), program.i(16), program.i(16), program.i(256))
              + ", pre_relu(mode = normal_relu), nz2nz",
          4,
          "");
      program.phase();
      read(program, 16);
      byte[] got = program.run((byte) 0x7F).get(3);
      for (int i = 0; i < 16; i++) {
        for (int j = 0; j < 16; j++) {
          assertThat(at(got, 16, i, j))
              .as("%s (%d, %d)", profile, i, j)
              .isEqualTo(Math.max(0, 2 * values[i][j]));
        }
      }
    }
  }

  /** Runs of bytes at distances of their own, in up to three loops, the first listed innermost. */
  @Test
  void loopsOfRunsNest() {
    SplittableRandom random = new SplittableRandom(9);
    for (int round = 0; round < 40; round++) {
      Profile profile = Profile.values()[round % 2];
      int columns = 96;
      byte[] source = MicroProductTest.bytes(numbers(128, 64, random), Dtype.F16);
      byte[] l1 = MicroProductTest.bytes(numbers(columns, N, random), Dtype.F16);
      MicroProgram program = new MicroProgram(profile);
      MicroProgram.Pointer from = program.buffer(Dtype.F16, source);
      MicroProgram.Pointer to = program.at("l1", Dtype.F16, 0);
      program.copy(program.buffer(Dtype.F16, l1), to, l1.length);
      program.phase();
      // Words of A2/A3 move whole blocks and know gaps between them.
      int unit = profile == Profile.A5 ? 2 : 32;
      int least = profile == Profile.A5 ? 0 : 160;
      int length = unit * (1 + random.nextInt(160 / unit));
      int loops = random.nextInt(4);
      StringBuilder text = new StringBuilder(program.i(length));
      int[][] steps = new int[1 + loops][];
      for (int k = 0; k < steps.length; k++) {
        int reads = least + unit * random.nextInt(600 / unit);
        steps[k] = new int[] {1 + random.nextInt(3), reads, least + 32 * random.nextInt(4)};
        text.append(k == 0 ? " nburst(" : " loop(").append(program.i(steps[k][0]));
        text.append(", ").append(program.i(steps[k][1]));
        text.append(", ").append(program.i(steps[k][2])).append(')');
      }
      String types = ", loop i64, i64, i64".repeat(loops);
      program.add("pto.mte_gm_l1", List.of(from, to), text.toString(), 4, types);
      program.phase();
      read(program, columns);
      int runs = 1;
      for (int[] step : steps) {
        runs *= step[0];
      }
      for (int run = 0; run < runs; run++) {
        int rest = run;
        int read = 0;
        int write = 0;
        for (int[] step : steps) {
          read += rest % step[0] * step[1];
          write += rest % step[0] * step[2];
          rest /= step[0];
        }
        System.arraycopy(source, read, l1, write, length);
      }
      byte[] got = program.run((byte) 0x7F).get(3);
      for (int i = 0; i < N; i++) {
        for (int j = 0; j < columns; j++) {
          long pattern = Grid.take(l1, (j / 16 * N * 16 + i * 16 + j % 16) * 2, 2);
          assertThat(at(got, columns, i, j))
              .as("%s %s (%d, %d)\n%s", profile, text, i, j, program.text())
              .isEqualTo(Dtype.F16.real(pattern));
        }
      }
    }
  }
}
