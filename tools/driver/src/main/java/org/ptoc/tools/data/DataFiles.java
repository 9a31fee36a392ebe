package org.ptoc.tools.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.ptoc.ir.diagnostic.Limit;

/** Reads and writes whole files; problems are sentences. */
public final class DataFiles {
  /** Bytes that tell what a file is. */
  public static final int HEAD_BYTES = 4;

  private DataFiles() {}

  /** All bytes of a data file. */
  public static DataResult<byte[]> read(Path path) {
    return read(path, head -> Limit.DATA_BYTES.value());
  }

  /**
   * All bytes of a file, as long as they are not too many; of a larger one no more than the first
   * few are read.
   *
   * @param most gives from the first {@link #HEAD_BYTES} bytes, or from all of a shorter file, how
   *     many there may be
   */
  public static DataResult<byte[]> read(Path path, ToLongFunction<byte[]> most) {
    if (Files.isDirectory(path)) {
      return DataResult.problem("cannot read " + path + ": it is a directory");
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] head = in.readNBytes(HEAD_BYTES);
      long limit = most.applyAsLong(head);
      if (Files.isRegularFile(path)) {
        return Files.size(path) > limit
            ? tooLarge(path.toString(), limit)
            : DataResult.of(Files.readAllBytes(path));
      }
      return rest(path.toString(), head, in, limit);
    } catch (IOException e) {
      return DataResult.problem("cannot read " + path + ": " + reason(e));
    }
  }

  /** The same of a stream, called {@code name} in messages. */
  public static DataResult<byte[]> read(String name, InputStream in, ToLongFunction<byte[]> most) {
    try {
      byte[] head = in.readNBytes(HEAD_BYTES);
      return rest(name, head, in, most.applyAsLong(head));
    } catch (IOException e) {
      return DataResult.problem("cannot read " + name + ": " + reason(e));
    }
  }

  private static DataResult<byte[]> rest(String name, byte[] head, InputStream in, long most)
      throws IOException {
    if (head.length < HEAD_BYTES) {
      return DataResult.of(head);
    }
    byte[] rest = in.readNBytes((int) Math.min(Integer.MAX_VALUE - 64, most - head.length + 1));
    if (head.length + (long) rest.length > most) {
      return tooLarge(name, most);
    }
    byte[] all = Arrays.copyOf(head, head.length + rest.length);
    System.arraycopy(rest, 0, all, head.length, rest.length);
    return DataResult.of(all);
  }

  private static DataResult<byte[]> tooLarge(String name, long most) {
    return new DataResult.Problem<>(
        "cannot read " + name + ": it has more than " + most + " bytes", true);
  }

  /**
   * Writes a file whole or not at all, see {@link OutputFile}.
   *
   * @return what went wrong, empty when all went well
   */
  public static Optional<String> write(Path path, byte[] contents) {
    return write(path, out -> out.write(contents));
  }

  /** What writes the bytes of a file, part by part. */
  public interface Parts {
    /** Writes all of them. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** The same for what is written part by part. */
  public static Optional<String> write(Path path, Parts parts) {
    try (OutputFile file = OutputFile.open(path)) {
      parts.writeTo(file.stream());
      file.commit();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("cannot write " + path + ": " + reason(e));
    }
  }

  /** Why reading or writing failed, without the name of the file. */
  public static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "no such file or directory";
      case AccessDeniedException _ -> "permission denied";
      case FileSystemLoopException _ -> "too many links";
      case FileAlreadyExistsException _ -> "a file of this name is there";
      case FileSystemException system when system.getReason() != null -> system.getReason();
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }
}
