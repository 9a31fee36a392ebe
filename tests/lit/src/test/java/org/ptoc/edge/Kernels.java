package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.Argument;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.ir.object.ObjectWriter;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.tools.toolchain.Toolchain;

/** Compiles and runs texts the way the command does; what runs has been through an object file. */
final class Kernels {
  private static final Toolchain TOOLCHAIN = new PtoToolchain();

  private Kernels() {}

  static Toolchain.Outcome<ObjectFile> compile(String text, Profile profile) {
    return compile(text, profile, CompileOptions.defaults());
  }

  private static Toolchain.Outcome<ObjectFile> compile(
      String text, Profile profile, CompileOptions options) {
    Toolchain.Reports reports =
        new Toolchain.Reports(List.of(), false, Optional.empty(), false, false, false);
    return TOOLCHAIN.compile(
        new Toolchain.Source("edge.pto", text),
        new Toolchain.Request(Optional.of(profile), Optional.empty(), options, reports));
  }

  /** The codes of all errors. */
  static List<String> errors(String text, Profile profile) {
    return compile(text, profile).diagnostics().stream()
        .filter(Diagnostic::isError)
        .map(diagnostic -> diagnostic.code().id())
        .toList();
  }

  /** The object, written and read back. */
  static ObjectFile object(String text, Profile profile) {
    return object(text, profile, CompileOptions.defaults());
  }

  /** The object with the checks of run-time rules. */
  static ObjectFile checked(String text, Profile profile) {
    return object(text, profile, CompileOptions.defaults().with(CodeSwitch.RUNTIME_CHECKS));
  }

  private static ObjectFile object(String text, Profile profile, CompileOptions options) {
    Toolchain.Outcome<ObjectFile> outcome = compile(text, profile, options);
    assertThat(outcome.value()).as("%s%n%s", outcome.diagnostics(), text).isPresent();
    ObjectReader.Result read = ObjectReader.read(ObjectWriter.write(outcome.value().get()));
    assertThat(read).isInstanceOf(ObjectReader.Loaded.class);
    return ((ObjectReader.Loaded) read).object();
  }

  /**
   * The buffers after a run; UB starts filled with a pattern, so that nothing can depend on zeros.
   */
  static List<byte[]> run(ObjectFile object, byte[]... buffers) {
    List<Argument> arguments = new ArrayList<>();
    for (byte[] buffer : buffers) {
      arguments.add(new Argument.Buffer(buffer));
    }
    Toolchain.RunOutcome outcome = launch(object, arguments);
    assertThat(outcome).isInstanceOf(Toolchain.RunOutcome.Completed.class);
    return ((Toolchain.RunOutcome.Completed) outcome).buffers();
  }

  /** How a run with scalars as arguments ends. */
  static Toolchain.RunOutcome launch(ObjectFile object, long... scalars) {
    List<Argument> arguments = new ArrayList<>();
    for (long scalar : scalars) {
      arguments.add(new Argument.Scalar(scalar));
    }
    return launch(object, arguments);
  }

  private static Toolchain.RunOutcome launch(ObjectFile object, List<Argument> arguments) {
    return TOOLCHAIN.run(
        Launch.of(object, object.kernels().getFirst(), arguments)
            .with(one -> one.withUnifiedBufferFill((byte) 0xCB)));
  }
}
