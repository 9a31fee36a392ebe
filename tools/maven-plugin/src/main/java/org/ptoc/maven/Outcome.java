package org.ptoc.maven;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one run of {@code ptoc} left behind.
 *
 * @param status its exit status
 * @param messages its diagnostics
 * @param text its other lines, such as {@code cycles: 873 (documented)}
 * @param nanos how long it took; 0 when that is not known
 */
record Outcome(int status, List<Message> messages, List<String> text, long nanos) {
  /** The program was accepted, and ran as expected. */
  static final int OK = 0;

  /** The program was rejected; the messages say why. */
  static final int REJECTED = 1;

  /** The emulated program trapped. */
  static final int TRAPPED = 3;

  /** The toolchain itself failed. */
  static final int INTERNAL = 70;

  /** An expectation of the data failed. */
  static final int MISMATCH = 4;

  private static final String CYCLES = "cycles: ";

  /** A number of cycles and the model that counted it, such as {@code documented}. */
  record Cycles(long count, String model) {}

  /** Sorts the lines of a process. */
  static Outcome of(int status, List<String> lines) {
    return of(status, lines, 0);
  }

  /** The same with the time that it took. */
  static Outcome of(int status, List<String> lines, long nanos) {
    List<Message> messages = new ArrayList<>();
    List<String> text = new ArrayList<>();
    for (String line : lines) {
      MessageReader.read(line).ifPresentOrElse(messages::add, () -> text.add(line));
    }
    return new Outcome(status, List.copyOf(messages), List.copyOf(text), nanos);
  }

  boolean isOk() {
    return status == OK;
  }

  /** The cycle counts of {@code ptoc run}. */
  List<Cycles> cycles() {
    List<Cycles> counts = new ArrayList<>();
    for (String line : text) {
      cycles(line).ifPresent(counts::add);
    }
    return counts;
  }

  /**
   * The lines that are neither diagnostics nor results: complaints of the virtual machine or about
   * the options.
   */
  List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    for (String line : text) {
      if (cycles(line).isEmpty()) {
        complaints.add(line);
      }
    }
    return complaints;
  }

  private static Optional<Cycles> cycles(String line) {
    int open = line.indexOf(" (");
    if (!line.startsWith(CYCLES) || open < 0 || !line.endsWith(")")) {
      return Optional.empty();
    }
    try {
      long count = Long.parseLong(line.substring(CYCLES.length(), open));
      return Optional.of(new Cycles(count, line.substring(open + 2, line.length() - 1)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
