package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ptoc.ir.Function;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.ir.object.ObjectFile;

/** Kernels of both kinds of cores, made of a part for each (spec/70, 1.2). */
final class KernelParts {
  private KernelParts() {}

  /** The kernels of an object, the parts of one kernel as what a launch of it runs. */
  static Stream<KernelObject> joined(Stream<KernelObject> kernels) {
    List<KernelObject> all = new ArrayList<>(kernels.toList());
    for (int i = 0; i < all.size(); i++) {
      KernelObject cube = all.get(i);
      Optional<String> name = ObjectFile.kernelOfPart(cube.name());
      if (cube.properties().kind() != KernelProperties.Kind.CUBE
          || name.filter(kernel -> cube.name().equals(ObjectFile.nameOfCubePart(kernel)))
              .isEmpty()) {
        continue;
      }
      for (int k = 0; k < all.size(); k++) {
        KernelObject vector = all.get(k);
        if (vector.name().equals(ObjectFile.nameOfVectorPart(name.get()))
            && vector.properties().kind() == KernelProperties.Kind.VECTOR) {
          all.set(k, vector.ofVectorCores(name.get()));
          all.set(i, cube.ofCubeCore());
        }
      }
    }
    return all.stream();
  }

  /** The names of kernels, once where they have two parts. */
  static List<String> names(List<KernelChoice.Kernel> kernels) {
    Set<String> names = new LinkedHashSet<>();
    for (KernelChoice.Kernel kernel : kernels) {
      String name = kernel.function().name();
      names.add(
          KernelChoice.isKernelPart(kernel, kernels)
              ? ObjectFile.kernelOfPart(name).orElse(name)
              : name);
    }
    return List.copyOf(names);
  }

  /** The kernel of a name; of one with two parts first what the vector cores run. */
  static List<KernelChoice.Kernel> find(List<KernelChoice.Kernel> kernels, String name) {
    return Stream.of(name, ObjectFile.nameOfVectorPart(name), ObjectFile.nameOfCubePart(name))
        .flatMap(part -> kernels.stream().filter(each -> each.function().name().equals(part)))
        .toList();
  }

  /** Warns of kernels with one end of a pipe whose other end is in no part of the same kernel. */
  static void warnOfLone(List<KernelChoice.Kernel> kernels, Diagnostics diagnostics) {
    for (KernelChoice.Kernel kernel : kernels) {
      Function function = kernel.function();
      Optional<String> whole = ObjectFile.kernelOfPart(function.name());
      function.body().stream()
          .flatMap(body -> body.operations().stream())
          .filter(op -> op.definition().form() == OperationForm.IMPORT_BUFFER)
          .flatMap(op -> op.attributes().text(AttributeName.PEER_FUNC).stream())
          .distinct()
          .filter(peer -> whole.isEmpty() || !whole.equals(ObjectFile.kernelOfPart(peer)))
          .filter(
              peer ->
                  kernel.module().functions().stream().anyMatch(each -> each.name().equals(peer)))
          .forEach(
              peer ->
                  diagnostics.report(
                      DiagnosticCode.LONE_PART,
                      function.location(),
                      "@"
                          + function.name()
                          + " and @"
                          + peer
                          + " share a pipe, but are no parts of one kernel; --pair NAME="
                          + function.name()
                          + ","
                          + peer
                          + " names it"));
    }
  }
}
