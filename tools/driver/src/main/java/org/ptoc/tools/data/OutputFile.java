package org.ptoc.tools.data;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A file that appears whole or not at all: it is written beside its place and renamed over it. An
 * older file survives a failure and gives its permissions to the new one. A link stays a link, also
 * one to a file that does not exist yet. A device or a pipe ({@code /dev/null}) is written
 * directly. One thread uses it.
 *
 * <p>The name beside cannot be guessed, and a file that has it already, or a link, is never opened.
 */
public final class OutputFile implements AutoCloseable {
  private static final int MOST_LINKS = 40;
  private static final int NAME_BYTES = 12;

  private final Path place;
  private final Optional<Beside> beside;
  private final OutputStream out;

  /**
   * The file beside.
   *
   * @param removal removes it when the process ends
   */
  private record Beside(Path path, WhenStopped removal) {
    static Beside of(Path path) throws IOException {
      WhenStopped removal = new WhenStopped(() -> path.toFile().delete());
      if (removal.isLate()) {
        throw new IOException("the process ends");
      }
      return new Beside(path, removal);
    }
  }

  private OutputFile(Path place, Optional<Beside> beside, OutputStream out) {
    this.place = place;
    this.beside = beside;
    this.out = out;
  }

  /** Begins to write a file. */
  public static OutputFile open(Path path) throws IOException {
    Path place = target(path.toAbsolutePath());
    if (Files.exists(place) && !Files.isRegularFile(place)) {
      if (Files.isDirectory(place)) {
        throw new IOException("it is a directory");
      }
      return new OutputFile(place, Optional.empty(), Files.newOutputStream(place));
    }
    if (Files.exists(place) && !Files.isWritable(place)) {
      throw new AccessDeniedException(place.toString());
    }
    Path beside = place.resolveSibling(".ptoc-" + unpredictable() + ".tmp");
    OutputStream out =
        Files.newOutputStream(beside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return new OutputFile(place, Optional.of(Beside.of(beside)), out);
  }

  private static String unpredictable() {
    byte[] bytes = new byte[NAME_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Where links lead, the last one also to nothing. */
  private static Path target(Path path) throws IOException {
    Path place = path;
    for (int i = 0; Files.isSymbolicLink(place); i++) {
      if (i == MOST_LINKS) {
        throw new FileSystemLoopException(path.toString());
      }
      place = place.resolveSibling(Files.readSymbolicLink(place));
    }
    return place;
  }

  /** Takes the bytes. */
  public OutputStream stream() {
    return out;
  }

  /** Puts what was written into its place. */
  public void commit() throws IOException {
    out.close();
    if (beside.isPresent()) {
      keepPermissions(beside.get().path());
      move(beside.get().path());
      beside.get().removal().close();
    }
  }

  private void keepPermissions(Path from) throws IOException {
    PosixFileAttributeView before =
        Files.getFileAttributeView(place, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    PosixFileAttributeView after =
        Files.getFileAttributeView(from, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (before != null && after != null && Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
      after.setPermissions(before.readAttributes().permissions());
    }
  }

  private void move(Path from) throws IOException {
    try {
      Files.move(from, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, place, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Forgets what was written unless it was committed. */
  @Override
  public void close() throws IOException {
    try {
      out.close();
    } finally {
      if (beside.isPresent()) {
        Files.deleteIfExists(beside.get().path());
        beside.get().removal().close();
      }
    }
  }
}
