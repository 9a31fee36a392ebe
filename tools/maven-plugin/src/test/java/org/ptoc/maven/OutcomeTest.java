package org.ptoc.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeTest {
  private static final String ERROR =
      "{\"code\":\"PTO1105\",\"severity\":\"error\",\"message\":\"`%x` is not \\\"defined\\\""
          + " h\\u0065re\","
          + "\"file\":\"/a/b.pto\",\"line\":35,\"column\":31,\"length\":4,\"notes\":[]}";
  private static final String WARNING =
      "{\"code\":\"PTO2000\",\"severity\":\"warning\",\"message\":\"odd\",\"file\":\"b.pto\",\"line\":3,\"column\":0,"
          + "\"length\":0,\"notes\":[{\"message\":\"because\",\"file\":\"b.pto\",\"line\":1,\"column\":2,\"length\":1},{\"message\":\"and"
          + " so\"}]}";

  @Test
  void aDiagnosticHasTheFormOfMavensCompilers() {
    Outcome outcome = Outcome.of(1, List.of(ERROR));
    assertThat(outcome.messages())
        .singleElement()
        .extracting(Message::lines)
        .isEqualTo("/a/b.pto:[35,31] PTO1105: `%x` is not \"defined\" here");
    assertThat(outcome.complaints()).isEmpty();
  }

  @Test
  void notesFollowOnLinesOfTheirOwn() {
    Outcome outcome = Outcome.of(0, List.of(WARNING));
    assertThat(outcome.messages())
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.severity()).isEqualTo(Message.Severity.WARNING);
              assertThat(message.lines())
                  .isEqualTo("b.pto:[3] PTO2000: odd\n    b.pto:[1,2] because\n    and so");
            });
  }

  @Test
  void aDiagnosticWithoutPlaceIsItsText() {
    String line =
        "{\"code\":\"PTO6007\",\"severity\":\"error\",\"message\":\"stopped\",\"notes\":[]}";
    assertThat(Outcome.of(3, List.of(line)).messages())
        .singleElement()
        .extracting(Message::lines)
        .isEqualTo("PTO6007: stopped");
  }

  @Test
  void readsTheCyclesOfEachModel() {
    Outcome outcome =
        Outcome.of(0, List.of("cycles: 644 (calibrated)", "cycles: 390 (documented)"));
    assertThat(outcome.cycles())
        .containsExactly(
            new Outcome.Cycles(644, "calibrated"), new Outcome.Cycles(390, "documented"));
    assertThat(outcome.complaints()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ptoc: error: bad option",
        "{",
        "{}",
        "{\"code\":1}",
        "{\"code\":\"a\",\"message\":\"b\"} x",
        "{\"code\":\"a\",\"message\":null}",
        "cycles: many (documented)",
        "cycles: 5",
        "\u007b\"\\q\":1}",
        ""
      })
  void anyOtherLineIsAComplaint(String line) {
    Outcome outcome = Outcome.of(2, List.of(line));
    assertThat(outcome.messages()).isEmpty();
    assertThat(outcome.complaints()).containsExactly(line);
  }

  @Test
  void readsAllOfJsonButNull() {
    assertThat(JsonTree.read(" { \"a\" : [ 1 , -2.5e1, true, false, \"\\n\\/\" ] , \"b\" : { } } "))
        .contains(Map.of("a", List.of(1.0, -25.0, true, false, "\n/"), "b", Map.of()));
    assertThat(JsonTree.read("[null]")).isEmpty();
    assertThat(JsonTree.read("[1,]")).isEmpty();
    assertThat(JsonTree.read("\"\\u00g0\"")).isEmpty();
    assertThat(JsonTree.read("[".repeat(100_000))).isEmpty();
  }

  @Test
  void noPrefixOfADiagnosticIsOne() {
    for (int end = 0; end < WARNING.length(); end++) {
      assertThat(MessageReader.read(WARNING.substring(0, end))).isEmpty();
    }
    assertThat(MessageReader.read(WARNING)).isPresent();
  }
}
