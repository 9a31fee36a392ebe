package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.MachineOperands;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RuntimeRule;

/**
 * Whether an operation may have its destination where it is (spec/50, 3.3) has one answer, whatever
 * of it the run decides: an error of the compiler where addresses and extents are known, and the
 * trap of R6 where either or both are not. Known places are judged more mildly in the order of
 * work, which may go downward then, and more strictly with open extents, of which the worst counts.
 */
class OverlapChecksTest {
  private static final long SOURCE = 65_536;

  /** What the text knows. */
  private enum Known {
    ALL,
    EXTENTS,
    PLACES,
    NOTHING;

    boolean hasExtents() {
      return this == ALL || this == EXTENTS;
    }

    boolean hasPlaces() {
      return this == ALL || this == PLACES;
    }
  }

  private record Shape(int rows, int columns, int pitch, int allRows, long distance) {
    static Shape random(Random random) {
      int columns = 1 + random.nextInt(100);
      int rows = 1 + random.nextInt(4);
      int pitch = (columns + 31) / 32 * 32 + 32 * random.nextInt(2);
      int reach = 4 * pitch * rows / 32 + 2;
      int distance = random.nextInt(8) == 0 ? 0 : 32 * (random.nextInt(2 * reach) - reach);
      return new Shape(rows, columns, pitch, rows + random.nextInt(2), distance);
    }

    private String tile(String name, String element, String extents, boolean known) {
      int validRows = extents.startsWith("1") ? 1 : rows;
      int validColumns = extents.endsWith("1") ? 1 : columns;
      String open =
          " valid_row = %"
              + (extents.startsWith("1") ? "c1" : "m")
              + " valid_col = %"
              + (extents.endsWith("1") ? "c1" : "n");
      return "%%%1$s = pto.alloc_tile addr = %%at_%1$s%2$s : !pto.tile_buf<vec, %3$dx%4$dx%5$s, valid=%6$s>"
          .formatted(
              name,
              known ? "" : open,
              allRows,
              pitch,
              element,
              known ? validRows + "x" + validColumns : "?x?");
    }

    Function function(String statement, String source, String target, Known known) {
      String[] from = source.split(" ");
      String[] to = target.split(" ");
      String place = "%at_d = arith.constant " + (SOURCE + distance) + " : i64";
      String open = "%at_d = arith.addi %at_s, %at : i64";
      return TileText.function(
          "%m: index, %n: index, %at: i64",
          List.of(
              "%at_s = arith.constant " + SOURCE + " : i64",
              known.hasPlaces() ? place : open,
              tile("s", from[0], from[1], known.hasExtents()),
              tile("d", to[0], to[1], known.hasExtents()),
              statement));
    }
  }

