package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;

/**
 * The steps of {@code tsort32} on a memory: each 32 columns of each row become records in
 * descending order, equal ones by their indices, and nothing beside them is written (spec/21,
 * section 3).
 */
class SortPlanTest {
  private static final int BLOCK = 32;
  private static final int RECORD = 8;
  private static final long SOURCE = 0;
  private static final long INDICES = 50_000;
  private static final long DESTINATION = 100_000;
  private static final long TMP = 180_000;
  private static final int PADDING = Integer.MIN_VALUE;
  private static final int PADDING_INDEX = -1;

  /** A random sort. */
  private static final class Case {
    final int rows;
    final int columns;
    final int pitch;
    final int indexRows;
    final int indexPitch;
    final int recordPitch;
    final boolean isOpen;
    final int tmpColumns;

    Case(Random random) {
      rows = 1 + random.nextInt(4);
      int blocks = 1 + random.nextInt(3);
      columns = random.nextInt(3) == 0 ? BLOCK * blocks : 1 + random.nextInt(BLOCK * blocks);
      pitch = upTo(columns, BLOCK) + BLOCK * random.nextInt(2);
      indexRows = random.nextInt(3) == 0 ? 1 : rows;
      indexPitch = upTo(columns, 8) + 8 * random.nextInt(2);
      recordPitch = upTo(2 * columns, 8) + (random.nextBoolean() ? 0 : 2 * BLOCK);
      isOpen = random.nextInt(3) == 0;
      tmpColumns = random.nextInt(3) == 0 ? 8 * (1 + random.nextInt(pitch / 8)) : 0;
    }

    Function function() {
      List<String> lines = new ArrayList<>();
      tile(lines, "s", SOURCE, "f32", rows, pitch, rows, columns, "r n");
      tile(lines, "i", INDICES, "ui32", indexRows, indexPitch, indexRows, columns, "k n");
      tile(lines, "d", DESTINATION, "f32", rows, recordPitch, rows, 2 * columns, "r m");
      if (tmpColumns > 0) {
        tile(lines, "t", TMP, "f32", 1, tmpColumns, 1, tmpColumns, "");
      }
      lines.add("pto.tsort32 ins(%s, %i" + (tmpColumns > 0 ? ", %t" : "") + ") outs(%d)");
      return TileText.function("%n: index, %m: index, %r: index, %k: index", lines);
    }

    private void tile(
        List<String> lines,
        String name,
        long address,
        String element,
        int allRows,
        int allColumns,
        int validRows,
        int validColumns,
        String numbers) {
      boolean open = isOpen && !numbers.isEmpty();
      String[] number = numbers.split(" ");
      lines.add("%%at_%s = arith.constant %d : i64".formatted(name, address));
      lines.add(
          "%%%1$s = pto.alloc_tile addr = %%at_%1$s%2$s : !pto.tile_buf<vec, %3$dx%4$dx%5$s, valid=%6$sx%7$s>"
              .formatted(
                  name,
                  open ? " valid_row = %" + number[0] + " valid_col = %" + number[1] : "",
                  allRows,
                  allColumns,
                  element,
                  open ? "?" : "" + validRows,
                  open ? "?" : "" + validColumns));
    }
  }

  private static int upTo(int count, int multiple) {
    return (count + multiple - 1) / multiple * multiple;
  }

  private static long word(Map<Long, Integer> memory, long address) {
    return (int) ScalarRun.load(memory, address, Integer.BYTES);
  }

  /** What the units of a profile do in a step. */
  private static void perform(ScalarRun.Work work, Map<Long, Integer> memory) {
    List<Long> in = work.numbers();
    switch (work.step()) {
      case SORT -> {
        assertThat(in.get(3)).isBetween(1L, 255L);
        for (long block = 0; block < in.get(3); block++) {
          sort(
              memory,
              in.get(0) + block * BLOCK * RECORD,
              in.get(1) + block * BLOCK * Integer.BYTES,
              in.get(2) + block * BLOCK * Integer.BYTES);
        }
      }
      case PAD, PAD_INDICES -> {
        int filling = work.step() == ScalarRun.Step.PAD ? PADDING : PADDING_INDEX;
        for (int i = 0; i < BLOCK; i++) {
          long value = i < in.get(2) ? word(memory, in.get(0) + 4L * i) : filling;
          ScalarRun.store(memory, in.get(1) + 4L * i, Integer.BYTES, value);
        }
      }
      case COPY -> {
        assertThat(in.get(2)).isLessThanOrEqualTo(64);
        for (long i = 0; i < in.get(2); i++) {
          long value = word(memory, in.get(1) + 4 * i);
          ScalarRun.store(memory, in.get(0) + 4 * i, Integer.BYTES, value);
        }
      }
      case ORDER -> {}
    }
  }

