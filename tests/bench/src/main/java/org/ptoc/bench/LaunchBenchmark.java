package org.ptoc.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.LoadedKernel;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;

/** Launches: a resident kernel of one vector, and eight blocks of K on one thread and on two. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class LaunchBenchmark {
  private static final int BLOCKS = 8;
  private static final int REPEAT = 200;
  private static final int VECTOR_BYTES = 256;

  private LoadedKernel tiny;
  private KernelLaunch tinyLaunch;
  private LoadedKernel blocks;
  private KernelLaunch blocksLaunch;

  /** Compiles and loads the kernels. */
  @Setup
  public void load() {
    Kernels kernels = Kernels.compile(Profile.A5);
    tiny = kernels.load("tiny", Engine.AUTO);
    tinyLaunch = kernels.launchOnZeros(tiny, "tiny", VECTOR_BYTES);
    blocks = kernels.load("muladdrelu", Engine.JIT);
    blocksLaunch = kernels.launch(blocks, "muladdrelu", REPEAT).withBlocks(BLOCKS);
  }

  /** The smallest kernel. */
  @Benchmark
  public RunResult resident() {
    return Kernels.run(tiny, tinyLaunch);
  }

  /** All blocks one after the other. */
  @Benchmark
  public RunResult oneThread() {
    return Kernels.run(blocks, blocksLaunch.withThreads(1));
  }

  /** The blocks on two threads. */
  @Benchmark
  public RunResult twoThreads() {
    return Kernels.run(blocks, blocksLaunch.withThreads(2));
  }

  /**
   * All blocks one after the other, by two callers that know nothing of each other: what the
   * machine gives two threads at best, which is what {@link #twoThreads} is to be compared with
   * where other programs share its cores.
   */
  @Benchmark
  @Threads(2)
  public RunResult twoCallers() {
    return Kernels.run(blocks, blocksLaunch.withThreads(1));
  }
}
