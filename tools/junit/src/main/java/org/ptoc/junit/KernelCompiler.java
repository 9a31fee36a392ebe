package org.ptoc.junit;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.ir.object.ObjectWriter;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.tools.toolchain.Toolchain;

/**
 * Makes kernels of source texts, as {@code ptoc compile} does; what runs has been through an object
 * file.
 */
final class KernelCompiler {
  private KernelCompiler() {}

  /** What became of a source; a value, so that a failure too is found out only once. */
  sealed interface Result {}

  /** The kernel that was asked for. */
  record Compiled(Kernel kernel) implements Result {}

  /** Errors, as text for people. */
  record Failed(String message) implements Result {}

  /**
   * Compiles the named kernel of a text, or its only one.
   *
   * @param runtimeChecks whether launches begin with checks of open valid extents
   * @param remarks whether notes of the compiler are among the warnings
   */
  static Result compile(
      String file,
      String text,
      Profile profile,
      Optional<String> kernel,
      boolean runtimeChecks,
      boolean remarks) {
    Toolchain toolchain = new PtoToolchain();
    Toolchain.Source source = new Toolchain.Source(file, text);
    Toolchain.Outcome<ObjectFile> outcome =
        toolchain.compile(source, request(profile, kernel, runtimeChecks, remarks));
    if (outcome.value().isEmpty()) {
      return new Failed(
          "kernel source '"
              + file
              + "' does not compile for profile "
              + profile.spelling()
              + ":\n"
              + DiagnosticText.of(outcome.diagnostics()));
    }
    return switch (ObjectReader.read(ObjectWriter.write(outcome.value().get()))) {
      case ObjectReader.Loaded(ObjectFile object) ->
          choose(source, object, kernel, outcome.diagnostics());
      case ObjectReader.Rejected(var problems) ->
          new Failed("the object of '" + file + "' is unsound: " + problems);
    };
  }

  private static Toolchain.Request request(
      Profile profile, Optional<String> kernel, boolean runtimeChecks, boolean remarks) {
    Toolchain.Reports reports =
        new Toolchain.Reports(List.of(), false, Optional.empty(), false, false, false, remarks);
    CompileOptions code = CompileOptions.defaults().set(CodeSwitch.EXTENT_CHECKS, runtimeChecks);
    return new Toolchain.Request(Optional.of(profile), kernel, code, reports);
  }

  private static Result choose(
      Toolchain.Source source,
      ObjectFile object,
      Optional<String> kernel,
      List<Diagnostic> warnings) {
    String file = source.name();
    List<String> names = object.launchable().stream().map(KernelObject::name).toList();
    if (kernel.isEmpty() && names.size() > 1) {
      return new Failed(
          "kernel source '"
              + file
              + "' has several kernels, choose one with kernel = \"...\": "
              + String.join(", ", names));
    }
    if (kernel.isEmpty() && names.isEmpty()) {
      return new Failed("kernel source '" + file + "' has no kernel");
    }
    KernelObject chosen = kernel.flatMap(object::launchable).orElse(object.launchable().getFirst());
    Toolchain.Request request = request(object.profile(), Optional.of(chosen.name()), false, false);
    return new Compiled(
        new Kernel(
            object,
            chosen,
            warnings,
            source,
            () ->
                new PtoToolchain()
                    .inlined(source, request, chosen.name())
                    .value()
                    .orElse(List.of())));
  }
}
