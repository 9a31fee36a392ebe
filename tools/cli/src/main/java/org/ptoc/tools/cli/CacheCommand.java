package org.ptoc.tools.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.tools.data.DataFiles;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc cache}: the archives of loaded classes that the launcher keeps for each installation,
 * in a directory whose name is the path of the jar with {@code %} for {@code /}.
 */
final class CacheCommand implements Command {
  private static final List<String> ACTIONS = List.of("clear");
  private static final double BYTES_PER_MB = 1e6;

  /** The archives of one installation. */
  private record Archives(Path directory, String jar, long bytes) {
    String state(String own) {
      if (jar.equals(own)) {
        return "this";
      }
      return Files.exists(Path.of(jar)) ? "installed" : "removed";
    }
  }

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(
        spec,
        ACTIONS,
        "ACTION",
        "0..1",
        "clear: delete all archives; the next start writes its own");
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    List<String> actions = Options.parameters(arguments);
    if (!actions.isEmpty() && !ACTIONS.contains(actions.getFirst())) {
      throw CommandFailure.usage(
          "there is no action '" + actions.getFirst() + "'",
          "'ptoc cache' lists the archives, 'ptoc cache clear' deletes them");
    }
    Optional<Path> place = place(session.environment().variables());
    try {
      List<Archives> found = place.isEmpty() ? List.of() : find(place.get());
      if (actions.isEmpty()) {
        session.out().print(list(found, place));
      } else {
        long bytes = 0;
        for (Archives archives : found) {
          delete(archives.directory());
          bytes += archives.bytes();
        }
        session.out().print("deleted " + megabytes(bytes).strip() + "\n");
      }
    } catch (IOException e) {
      throw CommandFailure.of(
          DiagnosticCode.CANNOT_WRITE,
          "cannot use the cache " + place.get() + ": " + DataFiles.reason(e));
    }
    return ExitStatus.OK;
  }

  /** As the launcher chooses it. */
  private static Optional<Path> place(Map<String, String> variables) {
    String cache = variables.getOrDefault("XDG_CACHE_HOME", "");
    if (!cache.isEmpty()) {
      return Optional.of(Path.of(cache, "ptoc"));
    }
    String home = variables.getOrDefault("HOME", "");
    return home.isEmpty() ? Optional.empty() : Optional.of(Path.of(home, ".cache", "ptoc"));
  }

  private static List<Archives> find(Path place) throws IOException {
    List<Archives> found = new ArrayList<>();
    if (!Files.isDirectory(place)) {
      return found;
    }
    try (Stream<Path> entries = Files.list(place)) {
      for (Path entry : entries.sorted().toList()) {
        String name = String.valueOf(entry.getFileName());
        if (name.startsWith("%") && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          found.add(new Archives(entry, name.replace('%', '/'), size(entry)));
        }
      }
    }
    return found;
  }

  private static long size(Path directory) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.toList()) {
        bytes += Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
      }
    }
    return bytes;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static String list(List<Archives> found, Optional<Path> place) {
    String own = System.getProperty("java.class.path", "");
    StringBuilder text = new StringBuilder();
    long bytes = 0;
    for (Archives archives : found) {
      String line =
          String.format(
              Locale.ROOT,
              "%s  %-9s  %s%n",
              megabytes(archives.bytes()),
              archives.state(own),
              Printable.of(archives.jar()));
      text.append(line);
      bytes += archives.bytes();
    }
    text.append(megabytes(bytes)).append("  in all     ");
    return text.append(place.map(Path::toString).map(Printable::of).orElse("no cache")) + "\n";
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%7.1f MB", bytes / BYTES_PER_MB);
  }
}
