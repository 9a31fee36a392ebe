package org.ptoc.cycles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.timing.RunTiming;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.pipe.PipeUsage;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.tools.toolchain.Toolchain;

/**
 * Compiles a kernel of one tile operation with loops as the measured library has them, runs its
 * words, and measures how long a pipe worked.
 */
final class TileTimer {
  private static final Toolchain TOOLCHAIN = new PtoToolchain();

  private TileTimer() {}

  /**
   * Cycles in which {@code pipe} worked in a kernel of {@code body} with buffers of {@code bytes}
   * bytes.
   */
  static long busy(Profile profile, TimingModel model, Pipe pipe, String body, int... bytes) {
    CompileOptions library = CompileOptions.defaults().without(CodeSwitch.COST_MODEL);
    return busy(profile, library, model, pipe, body, bytes);
  }

  /** The same with other code. */
  static long busy(
      Profile profile,
      CompileOptions options,
      TimingModel model,
      Pipe pipe,
      String body,
      int... bytes) {
    StringBuilder text = new StringBuilder("func.func @k(");
    List<Argument> arguments = new ArrayList<>();
    for (int size : bytes) {
      text.append(arguments.isEmpty() ? "" : ", ")
          .append("%p")
          .append(arguments.size())
          .append(": !pto.ptr<f32>");
      arguments.add(new Argument.Buffer(new byte[size]));
    }
    text.append(") {\n").append(body).append("  return\n}\n");
    ObjectFile object = compile(profile, options, text.toString());
    Launch launch =
        Launch.of(object, object.kernels().getFirst(), arguments)
            .with(one -> one.withSubblocks(1).withUnifiedBufferFill((byte) 0))
            .withTiming(new Toolchain.Timing(model, false));
    if (!(TOOLCHAIN.run(launch) instanceof Toolchain.RunOutcome.Completed completed)) {
      throw new AssertionError("did not complete:\n" + text);
    }
    RunTiming timing = completed.timed().orElseThrow().timing();
    return timing.blocks().getFirst().pipes().stream()
        .filter(usage -> usage.pipe() == pipe)
        .mapToLong(PipeUsage::busy)
        .sum();
  }

  private static ObjectFile compile(Profile profile, CompileOptions options, String text) {
    Toolchain.Reports none =
        new Toolchain.Reports(List.of(), false, Optional.empty(), false, false, false);
    Toolchain.Outcome<ObjectFile> outcome =
        TOOLCHAIN.compile(
            new Toolchain.Source("k.pto", text),
            new Toolchain.Request(Optional.of(profile), Optional.empty(), options, none));
    return outcome
        .value()
        .orElseThrow(() -> new AssertionError(outcome.diagnostics() + "\n" + text));
  }
}
