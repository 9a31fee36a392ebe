package org.ptoc.frontend;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.frontend.bind.Binder;
import org.ptoc.frontend.parser.SyntaxParser;
import org.ptoc.frontend.syntax.FileSyntax;
import org.ptoc.ir.Module;
import org.ptoc.ir.diagnostic.Diagnostic;
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
    Diagnostics found = new Diagnostics();
    FileSyntax file = SyntaxParser.parse(fileName, text, found);
    Module module = Binder.bind(file, found);
    inOrderOfText(found).forEach(diagnostics::add);
    return found.hasErrors() ? Optional.empty() : Optional.of(module);
  }

  /** Syntax is checked for the whole text before names and types are; users read from top to bottom. */
  private static List<Diagnostic> inOrderOfText(Diagnostics found) {
    List<Diagnostic> ordered = new ArrayList<>(found.all());
    ordered.sort(
        Comparator.<Diagnostic>comparingInt(diagnostic -> diagnostic.location().line())
            .thenComparingInt(diagnostic -> diagnostic.location().column()));
    return ordered;
  }

  /**
   * Reads a text of which only one kernel has to be right. Errors in functions that the kernel does not reach through calls
   * are left out.
   *
   * @param kernel name of the kernel; when no function has it, all errors are reported
   * @return the file, in which other functions may be incomplete; empty when an error was reported
   */
  public static Optional<Module> parse(String fileName, String text, String kernel, Diagnostics diagnostics) {
    Diagnostics all = new Diagnostics();
    FileSyntax file = SyntaxParser.parse(fileName, text, all);
    Module module = Binder.bind(file, all);
    Set<String> needed = Reachability.from(kernel, module);
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
