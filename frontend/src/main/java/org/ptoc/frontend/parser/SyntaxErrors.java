package org.ptoc.frontend.parser;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.Token;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;

/** Reports the errors of one text; limits the errors of a text in another language. */
final class SyntaxErrors {
  /** After this many errors the others of this text are only counted. */
  static final int LIMIT = 1_000;

  private final String file;
  private final Diagnostics diagnostics;
  private final List<Diagnostic> found = new ArrayList<>();
  private final Set<Diagnostic> reported = new HashSet<>();
  private final Set<Integer> brokenLines = new HashSet<>();
  private int count;

  SyntaxErrors(String file, Diagnostics diagnostics) {
    this.file = file;
    this.diagnostics = diagnostics;
  }

  void report(DiagnosticCode code, Location location, String message) {
    report(Diagnostic.of(code, location, message));
  }

  /** Reports once what is found in two ways. */
  void report(Diagnostic diagnostic) {
    if (count < LIMIT && !reported.add(diagnostic)) {
      return;
    }
    if (count < LIMIT) {
      found.add(diagnostic);
    }
    count++;
  }

  /** Marks a line with an invalid token: further errors of the line follow from it. */
  void breakLine(int line) {
    brokenLines.add(line);
  }

  /** The one error of a line that is of another language altogether. */
  void reportLine(Diagnostic diagnostic) {
    int line = diagnostic.location().line();
    if (count <= LIMIT) {
      found.removeIf(each -> each.location().line() == line);
      count = found.size();
    }
    report(diagnostic);
    breakLine(line);
  }

  /** True when an error of the grammar on this line follows from one that is reported. */
  boolean isBroken(int line) {
    return brokenLines.contains(line);
  }

  /** Hands over what was reported, in the order of the text. */
  void deliver() {
    found.sort(SyntaxErrors::inOrder);
    found.forEach(diagnostics::add);
    if (count > LIMIT) {
      diagnostics.report(
          DiagnosticCode.MORE_ERRORS,
          found.getLast().location(),
          (count - LIMIT) + " more errors of this text are not reported");
    }
    found.clear();
  }

  private static int inOrder(Diagnostic left, Diagnostic right) {
    int lines = Integer.compare(left.location().line(), right.location().line());
    return lines != 0
        ? lines
        : Integer.compare(left.location().column(), right.location().column());
  }

  boolean any() {
    return count > 0;
  }

  Location location(Token token) {
    int length = Math.max(0, token.getStopIndex() - token.getStartIndex() + 1);
    return new Location(file, token.getLine(), token.getCharPositionInLine() + 1, length);
  }

  /** The part of a token that starts at an offset. */
  Location location(Token token, int offset, int length) {
    return new Location(file, token.getLine(), token.getCharPositionInLine() + 1 + offset, length);
  }
}
