package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/** Every diagnostic code has an example, and the example has that code and no other. */
class ExplainTest {
  private static final Pattern CODE = Pattern.compile("\"code\":\"(PTO\\d+)\"");

  /**
   * No text shows a defect: it would be one that is known. Neither can one be too large for all
   * files, or for all machines.
   */
  private static final Set<DiagnosticCode> WITHOUT =
      Set.of(
          DiagnosticCode.INTERNAL, DiagnosticCode.FILE_TOO_LARGE, DiagnosticCode.OUT_OF_RESOURCES);

  /**
   * The parser gives up where the nesting is too deep, so that the rest of the text is missing too.
   */
  private static final Set<String> WITH_SYNTAX_ERROR = Set.of("PTO1005");

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(DiagnosticCode.class)
  void theExampleHasTheCode(DiagnosticCode code) throws IOException {
    if (WITHOUT.contains(code)) {
      assertThat(ExplainCommand.Example.of(code)).isEmpty();
      return;
    }
    ExplainCommand.Example example = ExplainCommand.Example.of(code).orElseThrow();
    Path file =
        Files.writeString(directory.resolve("example." + example.extension()), example.text());
    List<String> words = new ArrayList<>();
    for (String word : example.command().split(" ")) {
      words.add(word.replace("FILE", file.toString()));
    }
    words.add("--diagnostic-format=json");
    Set<String> found = new TreeSet<>();
    Matcher matcher = CODE.matcher(call(words).err);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    if (WITH_SYNTAX_ERROR.contains(code.id())) {
      found.remove(DiagnosticCode.SYNTAX.id());
    }
    if (code == DiagnosticCode.MORE_ERRORS) {
      found.remove(DiagnosticCode.UNDEFINED_VALUE.id());
    }
    if (words.contains("--sync") && code != DiagnosticCode.ORDER_COVERAGE) {
      found.remove(DiagnosticCode.ORDER_COVERAGE.id()); // It is said of every kernel.
    }
    if (words.contains("--sync") && code != DiagnosticCode.ORDERED) {
      found.remove(DiagnosticCode.ORDERED.id()); // It is said of each dependence.
    }
    if (words.contains("--remarks") && code != DiagnosticCode.PIPE_ORDER) {
      found.remove(DiagnosticCode.PIPE_ORDER.id()); // It is said of every kernel that waits.
    }
    assertThat(found).containsExactly(code.id());
  }

  @Test
  void explainShowsTheExample() {
    assertThat(call(List.of("explain", "PTO1101", "6002")).out)
        .startsWith(
            "PTO1101 error: no operation has this name\n\nNo row of the operation catalogue ")
        .contains("\n\n  $ ptoc check FILE --profile a5\n  func.func @k() {\n")
        .contains("PTO6002 error: a file cannot be read\n\nThe file does not exist, ");
  }

  /** Long enough to say a cause, and in lines that fit a terminal. */
  @ParameterizedTest
  @EnumSource(DiagnosticCode.class)
  void everyCodeIsExplained(DiagnosticCode code) {
    assertThat(Explanations.of(code)).hasSizeGreaterThan(60).doesNotContain("PTO");
    assertThat(Explanations.of(code).lines()).allMatch(line -> line.length() <= 80);
  }

  private record Outcome(String out, String err) {}

  private static Outcome call(List<String> words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Ptoc.run(
        words,
        new ByteArrayInputStream(new byte[0]),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Outcome(out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
