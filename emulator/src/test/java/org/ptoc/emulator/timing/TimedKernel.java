package org.ptoc.emulator.timing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.KernelImage;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.ParameterKind;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.timing.constant.CycleWindow;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.object.SourcePosition;

/** A program as a kernel with some buffers. */
record TimedKernel(Program program, int buffers, long... rodata) implements KernelImage {

  /** The times of a launch with buffers of 128 KiB. */
  RunTiming run(TimingModel model) {
    RunTimer timer =
        RunTimer.of(program, TimingOptions.of(model).withEvents(10_000, CycleWindow.ALL));
    List<Argument> arguments = Collections.nCopies(buffers, new Argument.Buffer(new byte[1 << 17]));
    RunResult result = Emulator.run(KernelLaunch.of(this, arguments).withListeners(timer));
    if (!(result instanceof RunResult.Completed)) {
      throw new AssertionError(result);
    }
    return timer.results().getFirst();
  }

  @Override
  public CoreKind core() {
    return program.core();
  }

  @Override
  public String name() {
    return "kernel";
  }

  @Override
  public Profile profile() {
    return program.profile();
  }

  @Override
  public long[] words() {
    return program.instructions().stream().mapToLong(Instruction::word).toArray();
  }

  @Override
  public List<ParameterKind> parameters() {
    return Collections.nCopies(buffers, ParameterKind.POINTER);
  }

  @Override
  public byte[] constants() {
    ByteBuffer bytes =
        ByteBuffer.allocate(rodata.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (long word : rodata) {
      bytes.putLong(word);
    }
    return bytes.array();
  }

  @Override
  public Optional<SourcePosition> line(int word) {
    return Optional.empty();
  }
}