  private static void sort(Map<Long, Integer> memory, long destination, long source, long indices) {
    List<long[]> records = new ArrayList<>();
    for (int i = 0; i < BLOCK; i++) {
      records.add(new long[] {word(memory, source + 4L * i), word(memory, indices + 4L * i)});
    }
    write(memory, destination, records);
  }

  /** Records in order, from an address on. */
  private static void write(Map<Long, Integer> memory, long address, List<long[]> records) {
    records.sort(
        Comparator.<long[]>comparingLong(record -> -record[0])
            .thenComparingLong(record -> record[1] & 0xFFFF_FFFFL));
    for (int i = 0; i < records.size(); i++) {
      ScalarRun.store(memory, address + (long) RECORD * i, 4, records.get(i)[0]);
      ScalarRun.store(memory, address + (long) RECORD * i + 4, 4, records.get(i)[1]);
    }
  }

  /** Bytes from an address on. */
  private record Bytes(long first, long count) {
    boolean meets(Bytes other) {
      return first < other.first + other.count && other.first < first + count;
    }

    boolean isInside(long start, long bytes) {
      return first >= start && first + count <= start + bytes;
    }
  }

  private static List<Bytes> read(ScalarRun.Work work) {
    List<Long> in = work.numbers();
    return switch (work.step()) {
      case SORT ->
          List.of(
              new Bytes(in.get(1), in.get(3) * BLOCK * 4),
              new Bytes(in.get(2), in.get(3) * BLOCK * 4));
      case PAD, PAD_INDICES -> List.of(new Bytes(in.get(0), in.get(2) * 4));
      case COPY -> List.of(new Bytes(in.get(1), in.get(2) * 4));
      case ORDER -> List.of();
    };
  }

  private static List<Bytes> written(ScalarRun.Work work) {
    List<Long> in = work.numbers();
    return switch (work.step()) {
      case SORT -> List.of(new Bytes(in.get(0), in.get(3) * BLOCK * RECORD));
      case PAD, PAD_INDICES -> List.of(new Bytes(in.get(1), BLOCK * 4L));
      case COPY -> List.of(new Bytes(in.get(0), in.get(2) * 4));
      case ORDER -> List.of();
    };
  }

  /**
   * Between two steps that touch a byte, which one of them writes, there is an order; and so it is
   * in front of the first copy and behind the last, for what others do before and after.
   */
  private static void assertInOrder(List<ScalarRun.Work> steps) {
    List<Bytes> read = new ArrayList<>();
    List<Bytes> written = new ArrayList<>();
    boolean copies = false;
    boolean ordered = false;
    for (ScalarRun.Work work : steps) {
      if (work.step() == ScalarRun.Step.ORDER) {
        read.clear();
        written.clear();
        ordered = true;
      }
      copies |= work.step() != ScalarRun.Step.ORDER && work.step() != ScalarRun.Step.SORT;
      assertThat(copies && !ordered).isFalse();
      for (Bytes target : written(work)) {
        assertThat(read).noneMatch(target::meets);
        assertThat(written).noneMatch(target::meets);
      }
      for (Bytes from : read(work)) {
        assertThat(written).noneMatch(from::meets);
      }
      read.addAll(read(work));
      written.addAll(written(work));
    }
    assertThat(copies && steps.getLast().step() != ScalarRun.Step.ORDER).isFalse();
  }

  /** What is written lies in the destination, the tmp tile, or the scratch that was asked for. */
  private static void assertInside(List<ScalarRun.Work> steps, Case each, boolean wholeRows) {
    long scratch =
        TileText.operations(each.function()).stream()
            .filter(op -> op.name().equals("pto.tsort32"))
            .mapToLong(op -> SortPlan.scratchBytes(op, wholeRows))
            .sum();
    assertThat(steps.stream().flatMap(work -> written(work).stream()))
        .allMatch(
            bytes ->
                bytes.isInside(DESTINATION, 4L * each.rows * each.recordPitch)
                    || bytes.isInside(TMP, 4L * each.tmpColumns)
                    || bytes.isInside(ScalarRun.SCRATCH, scratch));
  }

