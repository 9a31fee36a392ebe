package org.ptoc.junit;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/**
 * A file of a test that exists: a kernel source, or data.
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

  /**
   * The file, looked for as {@link #find} does.
   *
   * @param kind what messages call it
   * @throws ParameterResolutionException when it is nowhere
   */
  static SourceFile get(String name, String kind, Class<?> test) {
    return find(name, test)
        .orElseThrow(
            () ->
                new ParameterResolutionException(
                    "there is no "
                        + kind
                        + " '"
                        + name
                        + "': it is neither on the class path next to "
                        + test.getName()
                        + ", nor at the root of the class path, nor in the working directory"));
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

  /**
   * The contents as text.
   *
   * @throws ParameterResolutionException if they are not valid UTF-8
   */
  String text() {
    ByteBuffer contents = ByteBuffer.wrap(bytes("kernel source"));
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(contents).toString();
    } catch (CharacterCodingException e) {
      throw new ParameterResolutionException(
          "cannot read the kernel source '" + name + "': not valid UTF-8", e);
    }
  }

  /**
   * The contents.
   *
   * @param kind what messages call the file
   */
  byte[] bytes(String kind) {
    try (InputStream stream = place.toURL().openStream()) {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new ParameterResolutionException(
          "cannot read the " + kind + " '" + name + "': " + e.getMessage(), e);
    }
  }
}
