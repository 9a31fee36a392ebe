package org.ptoc.tools.isa;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.tools.report.Html;

/**
 * Words of other languages and of the field, each with the operations that do it: {@code softmax,
 * attention: trowmax ...}. A test holds that the operations exist.
 */
final class Topics {
  private static final String FILE = "topics.txt";

  private Topics() {}

  /** The topics of each operation, by its full name. */
  static Map<String, List<String>> byOperation() {
    Map<String, List<String>> topics = new LinkedHashMap<>();
    for (String line : Html.resource(Topics.class, FILE).lines().toList()) {
      int colon = line.indexOf(':');
      if (colon > 0 && !line.startsWith("#")) {
        for (String operation : line.substring(colon + 1).strip().split(" +")) {
          String name = operation.startsWith(".") ? operation.substring(1) : "pto." + operation;
          topics
              .computeIfAbsent(name, key -> new ArrayList<>())
              .addAll(List.of(line.substring(0, colon).strip().split(", *")));
        }
      }
    }
    return topics;
  }
}
