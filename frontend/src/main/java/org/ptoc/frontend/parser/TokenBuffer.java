package org.ptoc.frontend.parser;

import java.util.Arrays;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.IntStream;
import org.antlr.v4.runtime.RuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenSource;
import org.antlr.v4.runtime.TokenStream;
import org.antlr.v4.runtime.misc.Interval;

/** All tokens of a text in an array. The last one is the end of the file. */
final class TokenBuffer implements TokenStream {
  private final TokenSource source;
  private CommonToken[] tokens;
  private int size;
  private int position;
  private boolean cut;

  /** Reads the source to its end. */
  TokenBuffer(TokenSource source, int expectedSize) {
    this.source = source;
    this.tokens = new CommonToken[Math.max(16, expectedSize)];
    CommonToken token;
    do {
      token = (CommonToken) source.nextToken();
      add(token);
    } while (token.getType() != Token.EOF);
  }

  private void add(CommonToken token) {
    if (size == tokens.length) {
      tokens = Arrays.copyOf(tokens, size * 2);
    }
    token.setTokenIndex(size);
    tokens[size++] = token;
  }

  /** Ends the text before a token. */
  void endBefore(int index) {
    CommonToken end = tokens[index];
    end.setType(Token.EOF);
    end.setStopIndex(end.getStartIndex() - 1);
    size = index + 1;
    cut = true;
  }

  /** True when the text continues after the last token. */
  boolean isCut() {
    return cut;
  }

  int type(int index) {
    return index < size ? tokens[index].getType() : Token.EOF;
  }

  void retype(int index, int type) {
    tokens[index].setType(type);
  }

  /** True for the first token of a line. */
  boolean startsLine(int index) {
    return index == 0 || tokens[index].getLine() != tokens[index - 1].getLine();
  }

  @Override
  public Token LT(int offset) {
    int index = offset > 0 ? position + offset - 1 : position + offset;
    return index < 0 ? tokens[0] : tokens[Math.min(index, size - 1)];
  }

  @Override
  public int LA(int offset) {
    return LT(offset).getType();
  }

  @Override
  public void consume() {
    if (position < size - 1) {
      position++;
    }
  }

  @Override
  public CommonToken get(int index) {
    return tokens[index];
  }

  @Override
  public TokenSource getTokenSource() {
    return source;
  }

  @Override
  public int mark() {
    return -1;
  }

  @Override
  public void release(int marker) {
    // Nothing is dropped, so there is nothing to release.
  }

  @Override
  public int index() {
    return position;
  }

  @Override
  public void seek(int index) {
    position = Math.min(index, size - 1);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public String getSourceName() {
    String name = source.getSourceName();
    return name == null ? IntStream.UNKNOWN_SOURCE_NAME : name;
  }

  @Override
  public String getText(Interval interval) {
    int last = Math.min(interval.b, size - 1);
    StringBuilder text = new StringBuilder();
    for (int i = Math.max(0, interval.a); i <= last && tokens[i].getType() != Token.EOF; i++) {
      text.append(tokens[i].getText());
    }
    return text.toString();
  }

  @Override
  public String getText() {
    return getText(Interval.of(0, size - 1));
  }

  @Override
  public String getText(RuleContext context) {
    return getText(context.getSourceInterval());
  }

  @Override
  public String getText(Token start, Token stop) {
    return getText(Interval.of(start.getTokenIndex(), stop.getTokenIndex()));
  }
}
