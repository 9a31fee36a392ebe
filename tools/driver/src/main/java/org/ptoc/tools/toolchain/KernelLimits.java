package org.ptoc.tools.toolchain;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Function;
import org.ptoc.ir.Value;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.object.LaunchValue;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.type.ElementType;

/**
 * What the kernels of one object must keep to: their number, their names and those of their
 * parameters.
 */
final class KernelLimits {
  private static final int SHOWN = 40;

  private KernelLimits() {}

  /**
   * Reports what does not fit; functions of one name can be in different modules of a file, kernels
   * cannot.
   */
  static boolean hold(List<KernelChoice.Kernel> kernels, Diagnostics diagnostics) {
    int before = diagnostics.errorCount();
    if (kernels.size() > ObjectFile.MAX_KERNELS) {
      diagnostics.report(
          DiagnosticCode.CODE_LIMIT,
          kernels.get(ObjectFile.MAX_KERNELS).function().location(),
          "the file has "
              + kernels.size()
              + " kernels, but an object holds "
              + ObjectFile.MAX_KERNELS
              + " at most");
    }
    Map<String, Function> defined = new HashMap<>();
    for (KernelChoice.Kernel kernel : kernels) {
      Function function = kernel.function();
      Function earlier = defined.putIfAbsent(function.name(), function);
      if (earlier != null) {
        diagnostics.report(
            DiagnosticCode.REDEFINED_NAME,
            function.location(),
            "the kernel `@" + function.name() + "` is defined in another module of the file too",
            new Diagnostic.Note(earlier.location(), "the first definition"));
      }
      name(function, "kernel", function.name(), diagnostics);
      ObjectFile.kernelOfPart(function.name())
          .filter(_ -> KernelChoice.isKernelPart(kernel, kernels))
          .filter(part -> function.name().equals(ObjectFile.nameOfVectorPart(part)))
          .ifPresent(part -> sameArguments(function, part, kernels, diagnostics));
      int parameters = function.body().orElseThrow().arguments().size();
      if (parameters > Limit.PARAMETERS.value()) {
        diagnostics.report(
            DiagnosticCode.CODE_LIMIT,
            function.location(),
            "kernel @"
                + function.name()
                + " has "
                + parameters
                + " parameters, but an object describes "
                + Limit.PARAMETERS.value()
                + " at most");
        continue;
      }
      for (Value parameter : function.body().orElseThrow().arguments()) {
        if (!parameter.name().isEmpty()) {
          name(function, "parameter", parameter.name(), diagnostics);
        }
      }
    }
    return diagnostics.errorCount() == before;
  }

  /**
   * Compares the parameters of the parts of a kernel, but for those that the launch fills: by their
   * names, or as options of a launch say, integers at the end (spec/70, 1.4).
   */
  private static void sameArguments(
      Function vector, String name, List<KernelChoice.Kernel> kernels, Diagnostics diagnostics) {
    Function cube =
        kernels.stream()
            .map(KernelChoice.Kernel::function)
            .filter(each -> each.name().equals(ObjectFile.nameOfCubePart(name)))
            .findFirst()
            .orElseThrow();
    List<Value> own = arguments(vector);
    List<Value> others = arguments(cube);
    for (int i = 0; i < Math.max(own.size(), others.size()); i++) {
      String here = i < own.size() ? own.get(i).type().spelling() : "";
      String there = i < others.size() ? others.get(i).type().spelling() : "";
      if (!here.equals(there)
          && !((here.isEmpty() || there.isEmpty()) && mayBeFilled(own, others, i))) {
        diagnostics.report(
            DiagnosticCode.TYPE_MISMATCH,
            vector.location(),
            "argument "
                + i
                + " is "
                + (here.isEmpty() ? "missing" : here)
                + " here and "
                + (there.isEmpty() ? "missing" : there)
                + " in @"
                + cube.name()
                + "; both parts of the kernel @"
                + name
                + " take the same",
            new Diagnostic.Note(cube.location(), "@" + cube.name() + " is defined here"));
        return;
      }
    }
  }

  private static List<Value> arguments(Function function) {
    return function.body().orElseThrow().arguments().stream()
        .filter(value -> LaunchValue.byParameter(value.name()).isEmpty())
        .toList();
  }

  /** True if the longer list goes on with integers alone. */
  private static boolean mayBeFilled(List<Value> own, List<Value> others, int from) {
    List<Value> longer = own.size() > others.size() ? own : others;
    return longer.subList(from, longer.size()).stream()
        .allMatch(value -> value.type() instanceof ElementType type && !type.isFloat());
  }

  private static void name(Function function, String what, String name, Diagnostics diagnostics) {
    Optional<String> problem = ObjectFile.problemOfName(name);
    if (problem.isPresent()) {
      String shown = name.length() > SHOWN ? name.substring(0, SHOWN) + "..." : name;
      diagnostics.report(
          DiagnosticCode.CODE_LIMIT,
          function.location(),
          "the name of the " + what + " `" + shown.replace('\0', ' ') + "` " + problem.get());
    }
  }
}
