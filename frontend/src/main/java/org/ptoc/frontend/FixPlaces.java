package org.ptoc.frontend;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Fix;

/**
 * Finds the characters of a text that a fix changes. Where the text is not as expected there is no
 * fix.
 */
public final class FixPlaces {
  /** The parameters of a tile type that only a comment follows on its line. */
  private static final Pattern TYPE_AT_END =
      Pattern.compile("!pto\\.tile_buf<([^<>]*)>\\s*(//.*)?$");

  private static final Pattern ONLY_ENTRY =
      Pattern.compile("[\\w.\"]+\\s*=\\s*(\"[^\"]*\"|[^,{}\"]*[^,{}\"\\s])\\s*}");

  private static final Pattern RESULT = Pattern.compile("^\\s*(%[\\w$.-]+)\\s*=");

  private final String file;
  private final String source;
  private int line = 1;
  private int lineStart;
  private int at;
  private int depth;

  private FixPlaces(String file, String source) {
    this.file = file;
    this.source = source;
  }

  /** The fix as a replacement of characters. */
  public static Optional<Fix.Replace> find(Fix fix, String source) {
    return switch (fix) {
      case Fix.Replace replace ->
          new FixPlaces(replace.location().file(), source).begin(replace.location(), replace.old())
              ? Optional.of(replace)
              : Optional.empty();
      case Fix.AddAttribute add -> {
        FixPlaces places = new FixPlaces(add.operation().file(), source);
        yield places.begin(add.operation(), "")
            ? places.entry(add.name() + " = " + add.value())
            : Optional.empty();
      }
      case Fix.MoveAttribute move -> {
        FixPlaces places = new FixPlaces(move.key().file(), source);
        yield places.begin(move.key(), "") ? places.operand() : Optional.empty();
      }
      case Fix.AddType add -> {
        FixPlaces places = new FixPlaces(add.operation().file(), source);
        yield places.begin(add.operation(), "") ? places.type(add.type()) : Optional.empty();
      }
      case Fix.SetTypeParameter set -> {
        FixPlaces places = new FixPlaces(set.operation().file(), source);
        yield places.begin(set.operation(), "")
            ? places.parameter(set.name(), set.value()).filter(found -> isOnlyUse(found, source))
            : Optional.empty();
      }
      case Fix.SetType set -> {
        FixPlaces places = new FixPlaces(set.operation().file(), source);
        yield places.begin(set.operation(), "")
            ? places.tileType(set.type()).filter(found -> isOnlyUse(found, source))
            : Optional.empty();
      }
      case Fix.SetAttribute set -> {
        FixPlaces places = new FixPlaces(set.owner().file(), source);
        yield places.begin(set.owner(), "")
            ? places.value(set.name(), set.value())
            : Optional.empty();
      }
    };
  }

  /** Goes to a place; false when the text is not there. */
  private boolean begin(Location location, String expected) {
    while (line < location.line()) {
      int end = source.indexOf('\n', at);
      if (end < 0) {
        return false;
      }
      next(end + 1 - at);
    }
    at += location.column() - 1;
    return location.isKnown()
        && location.column() > 0
        && source.startsWith(expected, at)
        && at <= lineEnd();
  }

  private int lineEnd() {
    int end = source.indexOf('\n', lineStart);
    return end < 0 ? source.length() : end;
  }

  /** Skips characters, of which only the last may end a line. */
  private void next(int count) {
    at += count;
    if (source.charAt(at - 1) == '\n') {
      line++;
      lineStart = at;
    }
  }

  private Fix.Replace replace(int start, int end, String text) {
    return new Fix.Replace(
        new Location(file, line, start - lineStart + 1, end - start),
        source.substring(start, end),
        text);
  }

  /**
   * A new entry of the dictionary after the operands; with no dictionary, in front of the types.
   */
  private Optional<Fix.Replace> entry(String entry) {
    int last = at;
    while (at < source.length()) {
      char each = source.charAt(at);
      if (depth == 0 && each == '{') {
        int inside = at + 1;
        boolean empty = source.substring(inside).stripLeading().startsWith("}");
        return Optional.of(replace(inside, inside, empty ? entry : entry + ", "));
      }
      if (depth == 0 && each == ':') {
        return Optional.of(replace(last, last, " {" + entry + "}"));
      }
      boolean endOfStatement =
          each == '\n' && depth == 0 && source.charAt(Math.max(0, last - 1)) != ',';
      if (endOfStatement || depth < 0) {
        return Optional.empty();
      }
      step();
      last = each > ' ' ? at : last;
    }
    return Optional.empty();
  }

