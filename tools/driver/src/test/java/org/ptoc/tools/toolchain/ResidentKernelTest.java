package org.ptoc.tools.toolchain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Engine;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourceDigest;
import org.ptoc.tools.assembly.AssemblyReader;

/** A kernel that stays loaded ends like one that is loaded for each launch. */
class ResidentKernelTest {
  /** Doubles the 64 floats at an address as often as the second argument says. */
  private static final String CODE =
      """
      .profile a5
      .kernel "k"
      .argument pointer 1 0 0 "p"
      .argument scalar 17 0 0 "n"
      .argument scalar 17 0 0 "address"
        movi X3, 16
        movhi X3, X3, 2
        gm_to_ub.f32 XZR, X0, X3, XZR
        set_flag MTE2, V, 0
        wait_flag MTE2, V, 0
        vf_begin 6
        pset.b32 P0, ALL
        loop 0, X1, 3
        vlds.f32 V0, [X2], NORM
        vadd.f32 V0, V0, V0, P0
        vsts.f32 V0, [X2], P0, NORM_B32
        vf_end
        set_flag V, MTE3, 0
        wait_flag V, MTE3, 0
        ub_to_gm.f32 X0, XZR, X3, XZR
        end
      """;

  private static ObjectFile object() {
    Diagnostics diagnostics = new Diagnostics();
    return AssemblyReader.read(
            "k.s", CODE, "test", Optional.empty(), SourceDigest.of(0), diagnostics)
        .orElseThrow(() -> new AssertionError(diagnostics.all().toString()));
  }

  private static Launch launch(ObjectFile object, long count, long address, Engine engine) {
    byte[] data = new byte[256];
    for (int i = 0; i < data.length; i += 4) {
      data[i + 2] = (byte) i;
      data[i + 3] = 0x3E;
    }
    List<Argument> arguments =
        List.of(
            new Argument.Buffer(data), new Argument.Scalar(count), new Argument.Scalar(address));
    return Launch.of(object, object.kernels().getFirst(), arguments)
        .with(one -> one.withBlocks(2).withUnifiedBufferFill((byte) 0).withEngine(engine));
  }

  @Test
  void launchesOfOneKernelEndLikeThoseOfNewOnes() {
    ObjectFile object = object();
    ResidentKernel resident = new ResidentKernel(object, object.kernels().getFirst());
    for (long count : new long[] {3, 40, 3, 0, 40, 3}) {
      for (Engine engine : List.of(Engine.INTERPRET, Engine.JIT)) {
        for (long address : new long[] {0, 64, 1}) {
          Launch launch = launch(object, count, address, engine);
          assertThat(summary(resident.run(launch)))
              .as("count %d at %d, %s", count, address, engine)
              .isEqualTo(summary(new PtoToolchain().run(launch)));
        }
      }
    }
    assertThat(summary(resident.run(launch(object, 3, 0, Engine.JIT))))
        .contains("documented")
        .contains("calibrated");
    assertThat(summary(resident.run(launch(object, 3, 1, Engine.JIT)))).contains("trap");
  }

  private static String summary(Toolchain.RunOutcome outcome) {
    return switch (outcome) {
      case Toolchain.RunOutcome.Completed(var buffers, var cycles, var timed, var warnings) ->
          cycles + " " + Arrays.toString(buffers.getFirst());
      case Toolchain.RunOutcome.Trapped(var trap, var details, var warnings) -> trap.message();
      case Toolchain.RunOutcome.Rejected(var diagnostics) ->
          throw new AssertionError(diagnostics.toString());
    };
  }

  @Test
  void anotherKernelIsRefused() {
    ObjectFile object = object();
    ObjectFile other = object();
    ResidentKernel resident = new ResidentKernel(object, object.kernels().getFirst());
    assertThatThrownBy(() -> resident.run(launch(other, 3, 0, Engine.INTERPRET)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("@k");
  }
}
