package org.ptoc.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.Argument;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.tools.toolchain.Toolchain;

/** Compiles and runs texts for a profile, as the command does. */
final class Kernels {
  private static final Toolchain TOOLCHAIN = new PtoToolchain();

  private Kernels() {}

  static Toolchain.Outcome<ObjectFile> compile(String text, Optional<Profile> profile) {
    Toolchain.Reports reports =
        new Toolchain.Reports(List.of(), false, Optional.empty(), false, false, false);
    return TOOLCHAIN.compile(
        new Toolchain.Source("kernel.pto", text),
        new Toolchain.Request(profile, Optional.empty(), CompileOptions.defaults(), reports));
  }

  /** Code and message of every error. */
  static List<String> errors(String text, Profile profile) {
    return compile(text, Optional.of(profile)).diagnostics().stream()
        .filter(Diagnostic::isError)
        .map(diagnostic -> diagnostic.code().id() + " " + diagnostic.message())
        .toList();
  }

  static Argument buffer(byte[] bytes) {
    return new Argument.Buffer(bytes.clone());
  }

  static Argument scalar(long bits) {
    return new Argument.Scalar(bits);
  }

  /** The object of a text that must compile. */
  static ObjectFile object(String text, Profile profile) {
    Toolchain.Outcome<ObjectFile> outcome = compile(text, Optional.of(profile));
    assertThat(outcome.value()).as("%s %s%n%s", profile, outcome.diagnostics(), text).isPresent();
    return outcome.value().get();
  }

  /** The buffers after a run in a unified buffer full of a pattern. */
  static List<byte[]> run(ObjectFile object, Argument... arguments) {
    Launch launch =
        Launch.of(object, object.kernels().getFirst(), List.of(arguments))
            .with(one -> one.withUnifiedBufferFill((byte) 0xA5));
    Toolchain.RunOutcome result = TOOLCHAIN.run(launch);
    assertThat(result)
        .as("%s %s", object.profile(), result)
        .isInstanceOf(Toolchain.RunOutcome.Completed.class);
    return ((Toolchain.RunOutcome.Completed) result).buffers();
  }
}
