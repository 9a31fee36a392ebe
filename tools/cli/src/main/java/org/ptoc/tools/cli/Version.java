package org.ptoc.tools.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.ObjectFile;

/** What {@code ptoc --version} says: the version of the build, written into a file by it. */
final class Version {
  /** The version from the launcher: a start is a fifth faster when it need not open the jar. */
  private static final String PROPERTY = "ptoc.version";

  private static final String FILE = "version.txt";

  private Version() {}

  /** The version as in the {@code pom.xml}; classes that Maven did not make have none. */
  static String number() {
    String known = System.getProperty(PROPERTY);
    if (known != null) {
      return known;
    }
    try (InputStream in = Version.class.getResourceAsStream(FILE)) {
      return in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Producer text of object files. */
  static String producer() {
    return "ptoc " + number();
  }

  static String text() {
    return producer()
        + " (PTO ISA "
        + ObjectFile.ISA_MAJOR
        + "."
        + ObjectFile.ISA_MINOR
        + ", profiles "
        + Profile.names(" ")
        + ")";
  }
}
