package org.ptoc.frontend;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ptoc.frontend.bind.Binder;
import org.ptoc.frontend.parser.SyntaxParser;
import org.ptoc.frontend.syntax.FileSyntax;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Reachability;
import org.ptoc.ir.diagnostic.Diagnostic;
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
    Diagnostics found = new Diagnostics();
    FileSyntax file = SyntaxParser.parse(fileName, text, found);
    Module module = Binder.bind(file, found);
    List<Diagnostic> ordered = inOrderOfText(found.all());
    ordered.forEach(diagnostics::add);
    return found.hasErrors()
        ? new ParsedText(module, false, soundFunctions(file, module, ordered))
        : new ParsedText(module, true, functions(module).toList());
  }

  /** None when an error stands outside of all functions. */
  private static List<Function> soundFunctions(
      FileSyntax file, Module module, List<Diagnostic> found) {
    FunctionStarts starts = FunctionStarts.of(file);
    Set<String> faulty = new HashSet<>();
    for (Diagnostic diagnostic : found) {
      if (diagnostic.isError()) {
        Optional<String> function = starts.functionAt(diagnostic.location());
        if (function.isEmpty()) {
          return List.of();
        }
        faulty.add(function.get());
      }
    }
    Reachability calls = Reachability.of(module);
    return functions(module)
        .filter(function -> Collections.disjoint(calls.from(function.name()), faulty))
        .toList();
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
    ordered.sort(
        Comparator.<Diagnostic>comparingInt(diagnostic -> diagnostic.location().line())
            .thenComparingInt(diagnostic -> diagnostic.location().column()));
    return ordered;
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
    Diagnostics all = new Diagnostics();
    FileSyntax file = SyntaxParser.parse(fileName, text, all);
    Module module = Binder.bind(file, all);
    Set<String> needed = Reachability.of(module).from(kernel);
    FunctionStarts starts = FunctionStarts.of(file);
    int before = diagnostics.errorCount();
    for (Diagnostic diagnostic : all.all()) {
      Optional<String> function = starts.functionAt(diagnostic.location());
      if (needed.isEmpty() || function.isEmpty() || needed.contains(function.get())) {
        diagnostics.add(diagnostic);
      }
    }
    return diagnostics.errorCount() == before ? Optional.of(module) : Optional.empty();
  }
}
