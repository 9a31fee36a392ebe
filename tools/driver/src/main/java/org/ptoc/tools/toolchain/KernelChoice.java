package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ptoc.ir.Cores;
import org.ptoc.ir.Function;
import org.ptoc.ir.Linkage;
import org.ptoc.ir.Module;
import org.ptoc.ir.Reachability;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.verify.HelperScopes;
import org.ptoc.passes.generic.DeviceFunction;

/**
 * Finds the kernels of a file (spec/50, 5.1): functions that are marked as entries, and public ones
 * that name the core which runs them; or else public ones that no other function calls.
 */
final class KernelChoice {
  private static final List<UnlistedAttribute> ENTRY_MARKERS =
      List.of(
          UnlistedAttribute.ENTRY,
          UnlistedAttribute.KERNEL,
          UnlistedAttribute.AICORE,
          UnlistedAttribute.HACC_ENTRY);

  private KernelChoice() {}

  /** A kernel with the module that holds it and all functions that it calls. */
  record Kernel(Function function, Module module) {}

  /**
   * The functions of a file that are neither called in it nor launched, as kernels ({@link
   * DeviceFunction}), each for callers of which more and more is known; of several functions with
   * one name the first.
   *
   * @param diagnostics receives a note for each that cannot be compiled without its caller
   */
  static List<List<Kernel>> deviceFunctions(Module module, Diagnostics diagnostics) {
    List<Kernel> all = new ArrayList<>();
    collect(module, Linkage.of(module), all);
    Set<String> taken = called(all);
    kernels(all).forEach(kernel -> taken.add(kernel.function.name()));
    Set<String> declared = called(all);
    all.forEach(each -> declared.remove(each.function.name()));
    Set<String> incomplete = Reachability.of(module).to(declared);
    List<List<Kernel>> found = new ArrayList<>();
    for (Kernel each : all) {
      Function function = each.function;
      if (!taken.add(function.name()) || !KernelLimits.hold(List.of(each), new Diagnostics())) {
        continue;
      }
      Map<String, Function> visible = new HashMap<>();
      each.module.functions().forEach(other -> visible.put(other.name(), other));
      HelperScopes scopes = new HelperScopes(name -> Optional.ofNullable(visible.get(name)));
      List<Function> alone =
          incomplete.contains(function.name())
              ? List.of()
              : DeviceFunction.standalone(function, scopes.isVectorHelper(function));
      if (!alone.isEmpty()) {
        found.add(alone.stream().map(one -> new Kernel(one, each.module)).toList());
      } else {
        diagnostics.report(
            DiagnosticCode.NO_KERNEL,
            function.location(),
            "@"
                + function.name()
                + " is verified, but not compiled: "
                + (incomplete.contains(function.name())
                    ? "a function that it calls is not defined here"
                    : "only a caller can make its arguments"));
      }
    }
    return found;
  }

  /**
   * The kernel of a name, or all kernels; empty when an error was reported, and for a file of
   * functions that kernels of other files call.
   */
  static List<Kernel> choose(Module module, Optional<String> name, Diagnostics diagnostics) {
    List<Kernel> all = new ArrayList<>();
    collect(module, Linkage.of(module), all);
    if (name.isEmpty()) {
      List<Kernel> kernels = kernels(all);
      if (kernels.isEmpty()) {
        diagnostics.report(
            DiagnosticCode.NO_KERNEL,
            module.location(),
            "the file has device functions, but no kernel; a kernel is marked with pto.entry, and"
                + " takes pointers and scalars");
      }
      return KernelLimits.hold(kernels, diagnostics) ? kernels : List.of();
    }
    List<Kernel> found = named(all, name.get());
    if (found.isEmpty()) {
      reportMissing(name.get(), module, all, diagnostics);
      return List.of();
    }
    for (Kernel kernel : found) {
      if (kernel.function.isPrivate() && !isEntry(kernel.function)) {
        diagnostics.report(
            DiagnosticCode.UNKNOWN_KERNEL,
            kernel.function.location(),
            "@" + name.get() + " is private: kernels call it, and nobody launches it");
        return List.of();
      }
    }
    return KernelLimits.hold(found, diagnostics) ? found : List.of();
  }

