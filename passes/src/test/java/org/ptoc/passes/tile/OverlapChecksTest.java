package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
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
          A2A3 | pto.texp ins(%s) outs(%d)           | f32 mxn | f32 mxn
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
