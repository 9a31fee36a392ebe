package org.ptoc.frontend.format;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.ptoc.frontend.text.LineStarts;
import org.ptoc.frontend.text.SourceToken;
import org.ptoc.frontend.text.SourceToken.Kind;

/**
 * Lays out a text. The lines of the author stay; each begins with two blanks for each region around
 * it and four more where a statement continues, a label with two less. Tokens are separated by one
 * blank or none, as the canonical printer does; blanks at ends of lines go, and of several empty
 * lines one stays. Formatting a formatted text changes nothing, and the tokens stay as they are.
 */
public final class Formatter {
  private static final int STEP = 2;
  private static final int CONTINUATION = 4;

  private final List<SourceToken> tokens;
  private final LineStarts lines;
  private final StringBuilder out;

  /** Indices of the opening brackets around the current token. */
  private final Deque<Integer> open = new ArrayDeque<>();

  /** Index of the bracket that the last closing one belongs to; -1 before. */
  private int closed = -1;

  private int regions;

  private Formatter(String text, List<SourceToken> tokens) {
    this.tokens = tokens;
    this.lines = new LineStarts(text);
    this.out = new StringBuilder(text.length() + text.length() / 8);
  }

  /**
   * The text in its layout. Its ends of lines do not change.
   *
   * @param text a text without errors of syntax
   * @param tokens its tokens and comments
   */
  public static String format(String text, List<SourceToken> tokens) {
    String formatted = new Formatter(text, tokens).format();
    return text.contains("\r\n") ? formatted.replace("\n", "\r\n") : formatted;
  }

  private String format() {
    int last = -1;
    for (int i = 0; i < tokens.size(); i++) {
      SourceToken token = tokens.get(i);
      int line = lines.line(token.start());
      if (i == 0 || line > last) {
        out.append(i == 0 ? "" : line > last + 1 ? "\n\n" : "\n");
        out.append(" ".repeat(indentation(i)));
      } else if (isSpaced(i)) {
        out.append(' ');
      }
      // Some types go over several lines, which keep their beginnings.
      out.append(token.text().replaceAll("[ \\t\\r]+\n", "\n"));
      last = lines.line(token.end() - 1);
      if (token.opens()) {
        open.push(i);
        regions += token.kind() == Kind.REGION_OPEN ? 1 : 0;
      } else if (token.closes() && !open.isEmpty()) {
        closed = open.pop();
        regions -= tokens.get(closed).kind() == Kind.REGION_OPEN ? 1 : 0;
      }
    }
    return tokens.isEmpty() ? "" : out.append('\n').toString();
  }

  private int indentation(int index) {
    SourceToken token = tokens.get(index);
    boolean label = token.begins() && token.kind() == Kind.BLOCK;
    if (label || token.kind() == Kind.REGION_CLOSE) {
      return STEP * Math.max(0, regions - 1);
    }
    boolean inner = !open.isEmpty() && tokens.get(open.element()).kind() != Kind.REGION_OPEN;
    boolean continues = !token.closes() && (inner || !beginsStatement(index));
    return STEP * regions + (continues ? CONTINUATION : 0);
  }

  /** A comment belongs to what follows. */
  private boolean beginsStatement(int index) {
    int next = index;
    while (next < tokens.size() && tokens.get(next).kind() == Kind.COMMENT) {
      next++;
    }
    return next == tokens.size()
        || tokens.get(next).begins()
        || tokens.get(next).kind() == Kind.REGION_CLOSE;
  }

  /** True if a blank separates a token from the one before it on its line. */
  private boolean isSpaced(int index) {
    SourceToken before = tokens.get(index - 1);
    SourceToken token = tokens.get(index);
    if (before.kind() == Kind.COMMENT || token.kind() == Kind.COMMENT) {
      return true;
    }
    if (before.kind() == Kind.REGION_OPEN || token.kind() == Kind.REGION_CLOSE) {
      return !(before.kind() == Kind.REGION_OPEN && token.kind() == Kind.REGION_CLOSE);
    }
    if (before.opens() || token.closes() || token.is(",")) {
      return false;
    }
    if (token.is(":")) {
      return !isTight(index) && !isOfName(index);
    }
    if (before.is(":")) {
      return !isTight(index - 1);
    }
    boolean written = before.end() < token.start();
    return switch (token.text()) {
      case "(" ->
          switch (before.kind()) {
            case SYMBOL, BLOCK, STRING, WORD -> false;
            case KEYWORD -> before.is("to") || before.is("step");
            case OPERATION -> written && !before.text().startsWith("\"");
            default -> true;
          };
      case "[" ->
          switch (before.kind()) {
            case VALUE -> false;
            case WORD, OPERATION -> written;
            default -> !before.closes();
          };
      case "<" -> before.kind() != Kind.WORD;
      default -> true;
    };
  }

  /** The colon of a pack, {@code %a:2 =}, or of a place, {@code loc("file":1:2)}. */
  private boolean isTight(int colon) {
    boolean pack =
        text(colon + 1).matches("\\d+")
            && kind(colon - 1) == Kind.VALUE
            && (text(colon + 2).equals(",") || text(colon + 2).equals("="));
    return pack || open.stream().anyMatch(bracket -> text(bracket - 1).equals("loc"));
  }

  /** The colon of a parameter, of a label, or in front of the block of a case. */
  private boolean isOfName(int colon) {
    boolean parameter = !open.isEmpty() && isParameterList(open.element());
    boolean label = kind(colon - 1) == Kind.BLOCK && tokens.get(colon - 1).begins();
    boolean labelWithArguments =
        text(colon - 1).equals(")") && isParameterList(closed) && kind(closed - 1) == Kind.BLOCK;
    return parameter || label || labelWithArguments || kind(colon + 1) == Kind.BLOCK;
  }

  private boolean isParameterList(int bracket) {
    return bracket > 1
        && text(bracket).equals("(")
        && switch (kind(bracket - 1)) {
          case BLOCK -> tokens.get(bracket - 1).begins();
          case SYMBOL -> kind(bracket - 2) == Kind.KEYWORD;
          default -> false;
        };
  }

  private String text(int index) {
    return index >= 0 && index < tokens.size() ? tokens.get(index).text() : "";
  }

  private Kind kind(int index) {
    return index >= 0 && index < tokens.size() ? tokens.get(index).kind() : Kind.INVALID;
  }
}
