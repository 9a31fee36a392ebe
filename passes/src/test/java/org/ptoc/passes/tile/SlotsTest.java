package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.placement.SlotRemarks;
import org.ptoc.passes.storage.Definitions;
import org.ptoc.passes.storage.Slots;

/** Which slot numbers are known to go round with the iterations of a loop (spec/20, 2.1). */
class SlotsTest {
  /**
   * Numbers {@code %k} made of the induction variable {@code %i} of a loop from 0; the phase, or
   * {@code -} when the number is not followed.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2 | c1 | %k = arith.remui %i, %c2 : index                                       | 0
          2 | c1 | %k = arith.remsi %i, %c2 : index                                       | 0
          2 | c1 | %k = arith.andi %i, %c1 : index                                        | 0
          2 | c1 | %k = arith.andi %c1, %i : index                                        | 0
          2 | c1 | %k = arith.andi %i, %c3 : index                                        | 0
          3 | c1 | %k = arith.andi %i, %c1 : index                                        | -
          2 | c1 | %k = arith.andi %i, %c2 : index                                        | -
          4 | c1 | %k = arith.andi %i, %c1 : index                                        | -
          2 | c1 | %k = arith.remui %i, %c4 : index                                       | 0
          4 | c1 | %k = arith.remui %i, %c2 : index                                       | -
          3 | c1 | %k = arith.remui %i, %c3 : index                                       | 0
          2 | c1 | %k = arith.remui %c2, %i : index                                       | -
          2 | c1 | %k = arith.remui %i, %c0 : index                                       | -
          2 | c1 | %k = arith.addi %i, %c1 : index                                        | 1
          2 | c1 | %k = arith.addi %c3, %i : index                                        | 1
          4 | c1 | %k = arith.addi %i, %c3 : index                                        | 3
          3 | c1 | %k = arith.addi %i, %c4 : index                                        | 1
          4 | c1 | %k = arith.subi %i, %c1 : index                                        | 3
          3 | c1 | %k = arith.subi %i, %c1 : index                                        | -
          2 | c1 | %k = arith.subi %c1, %i : index                                        | 1
          4 | c1 | %k = arith.subi %c1, %i : index                                        | -
          2 | c1 | %k = arith.xori %i, %c1 : index                                        | 1
          4 | c1 | %k = arith.xori %i, %c1 : index                                        | -
          2 | c1 | %k = arith.xori %i, %c2 : index                                        | -
          2 | c1 | %k = arith.muli %i, %c3 : index                                        | -
          2 | c1 | %k = arith.addi %i, %i : index                                         | -
          2 | c1 | %k = arith.addi %c1, %c1 : index                                       | -
          2 | c3 | %k = arith.remui %i, %c2 : index                                       | 0
          2 | c2 | %k = arith.remui %i, %c2 : index                                       | -
          3 | c4 | %k = arith.remui %i, %c3 : index                                       | 0
          3 | c2 | %k = arith.remui %i, %c3 : index                                       | -
          2 | n  | %k = arith.remui %i, %c2 : index                                       | -
          2 | c8 | %j = arith.divui %i, %c8 : index; %k = arith.remui %j, %c2 : index     | 0
          2 | c8 | %j = arith.divsi %i, %c8 : index; %k = arith.addi %j, %c1 : index      | 1
          2 | c8 | %j = arith.shrui %i, %c3 : index; %k = arith.remui %j, %c2 : index     | 0
          2 | c8 | %j = arith.shrsi %i, %c3 : index; %k = arith.remui %j, %c2 : index     | 0
          2 | c8 | %j = arith.shrui %i, %c2 : index; %k = arith.remui %j, %c2 : index     | -
          2 | c8 | %j = arith.divui %i, %c4 : index; %k = arith.remui %j, %c2 : index     | -
          2 | c3 | %j = arith.divui %i, %c3 : index; %k = arith.remui %j, %c2 : index     | -
          2 | c8 | %j = arith.divui %c8, %i : index; %k = arith.remui %j, %c2 : index     | -
          2 | c1 | %j = arith.index_cast %i : index to i32; %k = arith.index_cast %j : i32 to index | 0
          3 | c1 | %j = arith.index_cast %i : index to i32; %k = arith.index_cast %j : i32 to index | 0
          3 | c1 | %j = arith.index_cast %i : index to i8; %k = arith.index_cast %j : i8 to index   | -
          4 | c1 | %j = arith.index_cast %i : index to i8; %k = arith.index_cast %j : i8 to index   | 0
          """)
  void inductionVariables(int slots, String step, String body, String phase) {
    String loop = "scf.for %i = %c0 to %c64 step %" + step + " {";
    assertTurn(List.of(loop, body.replace("; ", "\n"), "}"), slots, phase, "i");
  }

  /** Numbers made of the carried number {@code %a}. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2 | %k = arith.addi %a, %c0 : index | arith.xori %a, %c1 : index  | 0
          2 | %k = arith.addi %a, %c1 : index | arith.addi %a, %c1 : index  | 1
          3 | %k = arith.addi %a, %c1 : index | arith.addi %a, %c1 : index  | 1
          3 | %k = arith.addi %a, %c1 : index | arith.addi %a, %c4 : index  | 1
          3 | %k = arith.addi %a, %c1 : index | arith.addi %a, %c2 : index  | -
          2 | %k = arith.addi %a, %c1 : index | arith.addi %a, %c2 : index  | -
          2 | %k = arith.addi %a, %c1 : index | arith.addi %i, %c1 : index  | -
          2 | %k = arith.addi %a, %c1 : index | arith.subi %c1, %a : index  | 1
          """)
  void carriedNumbers(int slots, String body, String next, String phase) {
    assertTurn(
        List.of(
            "%end = scf.for %i = %c0 to %c64 step %c1 iter_args(%a = %c0) -> (index) {",
            body, "  %next = " + next, "  scf.yield %next : index", "}"),
        slots,
        phase,
        "a");
  }

  private static void assertTurn(List<String> lines, int slots, String phase, String base) {
    Function function = TileText.function("%n: index", lines);
    Optional<Slots.Turn> turn =
        new Slots(new Definitions(function), Constants.of(function))
            .turn(number(function).result(), slots);
    assertThat(turn.map(each -> each.base().name() + " " + each.phase()))
        .isEqualTo(phase.equals("-") ? Optional.empty() : Optional.of(base + " " + phase));
  }

  private static Operation number(Function function) {
    return TileText.operations(function).stream()
        .filter(op -> op.results().size() == 1 && op.result().name().equals("k"))
        .findFirst()
        .orElseThrow();
  }

  /** The first value that is not followed, and why. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          c2 | %k = arith.remui %i, %c2 : index | the loop of %i has step 2, which is not one more than a multiple of 2
          n  | %k = arith.remui %i, %c2 : index | the loop of %i has a step of the run, which is not one more than a multiple of 2
          c1 | %k = arith.muli %i, %c3 : index  | %k comes from arith.muli, which is not followed; remui, andi, addi, subi of a counter
          c1 | %k = arith.addi %n, %c1 : index  | %n is only known to the run
          """)
  void reasonsAreGiven(String step, String body, String reason) {
    Function function =
        TileText.function(
            "%n: index", List.of("scf.for %i = %c0 to %c64 step %" + step + " {", body, "}"));
    Slots slots = new Slots(new Definitions(function), Constants.of(function));
    assertThat(slots.lost(number(function).result(), 2).map(value -> slots.reason(value, 2)))
        .hasValueSatisfying(text -> assertThat(text).startsWith(reason));
  }

  @Test
  void aCarriedNumberThatDoesNotGrowIsNamed() {
    Function function =
        TileText.function(
            "",
            List.of(
                "%end = scf.for %i = %c0 to %c64 step %c1 iter_args(%a = %c0) -> (index) {",
                "  %k = arith.remui %a, %c2 : index", "  scf.yield %a : index", "}"));
    Slots slots = new Slots(new Definitions(function), Constants.of(function));
    assertThat(slots.lost(number(function).result(), 2).map(value -> slots.reason(value, 2)))
        .contains("%a is carried round the loop, but is not one more in each iteration");
  }

  /** Choices of a slot of a multi-tile with two: those that are not followed are told. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          get c0                                                                                          | 0
          get n                                                                                           | 1
          get n; get c1; get n                                                                            | 2
          scf.for %i = %c0 to %c64 step %c1 {; %k = arith.remui %i, %c2 : index; get k; }                 | 0
          scf.for %i = %c0 to %c64 step %c1 {; %k = arith.muli %i, %c3 : index; get k; }                  | 1
          scf.for %i = %c0 to %c64 step %c1 {; scf.if %flag {; get n; }; }                                | 1
          pto.set_validshape %t, %n, %c1                                                                  | 0
          """)
  void slotsThatAreNotFollowedAreTold(String program, int told) {
    String multi = "!pto.multi_tile_buf<vec, 8x64xf32, count=2>";
    List<String> lines =
        new ArrayList<>(
            List.of(
                "%at = arith.constant 0 : i64",
                "%t = pto.alloc_tile addr = %at valid_row = %c1 valid_col = %c1 :"
                    + " !pto.tile_buf<vec, 8x64xf32, valid=?x?>",
                "%r = pto.alloc_multi_tile addr = %at : " + multi));
    int slots = 0;
    for (String line : program.split("; ")) {
      lines.add(
          line.startsWith("get ")
              ? "%%s%d = pto.multi_tile_get %%r[%%%s] : %s -> !pto.tile_buf<vec, 8x64xf32>"
                  .formatted(slots++, line.substring(4), multi)
              : line);
    }
    List<Diagnostic> found = SlotRemarks.of(TileText.function("%n: index, %flag: i1", lines));
    assertThat(found)
        .hasSize(told)
        .allSatisfy(
            each ->
                assertThat(each.message())
                    .startsWith(
                        "pto.multi_tile_get: which of the 2 slots it is cannot be followed"));
  }
}
