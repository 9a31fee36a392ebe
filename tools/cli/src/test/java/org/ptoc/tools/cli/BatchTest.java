package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BatchTest {
  @Test
  void callsEndWithAnEmptyLine() {
    assertThat(Batch.parse(List.of("check", "a\\\\b\\nc", "\\e", "", "", "isa", "")))
        .containsExactly(List.of("check", "a\\b\nc", ""), List.of(), List.of("isa"));
    assertThat(Batch.parse(List.of())).isEmpty();
  }

  @Test
  void aCallTellsItsStatusAndWhatItSaid() {
    assertThat(Batch.run(3, List.of("explain", "PTO9999")))
        .isEqualTo(
            "{\"call\":3,\"status\":2,\"lines\":[\"ptoc: error: there is no diagnostic code"
                + " 'PTO9999'; did you mean 'PTO6999'? [PTO6001]\",\"ptoc: note: 'ptoc explain'"
                + " lists all codes\"]}");
    assertThat(Batch.run(0, List.of("--version")))
        .startsWith("{\"call\":0,\"status\":0,\"lines\":[\"ptoc 0.");
  }
}
