package org.ptoc.passes.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import org.ptoc.ir.Function;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.compile.CodeGenerator;

/** Compiles test functions and checks what holds for every program. */
final class Compiled {
  private Compiled() {}

  static KernelCode compile(Function function) {
    return compile(function, Profile.A5);
  }

  static KernelCode compile(Function function, Profile profile) {
    Diagnostics diagnostics = new Diagnostics();
    KernelCode code =
        CodeGenerator.generate(
                function, profile, (op, s) -> false, CompileOptions.defaults(), diagnostics)
            .orElseThrow(() -> new AssertionError(diagnostics.all()));
    assertThat(diagnostics.all()).isEmpty();
    assertThat(ProgramDecoder.decode(profile, code.words())).isInstanceOf(Program.class);
    assertThat(code.locations()).hasSize(code.words().length);
    return code;
  }
}
