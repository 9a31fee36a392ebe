package org.ptoc.maven;

import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.Log;

/** Prints outcomes to the log of Maven and counts errors. */
final class Report {
  private final Log log;
  private int errors;

  Report(Log log) {
    this.log = log;
  }

  /** Prints everything an outcome says. */
  void add(Outcome outcome) {
    for (Message message : outcome.messages()) {
      switch (message.severity()) {
        case ERROR -> log.error(message.lines());
        case WARNING -> log.warn(message.lines());
        case NOTE -> log.info(message.lines());
      }
    }
    for (String line : outcome.complaints()) {
      if (outcome.isOk()) {
        log.info(line);
      } else {
        log.error(line);
      }
    }
    if (!outcome.isOk() && outcome.messages().isEmpty() && outcome.complaints().isEmpty()) {
      log.error("ptoc ended with status " + outcome.status() + " and said nothing");
    }
    errors += outcome.errors();
  }

  /** Prints all outcomes. */
  void addAll(List<Outcome> outcomes) {
    outcomes.forEach(this::add);
  }

  /** Ends the build when there were errors. */
  void failOnErrors(String what) throws MojoFailureException {
    if (errors > 0) {
      throw new MojoFailureException(count(errors, "error") + " in " + what);
    }
  }

  /** A number with its noun, such as {@code 2 errors}. */
  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
