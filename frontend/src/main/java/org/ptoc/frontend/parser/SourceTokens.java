package org.ptoc.frontend.parser;

import static org.ptoc.frontend.parser.PtoLexer.*;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.antlr.v4.runtime.CommonToken;
import org.ptoc.frontend.text.SourceToken;
import org.ptoc.frontend.text.SourceToken.Kind;

/** The tokens of a parsed text as {@link SourceToken}s, with the comments between them. */
final class SourceTokens {
  private final String text;
  private final TokenBuffer tokens;
  private final boolean complete;
  private final List<SourceToken> found = new ArrayList<>();

  /** The types of the brackets that are open. */
  private final Deque<Integer> open = new ArrayDeque<>();

  /** True from the word of a function to its body. */
  private boolean inHead;

  /** Number of brackets around the body of the function; -1 outside of all bodies. */
  private int body = -1;

  /** True if a region belongs to the last statement, as far as its first word says. */
  private boolean headHasRegion;

  SourceTokens(String text, SyntaxParser.Read read) {
    this.text = text;
    this.tokens = read.tokens();
    this.complete = read.tree().complete();
  }

  List<SourceToken> all() {
    int end = 0;
    for (int i = 0; tokens.type(i) != EOF; i++) {
      CommonToken token = tokens.get(i);
      comments(end, token.getStartIndex());
      end = Math.max(end, token.getStopIndex() + 1);
      if (token.getStartIndex() < end) {
        add(i, text.substring(token.getStartIndex(), token.getStopIndex() + 1));
      }
    }
    comments(end, text.length());
    return found;
  }

  /** What the lexer skips between two tokens. */
  private void comments(int from, int to) {
    int at = from;
    while (at < to) {
      char first = text.charAt(at);
      if (Character.isWhitespace(first) || first == '\uFEFF') {
        at++;
        continue;
      }
      int end = at;
      while (end < to && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
        end++;
      }
      boolean comment = first == '#' || text.startsWith("//", at);
      String line = text.substring(at, end).stripTrailing();
      found.add(new SourceToken(comment ? Kind.COMMENT : Kind.INVALID, line, at, false));
      at = end;
    }
  }

  private void add(int index, String spelling) {
    int type = tokens.type(index);
    boolean free = open.isEmpty() || open.element() == REGION;
    boolean begins =
        free
            && switch (type) {
              case RESULT, BARE_OPERATION, GENERIC_OPERATION, LABEL, MODULE, FUNCTION, CASE -> true;
              case DEFAULT, ELSE, DO -> true;
              case OPERATION, RETURN, FOR, IF, WHILE, INDEX_SWITCH, BLOCK_SWITCH, SCOPE ->
                  index == 0 || tokens.type(index - 1) != EQUALS;
              case TYPE, ATTRIBUTE -> body < 0 && tokens.type(index + 1) == EQUALS;
              default -> false;
            };
    Kind kind = kind(type, free);
    if (begins || kind == Kind.OPERATION) {
      headHasRegion = hasRegion(type);
    }
    switch (type) {
      case FUNCTION -> {
        inHead = true;
        body = -1;
      }
      case LEFT_PAREN, LEFT_BRACKET, LESS -> open.push(type);
      case REGION -> push(true);
      case LEFT_BRACE -> {
        boolean region = !complete && looksLikeRegion(index);
        kind = region ? Kind.REGION_OPEN : kind;
        push(region);
      }
      case RIGHT_PAREN, RIGHT_BRACKET, GREATER -> {
        if (isInner()) {
          open.pop();
        }
      }
      case RIGHT_BRACE -> {
        while (isInner()) {
          open.pop(); // Of a text with errors; else a brace is the innermost.
        }
        kind = !open.isEmpty() && open.pop() == REGION ? Kind.REGION_CLOSE : kind;
        body = open.size() <= body ? -1 : body;
      }
      default -> {}
    }
    found.add(new SourceToken(kind, spelling, tokens.get(index).getStartIndex(), begins));
  }

  private void push(boolean region) {
    if (region && inHead) {
      body = open.size();
      inHead = false;
    }
    open.push(region ? REGION : LEFT_BRACE);
  }

  /** True if the innermost bracket is not a brace. */
  private boolean isInner() {
    return !open.isEmpty() && open.element() != REGION && open.element() != LEFT_BRACE;
  }

  /** A brace of a text with errors, of which the parser may have read nothing. */
  private boolean looksLikeRegion(int index) {
    return switch (tokens.type(index + 1)) {
      case RESULT, VALUE, LABEL, FOR, IF, WHILE, INDEX_SWITCH, SCOPE, RETURN, FUNCTION -> true;
      case OPERATION, BARE_OPERATION ->
          tokens.startsLine(index + 1) && tokens.type(index + 2) != EQUALS;
      default -> headHasRegion;
    };
  }

  private static boolean hasRegion(int type) {
    return switch (type) {
      case MODULE, FUNCTION, FOR, IF, WHILE, INDEX_SWITCH, SCOPE, ELSE, DO, CASE, DEFAULT -> true;
      default -> false;
    };
  }

  private static Kind kind(int type, boolean free) {
    return switch (type) {
      case STRING -> Kind.STRING;
      case INTEGER, FLOAT, HEXADECIMAL, BAD_NUMBER -> Kind.NUMBER;
      case VALUE, RESULT -> Kind.VALUE;
      case SYMBOL -> Kind.SYMBOL;
      case BLOCK, LABEL -> Kind.BLOCK;
      case TYPE, ELEMENT -> Kind.TYPE;
      case ATTRIBUTE, DENSE -> Kind.ATTRIBUTE;
      case BARE_OPERATION, GENERIC_OPERATION -> Kind.OPERATION;
      case OPERATION, FOR, IF, WHILE, INDEX_SWITCH, BLOCK_SWITCH, SCOPE, RETURN ->
          free ? Kind.OPERATION : Kind.WORD;
      case MODULE,
          FUNCTION,
          VISIBILITY,
          ATTRIBUTES,
          ITERATION,
          TO,
          STEP,
          ELSE,
          DO,
          INPUTS,
          OUTPUTS,
          PLACE,
          CASE,
          DEFAULT ->
          Kind.KEYWORD;
      case REGION -> Kind.REGION_OPEN;
      case WORD, MULTIPLIER -> Kind.WORD;
      default -> Kind.PUNCTUATION;
    };
  }
}
