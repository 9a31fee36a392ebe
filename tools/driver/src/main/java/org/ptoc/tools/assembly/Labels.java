package org.ptoc.tools.assembly;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The labels of a text, kernel by kernel; read before its words, which may name later ones. */
final class Labels {
  private static final Pattern LABEL = Pattern.compile("\\s*([A-Za-z_]\\w*)\\s*:");

  /**
   * A label.
   *
   * @param word number of the word that follows it
   * @param line where it is defined first
   */
  record Place(int word, int line) {}

  /**
   * The beginning of a line.
   *
   * @param name the label
   * @param column of the label, from 0
   * @param end what follows the colon, from 0
   */
  record Definition(String name, int column, int end) {}

  private Labels() {}

  /** The label at {@code from}, when there is one. */
  static Optional<Definition> at(String line, int from) {
    Matcher matcher = LABEL.matcher(line).region(from, line.length());
    return matcher.lookingAt()
        ? Optional.of(new Definition(matcher.group(1), matcher.start(1), matcher.end()))
        : Optional.empty();
  }

  /** True if the rest of a line says nothing. */
  static boolean isBlank(String rest) {
    return rest.isEmpty() || rest.startsWith(";") || rest.startsWith("#") || rest.startsWith("//");
  }

  /**
   * The labels of each kernel in the order of their directives; those before the first are lost.
   */
  static List<Map<String, Place>> scan(List<String> lines) {
    List<Map<String, Place>> kernels = new ArrayList<>();
    Map<String, Place> labels = new HashMap<>();
    int word = 0;
    for (int i = 0; i < lines.size(); i++) {
      int start = 0;
      for (Optional<Definition> label = at(lines.get(i), 0);
          label.isPresent();
          label = at(lines.get(i), start)) {
        labels.putIfAbsent(label.get().name(), new Place(word, i + 1));
        start = label.get().end();
      }
      String rest = lines.get(i).substring(start).strip();
      String directive = rest.startsWith(".") ? directive(rest) : "";
      if (directive.equals(".kernel") || directive.equals(".checks")) {
        labels = new HashMap<>();
        kernels.add(labels);
        word = 0;
      } else if (directive.equals(".word") || !isBlank(rest) && !rest.startsWith(".")) {
        word++;
      }
    }
    return kernels;
  }

  private static String directive(String rest) {
    return Quoted.words(rest).map(List::getFirst).orElse("");
  }
}
