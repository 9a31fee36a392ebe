package org.ptoc.tools.data;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** Reads and writes whole files; problems are sentences. */
public final class DataFiles {
  private DataFiles() {}

  /** All bytes of a file. */
  public static DataResult<byte[]> read(Path path) {
    try {
      if (Files.isDirectory(path)) {
        return DataResult.problem("cannot read " + path + ": it is a directory");
      }
      return DataResult.of(Files.readAllBytes(path));
    } catch (IOException e) {
      return DataResult.problem("cannot read " + path + ": " + reason(e));
    } catch (OutOfMemoryError e) {
      return DataResult.problem(
          "cannot read " + path + ": it is too large for the memory of this program");
    }
  }

  /**
   * Writes a file so that it appears whole or not at all: beside its place first, then renamed over
   * it. A file that was there before survives a failure. What is no regular file ({@code
   * /dev/null}, a pipe) is written directly.
   *
   * @return what went wrong, empty when all went well
   */
  public static Optional<String> write(Path path, byte[] contents) {
    try {
      if (Files.exists(path) && !Files.isRegularFile(path)) {
        if (Files.isDirectory(path)) {
          return Optional.of("cannot write " + path + ": it is a directory");
        }
        Files.write(path, contents);
        return Optional.empty();
      }
      replace(
          Files.isSymbolicLink(path) && Files.exists(path) ? path.toRealPath() : path, contents);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("cannot write " + path + ": " + reason(e));
    }
  }

  private static void replace(Path path, byte[] contents) throws IOException {
    Path name = path.toAbsolutePath();
    Path beside =
        name.resolveSibling(
            "." + name.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    // An interrupt from the keyboard runs exit hooks but no finally blocks.
    beside.toFile().deleteOnExit();
    try {
      Files.write(beside, contents);
      try {
        Files.move(beside, name, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(beside, name, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      Files.deleteIfExists(beside);
    }
  }

  private static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "no such file or directory";
      case AccessDeniedException _ -> "permission denied";
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }
}
