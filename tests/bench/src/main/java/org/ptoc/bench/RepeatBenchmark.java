package org.ptoc.bench;

import static org.ptoc.ir.isa.ConfigurationField.DESTINATION_BLOCK;
import static org.ptoc.ir.isa.ConfigurationField.DESTINATION_REPEAT;
import static org.ptoc.ir.isa.ConfigurationField.FIRST_BLOCK;
import static org.ptoc.ir.isa.ConfigurationField.FIRST_REPEAT;
import static org.ptoc.ir.isa.ConfigurationField.SECOND_BLOCK;
import static org.ptoc.ir.isa.ConfigurationField.SECOND_REPEAT;

import java.util.List;
import java.util.Random;
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
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.LoadedKernel;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Profile;

/**
 * Element-wise A2/A3 words with dense repeats under a full mask, from one place of the unified
 * buffer to another.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RepeatBenchmark {
  private static final int REPEATS = 51_200;
  private static final int DATA_BYTES = 65_536;

  /** Mnemonic and type; with a scalar or a second vector. */
  @Param({
    "vadd.f32",
    "vadd.f16",
    "vadd.i32",
    "vadd.i16",
    "vmax.f32",
    "vmax.i16",
    "vmaxs.f32",
    "vadds.f16",
    "vshl.i32",
    "vshr.i16",
    "vsel.f32"
  })
  public String word;

  /** The engine. */
  @Param({"INTERPRET", "JIT"})
  public Engine engine;

  /** Repeats of one word. */
  @Param("128")
  public int repeats;

  private LoadedKernel kernel;
  private KernelLaunch launch;

  /** Assembles and loads the loop of the word. */
  @Setup
  public void load() {
    boolean scalar = word.substring(0, word.indexOf('.')).endsWith("s");
    ConfigurationWord layout = scalar ? ConfigurationWord.UNA : ConfigurationWord.BIN;
    long strides = layout.field(ConfigurationField.REPEAT).set(0, repeats);
    strides = dense(layout, strides, DESTINATION_BLOCK, DESTINATION_REPEAT);
    strides = dense(layout, strides, FIRST_BLOCK, FIRST_REPEAT);
    if (!scalar) {
      strides = dense(layout, strides, SECOND_BLOCK, SECOND_REPEAT);
    }
    Words words = new Words(Profile.A2A3, CoreKind.VECTOR);
    words.constant(20, 1L << 4 | (long) DATA_BYTES / 32 << 16);
    words.add("gm_to_ub.f32 XZR, X0, X20");
    words.constant(10, 1024);
    words.constant(11, scalar ? 0x3C00_3C00 : 36_864);
    words.constant(12, 102_400);
    words.constant(15, strides);
    words.constant(16, REPEATS / repeats);
    words.add("loop 0, X16, 1");
    words.add(word + " X12, X10, X11, X15");
    words.add("end");
    kernel = words.load(engine);
    launch = kernel.launch(List.of(new Argument.Buffer(data())));
  }

  /** The word with an operand whose blocks and repeats lie behind each other. */
  private static long dense(
      ConfigurationWord layout, long word, ConfigurationField block, ConfigurationField repeat) {
    return layout.field(repeat).set(layout.field(block).set(word, 1), 8);
  }

  /** Ordinary numbers of all types, positive and negative. */
  private static byte[] data() {
    byte[] data = new byte[DATA_BYTES];
    new Random(1).nextBytes(data);
    for (int i = 1; i < data.length; i += 2) {
      data[i] = (byte) (data[i] & 0x81 | 0x3C);
    }
    return data;
  }

  /** The loop; time of a repeat, which is 256 bytes. */
  @Benchmark
  @OperationsPerInvocation(REPEATS)
  public RunResult denseRepeats() {
    return Kernels.run(kernel, launch);
  }
}
