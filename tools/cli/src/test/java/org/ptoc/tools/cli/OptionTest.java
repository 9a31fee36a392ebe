package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.OptionSpec;

/** Texts that name options name options that exist. */
class OptionTest {
  private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"");
  private static final Pattern NAME =
      Pattern.compile("(?<![\\w-])--[a-z](?:[a-z0-9_-]*[a-z0-9])?(?![\\w-])");

  /** The option of ptoc without a command, and those of the job for Spark. */
  private static final Set<String> OTHERS = Set.of("--version", "--partitions", "--parquet");

  private static List<OptionSpec> options() {
    return Stream.of(Commands.values())
        .flatMap(
            each ->
                CommandRunner.commandLine(each, each.make()).getCommandSpec().options().stream())
        .toList();
  }

  @Test
  void namesInMessagesAndHelpAreOptions() throws IOException {
    Set<String> known =
        options().stream().flatMap(each -> Stream.of(each.names())).collect(Collectors.toSet());
    List<String> unknown = new ArrayList<>();
    int found = 0;
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      for (Path file :
          files.filter(each -> each.toString().matches(".*src.main.java.*[.]java")).toList()) {
        Matcher literal = LITERAL.matcher(Files.readString(file));
        while (literal.find()) {
          Matcher name = NAME.matcher(literal.group());
          while (name.find()) {
            found++;
            if (!known.contains(name.group()) && !OTHERS.contains(name.group())) {
              unknown.add(file.getFileName() + " " + name.group());
            }
          }
        }
      }
    }
    assertThat(unknown).isEmpty();
    assertThat(found).isGreaterThan(100);
  }

  /** All further lines of descriptions begin in one column. */
  @Test
  void helpWrapsInItsColumn() {
    for (Commands command : Commands.values()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
      Ptoc.run(
          List.of(command.spelling(), "--help-all"), InputStream.nullInputStream(), stream, stream);
      assertThat(
              out.toString(StandardCharsets.UTF_8)
                  .lines()
                  .filter(line -> line.startsWith(" ".repeat(8)))
                  .map(line -> line.length() - line.stripLeading().length())
                  .distinct())
          .as(command.spelling())
          .hasSizeLessThanOrEqualTo(1);
    }
  }

  @Test
  void onlyHiddenOptionsHaveNoHelp() {
    assertThat(options())
        .allSatisfy(
            each ->
                assertThat(String.join("", each.description()).isEmpty())
                    .as(each.longestName())
                    .isEqualTo(each.hidden()));
  }
}
