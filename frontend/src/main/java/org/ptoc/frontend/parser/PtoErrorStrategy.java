package org.ptoc.frontend.parser;

import static org.ptoc.frontend.parser.PtoLexer.*;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.InputMismatchException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.ATNState;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.ptoc.frontend.type.TypeParser;
import org.ptoc.ir.Location;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.UnsupportedFamily;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;

/**
 * Reports the first error of a statement and continues at the next one.
 *
 * <p>A statement is never repaired by inserting or dropping a token. After an error in the head of
 * a region operation or function its body is still read, so that errors in there are found in the
 * same run and braces stay in balance.
 */
final class PtoErrorStrategy extends DefaultErrorStrategy {
  private final TokenBuffer tokens;
  private final SyntaxErrors errors;

  /**
   * The first decision point that saw the current token: from there everything is still possible.
   */
  private int decisionToken = -1;

  private int decisionState;
  private ParserRuleContext decisionContext = new ParserRuleContext();

  PtoErrorStrategy(TokenBuffer tokens, SyntaxErrors errors) {
    this.tokens = tokens;
    this.errors = errors;
  }

  @Override
  public void sync(Parser parser) {
    if (tokens.index() != decisionToken) {
      decisionToken = tokens.index();
      decisionState = parser.getState();
      decisionContext = parser.getContext();
    }
    ParserRuleContext context = parser.getContext();
    if (isListOfUnits(context) && isLoop(parser)) {
      skipStrayTokens(parser, context);
    }
  }

  private static boolean isListOfUnits(ParserRuleContext context) {
    return isStatements(context)
        || context.getRuleIndex() == PtoParser.RULE_module
        || context.getRuleIndex() == PtoParser.RULE_file;
  }

  private static boolean isStatements(ParserRuleContext context) {
    return context.getRuleIndex() == PtoParser.RULE_region
        || context.getRuleIndex() == PtoParser.RULE_block;
  }

  private static boolean isLoop(Parser parser) {
    int type = parser.getATN().states.get(parser.getState()).getStateType();
    return type == ATNState.STAR_LOOP_ENTRY || type == ATNState.STAR_LOOP_BACK;
  }

  /** In a list of statements or functions: skips what can neither be one nor end the list. */
  private void skipStrayTokens(Parser parser, ParserRuleContext context) {
    boolean region = isStatements(context);
    boolean file = context.getRuleIndex() == PtoParser.RULE_file;
    while (region ? isStrayInRegion(tokens.LA(1)) : isStray(tokens.LA(1), file)) {
      if (!followsFromEarlier(region, file)) {
        RecognitionException stray = new InputMismatchException(parser, parser.getState(), context);
        report(parser, stray, true);
        rejectUnfinished(context, stray);
      }
      tokens.consume();
      if (region) {
        skipToStatement();
      } else {
        skipToUnit(file);
      }
    }
  }

  /**
   * After an earlier error, a surplus brace belongs to an abandoned region; after a missing brace,
   * functions end too early, and their last statements are outside of them.
   */
  private boolean followsFromEarlier(boolean region, boolean file) {
    int type = tokens.LA(1);
    return file && type == RIGHT_BRACE && errors.any()
        || !region && braceMissed && (startsStatement(type) || type == LEFT_BRACE);
  }

  /** Reports an unfinished statement: text after a statement on its line belongs to it. */
  private void rejectUnfinished(ParserRuleContext context, RecognitionException stray) {
    List<PtoParser.StatementContext> statements =
        switch (context) {
          case PtoParser.RegionContext region -> region.statements;
          case PtoParser.BlockContext block -> block.statements;
          default -> List.of();
        };
    if (!statements.isEmpty() && !tokens.startsLine(tokens.index())) {
      statements.getLast().exception = stray;
    }
  }

  private static boolean isStray(int type, boolean file) {
    return type != Token.EOF && !startsUnit(type) && (file || type != RIGHT_BRACE);
  }

