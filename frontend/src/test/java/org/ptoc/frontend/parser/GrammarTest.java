package org.ptoc.frontend.parser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.BitSet;
import java.util.stream.Stream;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.atn.ATNConfigSet;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.dfa.DFA;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ptoc.ir.diagnostic.Diagnostics;

/** The grammar is unambiguous and never needs more than one token of look-ahead. */
class GrammarTest {
  /** Counts what ANTLR reports about predictions. */
  private static final class Predictions extends BaseErrorListener {
    private int reports;

    @Override
    public void reportAmbiguity(
        Parser parser,
        DFA dfa,
        int start,
        int stop,
        boolean exact,
        BitSet alternatives,
        ATNConfigSet configs) {
      reports++;
    }

    @Override
    public void reportAttemptingFullContext(
        Parser parser, DFA dfa, int start, int stop, BitSet conflicting, ATNConfigSet configs) {
      reports++;
    }

    @Override
    public void reportContextSensitivity(
        Parser parser, DFA dfa, int start, int stop, int prediction, ATNConfigSet configs) {
      reports++;
    }
  }

  static Stream<String> texts() throws IOException {
    return Stream.concat(
        FormsTest.forms().map(form -> "func.func @f() {\n" + form + "\n}"),
        Programs.all().map(Programs.Program::text));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void hasNoAmbiguity(String text) {
    Diagnostics diagnostics = new Diagnostics();
    SyntaxErrors errors = new SyntaxErrors("test.pto", diagnostics);
    TokenBuffer tokens =
        new TokenBuffer(new PtoTokenSource(new TextStream("test.pto", text), errors), 16);
    new StatementMarker(tokens, errors).mark();
    PtoParser parser = SyntaxParser.parser(tokens, errors);
    Predictions predictions = new Predictions();
    parser.addErrorListener(predictions);
    parser.getInterpreter().setPredictionMode(PredictionMode.LL_EXACT_AMBIG_DETECTION);
    parser.file();
    errors.deliver();
    assertThat(diagnostics.all()).isEmpty();
    assertThat(predictions.reports).isZero();
  }

  @Test
  void everyDecisionIsMadeOnOneToken() throws IOException {
    for (String text : texts().toList()) {
      SyntaxParser.parse("test.pto", text, new Diagnostics());
    }
    // Decisions that need more than one token are the only ones that get an automaton.
    PtoParser parser =
        SyntaxParser.parser(
            new TokenBuffer(
                new PtoTokenSource(new TextStream("", ""), new SyntaxErrors("", new Diagnostics())),
                1),
            new SyntaxErrors("", new Diagnostics()));
    for (DFA automaton : parser.getInterpreter().decisionToDFA) {
      assertThat(automaton.s0).as("decision %d", automaton.decision).isNull();
    }
  }
}
