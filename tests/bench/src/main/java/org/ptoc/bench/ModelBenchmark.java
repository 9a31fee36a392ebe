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
import org.ptoc.emulator.Launch;
import org.ptoc.emulator.PtoKernel;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.timing.RunTimer;
import org.ptoc.emulator.timing.TimingModel;
import org.ptoc.emulator.timing.TimingOptions;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;

/** What cycle models cost: 4,096 passes without one, with one and with both; time of a launch. */
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

  private PtoKernel loaded;
  private Launch launch;
  private Program program;

  /** Compiles and loads the kernel. */
  @Setup
  public void load() {
    Kernels kernels = Kernels.compile(Profile.A5);
    loaded = kernels.load(kernel, engine);
    launch = kernels.launch(loaded, kernel, kernel.equals("chain") ? 4096 : 64);
    program = kernels.program(kernel);
  }

  /** A launch with the models, which start anew. */
  @Benchmark
  public RunResult launch() {
    return Kernels.run(loaded, timed());
  }

  private Launch timed() {
    TimingOptions documented = TimingOptions.of(TimingModel.DOCUMENTED);
    return switch (models) {
      case "documented" -> launch.withListeners(RunTimer.of(program, documented));
      case "both" ->
          launch.withListeners(RunTimer.of(program, documented, TimingOptions.of(TimingModel.CALIBRATED)));
      default -> launch;
    };
  }
}
