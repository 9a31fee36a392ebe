package org.ptoc.tools.isa;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.isa.Profile;

/**
 * A program that shows an operation. The file with all of them is written by the tests, which also
 * run each.
 *
 * @param operation name of the operation
 * @param profiles the profiles that it compiles for
 * @param first line of the program at which the shown statements begin, from 1
 * @param last line at which they end
 * @param program a kernel of one buffer
 */
public record OperationExample(
    String operation, List<Profile> profiles, int first, int last, String program) {
  private static final String FILE = "examples.txt";
  private static final String MARK = "==== ";

  public OperationExample {
    profiles = List.copyOf(profiles);
  }

  /** The file, read when the first example is wanted. */
  private static final class All {
    private static final Map<String, List<OperationExample>> BY_OPERATION =
        Stream.of(file().split("(?m)^" + MARK))
            .filter(part -> !part.isEmpty())
            .map(OperationExample::parse)
            .collect(Collectors.groupingBy(OperationExample::operation));
  }

  /**
   * The example of an operation for a profile; empty when the profile does not have the operation.
   */
  public static Optional<OperationExample> of(OpDefinition op, Profile profile) {
    return All.BY_OPERATION.getOrDefault(op.name(), List.of()).stream()
        .filter(example -> example.profiles.contains(profile))
        .findFirst();
  }

  private static OperationExample parse(String part) {
    int end = part.indexOf('\n');
    String[] words = part.substring(0, end).split(" ");
    List<Profile> profiles = new ArrayList<>();
    for (Profile profile : Profile.values()) {
      if (List.of(words).contains(profile.spelling())) {
        profiles.add(profile);
      }
    }
    return new OperationExample(
        words[0],
        profiles,
        Integer.parseInt(words[1]),
        Integer.parseInt(words[2]),
        part.substring(end + 1));
  }

  private static String file() {
    try (InputStream in = OperationExample.class.getResourceAsStream(FILE)) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The entry of the file. */
  public String entry() {
    StringJoiner head =
        new StringJoiner(" ", MARK, "\n").add(operation).add("" + first).add("" + last);
    profiles.forEach(profile -> head.add(profile.spelling()));
    return head + program;
  }

  /** The shown statements without their indentation. */
  public List<String> statement() {
    List<String> lines = program.lines().toList().subList(first - 1, last);
    int indent = lines.getFirst().length() - lines.getFirst().stripLeading().length();
    return lines.stream()
        .map(line -> line.substring(Math.min(indent, line.length() - line.stripLeading().length())))
        .toList();
  }

  /**
   * True if a line of the program, from 1, is one on which the operation stands; its name may be
   * left out of all.
   */
  boolean isOperation(int line) {
    if (line < first || line > last) {
      return false;
    }
    List<String> shown = statement();
    return shown.get(line - first).contains(operation)
        || shown.stream().noneMatch(each -> each.contains(operation));
  }
}
