package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.PrintRecord;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;

/**
 * What views and tiles are to the scalar unit: a view {@code v} of 8 x 64 elements behind address
 * 2^20 and the window {@code p} of it from (2, 3), a tile {@code t} of 8 x 64 elements at 4096 of
 * which 5 x 60 are valid, a tile {@code u} with open extents, first 3 x 9, and a multi-tile {@code
 * r} at 16384.
 */
class TileLoweringTest {
  private static final long OUT = 32_768;
  private static final String OPEN = "!pto.tile_buf<vec, 8x64xi32, valid=?x?>";
  private static final String MATRIX = "!pto.tile_buf<mat, ";
  private static final List<String> BEFORE =
      List.of(
          "%c5 = arith.constant 5 : index",
          "%c9 = arith.constant 9 : index",
          "%c16 = arith.constant 16 : index",
          "%c32 = arith.constant 32 : index",
          "%v = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c64, %c1] : V",
          "%p = pto.partition_view %v, offsets = [%c2, %c3], sizes = [%c4, %c8] : V -> P",
          "%at_t = arith.constant 4096 : i64",
          "%at_u = arith.constant 8192 : i64",
          "%at_r = arith.constant 16384 : i64",
          "%at_o = arith.constant " + OUT + " : i64",
          "%t = pto.alloc_tile addr = %at_t : T",
          "%u = pto.alloc_tile addr = %at_u valid_row = %c3 valid_col = %c9 : " + OPEN,
          "%r = pto.alloc_multi_tile addr = %at_r : R",
          "%o = pto.alloc_tile addr = %at_o : !pto.tile_buf<vec, 1x8xi32>");

  private static Function function(String program) {
    List<String> lines = new ArrayList<>(BEFORE);
    lines.addAll(List.of(program.split("; ")));
    lines.replaceAll(
        line ->
            line.replaceAll("\\bV\\b", "!pto.tensor_view<8x64xi32>")
                .replaceAll("\\bP\\b", "!pto.partition_tensor_view<4x8xi32>")
                .replaceAll("\\bT\\b", "!pto.tile_buf<vec, 8x64xi32, valid=5x60>")
                .replaceAll("\\bU\\b", OPEN)
                .replaceAll(
                    "\\bNZ\\b", MATRIX + "64x128xi16, blayout=col_major, slayout=row_major>")
                .replaceAll("\\bZN\\b", MATRIX + "64x128xi16, slayout=col_major>")
                .replaceAll("\\bLINE\\b", MATRIX + "1x128xi16>")
                .replaceAll("\\bR\\b", "!pto.multi_tile_buf<vec, 8x64xi32, count=2>")
                .replaceAll("\\bS\\b", "!pto.tile_buf<vec, 8x64xi32>")
                .replaceAll("\\bW\\b", "!pto.tile_buf<vec, 4x8xi32, valid=?x?>"));
    return TileText.function("%n: index, %x: !pto.ptr<i32>", lines);
  }