  private static Map<Long, Integer> wanted(Case each, Map<Long, Integer> before) {
    Map<Long, Integer> after = new HashMap<>(before);
    for (int row = 0; row < each.rows; row++) {
      for (int first = 0; first < each.columns; first += BLOCK) {
        List<long[]> records = new ArrayList<>();
        for (int c = first; c < Math.min(first + BLOCK, each.columns); c++) {
          int indexRow = each.indexRows == 1 ? 0 : row;
          records.add(
              new long[] {
                word(before, SOURCE + 4L * (row * each.pitch + c)),
                word(before, INDICES + 4L * (indexRow * each.indexPitch + c))
              });
        }
        write(after, DESTINATION + 4L * row * each.recordPitch + RECORD * first, records);
      }
    }
    return after;
  }

  /** Tails by themselves, or with the whole row in a copy (spec/21, section 3). */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void eachBlockOfEachRowIsSorted(boolean wholeRows) {
    CompileOptions options = CompileOptions.defaults().set(CodeSwitch.WHOLE_ROW_TAIL, wholeRows);
    for (int seed = 0; seed < 70; seed++) {
      Random random = new Random(seed);
      Case each = new Case(random);
      Map<Long, Integer> memory = new HashMap<>();
      for (long at : new long[] {SOURCE, INDICES, DESTINATION}) {
        for (int word = 0; word < each.rows * Math.max(each.pitch, each.recordPitch); word++) {
          ScalarRun.store(memory, at + 4L * word, 4, random.nextInt(at == SOURCE ? 50 : 1000));
        }
      }
      Map<Long, Integer> wanted = wanted(each, memory);
      Function lowered = ScalarRun.lower(each.function(), Profile.A5, options, new Diagnostics());
      ScalarRun run =
          ScalarRun.of(lowered, each.columns, 2L * each.columns, each.rows, each.indexRows);
      run.work().forEach(work -> perform(work, memory));
      assertInOrder(run.work());
      assertInside(run.work(), each, wholeRows);
      assertThat(differences(memory, wanted, each)).as("seed " + seed).isEmpty();
    }
  }

  /** Addresses that differ outside of scratch memory and of what a row has behind its records. */
  private static Set<Long> differences(
      Map<Long, Integer> memory, Map<Long, Integer> wanted, Case each) {
    Set<Long> places = new HashSet<>(memory.keySet());
    places.addAll(wanted.keySet());
    places.removeIf(
        at -> at >= TMP || memory.getOrDefault(at, 0).equals(wanted.getOrDefault(at, 0)));
    places.removeIf(
        at ->
            at >= DESTINATION
                && at < DESTINATION + 4L * each.rows * each.recordPitch
                && (at - DESTINATION) % (4L * each.recordPitch) >= (long) RECORD * each.columns);
    return places;
  }

  /** One word sorts at most 255 blocks. */
  @Test
  void longRowsAreSortedInChunks() {
    for (String columns : List.of("16384", "?")) {
      String valid = columns.equals("?") ? " valid_col = %n" : "";
      Function function =
          TileText.function(
              "%n: index, %m: index, %a: i64, %b: i64, %c: i64",
              List.of(
                  "%s = pto.alloc_tile addr = %a"
                      + valid
                      + " : !pto.tile_buf<vec, 1x16384xf16, valid=1x"
                      + columns
                      + ">",
                  "%i = pto.alloc_tile addr = %b"
                      + valid
                      + " : !pto.tile_buf<vec, 1x16384xui32, valid=1x"
                      + columns
                      + ">",
                  "%d = pto.alloc_tile addr = %c : !pto.tile_buf<vec, 1x65536xf16>",
                  "pto.tsort32 ins(%s, %i) outs(%d)"));
      Function lowered = ScalarRun.lower(function, Profile.A5, false, new Diagnostics());
      assertThat(ScalarRun.of(lowered, 16384, 0, 0, 40_000, 120_000).work())
          .extracting(ScalarRun.Work::numbers)
          .startsWith(List.of(120_000L, 0L, 40_000L, 255L))
          .contains(List.of(120_000L + 255 * 256, 255L * 64, 40_000L + 255 * 128, 255L))
          .contains(List.of(120_000L + 510 * 256, 510L * 64, 40_000L + 510 * 128, 2L));
    }
  }

