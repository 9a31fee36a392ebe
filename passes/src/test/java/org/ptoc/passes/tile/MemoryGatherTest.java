package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;

/**
 * {@code mgather} and {@code mscatter} against a walk over the indices (spec/50, 2.9): elements or
 * rows, each way to treat an index outside, and what combines with the memory.
 */
class MemoryGatherTest {
  private static final long VIEW = 1 << 20;
  private static final long TILE = 0;
  private static final long INDICES = 20_000;
  private static final int VIEW_ROWS = 5;
  private static final int VIEW_COLUMNS = 6;
  private static final int ROWS = 3;
  private static final int COLUMNS = 6;
  private static final int PITCH = 16;
  private static final int INDEX_PITCH = 8;

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          mgather,  elem, clamp,     none
          mgather,  elem, wrap,      none
          mgather,  elem, zero,      none
          mgather,  elem, undefined, none
          mgather,  row,  clamp,     none
          mgather,  row,  wrap,      none
          mgather,  row,  zero,      none
          mgather,  row,  undefined, none
          mscatter, elem, clamp,     none
          mscatter, elem, wrap,      none
          mscatter, elem, skip,      none
          mscatter, elem, undefined, none
          mscatter, row,  clamp,     none
          mscatter, row,  wrap,      none
          mscatter, row,  skip,      none
          mscatter, row,  undefined, none
          mscatter, elem, skip,      add
          mscatter, elem, skip,      max
          mscatter, elem, wrap,      min
          mscatter, row,  skip,      add
          """)
  void indicesChooseElementsOrRows(String name, String unit, String outside, String atomic) {
    boolean byRows = unit.equals("row");
    Function lowered = lowered(name, unit, outside, atomic);
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      Map<Long, Integer> memory = new HashMap<>();
      for (int i = 0; i < ROWS * PITCH; i++) {
        ScalarRun.store(memory, TILE + 4L * i, 4, random.nextInt());
      }
      for (int i = 0; i < VIEW_ROWS * VIEW_COLUMNS; i++) {
        ScalarRun.store(memory, VIEW + 4L * i, 4, random.nextInt());
      }
      int limit = byRows ? VIEW_ROWS : VIEW_ROWS * VIEW_COLUMNS;
      for (int i = 0; i < ROWS * INDEX_PITCH; i++) {
        int index = outside.equals("undefined") ? random.nextInt(limit) : random.nextInt(2 * limit);
        ScalarRun.store(
            memory,
            INDICES + 4L * i,
            4,
            random.nextInt(9) == 0 && !outside.equals("undefined") ? -1 : index);
      }
      Map<Long, Integer> wanted = new HashMap<>(memory);
      for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < COLUMNS; c++) {
          long index =
              ScalarRun.load(memory, INDICES + 4L * (r * INDEX_PITCH + (byRows ? 0 : c)), 4);
          one(wanted, name, place(index, limit, outside), byRows, r, c, atomic);
        }
      }
      Map<Long, Integer> after =
          ScalarRun.of(lowered, memory, VIEW, TILE, INDICES, VIEW_ROWS).memory();
      Set<Long> places = new HashSet<>(after.keySet());
      places.addAll(wanted.keySet());
      places.removeIf(at -> after.getOrDefault(at, 0).equals(wanted.getOrDefault(at, 0)));
      assertThat(places).as("seed " + seed).isEmpty();
    }
  }

  private static Function lowered(String name, String unit, String outside, String atomic) {
    boolean loads = name.equals("mgather");
    List<String> attributes = new ArrayList<>(List.of("coalesce = #pto<coalesce " + unit + ">"));
    if (!outside.equals("undefined")) {
      String which = loads ? "gather" : "scatter";
      attributes.add("%sOob = #pto<%s_oob %s>".formatted(which, which, outside));
    }
    if (!atomic.equals("none")) {
      attributes.add("scatterAtomicOp = #pto<scatter_atomic_op " + atomic + ">");
    }
    String view = "x!i32".replace("!", "");
    Function function =
        TileText.function(
            "%x: !pto.ptr<i32>, %a: i64, %b: i64, %rows: index",
            List.of(
                "%c6 = arith.constant 6 : index",
                "%v = pto.make_tensor_view %x, shape = [%rows, %c6], strides = [%c6, %c1] :"
                    + " !pto.tensor_view<?x6"
                    + view
                    + ">",
                "%w = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%rows, %c6] :"
                    + " !pto.tensor_view<?x6"
                    + view
                    + "> -> !pto.partition_tensor_view<?x6"
                    + view
                    + ">",
                "%t = pto.alloc_tile addr = %a : !pto.tile_buf<vec, 3x16xi32, valid=3x6>",
                "%i = pto.alloc_tile addr = %b : !pto.tile_buf<vec, 3x8xi32, valid=3x"
                    + (unit.equals("row") ? 1 : 6)
                    + ">",
                (loads ? "pto.mgather ins(%w, %i) outs(%t)" : "pto.mscatter ins(%t, %i) outs(%w)")
                    + " {"
                    + String.join(", ", attributes)
                    + "}"));
    Diagnostics problems = new Diagnostics();
    Function lowered = ScalarRun.lower(function, Profile.A5, false, problems);
    assertThat(problems.all()).isEmpty();
    return lowered;
  }

  /** The element or row that an unsigned index stands for; -1 for none. */
  private static long place(long index, int limit, String outside) {
    if (index < limit) {
      return index;
    }
    return switch (outside) {
      case "clamp" -> limit - 1;
      case "wrap" -> index % limit;
      default -> -1;
    };
  }

  private static void one(
      Map<Long, Integer> memory,
      String name,
      long place,
      boolean byRows,
      int row,
      int column,
      String atomic) {
    long inTile = TILE + 4L * (row * PITCH + column);
    long inView = VIEW + 4L * (byRows ? place * VIEW_COLUMNS + column : place);
    if (name.equals("mgather")) {
      ScalarRun.store(memory, inTile, 4, place < 0 ? 0 : ScalarRun.load(memory, inView, 4));
    } else if (place >= 0) {
      int old = (int) ScalarRun.load(memory, inView, 4);
      int element = (int) ScalarRun.load(memory, inTile, 4);
      int stored =
          switch (atomic) {
            case "add" -> old + element;
            case "max" -> Math.max(old, element);
            case "min" -> Math.min(old, element);
            default -> element;
          };
      ScalarRun.store(memory, inView, 4, stored);
    }
  }
}