  /** An operation, and the element and extents of its source and its destination. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          A5   | pto.texp ins(%s) outs(%d)           | f32 mxn | f32 mxn
          A5   | pto.tcvt ins(%s) outs(%d)           | f32 mxn | f16 mxn
          A5   | pto.tcvt ins(%s) outs(%d)           | f16 mxn | f32 mxn
          A5   | pto.tadd ins(%s, %s) outs(%d)       | i16 mxn | i16 mxn
          A5   | pto.tmov ins(%s) outs(%d)           | f32 mxn | f32 mxn
          A5   | pto.trowsum ins(%s) outs(%d)        | f32 mxn | f32 mx1
          A5   | pto.tcolsum ins(%s) outs(%d)        | f32 mxn | f32 1xn
          A5   | pto.trowexpand ins(%s) outs(%d)     | f32 mx1 | f32 mxn
          A5   | pto.tcolexpand ins(%s) outs(%d)     | f32 1xn | f32 mxn
          A5   | pto.tcmp ins(%s, %s {cmpMode = #pto<cmp lt>}) outs(%d) | f32 mxn | ui8 mxn
          A2A3 | pto.texp ins(%s) outs(%d)           | f32 mxn | f32 mxn
          A2A3 | pto.trowsum ins(%s) outs(%d)        | f32 mxn | f32 mx1
          A2A3 | pto.trowmax ins(%s) outs(%d)        | f32 mxn | f32 mx1
          A2A3 | pto.trecip ins(%s) outs(%d)         | f32 mxn | f32 mxn
          A2A3 | pto.tcvt ins(%s) outs(%d)           | f32 mxn | f16 mxn
          A2A3 | pto.tmov ins(%s) outs(%d)           | f32 mxn | f32 mxn
          A2A3 | pto.tcolsum ins(%s) outs(%d)        | f32 mxn | f32 1xn
          A2A3 | pto.trowexpand ins(%s) outs(%d)     | f32 mx1 | f32 mxn
          A2A3 | pto.tcolexpand ins(%s) outs(%d)     | f32 1xn | f32 mxn
          """)
  void theRunDecidesAsTheCompilerDoes(
      Profile profile, String statement, String source, String target) {
    int illegal = 0;
    for (int seed = 0; seed < 25; seed++) {
      Shape shape = Shape.random(new Random(seed));
      Map<Known, Answer> answers = new EnumMap<>(Known.class);
      for (Known known : Known.values()) {
        Function function = shape.function(statement, source, target, known);
        answers.put(known, Answer.of(function, profile, shape));
      }
      if (answers.get(Known.ALL) == Answer.ERROR) {
        assertThat(answers.values()).as("%s", shape).doesNotContain(Answer.RUNS);
      }
      Answer open = answers.get(Known.NOTHING);
      assertThat(open).as("%s", shape).isEqualTo(answers.get(Known.EXTENTS));
      illegal += open == Answer.TRAPS ? 1 : 0;
    }
    assertThat(illegal).isBetween(1, 24);
  }

  /** On A2/A3 a reciprocal shares no byte with its source, whatever the pitches of both. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tilesThatMustLieApartShareNoByte(boolean knownExtents) {
    int illegal = 0;
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      int columns = 1 + random.nextInt(40);
      int rows = random.nextInt(4) == 0 ? 1 : 1 + random.nextInt(5);
      int[] pitch = new int[2];
      for (int i = 0; i < 2; i++) {
        pitch[i] = (columns + 7) / 8 * 8 + 8 * random.nextInt(4);
      }
      int reach = 4 * Math.max(pitch[0], pitch[1]) * rows / 32 + 2;
      long distance = 32L * (random.nextInt(2 * reach) - reach);
      String tile =
          knownExtents
              ? "%%%1$s = pto.alloc_tile addr = %%at_%1$s : !pto.tile_buf<vec, %2$dx%3$dxf32,"
                  + " valid=%2$dx%4$d>"
              : "%%%1$s = pto.alloc_tile addr = %%at_%1$s valid_row = %%m valid_col = %%n :"
                  + " !pto.tile_buf<vec, %2$dx%3$dxf32, valid=?x?>";
      Function function =
          TileText.function(
              "%m: index, %n: index, %at: i64",
              List.of(
                  "%at_s = arith.constant " + SOURCE + " : i64",
                  "%at_d = arith.addi %at_s, %at : i64",
                  tile.formatted("s", rows, pitch[0], columns),
                  tile.formatted("d", rows, pitch[1], columns),
                  "pto.trecip ins(%s) outs(%d)"));
      Function lowered = ScalarRun.lower(function, Profile.A2A3, true, new Diagnostics());
      boolean meets = false;
      for (int i = 0; i < rows * rows; i++) {
        long apart = distance + 4L * (i / rows * pitch[1] - i % rows * pitch[0]);
        meets |= Math.abs(apart) < 4L * columns;
      }
      assertThat(ScalarRun.of(lowered, rows, columns, distance).trap())
          .as("%d %d %s %d", rows, columns, Arrays.toString(pitch), distance)
          .isEqualTo(meets ? Optional.of(RuntimeRule.OVERLAP) : Optional.empty());
      illegal += meets ? 1 : 0;
    }
    assertThat(illegal).isBetween(10, 50);
  }

  /** Windows of the run stay inside their tiles: two lines of {@code a} go to {@code b}. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          %b = pto.alloc_tile addr = %at_b : T                                                        | 2048  | false
          %b = pto.alloc_tile addr = %at_b : T                                                        | -2048 | false
          %b = pto.alloc_tile addr = %at_b : T                                                        | 2016  | true
          %b = pto.alloc_tile addr = %at_b : T                                                        | -2016 | true
          %b = pto.alloc_tile addr = %at : T                                                          | 2048  | true
          %o = pto.alloc_tile addr = %at_b : T; %b = pto.tassign %o, %at : T -> T                     | 2048  | true
          %o = pto.alloc_tile addr = %at : T; %b = pto.tassign %o, %at_b : T -> T                     | 2048  | false
          %o = pto.alloc_tile addr = %at_b : T; %b = pto.subview %o[%c0, %c0] sizes [8, 64] : T -> T  | 2048  | false
          %o = pto.alloc_tile addr = %at : T; %b = pto.subview %o[%c0, %c0] sizes [8, 64] : T -> T    | 2048  | true
          %o = pto.alloc_tile addr = %at_b : T; %b = pto.alloc_tile addr = %at_s : T; pto.treshape ins(%o) outs(%b) | 2048 | false
          %o = pto.alloc_tile addr = %at : T; %b = pto.alloc_tile addr = %at_b : T; pto.treshape ins(%o) outs(%b)   | 2048 | true
          """)
  void windowsOfTilesThatLieApartNeedNoCheck(String tile, long distance, boolean checked) {
    String line = "!pto.tile_buf<vec, 2x64xf32, valid=2x64>";
    List<String> lines = new ArrayList<>();
    lines.add("%at_s = arith.constant " + SOURCE + " : i64");
    lines.add("%at_b = arith.constant " + (SOURCE + distance) + " : i64");
    lines.add("%a = pto.alloc_tile addr = %at_s : T");
    lines.addAll(List.of(tile.split("; ")));
    lines.add("%w = pto.subview %a[%m, %c0] sizes [2, 64] : T -> " + line);
    lines.add("%v = pto.subview %b[%n, %c0] sizes [2, 64] : T -> " + line);
    lines.add("pto.texp ins(%w) outs(%v)");
    lines.replaceAll(each -> each.replaceAll("\\bT\\b", "!pto.tile_buf<vec, 8x64xf32>"));
    Diagnostics problems = new Diagnostics();
    Function lowered =
        ScalarRun.lower(
            TileText.function("%m: index, %n: index, %at: i64", lines), Profile.A5, true, problems);
    assertThat(problems.all()).isEmpty();
    assertThat(
            TileText.operations(lowered).stream()
                .filter(op -> op.name().startsWith("isa."))
                .flatMap(op -> MachineOperands.number(op, OperandRole.TRAP).stream())
                .anyMatch(number -> number.equals((long) RuntimeRule.OVERLAP.id())))
        .isEqualTo(checked);
  }

  /** All of a scratch tile counts; of a window of a wider tile, its lines alone. */
  @ParameterizedTest
  @CsvSource({"480, true", "512, false", "-480, true", "-512, false", "16, true"})
  void allOfAScratchTileLiesApart(long distance, boolean traps) {
    assertThat(scratch("4x32xi32, valid=1x1", distance)).isEqualTo(traps);
  }

