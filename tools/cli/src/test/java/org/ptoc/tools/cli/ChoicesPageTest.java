package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ptoc.passes.CodeSwitch;

/** The page of choices has a row for every switch, and no row for anything else. */
class ChoicesPageTest {
  private static final Path PAGE = Path.of("../../docs/choices.md");

  @Test
  void everySwitchHasARowWithItsOptionAndItsUsualState() throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    for (CodeSwitch each : CodeSwitch.values()) {
      assertThat(lines.stream().filter(line -> line.startsWith("| `-f" + each.spelling() + "` |")))
          .as(each.spelling())
          .singleElement()
          .asString()
          .contains(each.option())
          .endsWith(each.isUsual() ? "| on |" : "| off |");
    }
  }

  @Test
  void everyRowIsASwitch() throws IOException {
    Pattern row = Pattern.compile("\\| `-f([a-z-]+)` \\|.*");
    List<String> spellings = Stream.of(CodeSwitch.values()).map(CodeSwitch::spelling).toList();
    for (String line : Files.readAllLines(PAGE)) {
      Matcher matcher = row.matcher(line);
      if (matcher.matches()) {
        assertThat(spellings).contains(matcher.group(1));
      }
    }
  }
}
