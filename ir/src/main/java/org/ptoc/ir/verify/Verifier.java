package org.ptoc.ir.verify;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Cores;
import org.ptoc.ir.Function;
import org.ptoc.ir.Linkage;
import org.ptoc.ir.Location;
import org.ptoc.ir.Module;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;

/**
 * Checks a program against the rules of the documents for one profile.
 *
 * <p>All independent errors are reported; an operation whose operands have the wrong kind gets no
 * further errors. No IR makes the verifier throw. The time is linear in the number of operations.
 */
public final class Verifier {
  private Verifier() {}

  /**
   * Verifies all functions of a module and of its nested modules.
   *
   * @param module program
   * @param profile what it is compiled for
   * @param options which rules are checked
   * @param diagnostics receives the findings
   */
  public static void verify(
      Module module, Profile profile, VerifierOptions options, Diagnostics diagnostics) {
    verify(module, name -> true, profile, options, diagnostics, Map.of(), Linkage.of(module));
    PipeRules.check(module, name -> true, profile, options.isPart(), diagnostics);
  }

  /**
   * Verifies some functions, with all functions of the module in sight.
   *
   * @param module program; its other functions may be wrong
   * @param names names of the functions, also of nested modules
   */
  public static void verify(
      Module module,
      Set<String> names,
      Profile profile,
      VerifierOptions options,
      Diagnostics diagnostics) {
    verify(module, names::contains, profile, options, diagnostics, Map.of(), Linkage.of(module));
    PipeRules.check(module, names::contains, profile, options.isPart(), diagnostics);
  }

  private static void verify(
      Module module,
      Predicate<String> chosen,
      Profile profile,
      VerifierOptions options,
      Diagnostics diagnostics,
      Map<String, Function> enclosing,
      Linkage linkage) {
    Map<String, Function> visible = new HashMap<>(enclosing);
    Map<String, Function> own = new HashMap<>();
    for (Function function : module.functions()) {
      if (own.putIfAbsent(function.name(), function) != null && chosen.test(function.name())) {
        diagnostics.report(
            DiagnosticCode.REDEFINED_NAME,
            function.location(),
            "function @" + function.name() + " is defined twice in one module");
      }
    }
    visible.putAll(own);
    kernelKind(module.attributes(), module.location(), "the module", diagnostics);
    CallCycles.report(own, chosen, diagnostics);
    for (Function function : module.functions()) {
      if (chosen.test(function.name())) {
        new FunctionVerifier(profile, options, diagnostics, name -> lookUp(visible, linkage, name))
            .verify(function, module.attributes());
      }
    }
    for (Module nested : module.modules()) {
      verify(nested, chosen, profile, options, diagnostics, visible, linkage);
    }
  }

  /** The kind of a kernel, or of the kernels of a module, is a kind of core (spec/70, 1.2). */
  static void kernelKind(
      Attributes attributes, Location location, String owner, Diagnostics diagnostics) {
    if (attributes.has(UnlistedAttribute.KERNEL_KIND)
        && Cores.named(attributes, Attributes.EMPTY).isEmpty()) {
      diagnostics.report(
          DiagnosticCode.BAD_ATTRIBUTE,
          location,
          "attribute "
              + UnlistedAttribute.KERNEL_KIND
              + " of "
              + owner
              + " names no kind of core; legal: #pto.kernel_kind<vector>, #pto.kernel_kind<cube>");
    }
  }

  /** Returns the definition in another module of the file for a declaration. */
  private static Callee lookUp(Map<String, Function> functions, Linkage linkage, String name) {
    Function function = functions.get(name);
    if (function == null) {
      return new Callee.Missing();
    }
    return new Callee.Found(
        function.body().isPresent() ? function : linkage.definition(name).orElse(function));
  }

  /**
   * Verifies one function. Calls are not checked against the functions they name.
   *
   * @param function function, also one that a pass is working on
   * @param profile what it is compiled for
   * @param options which rules are checked
   * @param diagnostics receives the findings
   */
  static void verify(
      Function function, Profile profile, VerifierOptions options, Diagnostics diagnostics) {
    new FunctionVerifier(profile, options, diagnostics, name -> new Callee.Unknown())
        .verify(function, Attributes.EMPTY);
  }
}
