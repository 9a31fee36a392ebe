package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;

/** What the lowering of a profile is told of an operation. */
class PlacedOperandsTest {
  private static final List<String> BEFORE =
      List.of(
          "%at_a = arith.constant 0 : i64",
          "%at_b = arith.constant 8192 : i64",
          "%at_d = arith.constant 16384 : i64",
          "%at_t = arith.constant 24576 : i64",
          "%a = pto.alloc_tile addr = %at_a : !pto.tile_buf<vec, 8x64xf32>",
          "%b = pto.alloc_tile addr = %at_b : !pto.tile_buf<vec, 8x64xf32>",
          "%d = pto.alloc_tile addr = %at_d : !pto.tile_buf<vec, 8x64xf32>",
          "%i = pto.alloc_tile addr = %at_d : !pto.tile_buf<vec, 8x64xi32>",
          "%t = pto.alloc_tile addr = %at_t : !pto.tile_buf<vec, 8x64xf32>",
          "%e = pto.alloc_tile addr = %at_a : !pto.tile_buf<vec, 8x64xf32, valid=0x64>");

  private static Function function(String statement) {
    List<String> lines = new ArrayList<>(BEFORE);
    lines.addAll(List.of(statement.split("; ")));
    return TileText.function("%n: index", lines);
  }

  /** What a test finds out of the last operation. */
  private interface Question {
    Object ask(PlacedOperands operands);
  }

  private static Object answer(String statement, Question question) {
    List<Object> answers = new ArrayList<>();
    ScalarRun.lower(
        function(statement),
        Profile.A5,
        operands -> answers.add(question.ask(operands)),
        new Diagnostics());
    return answers.getLast();
  }

  private static String names(List<Value> values) {
    return values.stream().map(Value::name).collect(Collectors.joining(" "));
  }

  /** The inputs; rows as carriers, places as results and maxima, of what combines elements. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pto.tadd ins(%a, %b) outs(%d)          | a b |
          pto.txor ins(%a, %b, %t) outs(%d)      | a b |
          pto.trowexpandadd ins(%a, %b) outs(%d) | a b | true false false
          pto.tcolexpandadd ins(%a, %b) outs(%d) | a b | false false false
          pto.trowmax ins(%a, %t) outs(%d)       | a   | false false true
          pto.trowmin ins(%a, %t) outs(%d)       | a   | false false false
          pto.trowargmax ins(%a, %t) outs(%i)    | a   | false true true
          pto.trowargmin ins(%a, %t) outs(%i)    | a   | false true false
          """)
  void factsOfOperations(String statement, String inputs, String facts) {
    assertThat(answer(statement, each -> names(each.inputs()))).isEqualTo(inputs);
    if (facts == null) {
      return; // which combines nothing
    }
    assertThat(
            answer(
                statement,
                each -> each.carriesRows() + " " + each.hasIndexResult() + " " + each.isMaximum()))
        .isEqualTo(facts);
  }

  @Test
  void whatIsKnownToBeEmptyIsTold() {
    assertThat(answer("pto.texp ins(%e) outs(%d)", each -> each.isEmpty(RoleName.SRC)))
        .isEqualTo(true);
    assertThat(answer("pto.texp ins(%a) outs(%d)", each -> each.isEmpty(RoleName.SRC)))
        .isEqualTo(false);
    assertThat(answer("pto.texp ins(%a) outs(%d)", each -> each.reserved().orElseThrow()))
        .isEqualTo(ScalarRun.SCRATCH);
  }

  /** A destination behind its source in memory is written from its end. */
  @ParameterizedTest
  @CsvSource({"0, ANY", "8192, ANY", "512, DESC"})
  void theOrderOfWorkFollowsFromThePlaces(long at, String order) {
    String move =
        "%at = arith.constant "
            + at
            + " : i64; %o = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 8x64xf32>; pto.tmov"
            + " ins(%a) outs(%o)";
    WorkOrder found = (WorkOrder) answer(move, PlacedOperands::order);
    assertThat(found.name()).startsWith(order);
  }

  @Test
  void aProblemIsReportedWithTheNameOfTheOperation() {
    Diagnostics problems = new Diagnostics();
    ScalarRun.lower(
        function("pto.texp ins(%a) outs(%d)"),
        Profile.A5,
        each -> each.report(DiagnosticCode.TILE_CONSTRAINT, "is wrong"),
        problems);
    assertThat(problems.all())
        .extracting(each -> each.message())
        .containsExactly("pto.texp: is wrong");
  }

  /** Of a root: precise at all, and in two steps. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pto.trsqrt ins(%a) outs(%d)                                             | false false
          pto.trsqrt ins(%a, %t) outs(%d)                                         | false true
          pto.trsqrt ins(%a) outs(%d) {precision_mode = #pto<precision_mode HIGH_PRECISION>}    | true true
          pto.trsqrt ins(%a) outs(%d) {precision_mode = #pto<precision_mode DEFAULT>}           | false false
          """)
  void aRootIsAsPreciseAsTheTextSays(String statement, String precision) {
    assertThat(
            answer(
                statement,
                each -> Precision.isHigh(each.op()) + " " + Precision.takesTwoSteps(each.op())))
        .isEqualTo(precision);
  }

  /** The reduction, and the bits that change no element. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pto.trowsum ins(%a, %t) outs(%d)  | SUM     | 0          | 0
          pto.trowprod ins(%a, %t) outs(%d) | PRODUCT | 0x3F800000 | 1
          pto.trowmax ins(%a, %t) outs(%d)  | MAXIMUM | 0xFF800000 | 0x80000000
          pto.trowmin ins(%a, %t) outs(%d)  | MINIMUM | 0x7F800000 | 0x7FFFFFFF
          """)
  void aReductionBeginsWithWhatChangesNothing(
      String statement, String name, String ofFloats, String ofIntegers) {
    Reduction found = (Reduction) answer(statement, each -> Reduction.of(each.op()));
    assertThat(found.name()).isEqualTo(name);
    assertThat(found.neutral(ElementType.F32)).isEqualTo(Long.decode(ofFloats));
    assertThat(found.neutral(ElementType.I32) & 0xFFFF_FFFFL).isEqualTo(Long.decode(ofIntegers));
    assertThat(Reduction.extremum(true)).isEqualTo(Reduction.MAXIMUM);
    assertThat(Reduction.extremum(false)).isEqualTo(Reduction.MINIMUM);
  }
}
