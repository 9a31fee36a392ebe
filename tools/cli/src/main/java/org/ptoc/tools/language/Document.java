package org.ptoc.tools.language;

import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.frontend.IndexedText;
import org.ptoc.frontend.text.SourceToken;
import org.ptoc.frontend.text.SymbolTable;
import org.ptoc.ir.Location;
import org.ptoc.tools.toolchain.Toolchain.Source;

/**
 * One version of a text in an editor. Positions of the protocol count lines from 0, which CR, LF or
 * both end, and UTF-16 units; any position is brought into the text.
 */
final class Document {
  private final String uri;
  private final int version;
  private final String text;
  private final int[] starts;
  private final Supplier<IndexedText> index;
  private final Supplier<SymbolTable> symbols;

  Document(String uri, int version, String text) {
    this.uri = uri;
    this.version = version;
    this.text = text;
    this.starts = starts(text);
    this.index = new Once<>(() -> FrontEnd.index(name(), text));
    this.symbols = new Once<>(() -> index().symbols());
  }

  /** A value that is made when it is first asked for. */
  private static final class Once<T> implements Supplier<T> {
    private final Supplier<T> maker;
    private java.util.Optional<T> made = java.util.Optional.empty();

    private Once(Supplier<T> maker) {
      this.maker = maker;
    }

    @Override
    public synchronized T get() {
      if (made.isEmpty()) {
        made = java.util.Optional.of(maker.get());
      }
      return made.get();
    }
  }

  private static int[] starts(String text) {
    int[] found = new int[16];
    int count = 1;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      boolean ends =
          each == '\n' || each == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n');
      if (ends) {
        if (count == found.length) {
          found = Arrays.copyOf(found, 2 * count);
        }
        found[count++] = i + 1;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** The next version, with all changes applied one after the other. */
  Document changed(int newVersion, List<TextDocumentContentChangeEvent> changes) {
    Document current = this;
    for (TextDocumentContentChangeEvent change : changes) {
      String inserted = change.getText() == null ? "" : change.getText();
      Range range = change.getRange();
      String next = inserted;
      if (range != null) {
        int from = current.offset(range.getStart());
        int to = Math.max(from, current.offset(range.getEnd()));
        next = current.text.substring(0, from) + inserted + current.text.substring(to);
      }
      current = new Document(uri, newVersion, next);
    }
    return changes.isEmpty() ? new Document(uri, newVersion, text) : current;
  }

  String uri() {
    return uri;
  }

  int version() {
    return version;
  }

  String text() {
    return text;
  }

  /** The names of the text, made on first use. */
  SymbolTable symbols() {
    return symbols.get();
  }

  /** The text with its tokens, made on first use. */
  IndexedText index() {
    return index.get();
  }

  /** The file as messages call it: its path, or its URI where it has none. */
  String name() {
    return path(uri);
  }

  static String path(String uri) {
    try {
      URI parsed = URI.create(uri);
      return "file".equals(parsed.getScheme()) ? Path.of(parsed).toString() : uri;
    } catch (IllegalArgumentException | java.nio.file.FileSystemNotFoundException e) {
      return uri;
    }
  }

  Source source() {
    return new Source(name(), text);
  }

  /** The index of a position, inside the text for any position. */
  int offset(Position position) {
    int line = position.getLine();
    if (line < 0) {
      return 0;
    }
    if (line >= starts.length) {
      return text.length();
    }
    int end = line + 1 < starts.length ? starts[line + 1] : text.length();
    while (end > starts[line] && isEndOfLine(text.charAt(end - 1))) {
      end--;
    }
    return (int) Math.min((long) starts[line] + Math.max(0, position.getCharacter()), end);
  }

  private static boolean isEndOfLine(char character) {
    return character == '\n' || character == '\r';
  }

  Position position(int offset) {
    int found = Arrays.binarySearch(starts, Math.clamp(offset, 0, text.length()));
    int line = found >= 0 ? found : -found - 2;
    return new Position(line, Math.clamp(offset, 0, text.length()) - starts[line]);
  }

  Range range(int from, int to) {
    return new Range(position(from), position(to));
  }

  Range range(SourceToken token) {
    return range(token.start(), token.end());
  }

  Range whole() {
    return range(0, text.length());
  }

  /** The characters of a place of this text; at least one where there is one. */
  Range range(Location place) {
    if (!place.isKnown() || !place.file().equals(name())) {
      return range(0, 0);
    }
    int from = index().lines().offset(place);
    return range(from, Math.min(text.length(), from + Math.max(1, place.length())));
  }
}
