package org.ptoc.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** A digest of everything an object depends on. */
final class Fingerprint {
  private final MessageDigest digest;

  Fingerprint() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Adds texts; their boundaries count. */
  Fingerprint texts(List<String> texts) {
    for (String text : texts) {
      bytes(text.getBytes(StandardCharsets.UTF_8));
    }
    return this;
  }

  /** Adds the content of a file. */
  Fingerprint content(Path file) throws IOException {
    return bytes(Files.readAllBytes(file));
  }

  /**
   * Adds the files of a class path by name, length and time: enough to notice another compiler, and
   * quick.
   */
  Fingerprint classPath(List<Path> entries) throws IOException {
    for (Path entry : entries) {
      texts(List.of(entry.toString()));
      if (Files.isRegularFile(entry)) {
        texts(
            List.of(Long.toString(Files.size(entry)), Files.getLastModifiedTime(entry).toString()));
      }
    }
    return this;
  }

  /** The digest in hexadecimal; the object must not be used after it. */
  String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }

  private Fingerprint bytes(byte[] bytes) {
    digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
    digest.update(bytes);
    return this;
  }
}
