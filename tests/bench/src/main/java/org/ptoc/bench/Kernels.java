package org.ptoc.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelImage;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.LoadedKernel;
import org.ptoc.emulator.ParameterKind;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.tools.toolchain.Toolchain;

/** The kernels of {@code kernels.pto}, compiled, with data to run on. */
final class Kernels {
  private static final int BUFFER_BYTES = 1 << 16;

  private final ObjectFile object;

  private record Image(KernelObject kernel, Profile profile) implements KernelImage {
    @Override
    public String name() {
      return kernel.name();
    }

    @Override
    public long[] words() {
      return kernel.words();
    }

    @Override
    public List<ParameterKind> parameters() {
      return kernel.arguments().stream()
          .map(
              each ->
                  each.kind() == KernelArgument.Kind.SCALAR
                      ? ParameterKind.SCALAR
                      : ParameterKind.POINTER)
          .toList();
    }

    @Override
    public byte[] constants() {
      return kernel.rodata();
    }

    @Override
    public Optional<SourcePosition> line(int word) {
      return Optional.empty();
    }
  }

  private Kernels(ObjectFile object) {
    this.object = object;
  }

  /** Compiles the kernels. */
  static Kernels compile(Profile profile) {
    Toolchain.Reports reports =
        new Toolchain.Reports(List.of(), false, Optional.empty(), false, false, false);
    Toolchain.Outcome<ObjectFile> outcome =
        new PtoToolchain()
            .compile(
                new Toolchain.Source("kernels.pto", text()),
                new Toolchain.Request(
                    Optional.of(profile), Optional.empty(), CompileOptions.defaults(), reports));
    return new Kernels(
        outcome
            .value()
            .orElseThrow(() -> new IllegalStateException(outcome.diagnostics().toString())));
  }

  private static String text() {
    try (InputStream in = Kernels.class.getResourceAsStream("kernels.pto")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Image image(String name) {
    KernelObject kernel =
        object.kernels().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow();
    return new Image(kernel, object.profile());
  }

  /** The words of a kernel. */
  Program program(String name) {
    return (Program) ProgramDecoder.decode(object.profile(), image(name).words());
  }

  /** A kernel, ready to be launched again and again. */
  LoadedKernel load(String name, Engine engine) {
    return switch (LoadedKernel.load(image(name), engine)) {
      case LoadedKernel.Loaded(LoadedKernel kernel) -> kernel;
      case LoadedKernel.Faulty faulty -> throw new IllegalStateException(faulty.toString());
    };
  }

  /** A launch on ordinary numbers; see {@link #launch(PtoKernel, String, long, List)}. */
  KernelLaunch launch(LoadedKernel kernel, String name, long repeat) {
    return launch(kernel, name, repeat, List.of());
  }

  /**
   * A launch on ordinary numbers.
   *
   * @param repeat what every scalar argument is: how often the kernel repeats its work
   * @param counting parameters that hold 0, 1, 2, ... as 32-bit integers instead
   */
  KernelLaunch launch(LoadedKernel kernel, String name, long repeat, List<Integer> counting) {
    byte[] data = new byte[BUFFER_BYTES];
    new Random(1).nextBytes(data);
    for (int i = 3; i < data.length; i += 4) {
      data[i] = (byte) (data[i] & 0x81 | 0x3C);
    }
    List<Argument> arguments = new ArrayList<>();
    for (ParameterKind kind : image(name).parameters()) {
      byte[] contents = counting.contains(arguments.size()) ? counting() : data;
      arguments.add(
          kind == ParameterKind.SCALAR
              ? new Argument.Scalar(repeat)
              : new Argument.Buffer(contents));
    }
    return kernel.launch(arguments);
  }

  private static byte[] counting() {
    ByteBuffer numbers = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; numbers.hasRemaining(); i++) {
      numbers.putInt(i);
    }
    return numbers.array();
  }

  /** A launch of a kernel whose parameters are buffers, each of so many zeros. */
  KernelLaunch launchOnZeros(LoadedKernel kernel, String name, int bytes) {
    return kernel.launch(
        image(name).parameters().stream()
            .map(kind -> (Argument) new Argument.Buffer(new byte[bytes]))
            .toList());
  }

  /** Runs to the end. */
  static RunResult run(LoadedKernel kernel, KernelLaunch launch) {
    RunResult result = kernel.run(launch);
    if (!(result instanceof RunResult.Completed)) {
      throw new IllegalStateException(result.toString());
    }
    return result;
  }
}
