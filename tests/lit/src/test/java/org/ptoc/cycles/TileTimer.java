package org.ptoc.cycles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.emulator.BlockNumbers;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.timing.RunTiming;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.pipe.PipeUsage;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
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
    List<Toolchain.Argument> arguments = new ArrayList<>();
    for (int size : bytes) {
      text.append(arguments.isEmpty() ? "" : ", ")
          .append("%p")
          .append(arguments.size())
          .append(": !pto.ptr<f32>");
      arguments.add(new Toolchain.Argument.Buffer(new byte[size]));
    }
    text.append(") {\n").append(body).append("  return\n}\n");
    ObjectFile object = compile(profile, options, text.toString());
    Toolchain.Launch launch =
        new Toolchain.Launch(
            object,
            object.kernels().getFirst(),
            arguments,
            1,
            1,
            (byte) 0,
            OptionalLong.empty(),
            new Toolchain.Timing(model, false),
            Engine.AUTO,
            line -> {},
            1,
            BlockNumbers.USUAL,
            printed -> {});
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
