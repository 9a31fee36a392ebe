package org.ptoc.frontend.parser;

import java.util.List;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.ptoc.frontend.syntax.FileSyntax;
import org.ptoc.frontend.text.SourceToken;
import org.ptoc.ir.diagnostic.Diagnostics;

/** Reads the text of a {@code .pto} file into a syntax tree. */
public final class SyntaxParser {
  /** Corpus files have about one token per four characters. */
  private static final int CHARACTERS_PER_TOKEN = 4;

  private SyntaxParser() {}

  /**
   * Reads a text. All independent errors are reported in one run; never throws on any text.
   *
   * @param file name for places in diagnostics
   * @param text the text
   * @param diagnostics receives what is wrong
   * @return the part that was read; {@link FileSyntax#complete()} is true if it is the whole text
   */
  public static FileSyntax parse(String file, String text, Diagnostics diagnostics) {
    return read(file, text, diagnostics).tree();
  }

  /**
   * A text that was read.
   *
   * @param tree the part that was read
   * @param tokens its tokens, also of parts with errors
   */
  record Read(FileSyntax tree, TokenBuffer tokens) {}

  /**
   * Reads a text as {@link #parse} does, and its tokens.
   *
   * @param tokens receives all tokens and comments in the order of the text
   */
  public static FileSyntax parse(
      String file, String text, Diagnostics diagnostics, List<SourceToken> tokens) {
    Read read = read(file, text, diagnostics);
    tokens.addAll(new SourceTokens(text, read).all());
    return read.tree();
  }

  private static Read read(String file, String text, Diagnostics diagnostics) {
    SyntaxErrors errors = new SyntaxErrors(file, diagnostics);
    TokenBuffer tokens =
        new TokenBuffer(
            new PtoTokenSource(new TextStream(file, text), errors),
            text.length() / CHARACTERS_PER_TOKEN);
    new StatementMarker(tokens, errors).mark();
    PtoParser parser = parser(tokens, errors);
    FileSyntax tree = new SyntaxBuilder(tokens, errors).file(parser.file());
    errors.deliver();
    return new Read(tree, tokens);
  }

  /**
   * A parser that keeps no parse tree of its own: the labels of the grammar hold all that is
   * needed.
   */
  static PtoParser parser(TokenBuffer tokens, SyntaxErrors errors) {
    PtoParser parser = new PtoParser(tokens);
    parser.setBuildParseTree(false);
    parser.removeErrorListeners();
    parser.setErrorHandler(new PtoErrorStrategy(tokens, errors));
    parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
    return parser;
  }
}
