package org.ptoc.maven;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.UUID;

/** Files that are there whole or as they were: written beside, and renamed when complete. */
final class WholeFile {
  private WholeFile() {}

  /** Writes {@code text} to {@code file}, whose directories are made. */
  static void write(Path file, String text, Charset charset) throws IOException {
    Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent());
    Files.createDirectories(directory);
    // Not a temporary file of the library, which only its owner may read; not longer than any name.
    Path beside = directory.resolve("." + UUID.randomUUID() + ".tmp");
    try {
      Files.writeString(beside, text, charset, StandardOpenOption.CREATE_NEW);
      move(beside, file);
    } finally {
      Files.deleteIfExists(beside);
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
