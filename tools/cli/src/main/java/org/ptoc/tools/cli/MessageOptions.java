package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.diagnostic.Severity;
import org.ptoc.tools.cli.Option.Trait;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Options about diagnostics: format, colours, warnings. */
final class MessageOptions {
  private static final Option FORMAT =
      Option.value(
              "FORMAT", "text (default), json (an object a line) or sarif", DiagnosticFormat.OPTION)
          .words(formats())
          .seldom();
  static final Option OUTPUT =
      Option.value(
              "FILE",
              "the diagnostics in this format; standard error has them as text",
              "--diagnostics-output")
          .seldom()
          .with(Trait.OF_PLAN, Trait.ONE_FILE);
  private static final String NO = "no-";
  private static final String ERROR = "error=";
  private static final List<String> COLOURS = List.of("auto", "always", "never");

  private static final Option COLOUR =
      Option.value("WHEN", "colours: auto (on a terminal), always, never", "--color")
          .words(COLOURS)
          .seldom();
  private static final Option ERROR_LIMIT =
      Option.value(
              "N",
              "errors and warnings that are shown; others are counted; 0 for all; default "
                  + Limit.ERRORS.value(),
              "--error-limit")
          .seldom();
  private static final Option WARNING =
      Option.values(
              "WARNING",
              "-Werror: warnings are errors; -Werror=NAME: one is; -Wno-NAME or -Wno-PTOnnnn:"
                  + " silence one",
              "-W")
          .words(MessageOptions::warningWords)
          .seldom();
  private static final Option SILENT = Option.flag("no warnings", "-w").seldom();

  private MessageOptions() {}

  static void describe(CommandSpec spec) {
    Option.add(spec, FORMAT, COLOUR, ERROR_LIMIT, WARNING, SILENT, OUTPUT);
  }

  private static Iterator<String> warningWords() {
    return Stream.concat(Stream.of("error"), warningNames().stream().map(name -> "no-" + name))
        .iterator();
  }

  private static List<String> formats() {
    List<String> formats = new ArrayList<>();
    for (DiagnosticFormat format : DiagnosticFormat.values()) {
      formats.add(format.spelling());
    }
    return formats;
  }

  static void apply(ParseResult arguments, Session session) throws CommandFailure {
    Reporter reporter = session.reporter();
    reporter.setFormat(DiagnosticFormat.values()[FORMAT.index(arguments)]);
    switch (COLOUR.word(arguments)) {
      case "always" -> reporter.setColours(true);
      case "never" -> reporter.setColours(false);
      default -> {
        /* as the terminal says */
      }
    }
    if (SILENT.isIn(arguments)) {
      reporter.warnings().silenceAll();
    }
    OutputFiles.check(arguments);
    Optional<String> file = OUTPUT.text(arguments);
    if (file.isPresent()) {
      reporter.keepRecord(Session.path(file.get()));
    }
    long limit = ERROR_LIMIT.number(arguments, 0, Long.MAX_VALUE, Limit.ERRORS.value());
    reporter.setLimit(limit == 0 ? Long.MAX_VALUE : limit);
    for (String warning : WARNING.texts(arguments)) {
      applyWarning(reporter, warning);
    }
  }

  private static void applyWarning(Reporter reporter, String warning) throws CommandFailure {
    WarningRules rules = reporter.warnings();
    switch (warning) {
      case "all", "extra" -> {
        /* Every warning is on. */
      }
      case "error", "no-error" -> rules.raiseAll(warning.equals("error"));
      default -> {
        boolean off = warning.startsWith(NO);
        String rest = off ? warning.substring(NO.length()) : warning;
        boolean error = rest.startsWith(ERROR);
        DiagnosticCode code =
            warning(error ? rest.substring(ERROR.length()) : rest)
                .orElseThrow(() -> unknown(warning));
        if (error) {
          rules.raise(code, !off);
        } else if (off) {
          rules.silence(code);
        } else {
          rules.show(code);
        }
      }
    }
  }

  private static CommandFailure unknown(String warning) {
    return CommandFailure.usage(
        "there is no warning option '-W" + warning + "'" + near(warning),
        "-Wall, -Werror, -Wno-error, -WNAME, -Wno-NAME, -Werror=NAME and -Wno-error=NAME exist;"
            + " names: "
            + String.join(", ", warningNames()));
  }

  private static String near(String warning) {
    int name = warning.startsWith(NO) ? NO.length() : 0;
    name += warning.startsWith(ERROR, name) ? ERROR.length() : 0;
    return Suggestion.phrase(warning.substring(name), warningNames());
  }

  private static Optional<DiagnosticCode> warning(String name) {
    for (DiagnosticCode code : DiagnosticCode.values()) {
      if (code.severity() == Severity.WARNING
          && (code.id().equals(name) || name(code).equals(name))) {
        return Optional.of(code);
      }
    }
    return Optional.empty();
  }

  private static List<String> warningNames() {
    List<String> names = new ArrayList<>();
    for (DiagnosticCode code : DiagnosticCode.values()) {
      if (code.severity() == Severity.WARNING) {
        names.add(name(code));
      }
    }
    return names;
  }

  /** The name of a warning, as {@code -W} takes it. */
  static String name(DiagnosticCode code) {
    return code.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
