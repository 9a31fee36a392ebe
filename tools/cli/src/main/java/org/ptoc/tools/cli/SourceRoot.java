package org.ptoc.tools.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.StringJoiner;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourcePosition;
import picocli.CommandLine.ParseResult;

/**
 * The directory that file names in objects are relative to, so that the same sources give the same
 * bytes wherever they lie (spec/40, 12.2).
 */
final class SourceRoot {
  static final Option OPTION =
      Option.value("DIR", "names in objects are relative to it (default: .)", "--source-root");

  private final Path root;

  private SourceRoot(Path root) {
    this.root = root;
  }

  static SourceRoot of(ParseResult arguments) throws CommandFailure {
    return new SourceRoot(Session.path(OPTION.text(arguments).orElse("")));
  }

  /** Names are relative to the working directory. */
  static SourceRoot here() {
    return new SourceRoot(Path.of(""));
  }

  /** The object with the name of its source as it is recorded; other names stay. */
  ObjectFile record(ObjectFile object, String given) throws CommandFailure {
    if (given.equals(Session.displayName("-"))) {
      return object;
    }
    String name = name(Session.path(given));
    if (name.equals(given)) {
      return object;
    }
    return new ObjectFile(
        object.profile(),
        object.producer(),
        object.sourceName().equals(given) ? name : object.sourceName(),
        object.sourceDigest(),
        object.kernels().stream()
            .map(kernel -> kernel.withPositions(position -> record(position, given, name)))
            .toList());
  }

  private static SourcePosition record(SourcePosition position, String given, String name) {
    return position.file().equals(given)
        ? new SourcePosition(name, position.line(), position.column())
        : position;
  }

  /** Relative to the root under it; elsewhere relative names stay, others lose their directory. */
  private String name(Path given) {
    Path file = given.toAbsolutePath().normalize();
    Path directory = root.toAbsolutePath().normalize();
    if (!file.startsWith(directory)) {
      file = real(file);
      directory = real(directory);
    }
    if (file.startsWith(directory)) {
      return text(directory.relativize(file));
    }
    Path last = given.getFileName();
    return text(given.isAbsolute() && last != null ? last : given);
  }

  /** Without symbolic links. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException missing) {
      return path;
    }
  }

  /** With slashes on every system. */
  private static String text(Path path) {
    StringJoiner names = new StringJoiner("/");
    path.forEach(name -> names.add(name.toString()));
    return names.toString();
  }
}
