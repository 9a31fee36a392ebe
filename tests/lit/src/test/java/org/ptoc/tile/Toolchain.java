package org.ptoc.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.backend.a2a3.A2A3Target;
import org.ptoc.backend.a5.A5Target;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.KernelImage;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.ParameterKind;
import org.ptoc.emulator.RunResult;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.ir.verify.Verifier;
import org.ptoc.ir.verify.VerifierOptions;
import org.ptoc.lit.AllEngines;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.PassManager;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.compile.Compiler;
import org.ptoc.passes.compile.Target;

/** The way from text to buffers on either profile: parse, verify, compile, encode, decode, run. */
final class Toolchain {
  private static final long INSTRUCTION_LIMIT = 200_000_000;

  private Toolchain() {}

  /** A compiled kernel, or the diagnostics that reject it. */
  record Compiled(Profile profile, Optional<KernelCode> code, List<String> messages) {
    boolean isRejected() {
      return code.isEmpty();
    }
  }

  static Compiled compile(String text, String kernel) {
    return compile(text, kernel, CompileOptions.defaults());
  }

  static Compiled compile(String text, String kernel, CompileOptions options) {
    return compile(text, kernel, options, Profile.A5);
  }

  static Compiled compile(String text, String kernel, CompileOptions options, Profile profile) {
    return compile(text, kernel, options, profile, PassManager.Observer.NONE);
  }

  static Compiled compile(
      String text,
      String kernel,
      CompileOptions options,
      Profile profile,
      PassManager.Observer observer) {
    Diagnostics diagnostics = new Diagnostics();
    Optional<Module> module = FrontEnd.parse("test.pto", text, diagnostics);
    module.ifPresent(
        parsed -> Verifier.verify(parsed, profile, VerifierOptions.defaults(), diagnostics));
    if (module.isEmpty() || diagnostics.hasErrors()) {
      return new Compiled(profile, Optional.empty(), messages(diagnostics));
    }
    Compiler compiler = new Compiler(target(profile), options, observer);
    Optional<KernelCode> code = compile(compiler, module.get(), kernel, diagnostics);
    return new Compiled(profile, code, messages(diagnostics));
  }

  static Target target(Profile profile) {
    return profile == Profile.A5 ? new A5Target() : new A2A3Target();
  }

  /** Looks for the kernel in nested modules too. */
  private static Optional<KernelCode> compile(
      Compiler compiler, Module module, String kernel, Diagnostics diagnostics) {
    for (Function function : module.functions()) {
      if (function.name().equals(kernel)) {
        return compiler.compile(function, module, diagnostics);
      }
    }
    return module.modules().stream()
        .flatMap(inner -> compile(compiler, inner, kernel, diagnostics).stream())
        .findFirst();
  }

  private static List<String> messages(Diagnostics diagnostics) {
    List<String> messages = new ArrayList<>();
    for (Diagnostic diagnostic : diagnostics.all()) {
      messages.add(
          diagnostic.severity().word()
              + " "
              + diagnostic.code().id()
              + " "
              + diagnostic.location()
              + " "
              + diagnostic.message());
    }
    return messages;
  }

  /** Runs a kernel in a unified buffer filled with one byte. */
  static RunResult run(Compiled compiled, List<Argument> arguments, byte fill) {
    KernelLaunch launch = launch(compiled, arguments, fill);
    CleanRun.sample(launch, compiled.code().orElseThrow().object());
    return AllEngines.sample(launch);
  }

  /** The same for a kernel that uses bytes it has not written, which the checks tell rightly. */
  static RunResult runUnwatched(Compiled compiled, List<Argument> arguments, byte fill) {
    return AllEngines.sample(launch(compiled, arguments, fill));
  }

  private static KernelLaunch launch(Compiled compiled, List<Argument> arguments, byte fill) {
    return KernelLaunch.of(image(compiled), arguments)
        .withUnifiedBufferFill(fill)
        .withInstructionLimit(INSTRUCTION_LIMIT);
  }

  static KernelImage image(Compiled compiled) {
    return new Image(compiled.profile(), compiled.code().orElseThrow().object());
  }

  private record Image(Profile profile, KernelObject object) implements KernelImage {
    @Override
    public String name() {
      return object.name();
    }

    @Override
    public CoreKind core() {
      return object.properties().kind().core();
    }

    @Override
    public long[] words() {
      return object.words();
    }

    @Override
    public List<ParameterKind> parameters() {
      return object.arguments().stream()
          .map(
              argument ->
                  argument.kind() == KernelArgument.Kind.SCALAR
                      ? ParameterKind.SCALAR
                      : ParameterKind.POINTER)
          .toList();
    }

    @Override
    public byte[] constants() {
      return object.rodata();
    }

    @Override
    public Optional<SourcePosition> line(int word) {
      return Optional.empty();
    }
  }
}
