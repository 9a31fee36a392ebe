package org.ptoc.maven;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.Log;

/**
 * Prints outcomes to the log of Maven and counts errors. What several profiles say of one place is
 * printed once, with their names.
 */
final class Report {
  private final Log log;
  private final Map<Message, List<String>> profiles = new LinkedHashMap<>();
  private final Set<Message> printed = new HashSet<>();
  private int errors;

  /**
   * An outcome and whom it is about.
   *
   * @param profile the profile; empty when there was no choice
   */
  record Labelled(Optional<String> profile, Outcome outcome) {}

  Report(Log log, List<Labelled> outcomes) {
    this.log = log;
    for (Labelled each : outcomes) {
      for (Message message : each.outcome().messages()) {
        List<String> own = profiles.computeIfAbsent(message, key -> new ArrayList<>());
        each.profile().filter(name -> !own.contains(name)).ifPresent(own::add);
      }
    }
  }

  /** All messages, each once. */
  List<Message> messages() {
    return List.copyOf(profiles.keySet());
  }

  /** The profiles for which a message was said. */
  List<String> profiles(Message message) {
    return List.copyOf(profiles.getOrDefault(message, List.of()));
  }

  /** Prints what an outcome says and was not printed before. */
  void print(Outcome outcome) {
    int before = errors;
    boolean repeated = false;
    for (Message message : outcome.messages()) {
      // What has no place is about this call: it is said of each.
      boolean placed = message.place().isPresent();
      if (!placed || printed.add(message)) {
        print(message, placed ? profiles(message) : List.of());
      } else {
        repeated = true;
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
    errors += !outcome.isOk() && errors == before && !repeated ? 1 : 0;
  }

  private void print(Message message, List<String> names) {
    String lines = message.lines(names);
    switch (message.severity()) {
      case ERROR -> {
        log.error(lines);
        errors++;
      }
      case WARNING -> log.warn(lines);
      case NOTE -> log.info(lines);
    }
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
