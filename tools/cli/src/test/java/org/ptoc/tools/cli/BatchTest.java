package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchTest {
  @Test
  void callsEndWithAnEmptyLine() {
    assertThat(CallWords.parse(List.of("check", "a\\u005cb\\u000ac", "\\e", "", "", "isa", "")))
        .containsExactly(List.of("check", "a\\b\nc", ""), List.of(), List.of("isa"));
    assertThat(CallWords.parse(List.of())).isEmpty();
  }

  /** Through a file, as the plugin writes it: line ends, halves of characters, anything. */
  @Test
  void aWordMayHoldEveryCharacter(@TempDir Path directory) throws IOException {
    StringBuilder text = new StringBuilder();
    List<String> words = new ArrayList<>();
    for (int unit = 0; unit <= Character.MAX_VALUE; unit++) {
      boolean plain = unit >= 0x20 && unit < 0x7F && unit != 0x5C;
      String hexadecimal = Integer.toHexString(0x10000 + unit).substring(1);
      text.append('a').append(plain ? "" + (char) unit : "\\u" + hexadecimal).append("b\n");
      words.add("a" + (char) unit + "b");
    }
    Path file = Files.writeString(directory.resolve("calls.txt"), text + "\n");
    assertThat(CallWords.parse(Files.readAllLines(file))).containsExactly(words);
  }

  @Test
  void damagedWordsAreTakenAsTheyAre() {
    assertThat(CallWords.parse(List.of("a\\u12", "\\uxyzw", "\\", "")))
        .containsExactly(List.of("a\\u12", "\\uxyzw", "\\"));
  }

  @Test
  void aCallTellsItsStatusAndWhatItSaid() {
    assertThat(untimed(Batch.run(3, List.of("explain", "PTO9999"))))
        .isEqualTo(
            "{\"call\":3,\"status\":2,\"lines\":[\"ptoc: error: there is no diagnostic code"
                + " 'PTO9999'; did you mean 'PTO6999'? [PTO6001]\",\"ptoc: note: 'ptoc explain'"
                + " lists all codes\"]}");
    assertThat(untimed(Batch.run(0, List.of("--version"))))
        .startsWith("{\"call\":0,\"status\":0,\"lines\":[\"ptoc ");
  }

  /** A result without the time that the call took. */
  private static String untimed(String json) {
    assertThat(json).containsPattern("\"nanos\":[1-9]\\d*,");
    return json.replaceFirst("\"nanos\":\\d+,", "");
  }
}
