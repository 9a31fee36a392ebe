package org.ptoc.frontend;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ptoc.frontend.bind.Binder;
import org.ptoc.frontend.bind.Binder.Bound;
import org.ptoc.frontend.bind.Binder.Found;
import org.ptoc.frontend.parser.SyntaxParser;
import org.ptoc.frontend.syntax.FileSyntax;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Reachability;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;

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
    ParsedText parsed = read(fileName, text, diagnostics);
    return parsed.isComplete() ? Optional.of(parsed.module()) : Optional.empty();
  }

  /**
   * Reads a text into IR and tells which of its functions are right so far, so that more can be
   * found wrong with them.
   *
   * @param fileName name for places in diagnostics
   * @param text the text, any text
   * @param diagnostics receives all independent errors of the text
   */
  public static ParsedText read(String fileName, String text, Diagnostics diagnostics) {
    Bound bound = bind(fileName, text);
    Module module = bound.module();
    List<Diagnostic> all = bound.found().stream().map(Found::diagnostic).toList();
    inOrderOfText(all).forEach(diagnostics::add);
    return all.stream().anyMatch(Diagnostic::isError)
        ? new ParsedText(module, false, soundFunctions(bound))
        : new ParsedText(module, true, functions(module).toList());
  }

  /** Reads and binds a text; errors of its syntax belong to the function in which they stand. */
  private static Bound bind(String fileName, String text) {
    Diagnostics wrongSyntax = new Diagnostics();
    FileSyntax file = SyntaxParser.parse(fileName, text, wrongSyntax);
    FunctionStarts starts = FunctionStarts.of(file);
    List<Found> found = new ArrayList<>();
    for (Diagnostic diagnostic : wrongSyntax.all()) {
      found.add(new Found(starts.functionAt(diagnostic.location()), diagnostic));
    }
    Bound bound = Binder.bind(file);
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
    return new Bound(bound.module(), found);
  }

  /** An operation that is like none here has types of its own language, which are no mistake. */
  private static boolean isForeign(Diagnostic diagnostic) {
    return diagnostic.code() == DiagnosticCode.UNKNOWN_OPERATION && diagnostic.fixes().isEmpty();
  }

  /** None when an error stands outside of all functions. */
  private static List<Function> soundFunctions(Bound bound) {
    Module module = bound.module();
    Set<String> faulty = new HashSet<>();
    for (Found found : bound.found()) {
      if (found.diagnostic().isError()) {
        if (found.function().isEmpty()) {
          return List.of();
        }
        faulty.add(found.function().get());
      }
    }
    Set<String> reaching = Reachability.of(module).to(faulty);
    return functions(module).filter(function -> !reaching.contains(function.name())).toList();
  }

  private static Stream<Function> functions(Module module) {
    return Stream.concat(
        module.functions().stream(), module.modules().stream().flatMap(FrontEnd::functions));
  }

  /**
   * Syntax is checked for the whole text before names and types are; users read from top to bottom.
   */
  public static List<Diagnostic> inOrderOfText(List<Diagnostic> found) {
    List<Diagnostic> ordered = new ArrayList<>(found);
    ordered.sort(FrontEnd::compare);
    return ordered;
  }

  private static int compare(Diagnostic one, Diagnostic other) {
    int lines = Integer.compare(one.location().line(), other.location().line());
    return lines != 0 ? lines : Integer.compare(one.location().column(), other.location().column());
  }

  /**
   * Reads a text of which only one kernel has to be right. Errors in functions that the kernel does
   * not reach through calls are left out.
   *
   * @param kernel name of the kernel; when no function has it, all errors are reported
   * @return the file, in which other functions may be incomplete; empty when an error was reported
   */
  public static Optional<Module> parse(
      String fileName, String text, String kernel, Diagnostics diagnostics) {
    Bound bound = bind(fileName, text);
    Module module = bound.module();
    Set<String> needed = Reachability.of(module).from(kernel);
    int before = diagnostics.errorCount();
    for (Found found : bound.found()) {
      Optional<String> function = found.function();
      if (needed.isEmpty() || function.isEmpty() || needed.contains(function.get())) {
        diagnostics.add(found.diagnostic());
      }
    }
    return diagnostics.errorCount() == before ? Optional.of(module) : Optional.empty();
  }
}
