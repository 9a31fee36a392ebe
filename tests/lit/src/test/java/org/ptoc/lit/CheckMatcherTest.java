package org.ptoc.lit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each directive with output that it accepts and output that it refuses. Directives and lines of
 * output are separated by {@code |}.
 */
class CheckMatcherTest {
  private static final String CASES = "directives, output";

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "CHECK: a => x a y",
        "CHECK: a  b => a \t b",
        "CHECK: a|CHECK: b => a|x|b",
        "CHECK: a|CHECK: b => a b",
        "CHECK: a|CHECK: a => a a",
        "CHECK: {{[0-9]+}} words => 12 words",
        "CHECK: {{a{2}}} => aa",
        "CHECK: {{^}}b => ab|b",
        "CHECK: a{{$}} => ab|a",
        "CHECK: a.c(1) => a.c(1)",
        "CHECK: a|CHECK-NEXT: b => a|b",
        "CHECK: a|CHECK-NEXT: b|CHECK-NEXT: c => a|b|c",
        "CHECK: a|CHECK-SAME: b => a x b",
        "CHECK: a|CHECK-SAME: a => a a",
        "CHECK-NOT: b|CHECK: a => a|b",
        "CHECK: a|CHECK-NOT: b|CHECK: c => a|x|c|b",
        "CHECK: a|CHECK-NOT: b => b|a",
        "CHECK: a|CHECK-NOT: b|CHECK-NEXT: c => a|c b",
        "CHECK-DAG: a|CHECK-DAG: b => b|a",
        "CHECK-DAG: a|CHECK-DAG: a => a|a",
        "CHECK-DAG: a|CHECK-DAG: b|CHECK: c => b|a|c",
        "CHECK-DAG: a|CHECK-NOT: x|CHECK-DAG: b => x a|b x",
        "CHECK-LABEL: f|CHECK: a|CHECK-LABEL: g|CHECK: a => f|a|g|a",
        "CHECK-LABEL: f|CHECK-NEXT: a => f|a",
        "CHECK-LABEL: f|CHECK-NOT: a|CHECK-LABEL: g => f|x|g a",
        "CHECK-COUNT-2: a => a|x|a",
        "CHECK-COUNT-2: a|CHECK-NOT: a => a|a",
        "CHECK: [[A:X[0-9]+]]|CHECK: use [[A]] => X1|use X1",
        "CHECK: [[A:[a-z]+]] [[A]] => ab ab",
        "CHECK: [[[A:X[0-9]+]]], [[A]] => [X12], X12",
        "CHECK: [[A:[0-9]]]|CHECK: [[A:[0-9]]]|CHECK: is [[A]] => 1|2|is 2",
        "CHECK-LABEL: f|CHECK: [[$A:[0-9]]]|CHECK-LABEL: g|CHECK: [[$A]] => f|1|g|1",
        "PRECISE: a  b => a  b",
        "PRECISE:  a => x| a",
        "PRECISE: {{a}} => {{a}}",
        "PRECISE: a|PRECISE-NEXT: b => a|b",
        "PRECISE: a|PRECISE-NEXT:|PRECISE-NEXT:|PRECISE-NEXT: b => a|||b",
        "CHECK: a|PRECISE-NEXT:   b|CHECK-NEXT: c => a|  b|c",
      })
  void accepts(String directives, String output) {
    assertThat(match(directives, output)).as(CASES).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "CHECK: a => b",
        "CHECK: ab => a b",
        "CHECK: a|CHECK: b => b|a",
        "CHECK: a|CHECK: b => b a",
        "CHECK: a|CHECK: a => a",
        "CHECK: {{[0-9]+}} words => many words",
        "CHECK: a.c => abc",
        "CHECK: {{^}}b => ab",
        "CHECK: a{{$}} => ab",
        "CHECK: a b => a|b",
        "CHECK: a|CHECK-NEXT: b => a|x|b",
        "CHECK: a|CHECK-NEXT: b => a b",
        "CHECK: a|CHECK-NEXT: b => b|a",
        "CHECK-NEXT: a => a",
        "CHECK: a|CHECK-SAME: b => b a",
        "CHECK: a|CHECK-SAME: b => a|b",
        "CHECK: a|CHECK-SAME: a => a",
        "CHECK-SAME: a => a",
        "CHECK-NOT: b|CHECK: a => b|a",
        "CHECK-NOT: b|CHECK: a => b a",
        "CHECK: a|CHECK-NOT: b|CHECK: c => a|b|c",
        "CHECK: a|CHECK-NOT: b|CHECK: c => a b c",
        "CHECK: a|CHECK-NOT: b => a|b",
        "CHECK: a|CHECK-NOT: b|CHECK-NOT: c => a|x|c",
        "CHECK-NOT: a => a",
        "CHECK-NOT: b|CHECK-DAG: a => b|a",
        "CHECK-DAG: a|CHECK-DAG: b => a",
        "CHECK-DAG: a|CHECK-DAG: a => a",
        "CHECK-DAG: a|CHECK-DAG: b|CHECK: c => a|c|b",
        "CHECK: c|CHECK-DAG: a|CHECK-DAG: b => a|c|b",
        "CHECK-DAG: a|CHECK-NOT: x|CHECK-DAG: b => a|x|b",
        "CHECK-DAG: a|CHECK-NOT: x|CHECK-DAG: b => b|a",
        "CHECK-LABEL: f|CHECK: a|CHECK-LABEL: g => f|g|a",
        "CHECK-LABEL: f|CHECK-LABEL: g|CHECK: a => f|a|g",
        "CHECK: a|CHECK-LABEL: f => f|a",
        "CHECK-LABEL: f|CHECK-LABEL: g => g|f",
        "CHECK-LABEL: f|CHECK-DAG: a|CHECK-LABEL: g => f|g|a",
        "CHECK-LABEL: f|CHECK-NOT: a|CHECK-LABEL: g => f|a|g",
        "CHECK-NOT: a|CHECK-LABEL: g => a|g",
        "CHECK-LABEL: f|CHECK-NOT: a => f|a",
        "CHECK-LABEL: f|CHECK-NEXT: a => f|x|a",
        "CHECK-COUNT-2: a => a",
        "CHECK-COUNT-2: a|CHECK-NOT: a => a|a|a",
        "CHECK-NOT: b|CHECK-COUNT-2: a => b|a|a",
        "CHECK: [[A:X[0-9]+]]|CHECK: use [[A]] => X1|use X2",
        "CHECK: [[A:[a-z]+]]. [[A]]. => ab. cd.",
        "CHECK: [[A]] => [[A]]",
        "CHECK: a|CHECK-NOT: [[A]] => a",
        "CHECK-LABEL: f|CHECK: [[A:[0-9]]]|CHECK-LABEL: g|CHECK: [[A]] => f|1|g|1",
        "CHECK: {{a => {{a",
        "CHECK: [[a => [[a",
        "CHECK: [[#a]] => [[#a]]",
        "PRECISE: a b => a  b",
        "PRECISE: a => a b",
        "PRECISE: a => b a",
        "PRECISE: a => a ",
        "PRECISE: {{a}} => a",
        "PRECISE: a|PRECISE-NEXT: b => a|x|b",
        "PRECISE: a|PRECISE: a => a",
        "PRECISE:|PRECISE-NEXT: => a||b",
        "CHECK: a|PRECISE: b => a b",
        "PRECISE: a|CHECK: b => b|a",
      })
  void refuses(String directives, String output) {
    assertThat(match(directives, output)).as(CASES).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CHECK-NXT: a",
        "CHECK-COUNT-0: a",
        "CHECK-COUNT: a",
        "CHECK:",
        "CHECK-NOT: ",
        "CHECK-LABEL: [[A:f]]",
        "PRECISE-NOT: a",
        "PRECISE-COUNT-2: a",
      })
  void noDirective(String directive) {
    assertThatThrownBy(() -> CheckMatcher.parse(List.of("// " + directive)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 1");
  }

  private static Optional<String> match(String directives, String output) {
    List<String> comments = Arrays.stream(directives.split("\\|")).map("; "::concat).toList();
    return CheckMatcher.parse(comments).match(String.join("\n", output.split("\\|", -1)));
  }
}
