package org.ptoc.tools.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.ptoc.tools.sweep.Item;

/** Data files in values of {@code --arg} and {@code --expect} of a plan, relative to the plan. */
final class DataNames {
  private DataNames() {}

  /** The file that a value names, {@code NAME=} in front of it or not. */
  static Optional<String> file(String value) {
    String text = value.substring(start(value));
    return text.endsWith(".npy") || text.endsWith(".bin") ? Optional.of(text) : Optional.empty();
  }

  private static int start(String value) {
    int equals = value.indexOf('=');
    boolean named =
        equals > 0
            && value
                .substring(0, equals)
                .chars()
                .allMatch(c -> Character.isLetterOrDigit(c) || "_$@[:]".indexOf(c) >= 0);
    return named ? equals + 1 : 0;
  }

  /** The value with the place of its file. */
  static String located(String value, Item item) {
    return located(value, Path.of(item.directory()));
  }

  /** The value with the place of its file, which a directory may hold. */
  static String located(String value, Path directory) {
    return file(value)
        .map(name -> value.substring(0, start(value)) + directory.resolve(name))
        .orElse(value);
  }

  /** A message without the directory of the plan, which another machine does not have. */
  static String relative(String message, Item item) {
    return item.directory().isEmpty()
        ? message
        : message.replace(item.directory() + Path.of("/").getFileSystem().getSeparator(), "");
  }
}
