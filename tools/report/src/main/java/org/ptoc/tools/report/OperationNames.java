package org.ptoc.tools.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.toolchain.TimedRun;

/** The operations of the source that words come from, by the names that the source gives them. */
final class OperationNames {
  /** Operations of a region that are named; more are an ellipsis. */
  private static final int MOST_NAMED = 3;

  private static final String PREFIX = "pto.";
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*(?:\\.[a-z0-9_]+)*");

  private final String file;
  private final List<String> lines;

  /**
   * @param file name of the source
   * @param source its text; without it words have the names of instructions
   */
  OperationNames(String file, Optional<String> source) {
    this.file = file;
    this.lines = source.map(text -> text.lines().toList()).orElse(List.of());
  }

  /** The operation of a word; all operations of a vector region for its first word. */
  String of(TimedRun run, int word) {
    if (!run.program().at(word).performs(ControlOperation.REGION_BEGIN)) {
      return at(run, word).map(OperationNames::shortened).orElseGet(() -> run.mnemonic(word));
    }
    Set<String> names = new LinkedHashSet<>();
    for (int inside = word + 1;
        inside < run.program().size()
            && !run.program().at(inside).performs(ControlOperation.REGION_END);
        inside++) {
      // Loops and sums of addresses are no work of the region.
      at(run, inside).filter(name -> name.startsWith(PREFIX)).ifPresent(names::add);
    }
    return names.isEmpty()
        ? run.mnemonic(word)
        : names.stream()
                .limit(MOST_NAMED)
                .map(OperationNames::shortened)
                .collect(Collectors.joining(" + "))
            + (names.size() > MOST_NAMED ? " + ..." : "");
  }

  private static String shortened(String name) {
    return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
  }

  private Optional<String> at(TimedRun run, int word) {
    SourcePosition position = run.position(word);
    boolean isHere =
        position.isKnown()
            && position.file().equals(file)
            && position.line() <= lines.size()
            && position.column() >= 1
            && position.column() <= lines.get(position.line() - 1).length();
    if (!isHere) {
      return Optional.empty();
    }
    String line = lines.get(position.line() - 1);
    Matcher name = NAME.matcher(line).region(position.column() - 1, line.length());
    return name.lookingAt() ? Optional.of(name.group()) : Optional.empty();
  }
}