  /**
   * How many sorts and copies there are: {@code pitches} of values, indices and records, and the
   * columns of the tmp tile.
   */
  @ParameterizedTest
  @CsvSource({
    "64, 64 64 128, 0, false, 1, 0",
    "64, 96 64 128, 0, false, 2, 0",
    "64, 64 72 128, 0, false, 2, 0",
    "64, 64 64 136, 0, false, 2, 0",
    "40, 64 64 128, 0, false, 4, 0",
    "40, 64 64 120, 0, false, 4, 2",
    "40, 64 64 128, 64, false, 4, 0",
    "40, 64 64 128, 64, true, 2, 4",
    "40, 64 64 128, 56, true, 4, 0",
    "40, 64 64 120, 64, true, 4, 2",
    "64, 96 64 128, 64, true, 2, 0"
  })
  void rowsWithoutGapsAreOneAndWholeBlocksNeedNoCopy(
      int columns, String pitches, int tmpColumns, boolean wholeRows, int sorts, int copies) {
    String[] pitch = pitches.split(" ");
    List<String> lines = new ArrayList<>();
    String tile = "%%%1$s = pto.alloc_tile addr = %%at_%1$s : !pto.tile_buf<vec, %2$s>";
    for (String each :
        List.of(
            "s 0 2x%sxf32, valid=2x%d".formatted(pitch[0], columns),
            "i 50000 2x%sxui32, valid=2x%d".formatted(pitch[1], columns),
            "d 100000 2x%sxf32, valid=2x%d".formatted(pitch[2], 2 * columns),
            "t 180000 1x%dxf32".formatted(Math.max(8, tmpColumns)))) {
      String[] words = each.split(" ", 3);
      lines.add("%%at_%s = arith.constant %s : i64".formatted(words[0], words[1]));
      lines.add(tile.formatted(words[0], words[2]));
    }
    lines.add("pto.tsort32 ins(%s, %i" + (tmpColumns > 0 ? ", %t" : "") + ") outs(%d)");
    CompileOptions options = CompileOptions.defaults().set(CodeSwitch.WHOLE_ROW_TAIL, wholeRows);
    Function function = TileText.function("", lines);
    Function lowered = ScalarRun.lower(function, Profile.A5, options, new Diagnostics());
    List<ScalarRun.Step> steps =
        ScalarRun.of(lowered).work().stream().map(ScalarRun.Work::step).toList();
    assertThat(Collections.frequency(steps, ScalarRun.Step.SORT)).isEqualTo(sorts);
    assertThat(Collections.frequency(steps, ScalarRun.Step.COPY)).isEqualTo(copies);
  }

  /** Scratch memory for a last block that is not whole: its records, its indices and its values. */
  @Test
  void onlyATailNeedsScratch() {
    assertThat(scratch("1x64xf32", false)).isZero();
    assertThat(scratch("1x64xf32, valid=1x63", false)).isEqualTo(256 + 128 + 128);
    assertThat(scratch("1x64xf16, valid=1x33", false)).isEqualTo(256 + 128 + 64);
    assertThat(scratch("1x64xf32, valid=1x?", false)).isEqualTo(256 + 128 + 128);
    assertThat(scratch("1x320xf32, valid=1x300", true)).isEqualTo(256 + 10 * 128);
    assertThat(scratch("1x320xf32, valid=1x?", true)).isEqualTo(256 + 10 * 128);
    assertThat(scratch("1x8160xf32, valid=1x8159", true)).isEqualTo(256 + 255 * 128);
    assertThat(scratch("1x8192xf32, valid=1x8161", true)).isEqualTo(256 + 128 + 128);
  }

  private static long scratch(String type, boolean whole) {
    String tile = " = pto.alloc_tile : !pto.tile_buf<vec, ";
    String open =
        type.contains("?") ? " = pto.alloc_tile valid_col = %n : !pto.tile_buf<vec, " : tile;
    Function function =
        TileText.function(
            "%n: index",
            List.of(
                "%s" + open + type + ">",
                "%i" + open + type.replaceFirst("f(32|16)", "ui32") + ">",
                "%t" + tile + "1x8192xf32>",
                "%d" + tile + "1x16384xf32>",
                "pto.tsort32 ins(%s, %i" + (whole ? ", %t" : "") + ") outs(%d)"));
    return TileText.operations(function).stream()
        .filter(op -> op.name().equals("pto.tsort32"))
        .mapToLong(op -> SortPlan.scratchBytes(op, whole))
        .sum();
  }
}
