package org.ptoc.tools.sweep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.ptoc.tools.data.DataFiles;
import org.ptoc.tools.data.Digests;

/**
 * Results in a directory, a file each, named by key. Any number of processes may write at the same
 * time, on a shared file system too: a file appears whole under its name or not at all, and all
 * that could be there under a name is the same but for wall times. Nothing is locked. What was made
 * by other code of the toolchain lies in another directory below. A file holds the line of a result
 * and the SHA-256 of that line; one that does not match counts as missing.
 */
public final class ResultCache {
  private static final String ENDING = ".json";

  /** A file under a name for the time being that is older belongs to a process that has died. */
  private static final long STALE_MILLISECONDS = 3_600_000;

  private final Path root;
  private final Path directory;
  private final long limit;
  private final AtomicReference<String> problem = new AtomicReference<>("");

  /**
   * @param root the directory; it need not be there
   * @param build identity of the code of the toolchain
   * @param limit most bytes of all files, see {@link #trim}
   */
  public ResultCache(Path root, String build, long limit) {
    this.root = root;
    this.directory = root.resolve(build);
    this.limit = limit;
  }

  /**
   * Makes the directory.
   *
   * @return why it cannot be used; empty when it can
   */
  public Optional<String> open() {
    try {
      Files.createDirectories(directory);
      return Files.isWritable(directory) ? Optional.empty() : Optional.of("permission denied");
    } catch (IOException e) {
      return Optional.of(DataFiles.reason(e));
    }
  }

  /** A result that is there, undamaged and under the right key. */
  public Optional<ItemResult> get(String key) {
    Path file = file(key);
    try {
      if (!Files.isRegularFile(file)) {
        return Optional.empty();
      }
      List<String> lines = Files.readAllLines(file);
      return lines.size() == 2 && Digests.of(lines.getFirst()).equals(lines.getLast())
          ? ResultLine.read(lines.getFirst()).filter(result -> result.key().equals(key))
          : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  private Path file(String key) {
    return directory.resolve(key.substring(0, 2)).resolve(key + ENDING);
  }

  /** Keeps a result, if the next run gives the same. */
  public void put(ItemResult result) {
    if (!result.status().isLasting() || !problem.get().isEmpty()) {
      return;
    }
    Path file = file(result.key());
    Path beside =
        file.resolveSibling(
            "." + result.key() + "-" + System.nanoTime() + "-" + ProcessHandle.current().pid());
    try {
      Files.createDirectories(file.getParent());
      String line = ResultLine.of(result);
      byte[] lines = (line + "\n" + Digests.of(line) + "\n").getBytes(StandardCharsets.UTF_8);
      Files.write(beside, lines, StandardOpenOption.CREATE_NEW);
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      problem.compareAndSet("", "cannot write " + root + ": " + DataFiles.reason(e));
      delete(beside);
    }
  }

  /** Why nothing more is kept; empty when all went well. */
  public Optional<String> problem() {
    return Optional.of(problem.get()).filter(text -> !text.isEmpty());
  }

  /** A file with what decides how long it stays. */
  private record Entry(Path file, long bytes, long modified) {}

  /**
   * Deletes the oldest results until no more than the limit is left, and what dead processes left.
   */
  public void trim() {
    List<Entry> entries = new ArrayList<>();
    long now = System.currentTimeMillis();
    long total = 0;
    for (Entry entry : all()) {
      boolean isResult = entry.file().toString().endsWith(ENDING);
      if (isResult) {
        entries.add(entry);
        total += entry.bytes();
      } else if (now - entry.modified() > STALE_MILLISECONDS) {
        delete(entry.file());
      }
    }
    entries.sort(Comparator.comparingLong(Entry::modified));
    for (Entry entry : entries) {
      if (total <= limit) {
        break;
      }
      delete(entry.file());
      total -= entry.bytes();
    }
  }

  private List<Entry> all() {
    List<Entry> entries = new ArrayList<>();
    try (Stream<Path> files = Files.find(root, 3, (path, about) -> about.isRegularFile())) {
      files.forEach(file -> entry(file).ifPresent(entries::add));
    } catch (IOException | UncheckedIOException e) {
      return entries; // Another process deletes at the same time; the next call deletes the rest.
    }
    return entries;
  }

  private static Optional<Entry> entry(Path file) {
    try {
      BasicFileAttributes about = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(new Entry(file, about.size(), about.lastModifiedTime().toMillis()));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // It costs room, no more.
    }
  }
}
