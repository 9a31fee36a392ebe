package org.ptoc.tools.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.diagnostic.Severity;
import org.ptoc.tools.data.DataFiles;
import org.ptoc.tools.data.DataResult;
import picocli.CommandLine.ParseResult;

/**
 * Reads the sources that an object names. The object is untrusted: only regular files are read that
 * are, with links resolved, below directories named by the user. A file elsewhere is reported and
 * not read.
 */
final class SourceReader implements Function<String, Optional<String>> {
  static final Option OPTION =
      Option.values(
          "DIR", "sources are read below it, and nowhere else (default: .)", "--source-root");

  private final List<Path> roots;
  private final Session session;
  private final Set<String> refused = new HashSet<>();

  SourceReader(List<Path> roots, Session session) {
    this.roots = List.copyOf(roots);
    this.session = session;
  }

  static SourceReader of(ParseResult arguments, Session session) throws CommandFailure {
    List<Path> roots = new ArrayList<>();
    for (String root : OPTION.texts(arguments)) {
      roots.add(Session.path(root));
    }
    return new SourceReader(roots.isEmpty() ? List.of(Path.of("")) : roots, session);
  }

  /** The text of a file; empty when there is none, or none that may be read. */
  @Override
  public Optional<String> apply(String name) {
    try {
      Path file = Path.of(name);
      for (Path root : roots) {
        Path place = root.resolve(file);
        if (Files.exists(place)) {
          return read(name, place);
        }
      }
    } catch (InvalidPathException | IOException unreadable) {
      // As if it was not there.
    }
    return Optional.empty();
  }

  private Optional<String> read(String name, Path place) throws IOException {
    Path real = place.toRealPath();
    for (Path root : roots) {
      if (real.startsWith(root.toRealPath()) && Files.isRegularFile(real)) {
        return DataFiles.read(real, head -> Limit.SOURCE_BYTES.value())
                instanceof DataResult.Value<byte[]>(byte[] bytes)
            ? Optional.of(new String(bytes, StandardCharsets.UTF_8))
            : Optional.empty();
      }
    }
    if (refused.add(name)) {
      session.report(
          new Diagnostic(
              DiagnosticCode.CANNOT_READ,
              Severity.WARNING,
              Location.NONE,
              "the object names the source "
                  + name
                  + ", which is no regular file below "
                  + String.join(", ", roots.stream().map(SourceReader::spelling).toList())
                  + " and is not read",
              List.of(
                  new Diagnostic.Note(Location.NONE, OPTION + " DIR allows the files below DIR"))));
    }
    return Optional.empty();
  }

  private static String spelling(Path root) {
    return root.toString().isEmpty() ? "." : root.toString();
  }
}
