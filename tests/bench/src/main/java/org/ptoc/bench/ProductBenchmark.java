package org.ptoc.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
import org.ptoc.emulator.KernelImage;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.LoadedKernel;
import org.ptoc.emulator.ParameterKind;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Assembler;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.ParsedLine;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.SourcePosition;

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

  private record Image(long[] words) implements KernelImage {
    @Override
    public String name() {
      return "products";
    }

    @Override
    public Profile profile() {
      return Profile.A5;
    }

    @Override
    public CoreKind core() {
      return CoreKind.CUBE;
    }

    @Override
    public List<ParameterKind> parameters() {
      return List.of(ParameterKind.POINTER);
    }

    @Override
    public byte[] constants() {
      return new byte[0];
    }

    @Override
    public Optional<SourcePosition> line(int word) {
      return Optional.empty();
    }
  }

  /** Fills L0A and L0B with ordinary numbers and multiplies them. */
  @Setup
  public void load() {
    String type = types.substring(0, types.indexOf('.'));
    List<Long> words = new ArrayList<>();
    constant(words, 10, 1L << 4 | 65_536L << 25);
    add(words, "gm_to_l1." + type + " XZR, X0, X10, XZR");
    constant(words, 11, 128L << 32 | 1L << 40);
    constant(words, 12, 128 | 128L << 16);
    add(words, "l1_to_l0a." + type + " XZR, XZR, X11, X12");
    add(words, "l1_to_l0b." + type + " XZR, XZR, X11, X12");
    constant(words, 13, SIDE | (long) SIDE << 12 | (long) SIDE << 24 | 1L << 63);
    constant(words, 14, PRODUCTS);
    add(words, "loop 0, X14, 1");
    add(words, "mad." + types + " XZR, XZR, XZR, X13");
    add(words, "end");
    Image image = new Image(words.stream().mapToLong(Long::longValue).toArray());
    if (!(LoadedKernel.load(image, Engine.AUTO)
        instanceof LoadedKernel.Loaded(LoadedKernel loaded))) {
      throw new IllegalStateException(types + " is no program");
    }
    kernel = loaded;
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

  private static void constant(List<Long> words, int register, long value) {
    add(words, "movi X" + register + ", " + (int) value);
    add(words, "movhi X" + register + ", X" + register + ", " + (int) (value >> 32));
  }

  private static void add(List<Long> words, String line) {
    if (!(Assembler.parse(Profile.A5, line)
        instanceof ParsedLine.Assembled(Instruction instruction))) {
      throw new IllegalStateException(line);
    }
    words.add(instruction.word());
  }

  /** A launch with 100 products. */
  @Benchmark
  public RunResult products() {
    RunResult result = kernel.run(launch);
    if (!(result instanceof RunResult.Completed)) {
      throw new IllegalStateException(result.toString());
    }
    return result;
  }
}