  /** The value of the only entry of a dictionary on one line, after the operands. */
  private Optional<Fix.Replace> operand() {
    String before = source.substring(lineStart, at).stripTrailing();
    Matcher entry = ONLY_ENTRY.matcher(source.substring(at, lineEnd()));
    if (!before.endsWith("{") || !entry.lookingAt()) {
      return Optional.empty();
    }
    int start = lineStart + before.substring(0, before.length() - 1).stripTrailing().length();
    return Optional.of(replace(start, at + entry.end(), ", " + entry.group(1)));
  }

  /** A type at the end of a line that has none. */
  private Optional<Fix.Replace> type(String type) {
    int last = at;
    while (at < source.length() && (source.charAt(at) != '\n' || depth > 0)) {
      if (depth == 0 && source.charAt(at) == ':' || source.startsWith("//", at)) {
        break;
      }
      int from = at;
      step();
      last = source.charAt(from) > ' ' ? at : last;
    }
    boolean written = at < source.length() && source.charAt(at) == ':';
    return written || depth != 0
        ? Optional.empty()
        : Optional.of(replace(last, last, " : " + type));
  }

  /** A parameter of the type that ends the line. */
  private Optional<Fix.Replace> parameter(String name, String value) {
    String rest = source.substring(at, lineEnd());
    Matcher type = TYPE_AT_END.matcher(rest);
    if (!type.find() || type.group(1).contains("v_row") || type.group(1).contains("v_col")) {
      return Optional.empty();
    }
    int start = at + type.start(1);
    Matcher given = Pattern.compile(",\\s*(" + name + "\\s*=\\s*[^,>]*)").matcher(type.group(1));
    String entry = name + "=" + value;
    return Optional.of(
        given.find()
            ? replace(start + given.start(1), start + given.end(1), entry)
            : replace(at + type.end(1), at + type.end(1), ", " + entry));
  }

  /** The tile type that ends the line. */
  private Optional<Fix.Replace> tileType(String type) {
    Matcher written = TYPE_AT_END.matcher(source.substring(at, lineEnd()));
    return written.find()
        ? Optional.of(replace(at + written.start(), at + written.end(1) + 1, type))
        : Optional.empty();
  }

  /**
   * True if no other line names the tile with a type, which would disagree with the changed one.
   */
  private static boolean isOnlyUse(Fix.Replace change, String source) {
    String[] lines = source.split("\n", -1);
    int own = change.location().line() - 1;
    Matcher result = RESULT.matcher(lines[own]);
    if (!result.find()) {
      return false;
    }
    Pattern use = Pattern.compile(result.group(1) + "(?![\\w.$-]).*tile_buf<");
    for (int i = 0; i < lines.length; i++) {
      if (i != own && lines[i].contains(result.group(1)) && use.matcher(lines[i]).find()) {
        return false;
      }
    }
    return true;
  }

  /** The value of an attribute in a dictionary that comes next. */
  private Optional<Fix.Replace> value(String name, String value) {
    boolean found = false;
    while (at < source.length()) {
      if (source.charAt(at) == '"') {
        int start = at;
        step();
        if (found) {
          return Optional.of(replace(start, at, value));
        }
      } else if (source.startsWith(name, at)) {
        found = true;
        next(name.length());
      } else {
        step();
      }
    }
    return Optional.empty();
  }

  /** Moves past the next character, string or comment. */
  private void step() {
    char each = source.charAt(at);
    if (each == '"') {
      int end = at + 1;
      while (end < lineEnd() && source.charAt(end) != '"') {
        end += source.charAt(end) == '\\' ? 2 : 1;
      }
      next(Math.min(end + 1, source.length()) - at);
    } else if (source.startsWith("//", at)) {
      next(lineEnd() - at);
    } else if (source.startsWith("->", at)) {
      next(2);
    } else {
      depth += "([<".indexOf(each) >= 0 ? 1 : ")]>".indexOf(each) >= 0 ? -1 : 0;
      next(1);
    }
  }
}
