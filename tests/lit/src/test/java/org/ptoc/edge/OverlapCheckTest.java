package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.toolchain.Toolchain;

/** Check R6 of spec/20, section 4, against a map of the bytes that two windows take. */
class OverlapCheckTest {
  private static final int ROUNDS = 60;

  /** A tile of f32 with a window of it. */
  private record Window(
      int rows,
      int columns,
      int validRows,
      int validColumns,
      boolean open,
      int parentRows,
      int parentColumns) {
    String parent() {
      return "!pto.tile_buf<vec, " + parentRows + "x" + parentColumns + "xf32>";
    }

    String type() {
      String valid = open ? "?x?" : validRows + "x" + validColumns;
      return "!pto.tile_buf<vec, " + rows + "x" + columns + "xf32, valid=" + valid + ">";
    }

    String valid() {
      return open ? " valid [%r, %c]" : " valid [%vr, %vc]";
    }

    BitSet bytes(int address, int row, int column) {
      BitSet bytes = new BitSet();
      for (int i = 0; i < validRows; i++) {
        int start = address + 4 * ((row + i) * parentColumns + column);
        bytes.set(start, start + 4 * validColumns);
      }
      return bytes;
    }
  }

  private static String text(Window source, Window target) {
    return """
    func.func @k(%%at: i64, %%to: i64, %%i: index, %%j: index, %%k: index, %%l: index, %%r: index, %%c: index) attributes {pto.entry} {
      %%vr = arith.constant %9$d : index
      %%vc = arith.constant %10$d : index
      %%a = pto.alloc_tile addr = %%at : %1$s
      %%b = pto.alloc_tile addr = %%to : %2$s
      %%s = pto.subview %%a[%%i, %%j] sizes [%3$d, %4$d]%11$s : %1$s -> %5$s
      %%d = pto.subview %%b[%%k, %%l] sizes [%6$d, %7$d]%11$s : %2$s -> %8$s
      pto.trecip ins(%%s : %5$s) outs(%%d : %8$s)
      return
    }
    """
        .formatted(
            source.parent(),
            target.parent(),
            source.rows,
            source.columns,
            source.type(),
            target.rows,
            target.columns,
            target.type(),
            source.validRows,
            source.validColumns,
            source.valid());
  }

  /**
   * Equal pitches, different pitches, and a window that is a whole tile; all of them valid, or
   * parts that the program or the run knows.
   */
  @ParameterizedTest
  @CsvSource({
    "4, 8, 4, 8, false, 8, 32, 8, 32",
    "3, 16, 3, 16, false, 6, 48, 5, 32",
    "5, 8, 5, 8, false, 5, 8, 9, 24",
    "2, 24, 2, 24, false, 4, 64, 2, 24",
    "1, 8, 1, 8, false, 4, 16, 3, 40",
    "4, 8, 2, 5, false, 8, 32, 8, 32",
    "3, 16, 3, 7, false, 6, 48, 5, 32",
    "5, 8, 1, 8, false, 5, 8, 9, 24",
    "4, 8, 3, 8, true, 8, 32, 8, 32",
    "3, 16, 2, 9, true, 6, 48, 5, 32",
    "2, 24, 1, 24, true, 4, 64, 2, 24"
  })
  void programs_trap_exactly_when_valid_elements_share_a_byte(
      int rows,
      int columns,
      int validRows,
      int validColumns,
      boolean open,
      int sourceRows,
      int sourceColumns,
      int targetRows,
      int targetColumns) {
    Window source =
        new Window(rows, columns, validRows, validColumns, open, sourceRows, sourceColumns);
    Window target =
        new Window(rows, columns, validRows, validColumns, open, targetRows, targetColumns);
    ObjectFile object = Kernels.checked(text(source, target), Profile.A2A3);
    Random random = new Random(31L * rows + sourceColumns);
    int shares = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int at = 2048 + 32 * random.nextInt(40);
      int to = 2048 + 32 * random.nextInt(40);
      int[] first = {
        random.nextInt(sourceRows - rows + 1), 8 * random.nextInt((sourceColumns - columns) / 8 + 1)
      };
      int[] second = {
        random.nextInt(targetRows - rows + 1), 8 * random.nextInt((targetColumns - columns) / 8 + 1)
      };
      boolean shared =
          source.bytes(at, first[0], first[1]).intersects(target.bytes(to, second[0], second[1]));
      shares += shared ? 1 : 0;
      assertThat(
              traps(
                  object,
                  at,
                  to,
                  first[0],
                  first[1],
                  second[0],
                  second[1],
                  validRows,
                  validColumns))
          .as(
              "%s at %d[%d, %d], %s at %d[%d, %d]",
              source, at, first[0], first[1], target, to, second[0], second[1])
          .isEqualTo(shared);
    }
    assertThat(shares).isBetween(1, ROUNDS - 1);
  }

  private static boolean traps(ObjectFile object, long... numbers) {
    return switch (Kernels.launch(object, numbers)) {
      case Toolchain.RunOutcome.Completed completed -> false;
      case Toolchain.RunOutcome.Trapped trapped -> {
        assertThat(trapped.trap().message()).contains("check R6");
        yield true;
      }
      case Toolchain.RunOutcome.Rejected rejected ->
          throw new AssertionError(rejected.diagnostics());
    };
  }
}
