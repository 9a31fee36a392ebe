package org.ptoc.frontend;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ptoc.frontend.bind.Binder.Found;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Reachability;
import org.ptoc.ir.diagnostic.Diagnostic;

/**
 * A text as IR, bound and typed, not verified.
 *
 * @param module the file as a module without a name; functions with errors may be incomplete
 * @param found all independent errors and warnings
 */
public record ParsedText(Module module, List<Found> found) {
  public ParsedText {
    found = List.copyOf(found);
  }

  /** Several texts as one, with a module for each. */
  public static ParsedText joined(List<ParsedText> texts) {
    List<Module> modules = texts.stream().map(ParsedText::module).toList();
    Module all =
        new Module("", Attributes.EMPTY, List.of(), modules, modules.getFirst().location());
    return new ParsedText(all, texts.stream().flatMap(text -> text.found().stream()).toList());
  }

  /** True when no error was found. */
  public boolean isComplete() {
    return found.stream().noneMatch(each -> each.diagnostic().isError());
  }

  /** The diagnostics, in the order of the text. */
  public List<Diagnostic> diagnostics() {
    return FrontEnd.inOrderOfText(found.stream().map(Found::diagnostic).toList());
  }

  /**
   * What was found where only one kernel has to be right: not what is wrong with functions that it
   * does not reach through calls.
   *
   * @param kernel name of the kernel; when no function has it, all that was found
   */
  public List<Diagnostic> diagnostics(String kernel) {
    Set<String> needed = Reachability.of(module).from(kernel);
    return found.stream()
        .filter(
            each ->
                needed.isEmpty()
                    || each.function().isEmpty()
                    || needed.contains(each.function().get()))
        .map(Found::diagnostic)
        .toList();
  }

  /**
   * The functions, also of nested modules, without an error in themselves or in their callees; none
   * when an error is outside of all functions.
   */
  public List<Function> sound() {
    Set<String> faulty = new HashSet<>();
    for (Found each : found) {
      if (each.diagnostic().isError()) {
        Optional<String> function = each.function();
        if (function.isEmpty()) {
          return List.of();
        }
        faulty.add(function.get());
      }
    }
    Set<String> reaching = Reachability.of(module).to(faulty);
    return functions(module).filter(function -> !reaching.contains(function.name())).toList();
  }

  private static Stream<Function> functions(Module module) {
    return Stream.concat(
        module.functions().stream(), module.modules().stream().flatMap(ParsedText::functions));
  }
}
