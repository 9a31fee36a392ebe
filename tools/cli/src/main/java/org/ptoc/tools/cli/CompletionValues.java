package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.ArgSpec;

/** What a shell offers for an option or a positional parameter. */
final class CompletionValues {
  /** The labels of values that are, or begin or end in, the name of a file. */
  private static final Set<String> FILES =
      Set.of("FILE", "DIR", "DATA", "K=FILE", "K=DATA", "PATH");

  private CompletionValues() {}

  /** The words of an argument that takes one of a few; empty for others. */
  static List<String> words(ArgSpec argument) {
    List<String> words = new ArrayList<>();
    if (argument.completionCandidates() != null) {
      argument.completionCandidates().forEach(words::add);
    }
    return words;
  }

  /** True if file names are of use. */
  static boolean isFile(ArgSpec argument) {
    return words(argument).isEmpty() && FILES.contains(argument.paramLabel());
  }
}