  private boolean isStrayInRegion(int type) {
    return switch (type) {
      case Token.EOF, RIGHT_BRACE, FUNCTION, MODULE, LABEL -> false;
      case TYPE, ATTRIBUTE -> !isAlias();
      default -> !startsStatement(type);
    };
  }

  @Override
  public Token recoverInline(Parser parser) {
    throw new InputMismatchException(parser);
  }

  @Override
  public void reportError(Parser parser, RecognitionException exception) {
    switch (parser.getContext().getRuleIndex()) {
      case PtoParser.RULE_file,
          PtoParser.RULE_topLevel,
          PtoParser.RULE_statement,
          PtoParser.RULE_functionHead,
          PtoParser.RULE_forHead,
          PtoParser.RULE_ifHead,
          PtoParser.RULE_whileHead,
          PtoParser.RULE_indexSwitchHead,
          PtoParser.RULE_scopeHead ->
          report(parser, exception, false);
      // The rule that called this one knows better where to continue.
      default -> throw exception;
    }
  }

  private int lastReported = -1;
  private boolean braceMissed;

  /**
   * @param stray true when the found token starts something; else something is missing before it
   */
  private void report(Parser parser, RecognitionException exception, boolean stray) {
    Token found = exception.getOffendingToken();
    boolean atCut = found.getType() == Token.EOF && tokens.isCut();
    if (found.getTokenIndex() == lastReported || atCut || errors.isBroken(lineBefore(found))) {
      return; // What it follows from is reported.
    }
    lastReported = found.getTokenIndex();
    Optional<Diagnostic> type = unclosedTypeBefore(found);
    if (type.isPresent()) {
      errors.report(type.get());
      return;
    }
    if (isLaunch(found)) {
      errors.report(
          DiagnosticCode.NOT_SUPPORTED, errors.location(found), UnsupportedFamily.LAUNCH.refusal());
      return;
    }
    IntervalSet expected =
        decisionToken == found.getTokenIndex()
            ? parser.getATN().getExpectedTokens(decisionState, decisionContext)
            : exception.getExpectedTokens();
    braceMissed |= !stray && expected.contains(LEFT_BRACE);
    Location place = errors.location(found);
    boolean lineEnded = found.getType() == Token.EOF || tokens.startsLine(found.getTokenIndex());
    if (!stray && lineEnded && found.getTokenIndex() > 0) {
      place = after(tokens.get(found.getTokenIndex() - 1));
    }
    boolean mayBeType = expected.contains(ELEMENT) && found.getType() == WORD;
    Optional<String> near =
        mayBeType ? TypeParser.nearestElement(found.getText()) : Optional.empty();
    String hint =
        near.map(right -> "; did you mean `" + right + "`?")
            .orElseGet(() -> advice(found, expected));
    Diagnostic diagnostic =
        Diagnostic.of(DiagnosticCode.SYNTAX, place, message(found, expected) + hint);
    if (isBareNumber(found, expected)) {
      String constant = "arith.constant " + found.getText() + " : index";
      diagnostic =
          diagnostic.withFix(new Fix.Replace(errors.location(found), found.getText(), constant));
    }
    Diagnostic complete = diagnostic;
    errors.report(
        near.map(
                right ->
                    complete.withFix(
                        new Fix.Replace(errors.location(found), found.getText(), right)))
            .orElse(complete));
  }

  /** {@code @kernel<<<%blocks>>>(%a)}, from the name or the first bracket on. */
  private boolean isLaunch(Token found) {
    int index = found.getTokenIndex() + (found.getType() == SYMBOL ? 1 : 0);
    return IntStream.range(index, index + 3).allMatch(each -> tokens.type(each) == LESS);
  }

  /** {@code %c = 16}. */
  private boolean isBareNumber(Token found, IntervalSet expected) {
    int before = found.getTokenIndex() - 1;
    return found.getType() == INTEGER
        && expected.contains(OPERATION)
        && before >= 0
        && tokens.get(before).getType() == EQUALS;
  }