  @ParameterizedTest
  @CsvSource({"0, true", "96, true", "128, false", "160, true", "256, true", "-128, false"})
  void linesOfAScratchWindowLieBetweenThoseOfOthers(long distance, boolean traps) {
    assertThat(scratch("4x64xi32", distance)).isEqualTo(traps);
  }

  /** Whether it traps that the scratch of {@code txor} lies at a distance from its source. */
  private static boolean scratch(String tmp, long distance) {
    String window = "!pto.tile_buf<vec, 4x32xi32, valid=4x32>";
    boolean isWindow = tmp.contains("64");
    List<String> lines = new ArrayList<>(List.of("%at_s = arith.constant 65536 : i64"));
    lines.add("%at_t = arith.addi %at_s, %at : i64");
    lines.add("%at_d = arith.constant 0 : i64");
    lines.add("%whole = pto.alloc_tile addr = %at_t : !pto.tile_buf<vec, " + tmp + ">");
    String wide = "!pto.tile_buf<vec, 4x64xi32>";
    if (isWindow) {
      lines.add("%w = pto.subview %whole[%c0, %c0] sizes [4, 32] : " + wide + " -> " + window);
      lines.add("%all = pto.alloc_tile addr = %at_s : " + wide);
      lines.add("%s = pto.subview %all[%c0, %c0] sizes [4, 32] : " + wide + " -> " + window);
    } else {
      lines.add("%s = pto.alloc_tile addr = %at_s : " + window);
    }
    lines.add("%d = pto.alloc_tile addr = %at_d : " + window);
    lines.add("pto.txor ins(%s, %s, " + (isWindow ? "%w" : "%whole") + ") outs(%d)");
    Function lowered =
        ScalarRun.lower(
            TileText.function("%at: i64", lines), Profile.A2A3, true, new Diagnostics());
    return ScalarRun.of(lowered, distance).trap().isPresent();
  }

  private enum Answer {
    RUNS,
    TRAPS,
    ERROR;

    static Answer of(Function function, Profile profile, Shape shape) {
      Diagnostics problems = new Diagnostics();
      Function lowered = ScalarRun.lower(function, profile, true, problems);
      if (problems.all().stream().anyMatch(each -> each.code() == DiagnosticCode.TILE_OVERLAP)) {
        return ERROR;
      }
      Optional<RuntimeRule> trap =
          ScalarRun.of(lowered, shape.rows(), shape.columns(), shape.distance()).trap();
      assertThat(trap.filter(rule -> rule != RuntimeRule.OVERLAP)).isEmpty();
      return trap.isPresent() ? TRAPS : RUNS;
    }
  }
}
