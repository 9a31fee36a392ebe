package org.ptoc.bench;

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

/** Loops of vector words on each engine, without a cycle model. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class VectorBenchmark {
  private static final int REPEAT = 2_000;

  /** The engine. */
  @Param({"INTERPRET", "JIT", "VECTOR"})
  public Engine engine;

  private LoadedKernel multiplyAdd;
  private KernelLaunch multiplyAddLaunch;
  private LoadedKernel shift;
  private KernelLaunch shiftLaunch;
  private LoadedKernel convert;
  private KernelLaunch convertLaunch;
  private LoadedKernel half;
  private KernelLaunch halfLaunch;

  /** Compiles and loads the kernels. */
  @Setup
  public void load() {
    Kernels kernels = Kernels.compile(Profile.A5);
    multiplyAdd = kernels.load("muladdrelu", engine);
    multiplyAddLaunch = kernels.launch(multiplyAdd, "muladdrelu", REPEAT);
    shift = kernels.load("tshl", engine);
    shiftLaunch = kernels.launch(shift, "tshl", REPEAT);
    convert = kernels.load("tcvt", engine);
    convertLaunch = kernels.launch(convert, "tcvt", REPEAT);
    half = kernels.load("tadd_f16", engine);
    halfLaunch = kernels.launch(half, "tadd_f16", REPEAT);
  }

  /** K: max(a * b + c, 0) on 64 x 256 bytes, seven vector words in a pass; time of a pass. */
  @Benchmark
  @OperationsPerInvocation(64 * REPEAT)
  public RunResult multiplyAddRelu() {
    return Kernels.run(multiplyAdd, multiplyAddLaunch);
  }

  /** tshl of i32 64x256; time of 256 bytes. */
  @Benchmark
  @OperationsPerInvocation(256 * REPEAT)
  public RunResult shiftByTile() {
    return Kernels.run(shift, shiftLaunch);
  }

  /** tcvt of f32 64x128 to f16; time of 64 values. */
  @Benchmark
  @OperationsPerInvocation(128 * REPEAT)
  public RunResult convertToHalf() {
    return Kernels.run(convert, convertLaunch);
  }

  /** tadd of f16 64x128; time of 128 values. */
  @Benchmark
  @OperationsPerInvocation(64 * REPEAT)
  public RunResult addHalf() {
    return Kernels.run(half, halfLaunch);
  }
}
