package org.ptoc.junit;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/**
 * A source file that exists.
 *
 * @param name name as the test gives it, which messages use
 * @param place where it was found
 */
record SourceFile(String name, URI place) {

  /**
   * Looks next to a class, at the root of the class path and in the working directory, in this
   * order.
   */
  static Optional<SourceFile> find(String name, Class<?> test) {
    if (name.isBlank()) {
      return Optional.empty();
    }
    return Optional.ofNullable(test.getResource(name))
        .or(() -> Optional.ofNullable(test.getResource("/" + name)))
        .map(SourceFile::place)
        .or(() -> inWorkingDirectory(name))
        .map(place -> new SourceFile(name, place));
  }

  private static URI place(URL resource) {
    try {
      return resource.toURI();
    } catch (URISyntaxException e) {
      throw new ParameterResolutionException(
          "the class path has the malformed address " + resource, e);
    }
  }

  private static Optional<URI> inWorkingDirectory(String name) {
    try {
      Path path = Path.of(name).toAbsolutePath().normalize();
      return Files.isRegularFile(path) ? Optional.of(path.toUri()) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** The contents, which are UTF-8. */
  String text() {
    try (InputStream stream = place.toURL().openStream()) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new ParameterResolutionException(
          "cannot read the kernel source '" + name + "': " + e.getMessage(), e);
    }
  }
}
