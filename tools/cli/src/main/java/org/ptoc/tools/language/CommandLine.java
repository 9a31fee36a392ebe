package org.ptoc.tools.language;

import java.util.List;

/** The command line of {@code ptoc}. */
@FunctionalInterface
public interface CommandLine {
  /**
   * What a call has printed.
   *
   * @param status exit status
   * @param out standard output
   * @param err standard error
   */
  record Result(int status, String out, String err) {}

  /**
   * Carries out a call.
   *
   * @param words the command and its arguments
   * @param input standard input
   */
  Result call(List<String> words, String input);
}
