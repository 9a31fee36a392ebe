package org.ptoc.tools.assembly;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.object.SourcePosition;

/** The lines of the source files of an object, each file read when it is first asked for. */
public final class SourceText {
  private final Function<String, Optional<String>> reader;
  private final Map<String, Optional<List<String>>> files = new HashMap<>();

  /**
   * @param reader gives the text of a file, empty when it cannot be read
   */
  public SourceText(Function<String, Optional<String>> reader) {
    this.reader = reader;
  }

  /** No file is read, and no line is known. */
  public static SourceText none() {
    return new SourceText(file -> Optional.empty());
  }

  /** The line without the space around it; empty when it is not known. */
  public Optional<String> line(SourcePosition position) {
    return position.isKnown()
        ? files
            .computeIfAbsent(position.file(), this::read)
            .filter(lines -> position.line() <= lines.size())
            .map(lines -> lines.get(position.line() - 1).strip())
        : Optional.empty();
  }

  private Optional<List<String>> read(String file) {
    return reader.apply(file).map(text -> text.lines().toList());
  }

  /**
   * {@code ; file.pto:3 text}, the text only when the file can be read: what listings put in front
   * of the words of a line.
   */
  public String comment(SourcePosition position) {
    String place = "; " + Printable.of(position.file()) + ":" + position.line();
    return line(position).map(text -> place + "  " + Printable.of(text)).orElse(place);
  }

  /**
   * The position for messages, which mark one character; only the line is meant, from its
   * beginning, when the column is not known.
   */
  public static Location location(SourcePosition position) {
    if (!position.isKnown()) {
      return Location.NONE;
    }
    return position.column() > 0
        ? new Location(position.file(), position.line(), position.column(), 1)
        : new Location(position.file(), position.line(), 1, 0);
  }

  /** True if a listing that has shown {@code last} has to show {@code next}. */
  public static boolean isNews(SourcePosition last, SourcePosition next) {
    return next.isKnown() && (next.line() != last.line() || !next.file().equals(last.file()));
  }
}
