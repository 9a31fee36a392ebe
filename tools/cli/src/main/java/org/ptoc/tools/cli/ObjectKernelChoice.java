package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;

/** Finds the kernel that the user means. */
final class ObjectKernelChoice {
  private ObjectKernelChoice() {}

  /** The named kernel, or all. */
  static List<KernelObject> all(ObjectFile object, Optional<String> name) throws CommandFailure {
    return name.isPresent() ? List.of(choose(object, name)) : object.launchable();
  }

  /** The named kernel, or the only one. */
  static KernelObject choose(ObjectFile object, Optional<String> name) throws CommandFailure {
    List<String> names = new ArrayList<>();
    object.launchable().forEach(kernel -> names.add(kernel.name()));
    String list = "the file has " + String.join(", ", names);
    if (names.isEmpty()) {
      throw CommandFailure.of(
          ExitStatus.REJECTED,
          DiagnosticCode.UNKNOWN_KERNEL,
          object.kernels().stream()
              .filter(kernel -> kernel.open().isPresent())
              .findFirst()
              .map(
                  part ->
                      "@"
                          + part.name()
                          + " is a part of a kernel whose other part is in another file; ptoc link"
                          + " A.o B.o -o K.o joins them")
              .orElse("the file has no kernel"));
    }
    if (name.isEmpty()) {
      if (names.size() > 1) {
        throw CommandFailure.of(
            ExitStatus.REJECTED,
            DiagnosticCode.NO_KERNEL_CHOSEN,
            "choose a kernel with --kernel NAME",
            list);
      }
      return object.launchable().getFirst();
    }
    Optional<KernelObject> found = object.launchable(name.get());
    if (found.isEmpty()) {
      throw CommandFailure.of(
          ExitStatus.REJECTED,
          DiagnosticCode.UNKNOWN_KERNEL,
          "there is no kernel '" + name.get() + "'" + Suggestion.phrase(name.get(), names),
          list);
    }
    return found.get();
  }
}
