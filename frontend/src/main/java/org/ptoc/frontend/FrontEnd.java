package org.ptoc.frontend;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ptoc.frontend.bind.Binder;
import org.ptoc.frontend.bind.Binder.Bound;
import org.ptoc.frontend.bind.Binder.Found;
import org.ptoc.frontend.parser.SyntaxParser;
import org.ptoc.frontend.syntax.FileSyntax;
import org.ptoc.frontend.text.LineStarts;
import org.ptoc.frontend.text.SourceToken;
import org.ptoc.ir.Module;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.type.Type;

/** Reads {@code .pto} text in any of its spellings (spec/00, section 3; spec/20, section 2). */
public final class FrontEnd {
  private FrontEnd() {}

  /**
   * Reads a text into IR. The result is bound and typed, not verified.
   *
   * @param fileName name for places in diagnostics
   * @param text the text, any text
   * @param diagnostics receives all independent errors of the text
   * @return the file as a module without a name; empty when an error was reported
   */
  public static Optional<Module> parse(String fileName, String text, Diagnostics diagnostics) {
    ParsedText parsed = read(fileName, text);
    parsed.diagnostics().forEach(diagnostics::add);
    return parsed.isComplete() ? Optional.of(parsed.module()) : Optional.empty();
  }

  /**
   * Reads a text into IR and reports errors by function, so that functions without errors can be
   * used and checked further. Errors of syntax belong to the function that contains them.
   *
   * @param fileName name for places in diagnostics
   * @param text the text, any text
   */
  public static ParsedText read(String fileName, String text) {
    Diagnostics wrongSyntax = new Diagnostics();
    FileSyntax file = SyntaxParser.parse(fileName, text, wrongSyntax);
    return bound(file, wrongSyntax, Binder.bind(file));
  }

  /**
   * Reads a text as {@link #read} does, and what tools ask for beside: tokens, comments, names with
   * their uses and types. A text with errors has them as far as it is written.
   *
   * @param fileName name for places in diagnostics
   * @param text the text, any text
   */
  public static IndexedText index(String fileName, String text) {
    Diagnostics wrongSyntax = new Diagnostics();
    List<SourceToken> tokens = new ArrayList<>();
    FileSyntax file = SyntaxParser.parse(fileName, text, wrongSyntax, tokens);
    LineStarts lines = new LineStarts(text);
    Map<Integer, List<Type>> types = new HashMap<>();
    Bound bound =
        Binder.bind(
            file,
            (place, type) ->
                types.computeIfAbsent(lines.offset(place), key -> new ArrayList<>()).add(type));
    ParsedText parsed = bound(file, wrongSyntax, bound);
    return new IndexedText(text, parsed, lines, tokens, types);
  }

  /**
   * Reads the tokens and comments of a text.
   *
   * @param fileName name for places in diagnostics
   * @param text the text, any text
   * @param diagnostics receives the errors of syntax
   */
  public static List<SourceToken> tokens(String fileName, String text, Diagnostics diagnostics) {
    List<SourceToken> tokens = new ArrayList<>();
    SyntaxParser.parse(fileName, text, diagnostics, tokens);
    return List.copyOf(tokens);
  }

  private static ParsedText bound(FileSyntax file, Diagnostics wrongSyntax, Bound bound) {
    FunctionStarts starts = FunctionStarts.of(file);
    List<Found> found = new ArrayList<>();
    for (Diagnostic diagnostic : wrongSyntax.all()) {
      found.add(new Found(starts.functionAt(diagnostic.location()), diagnostic));
    }
    Set<Integer> foreign =
        bound.found().stream()
            .map(Found::diagnostic)
            .filter(FrontEnd::isForeign)
            .map(diagnostic -> diagnostic.location().line())
            .collect(Collectors.toSet());
    found.removeIf(
        each ->
            each.diagnostic().code() == DiagnosticCode.BAD_TYPE
                && foreign.contains(each.diagnostic().location().line()));
    found.addAll(bound.found());
    return new ParsedText(bound.module(), found);
  }

  /** An operation that is like none here has types of its own language, which are no mistake. */
  private static boolean isForeign(Diagnostic diagnostic) {
    return diagnostic.code() == DiagnosticCode.UNKNOWN_OPERATION && diagnostic.fixes().isEmpty();
  }

  /**
   * Syntax is checked for the whole text before names and types are; users read from top to bottom.
   */
  public static List<Diagnostic> inOrderOfText(List<Diagnostic> found) {
    List<Diagnostic> ordered = new ArrayList<>(found);
    List<String> files = found.stream().map(each -> each.location().file()).distinct().toList();
    ordered.sort(
        Comparator.<Diagnostic>comparingInt(each -> files.indexOf(each.location().file()))
            .thenComparing(FrontEnd::compare));
    return ordered;
  }

  private static int compare(Diagnostic one, Diagnostic other) {
    int lines = Integer.compare(one.location().line(), other.location().line());
    return lines != 0 ? lines : Integer.compare(one.location().column(), other.location().column());
  }
}
