package org.ptoc.spark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The words behind the application: a plan, and options with a value each. */
record Arguments(String plan, Map<String, String> options) {
  private static final List<String> NAMES =
      List.of("--where", "--partitions", "--parquet", "--lines");

  static Arguments of(String[] words) {
    Map<String, String> options = new HashMap<>();
    String plan = "";
    for (int i = 0; i < words.length; i++) {
      if (NAMES.contains(words[i]) && i + 1 < words.length) {
        options.put(words[i], words[++i]);
      } else if (plan.isEmpty() && !words[i].startsWith("-")) {
        plan = words[i];
      } else {
        throw new IllegalArgumentException(
            "'"
                + words[i]
                + "' is not understood; usage: PLAN ["
                + String.join(" X] [", NAMES)
                + " X]");
      }
    }
    if (plan.isEmpty()) {
      throw new IllegalArgumentException("a plan is missing");
    }
    return new Arguments(plan, Map.copyOf(options));
  }

  Optional<String> value(String name) {
    return Optional.ofNullable(options.get(name));
  }
}
