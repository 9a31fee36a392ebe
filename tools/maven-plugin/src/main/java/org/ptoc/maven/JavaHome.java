package org.ptoc.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * An installed Java, known by the {@code release} file that every JDK since 9 has: no process is
 * started to ask it.
 */
record JavaHome(Path directory) {
  private static final String VERSION_KEY = "JAVA_VERSION=";

  /** The command that starts this Java. */
  Path command() {
    Path windows = directory.resolve("bin/java.exe");
    return Files.exists(windows) ? windows : directory.resolve("bin/java");
  }

  /** The feature release, such as 25; empty when there is no usable Java in the directory. */
  OptionalInt feature() {
    if (!Files.isRegularFile(command())) {
      return OptionalInt.empty();
    }
    try {
      for (String line :
          Files.readAllLines(directory.resolve("release"), StandardCharsets.ISO_8859_1)) {
        if (line.startsWith(VERSION_KEY)) {
          return leadingNumber(line.substring(VERSION_KEY.length()).replace("\"", "").trim());
        }
      }
    } catch (IOException unreadable) {
      return OptionalInt.empty();
    }
    return OptionalInt.empty();
  }

  private static OptionalInt leadingNumber(String version) {
    int end = 0;
    while (end < version.length() && end < 4 && Character.isDigit(version.charAt(end))) {
      end++;
    }
    return end == 0
        ? OptionalInt.empty()
        : OptionalInt.of(Integer.parseInt(version.substring(0, end)));
  }
}
