package org.ptoc.tools.sweep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.tools.data.DataFiles;
import org.ptoc.tools.data.DataResult;

/**
 * The file of results. While items run, each line goes to a file beside it, whole and at once, so
 * that nothing that has ended is lost however the process ends; when all have run the lines are
 * written in order.
 */
public final class ResultFile implements AutoCloseable {
  private static final String UNFINISHED = ".part";

  private final Path place;
  private final Path beside;
  private Optional<FileChannel> channel;
  private Optional<String> problem = Optional.empty();

  private ResultFile(Path place, Path beside, Optional<FileChannel> channel) {
    this.place = place;
    this.beside = beside;
    this.channel = channel;
  }

  /**
   * Begins to write.
   *
   * @param resume whether lines that are there stay
   */
  public static ResultFile open(Path place, boolean resume) {
    Path beside = unfinished(place);
    ResultFile file = new ResultFile(place, beside, Optional.empty());
    try {
      boolean goesOn = resume && Files.exists(beside);
      FileChannel opened =
          goesOn
              ? FileChannel.open(beside, StandardOpenOption.APPEND)
              : FileChannel.open(
                  beside,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE,
                  StandardOpenOption.TRUNCATE_EXISTING);
      file.channel = Optional.of(opened);
      if (goesOn && opened.size() > 0) {
        opened.write(ByteBuffer.wrap(new byte[] {'\n'})); // Ends a line that was cut.
      }
    } catch (IOException e) {
      file.fail(e);
    }
    return file;
  }

  /** Where the lines of a run go that has not ended. */
  public static Path unfinished(Path place) {
    return place.resolveSibling(place.getFileName() + UNFINISHED);
  }

  /** The results of a run that did not end, or of one that did. */
  public static List<ItemResult> finished(Path place) {
    List<ItemResult> results = new ArrayList<>();
    for (Path file : List.of(unfinished(place), place)) {
      if (lines(file) instanceof DataResult.Value<List<Optional<ItemResult>>>(var lines)) {
        lines.forEach(line -> line.ifPresent(results::add));
      }
    }
    return results;
  }

  /** The results of a file, each line of which must be one. */
  public static DataResult<List<ItemResult>> read(Path file) {
    return lines(file)
        .then(
            lines -> {
              int damaged = lines.indexOf(Optional.<ItemResult>empty());
              return damaged < 0
                  ? DataResult.of(lines.stream().flatMap(Optional::stream).toList())
                  : DataResult.problem(
                      file
                          + " is no file of results: line "
                          + (damaged + 1)
                          + " is no result of ptoc sweep, or is damaged");
            });
  }

  /** The results of the lines of a file; empty for a line that was cut or is not a result. */
  private static DataResult<List<Optional<ItemResult>>> lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return DataResult.of(lines.parallel().map(ResultLine::read).toList());
    } catch (IOException e) {
      return DataResult.problem("cannot read " + file + ": " + DataFiles.reason(e));
    } catch (UncheckedIOException e) {
      return DataResult.problem("cannot read " + file + ": it is no UTF-8 text");
    }
  }

  /** Adds a result at once. */
  public synchronized void add(ItemResult result) {
    if (channel.isEmpty() || problem.isPresent()) {
      return;
    }
    ByteBuffer line =
        ByteBuffer.wrap((ResultLine.of(result) + "\n").getBytes(StandardCharsets.UTF_8));
    try {
      while (line.hasRemaining()) {
        channel.get().write(line);
      }
    } catch (IOException e) {
      fail(e);
    }
  }

  private void fail(IOException e) {
    problem = Optional.of("cannot write " + beside + ": " + DataFiles.reason(e));
  }

  /** What went wrong; the results that are not written are lost with the process. */
  public synchronized Optional<String> problem() {
    return problem;
  }

  /** Writes all results in their order, and takes the other file away. */
  public synchronized Optional<String> finish(List<ItemResult> results) {
    StringBuilder text = new StringBuilder();
    results.forEach(result -> text.append(ResultLine.of(result)).append('\n'));
    Optional<String> failure =
        DataFiles.write(place, text.toString().getBytes(StandardCharsets.UTF_8));
    if (failure.isEmpty()) {
      close();
      try {
        Files.deleteIfExists(beside);
      } catch (IOException e) {
        return Optional.of("cannot delete " + beside + ": " + DataFiles.reason(e));
      }
    }
    return failure;
  }

  @Override
  public synchronized void close() {
    try {
      if (channel.isPresent()) {
        channel.get().close();
      }
    } catch (IOException e) {
      fail(e);
    }
    channel = Optional.empty();
  }
}
