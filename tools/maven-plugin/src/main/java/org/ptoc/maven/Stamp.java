package org.ptoc.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * Remembers what an object was made from, so that it is made again only when that changed. File
 * times do not matter: a checkout of an older branch changes contents without making them newer.
 *
 * @param file where it is remembered: two lines, the digests of the inputs and of the object
 * @param object the object
 */
record Stamp(Path file, Path object) {
  /** True when the object exists, is as it was written, and was made from the same inputs. */
  boolean isFresh(String inputs) throws IOException {
    try {
      return Files.isRegularFile(object)
          && Files.isRegularFile(file)
          && Files.readString(file, StandardCharsets.ISO_8859_1).equals(content(inputs));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Remembers a new object, unless another build of the project has deleted it since. */
  void write(String inputs) throws IOException {
    String content;
    try {
      content = content(inputs);
    } catch (NoSuchFileException e) {
      return;
    }
    WholeFile.write(file, content, StandardCharsets.ISO_8859_1);
  }

  /**
   * Forgets the object and deletes it: what no longer compiles or has lost its source must not be
   * packaged.
   */
  void discard() throws IOException {
    Files.deleteIfExists(object);
    Files.deleteIfExists(file);
  }

  private String content(String inputs) throws IOException {
    return String.join("\n", List.of(inputs, new Fingerprint().content(object).hex(), ""));
  }
}