  /** Advice on how to write the probable intention. */
  private String advice(Token found, IntervalSet expected) {
    boolean number = found.getType() == INTEGER || found.getType() == FLOAT;
    if (isAllocation(found)) {
      return "; a tile is allocated by its type, the memory, rows, columns and elements:"
          + " `%t = pto.alloc_tile : !pto.tile_buf<vec, 8x64xf32>`";
    }
    if (isAssignment(found)) {
      return "; left of `=` stand new names, right of it an operation such as `pto.tgetval`: a"
          + " value has no fields, and nothing is assigned to it";
    }
    return number && (expected.contains(VALUE) || isBareNumber(found, expected))
        ? "; a number gets a name: `%c = arith.constant " + found.getText() + " : index`"
        : found.getType() == INPUTS ? "; `ins(...)` stands before `outs(...)`" : "";
  }

  /** {@code %t = pto.alloc_tile([8, 64], f32)}: an error after the name of an allocation. */
  private boolean isAllocation(Token found) {
    int before = found.getTokenIndex() - 1;
    while (before > 0 && !tokens.startsLine(before) && tokens.type(before) != OPERATION) {
      before--;
    }
    return before >= 0
        && tokens.type(before) == OPERATION
        && OpCatalog.find(tokens.get(before).getText())
            .filter(row -> row.form() == OperationForm.ALLOC_TILE)
            .isPresent();
  }

  /** {@code %t[0] = 1.0} or {@code %s = %t.shape}. */
  private boolean isAssignment(Token found) {
    int first = found.getTokenIndex();
    while (first > 0 && !tokens.startsLine(first)) {
      first--;
    }
    int index = found.getTokenIndex();
    while (tokens.type(index) != EQUALS
        && tokens.type(index) != Token.EOF
        && !tokens.startsLine(index + 1)) {
      index++;
    }
    return tokens.type(first) == VALUE && tokens.type(index) == EQUALS;
  }

  /** A type without its bracket ends where something stands that no type contains. */
  private Optional<Diagnostic> unclosedTypeBefore(Token found) {
    if (found.getTokenIndex() == 0) {
      return Optional.empty();
    }
    Token before = tokens.get(found.getTokenIndex() - 1);
    String text = before.getText();
    boolean unclosed =
        before.getType() == TYPE
            && text.chars().filter(each -> each == '<').count()
                > text.chars().filter(each -> each == '>').count();
    return unclosed ? TypeTable.problem(errors, before) : Optional.empty();
  }

  /** The line on which something is missing, when it is missing at the end of a line. */
  private int lineBefore(Token found) {
    int index = found.getTokenIndex();
    return index > 0 && tokens.startsLine(index)
        ? tokens.get(index - 1).getLine()
        : found.getLine();
  }

  private Location after(Token token) {
    int length = token.getStopIndex() - token.getStartIndex() + 1;
    return errors.location(token, length, 1);
  }

  private String message(Token found, IntervalSet expected) {
    String list = TokenNames.expected(expected);
    String what =
        found.getType() == Token.EOF ? "the end of the text" : "`" + shorten(found.getText()) + "`";
    return list.isEmpty() ? "unexpected " + what : "expected " + list + ", found " + what;
  }

  private static String shorten(String text) {
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }

  @Override
  public void recover(Parser parser, RecognitionException exception) {
    switch (parser.getContext().getRuleIndex()) {
      case PtoParser.RULE_statement -> {
        skipDictionary(parser.getContext().start.getTokenIndex());
        skipToStatement();
      }
      case PtoParser.RULE_functionHead,
          PtoParser.RULE_forHead,
          PtoParser.RULE_ifHead,
          PtoParser.RULE_whileHead,
          PtoParser.RULE_indexSwitchHead,
          PtoParser.RULE_scopeHead ->
          skipToBody();
      default -> skipToUnit(false);
    }
  }

