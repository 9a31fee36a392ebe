package org.ptoc.vector;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.ptoc.backend.a2a3.A2A3Target;
import org.ptoc.backend.a5.A5Target;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.KernelImage;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.ParameterKind;
import org.ptoc.emulator.RunResult;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.ir.Module;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Assembler;
import org.ptoc.ir.isa.Disassembler;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.ParsedLine;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.ir.verify.Verifier;
import org.ptoc.ir.verify.VerifierOptions;
import org.ptoc.lit.AllEngines;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.PassManager;
import org.ptoc.passes.compile.Compiler;
import org.ptoc.passes.compile.Target;

/** The whole way of a text: parse, verify, compile, load, run; on A5 where no profile is named. */
final class A5 {
  private A5() {}

  /** How far a text came. */
  enum Stage {
    PARSE,
    VERIFY,
    ENCODE,
    RUN
  }

  /**
   * A compiled text.
   *
   * @param kernel the first function's code; empty when an error was reported
   * @param failed the stage that reported the errors
   */
  record Compiled(
      Optional<KernelObject> kernel, Optional<Stage> failed, List<Diagnostic> diagnostics) {
    /** All messages, one a line. */
    String messages() {
      StringBuilder text = new StringBuilder();
      for (Diagnostic found : diagnostics) {
        text.append(found.location())
            .append(' ')
            .append(found.severity().word())
            .append(": ")
            .append(found.message())
            .append('\n');
      }
      return text.toString();
    }

    KernelObject object() {
      return kernel.orElseThrow(() -> new AssertionError(messages()));
    }
  }

  static Compiled compile(String text) {
    return compile(text, CompileOptions.defaults());
  }

  static Compiled compile(String text, CompileOptions options) {
    return compile(text, options, Profile.A5);
  }

  static Compiled compile(String text, CompileOptions options, Profile profile) {
    Diagnostics diagnostics = new Diagnostics();
    Optional<Module> module = FrontEnd.parse("kernel.pto", text, diagnostics);
    if (module.isEmpty()) {
      return new Compiled(Optional.empty(), Optional.of(Stage.PARSE), diagnostics.all());
    }
    Verifier.verify(module.get(), profile, VerifierOptions.defaults(), diagnostics);
    if (diagnostics.hasErrors()) {
      return new Compiled(Optional.empty(), Optional.of(Stage.VERIFY), diagnostics.all());
    }
    Module owner = module.get();
    while (owner.functions().isEmpty()) {
      owner = owner.modules().getFirst();
    }
    Target target = profile == Profile.A5 ? new A5Target() : new A2A3Target();
    Compiler compiler = new Compiler(target, options, PassManager.Observer.NONE);
    Optional<KernelObject> kernel =
        compiler
            .compile(owner.functions().getFirst(), owner, diagnostics)
            .map(code -> code.object());
    Optional<Stage> failed = kernel.isPresent() ? Optional.empty() : Optional.of(Stage.ENCODE);
    return new Compiled(kernel, failed, diagnostics.all());
  }

  /** The words that do not survive disassembly and assembly; none when the encoding is sound. */
  static List<String> unstableWords(KernelObject kernel, Profile profile) {
    return java.util.Arrays.stream(kernel.words())
        .filter(word -> !isStable(word, profile))
        .mapToObj(Long::toHexString)
        .toList();
  }

  private static boolean isStable(long word, Profile profile) {
    return InstructionDecoder.decode(profile, word) instanceof Instruction instruction
        && Assembler.parse(profile, Disassembler.text(instruction))
            instanceof ParsedLine.Assembled again
        && again.instruction().word() == word;
  }

  static RunResult run(KernelObject kernel, List<Argument> arguments) {
    return run(kernel, arguments, UnaryOperator.identity());
  }

  static RunResult run(
      KernelObject kernel, List<Argument> arguments, UnaryOperator<KernelLaunch> options) {
    return run(kernel, Profile.A5, arguments, options);
  }

  static RunResult run(
      KernelObject kernel,
      Profile profile,
      List<Argument> arguments,
      UnaryOperator<KernelLaunch> options) {
    KernelLaunch launch =
        KernelLaunch.of(new Image(kernel, profile), arguments).withInstructionLimit(10_000_000);
    return AllEngines.sample(options.apply(launch));
  }

  private record Image(KernelObject object, Profile profile) implements KernelImage {
    @Override
    public String name() {
      return object.name();
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
      SourcePosition position = object.positions().get(word);
      return Optional.of(position).filter(SourcePosition::isKnown);
    }
  }
}
