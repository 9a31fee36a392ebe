package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;

/**
 * Finds the kernels of a file: functions marked as such, or else those that no other function
 * calls.
 */
final class KernelChoice {
  private KernelChoice() {}

  /** A kernel with the module that holds it. */
  record Kernel(Function function, Module module) {}

  /** The kernel of a name, or all kernels; empty when an error was reported. */
  static List<Kernel> choose(Module module, Optional<String> name, Diagnostics diagnostics) {
    List<Kernel> all = new ArrayList<>();
    collect(module, all);
    if (name.isEmpty()) {
      List<Kernel> kernels = kernels(all);
      if (kernels.isEmpty()) {
        diagnostics.report(
            DiagnosticCode.UNKNOWN_KERNEL, module.location(), "the file has no kernel");
      }
      return KernelLimits.hold(kernels, diagnostics) ? kernels : List.of();
    }
    List<Kernel> found =
        all.stream().filter(kernel -> kernel.function.name().equals(name.get())).toList();
    if (found.isEmpty()) {
      String names =
          String.join(", ", all.stream().map(kernel -> "@" + kernel.function.name()).toList());
      diagnostics.report(
          DiagnosticCode.UNKNOWN_KERNEL,
          module.location(),
          "the file has no kernel @" + name.get() + (all.isEmpty() ? "" : "; it has " + names));
    }
    return KernelLimits.hold(found, diagnostics) ? found : List.of();
  }

  private static void collect(Module module, List<Kernel> into) {
    for (Function function : module.functions()) {
      if (function.body().isPresent()) {
        into.add(new Kernel(function, module));
      }
    }
    module.modules().forEach(nested -> collect(nested, into));
  }

  private static List<Kernel> kernels(List<Kernel> all) {
    List<Kernel> marked = all.stream().filter(kernel -> isMarked(kernel.function)).toList();
    if (!marked.isEmpty()) {
      return marked;
    }
    Set<String> called = new HashSet<>();
    all.forEach(kernel -> kernel.function.body().ifPresent(body -> collectCalls(body, called)));
    return all.stream().filter(kernel -> !called.contains(kernel.function.name())).toList();
  }

  private static boolean isMarked(Function function) {
    return function.attributes().has("pto.aicore") || function.attributes().has("pto.entry");
  }

  private static void collectCalls(Region region, Set<String> called) {
    for (Operation operation : region.operations()) {
      if (operation.definition().form() == OperationForm.CALL) {
        operation.attributes().text("callee").ifPresent(called::add);
      }
      operation.regions().forEach(inner -> collectCalls(inner, called));
    }
  }
}
