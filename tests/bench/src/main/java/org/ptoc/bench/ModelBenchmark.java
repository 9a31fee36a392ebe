package org.ptoc.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.LoadedKernel;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.timing.RunTimer;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;

/**
 * What cycle models cost: launches without one, with one and with both, which meet the vector
 * regions for the first time or know them; and 200 passes of the same loop, to compare with.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ModelBenchmark {
  /** One loop of 4,096 passes, or 64 loops of 64 passes of K. */
  @Param({"chain", "muladdrelu"})
  public String kernel;

  /** Models at once. */
  @Param({"none", "documented", "both"})
  public String models;

  /** The engine. */
  @Param({"INTERPRET", "JIT"})
  public Engine engine;

  private LoadedKernel loaded;
  private KernelLaunch launch;
  private KernelLaunch short200;
  private KernelLaunch short1;
  private Program program;
  private RunTimer resident;

  /** Compiles and loads the kernel. */
  @Setup
  public void load() {
    Kernels kernels = Kernels.compile(Profile.A5);
    loaded = kernels.load(kernel, engine);
    launch = kernels.launch(loaded, kernel, kernel.equals("chain") ? 4096 : 64);
    short200 = kernels.launch(loaded, kernel, 200);
    short1 = kernels.launch(loaded, kernel, 1);
    program = kernels.program(kernel);
    resident = timer();
    known();
  }

  private RunTimer timer() {
    TimingOptions documented = TimingOptions.of(TimingModel.DOCUMENTED);
    return models.equals("both")
        ? RunTimer.of(program, documented, TimingOptions.of(TimingModel.CALIBRATED))
        : RunTimer.of(program, documented);
  }

  /** A launch with models that start anew: every region is timed. */
  @Benchmark
  public RunResult first() {
    return Kernels.run(loaded, models.equals("none") ? launch : launch.withListeners(timer()));
  }

  /** A launch with models that know the regions from an earlier launch of the loaded kernel. */
  @Benchmark
  public RunResult known() {
    return Kernels.run(
        loaded, models.equals("none") ? launch : launch.withListeners(resident.another()));
  }

  /** Two hundred repetitions without a model: passes of {@code chain}. */
  @Benchmark
  public RunResult repeated200() {
    return Kernels.run(loaded, short200);
  }

  /** One repetition without a model, to be subtracted. */
  @Benchmark
  public RunResult repeated1() {
    return Kernels.run(loaded, short1);
  }
}
