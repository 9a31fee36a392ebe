package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.ir.Function;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.verify.Verifier;
import org.ptoc.ir.verify.VerifierOptions;

/**
 * Rules that only the run can decide trap exactly where they are broken (spec/20, section 4, R1 to
 * R6): each at both sides of its limit.
 *
 * <p>{@code tile t SHAPE [ROWS COLUMNS]} is a tile of its own memory whose valid region is all of
 * it or what two numbers of the run say, {@code view v ROWS COLUMNS} a part of a matrix of 8 x 64,
 * everything else text. Numbers of the run are {@code %m}, {@code %n} and {@code %at}, of 64 bits.
 */
class RuntimeRulesTest {
  private static final int TILE_BYTES = 8192;
  private static final String PARAMETERS = "%m: index, %n: index, %at: i64, %x: !pto.ptr<f32>";

  private static Function function(String program) {
    return TileText.function(PARAMETERS, lines(program));
  }

  private static List<String> lines(String program) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "%v0 = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c64, %c1] :"
                    + " !pto.tensor_view<8x64xf32>"));
    int address = 0;
    for (String statement : program.split(";")) {
      String[] words = statement.strip().split(" ");
      switch (words[0]) {
        case "tile" -> {
          lines.add("%%at_%s = arith.constant %d : i64".formatted(words[1], address));
          lines.add(
              "%%%1$s = pto.alloc_tile addr = %%at_%1$s%2$s : !pto.tile_buf<vec, %3$s>"
                  .formatted(words[1], valid(words), type(words)));
          address += TILE_BYTES;
        }
        case "view" ->
            lines.add(
                ("%%%s = pto.partition_view %%v0, offsets = [%%c0, %%c0], sizes = [%%%s, %%%s] :"
                        + " !pto.tensor_view<8x64xf32> -> !pto.partition_tensor_view<?x?xf32>")
                    .formatted(words[1], words[2], words[3]));
        default -> lines.add(statement.strip());
      }
    }
    return lines;
  }

  private static String valid(String[] words) {
    return words.length < 5 ? "" : " valid_row = %" + words[3] + " valid_col = %" + words[4];
  }

  private static String type(String[] words) {
    String attributes = words[2].replace(":", ", ");
    return words.length < 5 ? attributes : attributes.replaceFirst("(,|$)", ", valid=?x?$1");
  }

  private static Optional<RuntimeRule> trap(
      Profile profile, String program, Map<Long, Integer> memory, String arguments) {
    Diagnostics problems = new Diagnostics();
    Function lowered = ScalarRun.lower(function(program), profile, true, problems);
    assertThat(problems.all()).isEmpty();
    long[] numbers =
        Arrays.stream(arguments.strip().split(" ")).mapToLong(Long::parseLong).toArray();
    return ScalarRun.of(lowered, memory, Arrays.copyOf(numbers, 4)).trap();
  }

  private static void check(
      Profile profile, String program, RuntimeRule rule, String kept, String broken) {
    for (String arguments : kept.split(",")) {
      assertThat(trap(profile, program, Map.of(), arguments))
          .as("%s with %s", program, arguments)
          .isEmpty();
    }
    for (String arguments : broken.split(",")) {
      assertThat(trap(profile, program, Map.of(), arguments))
          .as("%s with %s", program, arguments)
          .contains(rule);
    }
  }

  /** R1: valid regions that must agree. */
  @Retention(RetentionPolicy.RUNTIME)
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tile t 8x64xf32 m n | 0 0, 8 64 | 9 64, -1 64, 8 65, 8 -1
          tile t 8x64xf32 m n; tile d 8x64xf32; pto.texp ins(%t) outs(%d) | 8 64 | 7 64, 8 63
          tile t 7x56xf32; tile d 8x64xf32 m n; pto.texp ins(%t) outs(%d) | 7 56, 3 5 | 8 56, 7 57
          tile t 8x64xf32 m n; tile u 8x64xf32; tile d 8x64xf32; pto.tadd ins(%t, %u) outs(%d) | 8 64 | 7 64, 8 63
          tile t 8x64xf32 m n; tile w 1x8xf32; tile d 8x64xf32; pto.trsqrt ins(%t, %w) outs(%d) | 8 64 | 7 64, 8 63
          tile t 8x64xi32 m n; tile w 8x64xi32; tile d 8x64xi32; %s = arith.constant 3 : i32; pto.txors ins(%t, %s, %w) outs(%d) | 8 64 | 7 64, 8 63
          tile t 8x64xf32; tile u 8x64xf32 m n; tile d 8x64xf32; pto.tadd ins(%t, %u) outs(%d) | 8 64 | 7 64, 8 63
          tile t 8x64xi32 m n; tile d 8x64xi32; %s = arith.constant 3 : i32; pto.tadds ins(%t, %s) outs(%d) | 8 64 | 7 64, 8 63
          tile t 8x64xf32 m n; tile d 8x64xi32; pto.tcvt ins(%t) outs(%d) | 8 64 | 7 64, 8 63
          tile t 8x64xbf16 m n; tile d 8x32x!pto.f4E2M1x2; pto.tcvt ins(%t) outs(%d) | 8 64 | 7 64, 8 63, 8 32
          tile t 8x32x!pto.f4E2M1x2 m n; tile d 8x64xbf16; pto.tcvt ins(%t) outs(%d) | 8 32 | 7 32, 8 31
          tile t 8x64xf32 m n; tile k 4x32xui8; pto.tcmp ins(%t, %t {cmpMode = #pto<cmp lt>}) outs(%k) | 4 64 | 5 64
          tile t 8x64xf32; tile u 8x64xf32 m n; tile k 8x32xui8; pto.tcmp ins(%t, %u {cmpMode = #pto<cmp lt>}) outs(%k) | 8 64 | 7 64, 8 63
          tile t 8x64xf32; tile k 4x32xui8; tile d 8x64xf32 m n; tile e 8x64xf32 m n; pto.tsel ins(%k, %e, %e) outs(%d) | 4 64 | 5 64
          tile t 8x64xf32; tile d 8x8xf32 m n; pto.trowsum ins(%t) outs(%d) | 8 1 | 7 1, 8 2
          tile t 8x64xf32; tile d 1x64xf32 m n; pto.tcolsum ins(%t) outs(%d) | 1 64, 0 64 | 1 63
          tile t 8x64xf32 m n; tile d 8x64xf32 m n; pto.tcolsum ins(%t) outs(%d) | 1 64 | 8 64
          tile t 8x8xf32 m n; tile d 8x64xf32; pto.trowexpand ins(%t) outs(%d) | 8 1, 8 8 | 7 1
          tile t 1x64xf32 c1 n; tile d 8x64xf32; pto.tcolexpand ins(%t) outs(%d) | 1 64 | 1 63
          tile t 8x64xf32; tile c 8x8xf32 m n; tile d 8x64xf32; pto.trowexpandadd ins(%t, %c) outs(%d) | 8 1, 8 8 | 7 1, 8 3
          tile t 8x64xf32; tile c 1x64xf32 m n; tile d 8x64xf32; pto.tcolexpandadd ins(%t, %c) outs(%d) | 1 64 | 0 64, 1 63
          tile t 8x64xf32 m n; tile u 8x64xf32; tile d 8x64xf32; pto.tpartadd ins(%t, %u) outs(%d) | 8 64, 3 64, 8 5, 0 0 | 9 64
          tile t 8x64xf32; tile u 8x64xf32 c8 c64; tile d 8x64xf32 m n; pto.tpartadd ins(%t, %u) outs(%d) | 8 64 | 7 64, 8 63
          tile t 8x64xf32 m n; tile i 8x64xi32; tile d 8x64xf32; pto.tgather ins(%t, %i) outs(%d) | 8 64, 1 1 | 9 1
          tile t 8x64xf32; tile i 8x64xi32 m n; tile d 4x16xf32; pto.tgather ins(%t, %i) outs(%d) | 4 16, 8 64 | 3 16, 4 15
          tile t 4x16xf32; tile i 8x64xi32 m n; tile d 8x64xf32; pto.tscatter ins(%t, %i) outs(%d) | 4 16, 0 0 | 5 16, 4 17
          tile t 8x64xf32 m n; tile d 64x8xf32; pto.ttrans ins(%t) outs(%d) | 8 64, 1 1 | 9 64
          tile t 32x32xf32 m n; tile d 8x16xf32; pto.ttrans ins(%t) outs(%d) | 16 8 | 17 8, 16 9
          tile t 8x64xf32 m n; tile u 8x64xf32; tile d 8x128xf32; pto.tconcat ins(%t, %u) outs(%d) | 8 64, 8 0 | 7 64
          tile t 8x64xf32; tile u 8x64xf32 m n; tile d 8x128xf32; pto.tconcat ins(%t, %u) outs(%d) | 8 64, 8 0 | 7 64
          tile d 8x64xi32 m n; %s = arith.constant 3 : i32; pto.tci ins(%s) outs(%d) | 1 64, 0 64 | 2 64
          tile t 2x512xf32 m n; tile k 2x32xui8; pto.tcmp ins(%t, %t {cmpMode = #pto<cmp lt>}) outs(%k) | 2 256 | 2 257
          tile k 2x32xui8; tile e 2x512xf32 m n; pto.tsel ins(%k, %e, %e) outs(%e) | 2 256 | 2 257
          tile t 8x64xf32 m n; tile d 8x64xf32; %s = arith.constant 3.0 : f32; pto.tdivs ins(%t, %s) outs(%d) | 8 64 | 7 64, 8 63
          tile t 8x64xf32 m n; tile d 8x64xf32; %s = arith.constant 3.0 : f32; pto.tdivs ins(%s, %t) outs(%d) | 8 64 | 7 64, 8 63
          tile t 8x64xf32 m n; tile d 8x64xf32; %s = arith.constant 3.0 : f32; pto.taxpy ins(%t, %s) outs(%d) | 8 64 | 7 64, 8 63
          tile t 16x128xf32 m n; tile u 8x64xf32; tile d 8x64xf32; pto.tpartadd ins(%t, %u) outs(%d) | 8 64 | 9 64, 8 65
          tile t 8x64xf32; tile u 16x128xf32 m n; tile d 8x64xf32; pto.tpartmax ins(%t, %u) outs(%d) | 8 64, 1 1 | 9 64, 8 65
          tile t 8x64xf32; tile o 8x8xui32 m n; tile d 8x64xf32; pto.tgatherb ins(%t, %o) outs(%d) | 8 8 | 7 8, 8 7
          tile t 8x64xf32; tile o 8x8xui32; tile d 8x64xf32 c8 m; pto.tgatherb ins(%t, %o) outs(%d) | 57, 64, 0 | 65
          tile t 8x64xf32 m n; tile f 8x8xf32 c8 c1; tile d 8x64xi8; pto.tquant ins(%t, %f) outs(%d) {quant_type = #pto<quant_type INT8_SYM>} | 8 64 | 7 64, 8 63
          tile t 8x64xf32; tile f 8x8xf32 m c1; tile d 8x64xi8; pto.tquant ins(%t, %f) outs(%d) {quant_type = #pto<quant_type INT8_SYM>} | 8 | 7
          tile t 8x64xi8; tile f 8x8xf32 c8 c1; tile o 8x8xf32 m c1; tile d 8x64xf32; pto.tdequant ins(%t, %f, %o) outs(%d) | 8 | 7
          tile a 8x64xf32; tile b 8x64xf32; tile w 8x64xi32 m n; tile y 8x64xi32; tile d 8x64xf32; tile z 8x64xi32; pto.tpartargmax ins(%a, %b, %w, %y) outs(%d, %z) | 8 64 | 7 64, 8 63
          tile a 8x64xf32; tile b 8x64xf32; tile w 8x64xi32; tile y 8x64xi32 m n; tile d 8x64xf32; tile z 8x64xi32; pto.tpartargmax ins(%a, %b, %w, %y) outs(%d, %z) | 8 64 | 7 64, 8 63
          tile a 8x64xf32; tile b 8x64xf32; tile w 8x64xi32; tile y 8x64xi32; tile d 8x64xf32; tile z 8x64xi32 m n; pto.tpartargmax ins(%a, %b, %w, %y) outs(%d, %z) | 8 64 | 7 64, 8 63
          tile a 16x64xf32 m c64; tile b 8x64xf32; tile w 16x64xi32 m c64; tile y 8x64xi32; tile d 8x64xf32; tile z 8x64xi32; pto.tpartargmax ins(%a, %b, %w, %y) outs(%d, %z) | 8, 3 | 9
          tile t 8x64xf32 m n; tile u 8x64xf32; tile d 8x64xf32; pto.taddc ins(%u, %u, %t) outs(%d) | 8 64 | 7 64, 8 63
          tile t 8x64xf32 m n; tile u 8x64xf32; tile d 8x64xf32; %s = arith.constant 3.0 : f32; pto.taddsc ins(%u, %s, %t) outs(%d) | 8 64 | 7 64, 8 63
          tile t 8x64xf32 m c64; tile u 8x64xf32; tile h 8x8xi32; tile d 8x128xf32; pto.tconcatidx ins(%t, %u, %h, %h) outs(%d) | 8 | 7
          tile t 8x64xf32; tile u 8x64xf32 m c64; tile h 8x8xi32; tile d 8x128xf32; pto.tconcatidx ins(%t, %u, %h, %h) outs(%d) | 8 | 7
          tile t 8x64xf32 m n; tile d 8x128xf32; pto.tscatter ins(%t, {maskPattern = #pto.mask_pattern<P0101>} : !pto.tile_buf<vec, 8x64xf32, valid=?x?>, "row") outs(%d) | 8 64 | 7 64, 8 63
          tile t 8x64xui16; tile s 8x32xui8 m n; tile d 8x256xui32; pto.thistogram ins(%t, %s) outs(%d) {byte = 0 : i32} | 8 1 | 7 1, 8 0
          tile t 8x64xi32 m n; tile s 8x64xi32; tile d 8x64xi32; pto.tshl ins(%t, %s) outs(%d) | 8 64 | 7 64, 8 63
          tile t 8x64xi32 m n; tile d 8x64xi32; %s = arith.constant 3 : i16; pto.tshls ins(%t, %s) outs(%d) | 8 64 | 7 64, 8 63
          tile t 8x64xf32 m n; tile u 8x64xf32; tile d 8x64xf32; pto.tprelu ins(%t, %u) outs(%d) | 8 64 | 7 64, 8 63
          tile t 8x64xui8 m n; tile s 8x512xui8; tile d 1x64xui32; pto.tcolargmax ins(%t, %s) outs(%d) | 8 64, 1 64 | 8 63
          tile t 8x64xui16 m c64; tile s 8x32xui8 c8 c1; tile d 8x256xui32; pto.thistogram ins(%t, %s) outs(%d) {byte = 1 : i32} | 8 | 7
          tile t 8x64xui16; tile s 8x32xui8 c8 c1; tile d 8x256xui32 c8 m; pto.thistogram ins(%t, %s) outs(%d) {byte = 1 : i32} | 256 | 255, 64
          tile t 8x64xf32 m n; tile k 8x32xui8; %s = arith.constant 3.0 : f32; pto.tcmps ins(%t, %s {cmpMode = #pto<cmp lt>}) outs(%k) | 8 64 | 9 64
          tile e 8x64xf32 m n; tile k 4x32xui8; %s = arith.constant 3.0 : f32; pto.tsels ins(%k, %e, %s) outs(%e) | 4 64 | 5 64
          tile t 2x32xf32 m n; tile i 2x32xui32; tile d 2x64xf32; pto.tsort32 ins(%t, %i) outs(%d) | 2 32 | 1 32, 2 31
          tile t 2x32xf32; tile i 2x32xui32 m n; tile d 2x64xf32; pto.tsort32 ins(%t, %i) outs(%d) | 2 32, 1 32 | 0 32, 2 31
          tile t 8x64xf32 m n; tile d 8x32xf32; pto.tgather ins(%t, {maskPattern = #pto.mask_pattern<P0101>} : !pto.tile_buf<vec, 8x64xf32, valid=?x?>, "row") outs(%d) | 8 64, 8 63 | 8 62, 7 64
          tile t 8x64xf32 m n; tile d 8x32xf32; pto.tgather ins(%t, {maskPattern = #pto.mask_pattern<P1010>} : !pto.tile_buf<vec, 8x64xf32, valid=?x?>, "row") outs(%d) | 8 64 | 8 63, 7 64
          tile t 8x64xf32 m n; tile d 2x64xf32; pto.tgather ins(%t, {maskPattern = #pto.mask_pattern<P0010>} : !pto.tile_buf<vec, 8x64xf32, valid=?x?>, "col") outs(%d) | 8 64, 6 64 | 5 64, 8 63
          """)
  @interface ValidRegions {}

  @ValidRegions
  void validRegions(String program, String kept, String broken) {
    check(Profile.A5, program, RuntimeRule.VALID_REGION, kept, broken);
  }

  /** R1: extents that operations set. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tile t 8x64xf32 c8 c64; pto.set_validshape %t, %m, %n | 0 0, 8 64 | 9 64, -1 64, 8 65, 8 -1
          tile t 8x64xf32; %w = pto.subview %t[%c0, %c0] sizes [4, 8] valid [%m, %n] : !pto.tile_buf<vec, 8x64xf32> -> !pto.tile_buf<vec, 4x8xf32, valid=?x?> | 0 0, 4 8 | -1 0, 0 -1
          """)
  void extentsThatAreSet(String program, String kept, String broken) {
    check(Profile.A5, program, RuntimeRule.VALID_REGION, kept, broken);
  }

  /** What the verifier says of types it is told the numbers of is what the run says of numbers. */
  @ValidRegions
  void theVerifierSaysTheSame(String program, String kept, String broken) {
    for (String arguments : kept.split(",")) {
      assertThat(refusal(program, arguments)).as("%s with %s", program, arguments).isEmpty();
    }
    for (String arguments : broken.split(",")) {
      assertThat(refusal(program, arguments)).as("%s with %s", program, arguments).isNotEmpty();
    }
  }

  private static List<Diagnostic> refusal(String program, String arguments) {
    String[] numbers = arguments.strip().split(" ");
    Diagnostics problems = new Diagnostics();
    FrontEnd.parse("test.pto", TileText.text(PARAMETERS, lines(typed(program, numbers))), problems)
        .ifPresent(
            module -> Verifier.verify(module, Profile.A5, VerifierOptions.defaults(), problems));
    return problems.all().stream()
        .filter(each -> each.isError() || each.code() == DiagnosticCode.OPEN_EXTENTS)
        .toList();
  }

  /** With numbers in the place of names in the valid regions of types. */
  private static String typed(String program, String[] numbers) {
    Matcher tile = Pattern.compile("(tile \\w+ [^ ;]+) (\\w+) (\\w+)").matcher(program);
    String known =
        tile.replaceAll(
            found ->
                found
                    .group(1)
                    .replaceFirst(
                        "(:|$)",
                        ":valid="
                            + number(found.group(2), numbers)
                            + "x"
                            + number(found.group(3), numbers)
                            + "$1"));
    return known.replace("valid=?x?", "valid=" + number("m", numbers) + "x" + number("n", numbers));
  }

  private static String number(String name, String[] numbers) {
    int place = List.of("m", "n").indexOf(name);
    return place < 0 ? name.substring(1) : place < numbers.length ? numbers[place] : "0";
  }

  /** Forms whose valid regions must agree stand in a line that traps. */
  @Test
  void noFormIsForgotten() {
    Set<OperationForm> seen = EnumSet.noneOf(OperationForm.class);
    Stream.concat(
            Stream.of(RuntimeRulesTest.class.getDeclaredMethods()), Stream.of(ValidRegions.class))
        .flatMap(place -> Stream.of(place.getAnnotationsByType(CsvSource.class)))
        .flatMap(table -> Pattern.compile("pto\\.\\w+").matcher(table.textBlock()).results())
        .flatMap(name -> OpCatalog.find(name.group()).stream())
        .forEach(row -> seen.add(row.form()));
    assertThat(
            Stream.of(OperationForm.values())
                .filter(RuntimeRulesTest::mustAgree)
                .filter(form -> !seen.contains(form)))
        .isEmpty();
  }

  private static boolean mustAgree(OperationForm form) {
    return switch (form.relation()) {
      case UNRELATED, TRIANGLE, RANDOM, PREFETCHED, COMMON_REGION, PADDED -> false;
      case ELEMENTWISE -> form != OperationForm.TILE_SPLAT; // It has no other tile.
      case PRODUCT, ACCUMULATED_PRODUCT -> false; // Tiles of the cube core: CubeTilesTest
      default -> true;
    };
  }

  /** R2. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          %t = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 8x64xf32> | 0 0 0, 0 0 32, 0 0 260096 | 0 0 16, 0 0 -32, 0 0 260128
          %t = pto.alloc_multi_tile addr = %at : !pto.multi_tile_buf<vec, 8x64xf32, count=3> | 0 0 0, 0 0 256000 | 0 0 8, 0 0 256032
          %r = pto.alloc_multi_tile addr = %at : !pto.multi_tile_buf<vec, 8x64xf32, count=3>; %s = pto.multi_tile_get %r[%m] : !pto.multi_tile_buf<vec, 8x64xf32, count=3> -> !pto.tile_buf<vec, 8x64xf32> | 0, 2 | 3, -1
          tile t 8x64xf32; %w = pto.subview %t[%m, %n] sizes [2, 8] : !pto.tile_buf<vec, 8x64xf32> -> !pto.tile_buf<vec, 2x8xf32> | 0 0, 6 56 | 7 0, 0 57, -1 0, 0 -1
          tile t 8x64xf32; %d = pto.tassign %t, %at : !pto.tile_buf<vec, 8x64xf32> -> !pto.tile_buf<vec, 8x64xf32> | 0 0 0, 0 0 32, 0 0 260096 | 0 0 16, 0 0 -32, 0 0 260128
          %v = pto.partition_view %v0, offsets = [%m, %c0], sizes = [%n, %c64] : !pto.tensor_view<8x64xf32> -> !pto.partition_tensor_view<?x?xf32> | 0 8, 8 0, 3 5 | 9 0, 3 6, -1 1
          view v m n | 1 1, 8 64, 0 0 | 9 64, 8 65, -1 1
          tile t 8x64xf32; tile d 2x8xf32; pto.textract ins(%t, %m, %n) outs(%d) | 0 0, 6 56 | 7 0, 0 57, -1 0, 0 -1
          tile t 2x8xf32; tile d 8x64xf32; pto.tinsert ins(%t, %m, %n) outs(%d) | 0 0, 6 56 | 7 0, 0 57, -1 0, 0 -1
          tile t 8x64xf32 c8 m; tile u 8x64xf32 c8 n; tile d 8x64xf32; pto.tconcat ins(%t, %u) outs(%d) | 32 32, 64 0, 0 64 | 33 32, 64 64
          """)
  void placesAndWindows(String program, String kept, String broken) {
    check(Profile.A5, program, RuntimeRule.RANGE, kept, broken);
  }

  /** R3 and R4. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SORT  | tile t 1x64xf32 c1 m; tile i 1x64xui32 c1 m; tile d 1x128xf32 c1 n; pto.tsort32 ins(%t, %i) outs(%d) | 32 64, 64 128, 32 128 | 31 64, 32 63, 64 64
          SORT  | tile t 1x64xf32 c1 m; tile i 1x64xui32 c1 m; tile d 1x64xf32; pto.tsort32 ins(%t, %i) outs(%d) | 32, 0 | 64, 33
          MERGE | tile t 1x1024xf32 c1 m; tile d 1x1024xf32 c1 m; %b = arith.constant 64 : i32; pto.tmrgsort ins(%t, %b) outs(%d) | 256, 512 | 0, 64, 255
          MERGE | tile t 1x32768xf32 c1 m; %hi = arith.constant 131072 : i64; %d = pto.alloc_tile addr = %hi valid_row = %c1 valid_col = %m : !pto.tile_buf<vec, 1x32768xf32, valid=?x?>; %b = arith.index_cast %n : index to i32; pto.tmrgsort ins(%t, %b) outs(%d) | 256 64, 32512 64, 512 128, 32512 8128 | 512 256, 32768 8192, 0 64, 300 64
          MERGE | tile t 1x65536xf16 c1 m; %hi = arith.constant 131072 : i64; %d = pto.alloc_tile addr = %hi valid_row = %c1 valid_col = %m : !pto.tile_buf<vec, 1x65536xf16, valid=?x?>; %b = arith.index_cast %n : index to i32; pto.tmrgsort ins(%t, %b) outs(%d) | 65280 16320, 65280 64 | 65536 16384, 65536 64
          MERGE | tile t 1x65536xf16 c1 m; %hi = arith.constant 131072 : i64; %d = pto.alloc_tile addr = %hi valid_row = %c1 valid_col = %m : !pto.tile_buf<vec, 1x65536xf16, valid=?x?>; %b = arith.constant 64 : i32; pto.tmrgsort ins(%t, %b) outs(%d) | 65280 | 65536, 65281
          VALID_REGION | tile t 1x1024xf32 c1 m; tile d 1x1024xf32 c1 n; %b = arith.constant 64 : i32; pto.tmrgsort ins(%t, %b) outs(%d) | 256 256 | 256 512
          MERGE | tile t 1x1024xf32; tile d 1x1024xf32; %b = arith.index_cast %m : index to i32; pto.tmrgsort ins(%t, %b) outs(%d) | 64, 128, 256 | 63, 0, 96, 192, 512, -64
          """)
  void sorting(RuntimeRule rule, String program, String kept, String broken) {
    check(Profile.A5, program, rule, kept, broken);
  }

  /** Two lists of an element type with {@code %m} and {@code %n} valid columns, merged into 64. */
  @ParameterizedTest
  @CsvSource({
    "f32, false, '8190 64, 64 8190, 32 32, 64 0', '8191 64, 64 8191, 31 32, 0 0'",
    "f16, false, '16380 64, 64 16380', '16381 64, 64 16381'",
    "f32, true, '8190 64, 31 32', '8191 64'"
  })
  void lists(String element, boolean exhausted, String kept, String broken) {
    String program =
        "tile a 1x16384xf c1 m; tile b 1x16384xf c1 n; %w = arith.constant dense<[4, 4, 0, 0]> :"
            + " vector<4xi16>; %hi = arith.constant 131072 : i64; %d = pto.alloc_tile addr = %hi :"
            + " !pto.tile_buf<vec, 1x64xf>; pto.tmrgsort ins(%a, %b no_tmp {exhausted = "
            + exhausted
            + "} : !pto.tile_buf<vec, 1x16384xf, valid=?x?>, !pto.tile_buf<vec, 1x16384xf,"
            + " valid=?x?>) outs(%d, %w : !pto.tile_buf<vec, 1x64xf>, vector<4xi16>)";
    check(Profile.A5, program.replace("xf", "x" + element), RuntimeRule.MERGE, kept, broken);
  }

  /** R5. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          view v m n; tile t 4x16xf32; pto.tload ins(%v) outs(%t) | 4 16, 8 64 | 3 16, 4 15, 0 16, 4 0
          view v m n; tile t 4x16xf32; pto.tstore ins(%t) outs(%v) | 4 16, 8 64 | 3 16, 4 15, 0 16, 4 0
          view v m n; tile t 1x8xf32; pto.tstore ins(%t) outs(%v) | 1 8, 8 1, 8 64 | 7 1, 1 7, 7 7
          view v m c64; tile t 8x64xf32 c8 c64; pto.tstore ins(%t) outs(%v) | 8 | 7, 0
          view v c4 c8; tile t 8x64xf32 m n; pto.tload ins(%v) outs(%t) | 0 0, 4 8 | 5 8, 4 9
          %w = pto.make_tensor_view %x, shape = [%c8, %c8], strides = [%c1, %c1] : !pto.tensor_view<8x8xf32>; %v = pto.partition_view %w, offsets = [%c0, %c0], sizes = [%m, %n] : !pto.tensor_view<8x8xf32> -> !pto.partition_tensor_view<?x?xf32>; tile t 8x1xf32:blayout=col_major; pto.tstore ins(%t) outs(%v) | 8 1, 1 8 | 7 1, 1 7
          %w = pto.make_tensor_view %x, shape = [%c8, %c64], strides = [%c1, %c8] : !pto.tensor_view<8x64xf32>; %v = pto.partition_view %w, offsets = [%c0, %c0], sizes = [%m, %n] : !pto.tensor_view<8x64xf32> -> !pto.partition_tensor_view<?x?xf32>; tile t 8x16xf32:blayout=col_major c8 c4; pto.tload ins(%v) outs(%t) | 8 4 | 7 4, 8 3
          %w = pto.make_tensor_view %x, shape = [%c64, %c1, %c64, %c8], strides = [%c64, %c64, %c8, %c1] : !pto.tensor_view<64x1x64x8xf32>; %v = pto.partition_view %w, offsets = [%c0, %c0, %c0, %c0], sizes = [%n, %c1, %m, %c8] : !pto.tensor_view<64x1x64x8xf32> -> !pto.partition_tensor_view<?x?x?x?xf32>; tile t 16x64xf32:blayout=col_major:slayout=row_major c8 c64; pto.tload ins(%v) outs(%t) | 8 8 | 7 8, 8 7
          """)
  void transfers(String program, String kept, String broken) {
    check(Profile.A5, program, RuntimeRule.TRANSFER, kept, broken);
  }

  /** R6: on A2/A3 what works element by element may meet its source nowhere but in place. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          A2A3 | tile t 8x64xf32; %d = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 8x64xf32>; pto.trecip ins(%t) outs(%d) | 0 0 2048, 0 0 4096 | 0 0 0, 0 0 32, 0 0 2016
          A5 | tile t 8x64xf32; %d = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 64x8xf32>; pto.ttrans ins(%t) outs(%d) | 0 0 2048 | 0 0 0, 0 0 32, 0 0 2016
          A5 | tile t 8x64xf32; tile i 8x64xi32; %d = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 8x64xf32>; pto.tgather ins(%t, %i) outs(%d) | 0 0 2048, 0 0 10240, 0 0 6144 | 0 0 0, 0 0 2016, 0 0 8192, 0 0 6176
          A5 | tile s 8x8xf32 c8 m; tile e 8x8xf32 c8 n; %d = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 8x8xf32>; pto.trowexpandadd ins(%s, %e) outs(%d) | 8 1 0, 8 1 512, 1 8 0 | 8 1 32, 1 8 32, 8 1 8224
          A2A3 | tile s 8x8xf32 c8 m; tile e 8x8xf32 c8 n; %d = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 8x8xf32>; pto.trowexpandadd ins(%s, %e) outs(%d) | 8 1 0, 8 1 512 | 8 1 32, 1 8 0, 1 8 32, 8 1 8192
          A5 | tile s 8x8xf32 m c8; tile e 8x8xf32 n c8; %d = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 8x8xf32>; pto.tcolexpandadd ins(%s, %e) outs(%d) | 8 1 0, 8 1 512 | 8 1 32, 1 8 0, 8 1 8192
          A2A3 | tile t 8x64xi8 m n; %d = pto.alloc_tile addr = %at valid_row = %m valid_col = %n : !pto.tile_buf<vec, 8x64xi8, valid=?x?>; pto.tmov ins(%t) outs(%d) | 8 64 0, 8 64 512, 1 32 32 | 8 64 32, 2 64 64
          A5 | tile t 64x8xf32:blayout=col_major m n; %d = pto.alloc_tile addr = %at valid_row = %m valid_col = %n : !pto.tile_buf<vec, 64x8xf32, valid=?x?, blayout=col_major>; pto.tmov ins(%t) outs(%d) | 64 8 0, 64 8 2048, 8 8 32, 64 1 256 | 64 8 32, 64 2 256, 64 1 32
          A5 | tile t 64x1xf32:blayout=col_major m c1; %d = pto.alloc_tile addr = %at valid_row = %m valid_col = %c1 : !pto.tile_buf<vec, 64x1xf32, valid=?x?, blayout=col_major>; pto.tmov ins(%t) outs(%d) | 64 0 0, 64 0 256, 8 0 32 | 64 0 32, 16 0 32
          A2A3 | tile a 4x32xi32; tile b 4x32xi32; tile d 4x32xi32; %t = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 4x32xi32>; pto.txor ins(%a, %b, %t) outs(%d) | 0 0 512, 0 0 8704, 0 0 16896 | 0 0 0, 0 0 480, 0 0 8192, 0 0 7712, 0 0 16384
          """)
  void overlaps(Profile profile, String program, String kept, String broken) {
    check(profile, program, RuntimeRule.OVERLAP, kept, broken);
  }

  /** R2: the scalar unit looks at the indices of the valid region, and at no others. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tile i 2x8xi32 m n; tile t 4x8xf32; tile d 2x8xf32 m n; pto.tgather ins(%t, %i) outs(%d) | 1 7 31, 0 0 31 | 1 7 32, 0 0 -1
          tile i 2x8xi32 m n; tile d 4x8xf32; tile t 2x8xf32 m n; pto.tscatter ins(%t, %i) outs(%d) | 1 7 31, 0 0 31 | 1 7 32, 0 0 -1
          tile i 2x8xi32 m n; tile d 2x8xf32 m n; pto.mgather ins(%v0, %i) outs(%d) | 1 7 511 | 1 7 512, 0 0 -1
          tile i 2x8xui32 m n; tile t 4x8xf32; tile d 2x64xf32 m c64; pto.tgatherb ins(%t, %i) outs(%d) | 1 7 96, 0 0 0 | 1 7 97, 0 0 -32
          tile i 2x8xi32 m c1; tile d 2x64xf32 m c64; pto.mgather ins(%v0, %i) outs(%d) {coalesce = #pto<coalesce row>} | 1 0 7, 1 1 8 | 1 0 8
          tile i 1x8xi32 c1 m; tile d 2x64xf32 m c64; pto.mgather ins(%v0, %i) outs(%d) {coalesce = #pto<coalesce row>} | 0 1 7, 0 2 8 | 0 1 8
          tile i 2x8xi32 m n; tile d 2x8xf32 m n; pto.mscatter ins(%d, %i) outs(%v0) | 1 7 511 | 1 7 512
          tile i 2x8xi32 m n; tile d 2x8xf32 m n; pto.mgather ins(%v0, %i) outs(%d) {gatherOob = #pto<gather_oob clamp>} | 1 7 512, 0 0 -1 | -
          """)
  void indices(String program, String kept, String broken) {
    for (String each : kept.split(",")) {
      assertThat(indexed(program, each, "2 8")).as(each).isEmpty();
    }
    for (String each : broken.equals("-") ? new String[0] : broken.split(",")) {
      assertThat(indexed(program, each, "2 8")).as(each).contains(RuntimeRule.RANGE);
      assertThat(indexed(program, each, "0 8")).as(each).isEmpty();
    }
  }

  /** With one index, given as row, column and number; the tile of indices comes first. */
  private static Optional<RuntimeRule> indexed(String program, String index, String valid) {
    String[] words = index.strip().split(" ");
    long address = 4 * (8 * Long.parseLong(words[0]) + Long.parseLong(words[1]));
    int number = Integer.parseInt(words[2]);
    Map<Long, Integer> memory = new HashMap<>();
    for (int i = 0; i < Integer.BYTES; i++) {
      memory.put(address + i, number >>> 8 * i & 0xFF);
    }
    return trap(Profile.A5, program, memory, valid);
  }

  /** What constants keep costs nothing, and nothing is checked that nobody asked for. */
  @ParameterizedTest
  @EnumSource(Profile.class)
  void constantsCostNothing(Profile profile) {
    Function known =
        function(
            "tile t 8x64xf32; tile u 8x64xf32; view v c8 c64; pto.tload ins(%v) outs(%t); pto.tadd"
                + " ins(%t, %t) outs(%u)");
    assertThat(conditions(ScalarRun.lower(known, profile, true, new Diagnostics()))).isZero();
    Function open = function("tile t 8x64xf32 m n; tile u 8x64xf32; pto.tadd ins(%t, %t) outs(%u)");
    assertThat(conditions(ScalarRun.lower(open, profile, false, new Diagnostics()))).isZero();
    assertThat(conditions(ScalarRun.lower(open, profile, true, new Diagnostics()))).isPositive();
  }

  private static long conditions(Function lowered) {
    return TileText.operations(lowered).stream().filter(op -> op.name().equals("scf.if")).count();
  }

  @Test
  void aReductionOfNothingIsNoFault() {
    String sums = "tile t 8x64xf32 m n; tile d 8x8xf32 m c1; pto.trowsum ins(%t) outs(%d)";
    for (Profile profile : Profile.values()) {
      assertThat(trap(profile, sums, Map.of(), "0 64")).isEmpty();
      assertThat(trap(profile, sums, Map.of(), "8 0")).isEmpty();
    }
  }
}
