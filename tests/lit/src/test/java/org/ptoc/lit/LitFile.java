package org.ptoc.lit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One test file.
 *
 * @param path the file
 * @param lines its lines
 * @param runs what to run, in order
 * @param expectations diagnostics that must be found, and no other errors
 * @param findings checks of a run that find what the file means to do
 */
record LitFile(
    Path path,
    List<String> lines,
    List<Run> runs,
    List<Expectation> expectations,
    List<String> findings) {
  private static final Pattern RUN = Pattern.compile("(?://|#|;)\\s*RUN(?:\\((\\d+)\\))?:(.*)");
  private static final Pattern FINDINGS = Pattern.compile("(?://|#|;)\\s*FINDINGS:([a-z, ]+)");
  private static final Pattern EXPECTED =
      Pattern.compile("expected-(error|warning)(?:@([+-]\\d+))?\\s*\\{\\{(.*?)}}");

  /**
   * One call of ptoc.
   *
   * @param exit expected exit status
   * @param arguments arguments with placeholders
   * @param checked true when the output is matched
   */
  record Run(int exit, List<String> arguments, boolean checked) {}

  /** A diagnostic by its line and a part of its rendered text. */
  record Expectation(int line, String severity, String text) {}

  static LitFile read(Path path) throws IOException {
    List<String> lines = Files.readAllLines(path);
    List<Run> runs = new ArrayList<>();
    List<Expectation> expectations = new ArrayList<>();
    List<String> findings = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher found = FINDINGS.matcher(lines.get(i));
      if (found.find()) {
        findings.addAll(List.of(found.group(1).strip().split(", *")));
      }
      Matcher run = RUN.matcher(lines.get(i));
      if (run.find()) {
        String command = run.group(2).strip();
        boolean checked = command.endsWith("| CHECK");
        String bare =
            checked ? command.substring(0, command.length() - "| CHECK".length()).strip() : command;
        int exit = run.group(1) == null ? 0 : Integer.parseInt(run.group(1));
        runs.add(new Run(exit, List.of(bare.split("\\s+")), checked));
      }
      Matcher expected = EXPECTED.matcher(lines.get(i));
      while (expected.find()) {
        int offset = expected.group(2) == null ? 0 : Integer.parseInt(expected.group(2));
        expectations.add(new Expectation(i + 1 + offset, expected.group(1), expected.group(3)));
      }
    }
    return new LitFile(path, lines, runs, expectations, findings);
  }
}