  /** The number {@code %q} of a program, an {@code index}. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          %q = pto.get_tensor_view_dim %v, %c0 : V -> index                     | 8
          %q = pto.get_tensor_view_dim %v, %c1 : V -> index                     | 64
          %q = pto.get_tensor_view_stride %v, %c0 : V -> index                  | 64
          %q = pto.get_tensor_view_stride %v, %c1 : V -> index                  | 1
          %q = pto.get_tensor_view_dim %p, %c0 : P -> index                     | 4
          %q = pto.get_tensor_view_dim %p, %c1 : P -> index                     | 8
          %q = pto.get_tensor_view_stride %p, %c0 : P -> index                  | 64
          %q = pto.tile_valid_rows %t : T -> index                              | 5
          %q = pto.tile_valid_cols %t : T -> index                              | 60
          %q = pto.tile_valid_rows %u : U -> index                              | 3
          %q = pto.tile_valid_cols %u : U -> index                              | 9
          %q, %w = pto.get_validshape %u : U -> index, index                    | 3
          %w, %q = pto.get_validshape %u : U -> index, index                    | 9
          pto.set_validshape %u, %c4, %n; %q = pto.tile_valid_rows %u : U -> index | 4
          pto.set_validshape %u, %c4, %n; %q = pto.tile_valid_cols %u : U -> index | 7
          %a = pto.tensor_view_addr %v : V -> !pto.ptr<i32>; address a          | 1048576
          %a = pto.tensor_view_addr %p : P -> !pto.ptr<i32>; address a          | 1049100
          %a = pto.tile_buf_addr %t : T -> !pto.ptr<i32, ub>; address a         | 4096
          %s = pto.multi_tile_get %r[%c1] : R -> S; %a = pto.tile_buf_addr %s : S -> !pto.ptr<i32, ub>; address a | 18432
          %s = pto.multi_tile_get %r[%n] : R -> S; %a = pto.tile_buf_addr %s : S -> !pto.ptr<i32, ub>; address a | 30720
          %s = pto.subview %t[%c2, %c3] sizes [4, 8] : T -> W; %a = pto.tile_buf_addr %s : W -> !pto.ptr<i32, ub>; address a | 4620
          %s = pto.subview %t[%c2, %c3] sizes [4, 8] valid [%c3, %n] : T -> W; %q = pto.tile_valid_rows %s : W -> index | 3
          %s = pto.subview %t[%c2, %c3] sizes [4, 8] valid [%c3, %n] : T -> W; %q = pto.tile_valid_cols %s : W -> index | 7
          %l = pto.alloc_tile addr = %at_r : NZ; %s = pto.subview %l[%c16, %c32] sizes [16, 16] : NZ -> NZ; %a = pto.tile_buf_addr %s : NZ -> !pto.ptr<i16, l1>; address a | 20992
          %l = pto.alloc_tile addr = %at_r : ZN; %s = pto.subview %l[%c16, %c32] sizes [16, 16] : ZN -> ZN; %a = pto.tile_buf_addr %s : ZN -> !pto.ptr<i16, l1>; address a | 21504
          %l = pto.alloc_tile addr = %at_r : LINE; %s = pto.subview %l[%c0, %c32] sizes [1, 16] : LINE -> LINE; %a = pto.tile_buf_addr %s : LINE -> !pto.ptr<i16, l1>; address a | 16448
          %s = pto.tassign %t, %at_r : T -> T; %a = pto.tile_buf_addr %s : T -> !pto.ptr<i32, ub>; address a | 16384
          %s = pto.alloc_tile addr = %at_r : !pto.tile_buf<vec, 16x32xi32>; pto.treshape ins(%t) outs(%s); %a = pto.tile_buf_addr %s : !pto.tile_buf<vec, 16x32xi32> -> !pto.ptr<i32, ub>; address a | 4096
          %k = arith.constant 77 : i32; pto.tsetval ins(%c9, %k) outs(%t); %y = pto.tgetval ins(%t, %c9 : T, index) outs : i32; %q = arith.index_cast %y : i32 to index | 77
          %k = arith.constant 77 : i32; pto.tsetval ins(%c9, %k) outs(%t); %y = pto.tgetval ins(%t, %c8 : T, index) outs : i32; %q = arith.index_cast %y : i32 to index | 0
          """)
  void numbersOfViewsAndTiles(String program, long expected) {
    String ends =
        "; %out = arith.index_cast %q : index to i32; pto.tsetval ins(%c0, %out) outs(%o)";
    String whole =
        program.replace(
                "address a",
                "%b = pto.castptr %a : A -> i64; %q = arith.index_cast %b : i64 to index")
            + ends;
    String pointer = program.contains("tensor_view_addr") ? "!pto.ptr<i32>" : "!pto.ptr<i32, ub>";
    pointer = program.contains("l1>") ? "!pto.ptr<i16, l1>" : pointer;
    Diagnostics problems = new Diagnostics();
    Function lowered =
        ScalarRun.lower(
            function(whole.replace(": A ", ": " + pointer + " ")), Profile.A5, false, problems);
    assertThat(problems.all()).isEmpty();
    Map<Long, Integer> memory = ScalarRun.of(lowered, 7, 1 << 20).memory();
    assertThat(ScalarRun.load(memory, OUT, Integer.BYTES)).isEqualTo(expected);
  }

  /** An element outside the storage of its tile traps, whether checks are asked for or not. */
  @ParameterizedTest
  @CsvSource({"0, false", "511, false", "512, true", "-1, true"})
  void elementsLieInTheStorageOfTheTile(long element, boolean traps) {
    for (String access :
        List.of(
            "%k = arith.constant 77 : i32; pto.tsetval ins(%n, %k) outs(%t)",
            "%y = pto.tgetval ins(%t, %n : T, index) outs : i32")) {
      Function lowered = ScalarRun.lower(function(access), Profile.A5, false, new Diagnostics());
      assertThat(ScalarRun.of(lowered, element, 1 << 20).trap())
          .isEqualTo(traps ? Optional.of(RuntimeRule.RANGE) : Optional.empty());
    }
  }

