package org.ptoc.tools.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc explain}: what a diagnostic code means, why it appears, what to do, and an example
 * that has it; without a code, all of them.
 */
final class ExplainCommand implements Command {
  private static final int SHOWN_LINES = 30;
  private static final int SHOWN_COLUMNS = 160;

  @Override
  public void describe(CommandSpec spec) {
    List<String> codes = Arrays.stream(DiagnosticCode.values()).map(DiagnosticCode::id).toList();
    Options.parameters(spec, codes, "CODE", "0..*", "codes such as PTO2001; none lists all");
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    List<String> words = Options.parameters(arguments);
    StringBuilder text = new StringBuilder();
    for (DiagnosticCode code : words.isEmpty() ? List.of(DiagnosticCode.values()) : codes(words)) {
      text.append(code.id())
          .append(' ')
          .append(code.severity().word())
          .append(": ")
          .append(code.summary())
          .append('\n');
      if (!words.isEmpty()) {
        text.append('\n').append(Explanations.of(code)).append('\n');
        Example.of(code).ifPresent(example -> text.append(show(example)));
      }
    }
    session.write("-", text.toString());
    return ExitStatus.OK;
  }

  private static List<DiagnosticCode> codes(List<String> words) throws CommandFailure {
    List<String> known = new ArrayList<>();
    for (DiagnosticCode code : DiagnosticCode.values()) {
      known.add(code.id());
    }
    List<DiagnosticCode> codes = new ArrayList<>();
    for (String word : words) {
      String upper = word.toUpperCase(Locale.ROOT);
      String id = upper.startsWith("PTO") ? upper : "PTO" + upper;
      codes.add(
          DiagnosticCode.byId(id)
              .orElseThrow(
                  () ->
                      CommandFailure.usage(
                          "there is no diagnostic code '"
                              + word
                              + "'"
                              + Suggestion.phrase(id, known),
                          "'ptoc explain' lists all codes")));
    }
    return codes;
  }

  private static String show(Example example) {
    StringBuilder text = new StringBuilder("  $ ptoc ").append(example.command()).append('\n');
    List<String> lines = example.text().lines().toList();
    for (String line : lines.subList(0, Math.min(lines.size(), SHOWN_LINES))) {
      text.append("  ")
          .append(line.length() > SHOWN_COLUMNS ? line.substring(0, SHOWN_COLUMNS) + "..." : line)
          .append('\n');
    }
    return text.append(lines.size() > SHOWN_LINES ? "  ...\n\n" : "\n").toString();
  }

  /**
   * A call that is answered with a code.
   *
   * @param command arguments of ptoc, {@code FILE} means the file
   * @param extension of the file
   * @param text contents of the file, the line with the command included
   */
  record Example(String command, String extension, String text) {
    private static final List<String> EXTENSIONS = List.of("pto", "s", "txt", "yaml");
    private static final String CALL = "ptoc ";

    /** The example of a code; absent for codes that no text can have. */
    static Optional<Example> of(DiagnosticCode code) {
      for (String extension : EXTENSIONS) {
        try (InputStream file =
            ExplainCommand.class.getResourceAsStream("examples/" + code.id() + "." + extension)) {
          if (file != null) {
            return Optional.of(
                read(extension, new String(file.readAllBytes(), StandardCharsets.UTF_8)));
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return Optional.empty();
    }

    private static Example read(String extension, String text) {
      String first = text.substring(0, text.indexOf('\n'));
      String rest = text.substring(text.indexOf('\n') + 1);
      return new Example(first.substring(first.indexOf(CALL) + CALL.length()), extension, rest);
    }
  }
}
