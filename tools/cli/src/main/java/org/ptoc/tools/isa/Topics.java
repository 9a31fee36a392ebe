package org.ptoc.tools.isa;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    for (String line : file().lines().toList()) {
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

  private static String file() {
    try (InputStream in = Topics.class.getResourceAsStream(FILE)) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