  private static void reportMissing(
      String name, Module module, List<Kernel> all, Diagnostics diagnostics) {
    String names =
        String.join(", ", KernelParts.names(all).stream().map(kernel -> "@" + kernel).toList());
    diagnostics.report(
        DiagnosticCode.UNKNOWN_KERNEL,
        module.location(),
        "the file has no kernel @" + name + (all.isEmpty() ? "" : "; it has " + names));
  }

  /** The functions of a name, or the parts of the kernel of both kinds of cores of that name. */
  private static List<Kernel> named(List<Kernel> all, String name) {
    String kernel = ObjectFile.kernelOfPart(name).orElse(name);
    List<Kernel> parts =
        Stream.of(ObjectFile.nameOfCubePart(kernel), ObjectFile.nameOfVectorPart(kernel))
            .flatMap(part -> all.stream().filter(each -> each.function.name().equals(part)))
            .filter(each -> isKernelPart(each, all))
            .toList();
    return parts.isEmpty()
        ? all.stream().filter(each -> each.function.name().equals(name)).toList()
        : parts;
  }

  /**
   * True for the cube or the vector part of a kernel of both kinds of cores: {@code X_aic} and
   * {@code X_aiv}, each of its kind.
   */
  static boolean isKernelPart(Kernel kernel, List<Kernel> all) {
    return ObjectFile.kernelOfPart(kernel.function.name())
        .filter(
            name ->
                hasKind(all, ObjectFile.nameOfCubePart(name), CoreKind.CUBE)
                    && hasKind(all, ObjectFile.nameOfVectorPart(name), CoreKind.VECTOR))
        .isPresent();
  }

  private static boolean hasKind(List<Kernel> all, String name, CoreKind kind) {
    return all.stream()
        .anyMatch(
            each ->
                each.function.name().equals(name)
                    && Cores.of(each.function, each.module.attributes()) == kind);
  }

  private static void collect(Module module, Linkage linkage, List<Kernel> into) {
    Module complete = linkage.complete(module);
    for (Function function : module.functions()) {
      if (function.body().isPresent()) {
        into.add(new Kernel(function, complete));
      }
    }
    module.modules().forEach(nested -> collect(nested, linkage, into));
  }

  private static List<Kernel> kernels(List<Kernel> all) {
    Set<String> called = called(all);
    List<Kernel> marked =
        all.stream()
            .filter(
                kernel ->
                    isEntry(kernel.function)
                        || kernel.function.attributes().has(UnlistedAttribute.KERNEL_KIND)
                            && !kernel.function.isPrivate()
                            && !called.contains(kernel.function.name()))
            .toList();
    if (!marked.isEmpty()) {
      return marked;
    }
    return all.stream()
        .filter(kernel -> !kernel.function.isPrivate() && !called.contains(kernel.function.name()))
        .filter(kernel -> !isHelper(kernel.function))
        .toList();
  }

  private static Set<String> called(List<Kernel> all) {
    Set<String> called = new HashSet<>();
    all.forEach(
        kernel -> kernel.function.body().ifPresent(body -> body.callees().forEach(called::add)));
    return called;
  }

  /** True for a function that takes or gives what no launch has: tiles, views and vectors. */
  private static boolean isHelper(Function function) {
    return !function.resultTypes().isEmpty()
        || function.parameters().stream()
            .map(Value::type)
            .anyMatch(type -> !(type instanceof ElementType || type instanceof PointerType));
  }

  private static boolean isEntry(Function function) {
    return ENTRY_MARKERS.stream().anyMatch(function.attributes()::has);
  }
}