  /** Past the end of a dictionary of this statement that was given up, if it is on this line. */
  private void skipDictionary(int start) {
    int open = tokens.index();
    while (open > start && tokens.type(open) != LEFT_BRACE && tokens.type(open) != RIGHT_BRACE) {
      open--;
    }
    if (tokens.type(open) != LEFT_BRACE || open == tokens.index()) {
      return;
    }
    int line = tokens.get(open).getLine();
    for (int i = tokens.index(); tokens.type(i) != Token.EOF; i++) {
      if (tokens.get(i).getLine() != line || tokens.type(i) == LEFT_BRACE) {
        return;
      }
      if (tokens.type(i) == RIGHT_BRACE) {
        tokens.seek(i + 1);
        return;
      }
    }
  }

  /**
   * To the next statement or closing brace of this region; braces in between are skipped as a
   * whole.
   */
  private void skipToStatement() {
    int depth = 0;
    while (true) {
      int type = tokens.LA(1);
      if (type == Token.EOF || type == FUNCTION) {
        return;
      }
      if (depth == 0 && (type == RIGHT_BRACE || looksLikeStatement(type))) {
        return;
      }
      if (type == LEFT_BRACE) {
        depth++;
      } else if (type == RIGHT_BRACE) {
        depth--;
      }
      tokens.consume();
    }
  }

  private boolean looksLikeStatement(int type) {
    return tokens.startsLine(tokens.index())
        && (startsStatement(type) || type == LABEL || type == VALUE && tokens.LA(2) == EQUALS);
  }

  /** Skips to the brace that opens the body, if it precedes the next statement. */
  private void skipToBody() {
    boolean dictionary = false;
    for (int i = tokens.index(); ; i++) {
      int type = tokens.type(i);
      if (type == LEFT_BRACE && !dictionary && !isDictionary(i)) {
        tokens.seek(i);
        return;
      }
      if (type == LEFT_BRACE) {
        dictionary = true;
      } else if (type == RIGHT_BRACE && dictionary) {
        dictionary = false;
      } else if (type == Token.EOF
          || type == RIGHT_BRACE
          || type == FUNCTION && i > tokens.index()
          || !dictionary && startsStatement(type) && tokens.startsLine(i)) {
        return;
      }
    }
  }

  private boolean isDictionary(int brace) {
    int first = tokens.type(brace + 1);
    int second = tokens.type(brace + 2);
    boolean key = first == WORD || first == OPERATION || first == STRING;
    return key && (second == EQUALS || second == COMMA || second == RIGHT_BRACE);
  }

  /** Skips to the next function, module or alias; in a module also to its closing brace. */
  private void skipToUnit(boolean file) {
    int depth = 0;
    while (true) {
      int type = tokens.LA(1);
      if (type == Token.EOF) {
        return;
      }
      if ((type == FUNCTION || type == MODULE) && tokens.startsLine(tokens.index())) {
        return;
      }
      if (depth == 0 && (!file && type == RIGHT_BRACE || isAlias())) {
        return;
      }
      if (type == LEFT_BRACE) {
        depth++;
      } else if (type == RIGHT_BRACE) {
        depth = Math.max(0, depth - 1);
      }
      tokens.consume();
    }
  }

  private boolean isAlias() {
    int index = tokens.index();
    int type = tokens.LA(1);
    return (type == TYPE || type == ATTRIBUTE)
        && tokens.LA(2) == EQUALS
        && tokens.startsLine(index);
  }

  private static boolean startsUnit(int type) {
    return type == FUNCTION || type == MODULE || type == TYPE || type == ATTRIBUTE;
  }

  private static boolean startsStatement(int type) {
    return switch (type) {
      case RESULT,
          OPERATION,
          BARE_OPERATION,
          GENERIC_OPERATION,
          RETURN,
          FOR,
          IF,
          WHILE,
          INDEX_SWITCH,
          BLOCK_SWITCH,
          SCOPE ->
          true;
      default -> false;
    };
  }
}