  /** In a window, elements count from its first one to the end of the whole tile. */
  @ParameterizedTest
  @CsvSource({"0, false", "380, false", "381, true", "-1, true"})
  void elementsOfAWindowLieInTheWholeTile(long element, boolean traps) {
    String window = "%s = pto.subview %t[%c2, %c3] sizes [4, 8] : T -> W; ";
    String inner = "%w = pto.subview %s[%c0, %c0] sizes [4, 8] : W -> W; ";
    String access = "%k = arith.constant 77 : i32; pto.tsetval ins(%n, %k) outs(";
    for (String program : List.of(window + access + "%s)", window + inner + access + "%w)")) {
      Function lowered = ScalarRun.lower(function(program), Profile.A5, false, new Diagnostics());
      assertThat(ScalarRun.of(lowered, element, 1 << 20).trap())
          .isEqualTo(traps ? Optional.of(RuntimeRule.RANGE) : Optional.empty());
    }
  }

  /** Kind, type, style, layout, rows and columns and their strides, and the numbers of the run. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pto.tprint ins(%t) | TILE S32 WIDTH8_PRECISION4 ND 8 64 64 1 | 4096 5 60
          pto.tprint ins(%u) | TILE S32 WIDTH8_PRECISION4 ND 8 64 64 1 | 8192 3 9
          pto.tprint ins(%t) {printFormat = #pto<print_format width10_precision6>} | TILE S32 WIDTH10_PRECISION6 ND 8 64 64 1 | 4096 5 60
          %s = pto.alloc_tile addr = %at_r : !pto.tile_buf<vec, 16x4xf32, blayout=col_major>; pto.tprint ins(%s) | TILE FP32 WIDTH8_PRECISION4 DN 16 4 1 16 | 16384 16 4
          %s = pto.subview %t[%c2, %c3] sizes [4, 8] valid [%c3, %n] : T -> W; pto.tprint ins(%s) | TILE S32 WIDTH8_PRECISION4 ND 4 8 64 1 | 4620 3 7
          pto.tprint ins(%v) | VIEW S32 WIDTH8_PRECISION4 ND 0 0 0 0 | 1048576 1 1 1 8 64 0 0 0 64 1
          pto.tprint ins(%p) {printFormat = #pto<print_format width8_precision2>} | VIEW S32 WIDTH8_PRECISION2 ND 0 0 0 0 | 1049100 1 1 1 4 8 0 0 0 64 1
          %w = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c1, %c8] : V; pto.tprint ins(%w) | VIEW S32 WIDTH8_PRECISION4 DN 0 0 0 0 | 1048576 1 1 1 8 64 0 0 0 1 8
          %w = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c1, %c1] : V; pto.tprint ins(%w) | VIEW S32 WIDTH8_PRECISION4 ND 0 0 0 0 | 1048576 1 1 1 8 64 0 0 0 1 1
          %w = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c1, %n] : V; pto.tprint ins(%w) | VIEW S32 WIDTH8_PRECISION4 DN 0 0 0 0 | 1048576 1 1 1 8 64 0 0 0 1 7
          %w = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%n, %c1] : V; pto.tprint ins(%w) | VIEW S32 WIDTH8_PRECISION4 ND 0 0 0 0 | 1048576 1 1 1 8 64 0 0 0 7 1
          %w = pto.make_tensor_view %x, shape = [%c64], strides = [%c1] : !pto.tensor_view<64xi32>; pto.tprint ins(%w) | VIEW S32 WIDTH8_PRECISION4 ND 0 0 0 0 | 1048576 1 1 1 1 64 0 0 0 0 1
          """)
  void aPrintSaysWhatIsWhere(String program, String record, String numbers) {
    Diagnostics problems = new Diagnostics();
    Function lowered = ScalarRun.lower(function(program), Profile.A5, false, problems);
    assertThat(problems.all()).isEmpty();
    ScalarRun.Print print = ScalarRun.of(lowered, 7, 1 << 20).prints().getFirst();
    PrintRecord found = print.record();
    assertThat(
            "%s %s %s %s %d %d %d %d%s"
                .formatted(
                    found.kind(),
                    found.type(),
                    found.style(),
                    found.layout(),
                    found.rows(),
                    found.columns(),
                    found.rowStride(),
                    found.columnStride(),
                    found.text()))
        .isEqualTo(record);
    assertThat(print.numbers().toString().replaceAll("[\\[\\],]", "")).isEqualTo(numbers);
    List<String> names = TileText.operations(lowered).stream().map(Operation::name).toList();
    assertThat(names.indexOf("pto.barrier"))
        .as("all pipes are done before")
        .isBetween(0, names.indexOf("pto.print"));
  }

  /** The line of a view is that of its first element; one of a pointer stays as it is. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pto.cmo.cacheinvalid %p single_cache_line : P             | 1049100
          pto.cmo.cacheinvalid %x single_cache_line : !pto.ptr<i32> | 1048576
          """)
  void aCacheLineIsThatOfTheFirstElement(String program, long expected) {
    Diagnostics problems = new Diagnostics();
    Function lowered = ScalarRun.lower(function(program), Profile.A5, false, problems);
    assertThat(problems.all()).isEmpty();
    assertThat(ScalarRun.of(lowered, 7, 1 << 20).lines()).containsExactly(expected);
  }

  /** Partial extrema of two sources that are both shorter (spec/20, 7.4). */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pto.tpartmax | 8x64 | 4x64 | 8x64 | false
          pto.tpartmax | 4x64 | 8x64 | 8x64 | false
          pto.tpartmax | 4x64 | 8x32 | 8x64 | true
          pto.tpartmax | 8x32 | 4x64 | 8x64 | true
          pto.tpartmax | 8x?  | 4x64 | 8x64 | false
          pto.tpartmax | 4x?  | 4x64 | 8x64 | true
          pto.tpartmax | ?x64 | 4x64 | 8x64 | false
          pto.tpartmax | 4x64 | 4x64 | ?x?  | false
          pto.tadd     | 4x64 | 8x32 | 8x64 | false
          """)
  void twoShortSourcesAreAnErrorOnRequest(
      String name, String first, String second, String target, boolean isError) {
    List<String> lines = new ArrayList<>();
    int at = 20_480;
    for (String tile : List.of("a " + first, "b " + second, "d " + target)) {
      String[] words = tile.split(" ");
      lines.add("%%at_%s = arith.constant %d : i64".formatted(words[0], at));
      lines.add(
          "%%%s = pto.alloc_tile addr = %%at_%s%s%s : !pto.tile_buf<vec, 8x64xi32, valid=%s>"
              .formatted(
                  words[0],
                  words[0],
                  words[1].startsWith("?") ? " valid_row = %n" : "",
                  words[1].endsWith("?") ? " valid_col = %n" : "",
                  words[1]));
      at += 2048;
    }
    lines.add(name + " ins(%a, %b) outs(%d)");
    for (boolean strict : List.of(true, false)) {
      Diagnostics problems = new Diagnostics();
      CompileOptions options = CompileOptions.defaults().set(CodeSwitch.STRICT_PARTIAL, strict);
      ScalarRun.lower(function(String.join("; ", lines)), Profile.A5, options, problems);
      assertThat(problems.all().stream().anyMatch(each -> each.message().contains("--strict-part")))
          .isEqualTo(strict && isError);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          %q = pto.get_tensor_view_dim %v, %n : V -> index         | the dimension must be a constant from 0 to 1
          %q = pto.get_tensor_view_dim %v, %c2 : V -> index        | the dimension must be a constant from 0 to 1
          %s = pto.alloc_tile : S; pto.texp ins(%s) outs(%s)       | it has no address; the pass tile-placement comes first
          %s = pto.subview %t[%c2, %c0] sizes [4, 8] : T -> !pto.tile_buf<vec, 4x8xi32>; %w = pto.alloc_tile addr = %at_r : !pto.tile_buf<vec, 2x16xi32>; pto.treshape ins(%s) outs(%w) | src is a window of a wider tile, whose rows are not adjacent
          %w = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c64, %c2] : V; %s = pto.alloc_tile addr = %at_r : S; %i = pto.alloc_tile addr = %at_u : !pto.tile_buf<vec, 8x8xi32, valid=8x1>; pto.mgather ins(%w, %i) outs(%s) {coalesce = #pto<coalesce row>} | pto.mgather: the columns of a row-major tile must be adjacent
          %w = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c64, %c2] : V; %s = pto.alloc_tile addr = %at_r : S; %i = pto.alloc_tile addr = %at_u : !pto.tile_buf<vec, 8x8xi32, valid=8x1>; pto.mscatter ins(%s, %i) outs(%w) {coalesce = #pto<coalesce row>} | pto.mscatter: the columns of a row-major tile must be adjacent
          %l = pto.alloc_tile addr = %at_r : !pto.tile_buf<left, 16x16xi32, slayout=row_major>; pto.tmov ins(%l) outs(%t) | pto.tmov is not supported by this version for profile a5
          %at = arith.constant 4128 : i64; %s = pto.alloc_tile addr = %at : S; %z = pto.alloc_tile addr = %at_r : S; pto.ttrans ins(%s) outs(%t) | pto.ttrans
          """)
  void whatCannotBeLoweredIsTold(String program, String problem) {
    Diagnostics problems = new Diagnostics();
    ScalarRun.lower(function(program), Profile.A5, false, problems);
    assertThat(problems.all().stream().map(Diagnostic::message).collect(Collectors.joining()))
        .contains(problem);
  }
}
