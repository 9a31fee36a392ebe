package org.ptoc.bench;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.LoadedKernel;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Profile;

/**
 * Matrix products of the cube core: a loop of 100 words of 128 x 128 x 128, whose operands are read
 * anew by each. 100 words are 0.42 G operations; {@code reference.c} does the same in C.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ProductBenchmark {
  private static final int SIDE = 128;
  private static final int PRODUCTS = 100;

  /** Type of the operands and of the accumulators. */
  @Param({"f32.f32.f32", "bf16.bf16.f32", "f16.f16.f32", "i8.i8.i32", "e4m3.e4m3.f32"})
  public String types;

  private LoadedKernel kernel;
  private KernelLaunch launch;

  /** Fills L0A and L0B with ordinary numbers and multiplies them. */
  @Setup
  public void load() {
    String type = types.substring(0, types.indexOf('.'));
    Words words = new Words(Profile.A5, CoreKind.CUBE);
    words.constant(10, 1L << 4 | 65_536L << 25);
    words.add("gm_to_l1." + type + " XZR, X0, X10, XZR");
    words.constant(11, 128L << 32 | 1L << 40);
    words.constant(12, 128 | 128L << 16);
    words.add("l1_to_l0a." + type + " XZR, XZR, X11, X12");
    words.add("l1_to_l0b." + type + " XZR, XZR, X11, X12");
    words.constant(13, SIDE | (long) SIDE << 12 | (long) SIDE << 24 | 1L << 63);
    words.constant(14, PRODUCTS);
    words.add("loop 0, X14, 1");
    words.add("mad." + types + " XZR, XZR, XZR, X13");
    words.add("end");
    kernel = words.load(Engine.AUTO);
    launch = kernel.launch(List.of(new Argument.Buffer(data())));
  }

  /** Numbers around one in every float type. */
  private static byte[] data() {
    byte[] data = new byte[65_536];
    new Random(1).nextBytes(data);
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (data[i] & 0x83 | 0x3C);
    }
    return data;
  }

  /** A launch with 100 products. */
  @Benchmark
  public RunResult products() {
    return Kernels.run(kernel, launch);
  }
}
