package org.ptoc.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.diagnostic.Severity;

/** What the binder refuses: with which code, where, and without consequential errors. */
class BindingErrorsTest {
  private static final String HEAD =
      """
      func.func @f(%p: !pto.ptr<f32, ub>, %v: !pto.vreg<64xf32>, %m: !pto.mask<b32>, %i: i32, %x: index, %l: i64, %t: !pto.tile_buf<vec, 16x64xf32>) {
      """;

  private static List<Diagnostic> errors(String body) {
    Diagnostics diagnostics = new Diagnostics();
    assertThat(FrontEnd.parse("t.pto", HEAD + body + "\n}\n", diagnostics).isPresent())
        .isEqualTo(!diagnostics.hasErrors());
    return diagnostics.all();
  }

  private static List<String> places(String body) {
    return errors(body).stream()
        .map(
            error ->
                error.code().id()
                    + " "
                    + (error.location().line() - 1)
                    + ":"
                    + error.location().column())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          pto.vad %v                                                                | PTO1101 1:1
          %r = pto.vabs %v, %m : !pto.vreg<64xf16>, !pto.mask<b32> -> !pto.vreg<64xf32> | PTO1109 1:24
          %r = pto.vabs %w, %m : !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32> | PTO1105 1:15
          %v = pto.vabs %v, %m : !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32> | PTO1106 1:1
          %r = pto.vabs %v, %m : !pto.vreg<64xf32> -> !pto.vreg<64xf32>              | PTO2003 1:22
          %r = pto.vabs %v, %m : !pto.vreg<64xf32>, !pto.mask<b32>                   |
          %r, %s = pto.vabs %v, %m : !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32> | PTO2003 1:10
          %r = pto.vabs %v, %m : !pto.vreg<64xf32>, !pto.mask<b32> -> i32            | PTO2002 1:61
          %r = pto.vabs %v, %i : !pto.vreg<64xf32>, i32 -> !pto.vreg<64xf32>         | PTO2002 1:19
          %r = pto.vabs %v : !pto.vreg<64xf32> -> !pto.vreg<64xf32>                  | PTO1102 1:6
          %r = pto.vabs %v, %m, %m : !pto.vreg<64xf32>, !pto.mask<b32>, !pto.mask<b32> -> !pto.vreg<64xf32> | PTO1102 1:23
          %r = pto.vabs %v, %m {dist = "X"} : !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32> | PTO1201 1:23
          %r = pto.vlds %p[%x] {dist = "BRC"} : !pto.ptr<f32, ub> -> !pto.vreg<64xf32> | PTO1108 1:23
          %r = pto.vlds %p[%x] {dist = "NORM", dist = "NORM"} : !pto.ptr<f32, ub> -> !pto.vreg<64xf32> | PTO1108 1:38
          %r = pto.vlds %p : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>                  | PTO1102 1:15
          %r = pto.vlds %p[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>              | PTO1102 1:18
          %r = pto.pset_b32 "PAT_NONE" : !pto.mask<b32>                              | PTO1108 1:19
          %r = pto.pset_b32 : !pto.mask<b32>                                         | PTO1102 1:6
          pto.set_flag["PIPE_V", "PIPE_X", "EVENT_ID0"]                              | PTO1108 1:24
          pto.set_flag["PIPE_V", "PIPE_S"]                                           | PTO1102 1:1
          pto.get_buf "PIPE_V", 32, 0                                                | PTO1108 1:23
          %c = arith.constant 1.0f : f16                                             | PTO1004 1:21
          %c = arith.constant 1.0d : f32                                             | PTO1004 1:21
          %c = arith.constant 1.0e-400000 : bf16                                     |
          pto.barrier #all                                                           | PTO1107 1:13
          %r = arith.constant -129 : i8                                              | PTO2203 1:21
          %r = arith.constant 255 : i8                                               |
          %r = arith.constant 1.5 : i8                                               | PTO1004 1:21
          %r = arith.constant 1 : !pto.align                                         | PTO2002 1:25
          %r = arith.addi %i, %x : i32                                               | PTO1109 1:26
          %r = arith.cmpi lt, %i, %i : i32                                           | PTO1108 1:17
          %r = arith.index_cast %i : i64 to index                                    | PTO1109 1:28
          %r:2 = scf.if %l -> (i32) { scf.yield %i : i32 }                           | PTO2003 1:8;PTO2002 1:15
          scf.for %k = %x to %x step %i { }                                          | PTO1109 1:28
          scf.for %k = %x to %x step %x { pto.vabs %k }                              | PTO2002 1:42
          %r = scf.for %k = %x to %x step %x iter_args(%a = %i, %b = %i) -> (i32) { } | PTO2003 1:6
          %r = pto.tadd %t, %v : (!pto.tile<...>, !pto.tile<...>) -> !pto.tile<...>  | PTO2002 1:19
          pto.tadd ins(%t, %t : !pto.tile_buf<vec, 8x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%t : !pto.tile_buf<vec, 16x64xf32>) | PTO1109 1:23
          pto.tadd ins(%t, %t)                                                       | PTO1102 1:1
          %r = pto.tcvt %t : (!pto.tile<...>) -> !pto.tile<...>                      | PTO1110 1:40
          pto.tassign %u, @tile(0x1000)                                              | PTO1105 1:13
          pto.tassign %v, @tile(0x1000)                                              | PTO2002 1:13
          %r = func.call @g(%i) : () -> ()                                           | PTO2003 1:23
          return %i                                                                  | PTO2003 1:1
          %r = pto.castptr %q#1 : i64 -> !pto.ptr<f32, ub>                           | PTO1105 1:18
          """)
  void refuses(String statement, String expected) {
    assertThat(places(statement))
        .isEqualTo(expected == null ? List.of() : List.of(expected.split(";")));
  }

  @Test
  void nearestNameIsSuggested() {
    assertThat(errors("%r = pto.vadx %v, %v, %m : i32 -> !pto.vreg<64xf32>").getFirst().message())
        .isEqualTo("no operation is called `pto.vadx`; did you mean `pto.vadd`?");
    assertThat(errors("taddd %t, %t, %t").getFirst().message()).contains("did you mean `pto.tadd`");
    // No tile of floats can be shifted.
    assertThat(errors("tshll %t, %t, %t").getFirst().message()).doesNotContain("did you mean");
    assertThat(errors("pto.frobnicate %t").getFirst().message()).doesNotContain("did you mean");
  }

  @Test
  void disagreementShowsBothPlaces() {
    Diagnostic error =
        errors("%r = pto.vabs %v, %m : !pto.vreg<64xf16>, !pto.mask<b32> -> !pto.vreg<64xf32>")
            .getFirst();
    assertThat(error.message())
        .isEqualTo("`%v` is written as !pto.vreg<64xf16> but defined as !pto.vreg<64xf32>");
    assertThat(error.notes())
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note.location().line()).isEqualTo(1);
              assertThat(note.location().column()).isEqualTo(37);
            });
  }

  /** spec/00, section 5: integers are reduced modulo two to the width. */
  @Test
  void constantsAreReducedWithAWarning() {
    Diagnostic warning = errors("%r = arith.constant 300 : i8").getFirst();
    assertThat(warning.severity()).isEqualTo(Severity.WARNING);
    assertThat(warning.message()).isEqualTo("`300` does not fit i8; its low 8 bits are 44");
  }

  @Test
  void resultsOfWrongStatementsCauseNoFurtherErrors() {
    String body =
        """
        %a = pto.vnope %v, %m : !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>
        %b = pto.vabs %a, %m : !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>
        %c = pto.vadd %b, %zz, %m : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>
        %d = pto.vabs %c, %m : !pto.vreg<64xf32> !pto.mask<b32> -> !pto.vreg<64xf32>
        %e = pto.vabs %d, %zz : !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>
        """;
    assertThat(places(body)).containsExactly("PTO1101 1:6", "PTO1105 3:19", "PTO1001 4:42");
  }

  @Test
  void namesEndWithTheirRegion() {
    String body =
        """
        scf.for %k = %x to %x step %x {
          %a = arith.addi %k, %x : index
        }
        scf.for %k = %x to %x step %x {
          %a = arith.addi %k, %x : index
        }
        %b = arith.addi %a, %k : index
        """;
    assertThat(places(body)).containsExactly("PTO1105 7:17", "PTO1105 7:21");
  }

  @Test
  void openTypesNeedAUse() {
    Diagnostics diagnostics = new Diagnostics();
    FrontEnd.parse("t.pto", "func.func @f(%p: !pto.ptr, %t: !pto.tile<...>) {\n}\n", diagnostics);
    assertThat(diagnostics.all())
        .extracting(error -> error.code().id())
        .containsExactly("PTO1110", "PTO1110");
  }

  @Test
  void functionsHaveOneDefinition() {
    Diagnostics diagnostics = new Diagnostics();
    FrontEnd.parse("t.pto", "func.func @f() {\n}\nfunc.func @f() {\n}\n", diagnostics);
    assertThat(diagnostics.all())
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.code().id()).isEqualTo("PTO1106");
              assertThat(error.location().line()).isEqualTo(3);
            });
  }
}
