package org.ptoc.bench;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.LoadedKernel;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;

/** tsort32 of rows of 1024; time of a block of 32 elements. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SortBenchmark {
  private static final int REPEAT = 20;
  private static final int BLOCKS = 256;

  /** Type of the scores. */
  @Param({"f32", "f16"})
  public String type;

  /** Indices: positions in the row, as sorts of whole rows have them, or any 32 bits. */
  @Param({"positions", "random"})
  public String indices;

  private LoadedKernel kernel;
  private KernelLaunch launch;

  /** Compiles and loads the kernel. */
  @Setup
  public void load() {
    Kernels kernels = Kernels.compile(Profile.A5);
    kernel = kernels.load("tsort32_" + type, Engine.AUTO);
    launch =
        kernels.launch(
            kernel,
            "tsort32_" + type,
            REPEAT,
            indices.equals("positions") ? List.of(1) : List.of());
  }

  /** Sorts {@code BLOCKS} blocks, again and again. */
  @Benchmark
  @OperationsPerInvocation(BLOCKS * REPEAT)
  public RunResult sortBlocks() {
    return Kernels.run(kernel, launch);
  }
}
