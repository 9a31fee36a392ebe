import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelImage;
import org.ptoc.emulator.Launch;
import org.ptoc.emulator.ParameterKind;
import org.ptoc.emulator.PtoKernel;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.SourceLine;
import org.ptoc.emulator.timing.RunTimer;
import org.ptoc.emulator.timing.TimingModel;
import org.ptoc.emulator.timing.TimingOptions;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectReader;

/**
 * Times kernels of tests/bench/kernels.pto in the emulator without a timing model; see emulator.sh. Processor time of
 * the thread, medians; loops inside the kernels are long enough that a launch does not count.
 */
final class Emulation {
  private static final int RUNS = 11;
  /** Vectors of the JVM need thousands of calls until they are none of the heap. */
  private static final int WARM_UP = 300;

  private static final List<Engine> ENGINES = List.of(Engine.INTERPRET, Engine.JIT, Engine.VECTOR);

  private record Image(KernelObject object, Profile profile) implements KernelImage {
    @Override
    public String name() {
      return object.name();
    }

    @Override
    public long[] words() {
      return object.words();
    }

    @Override
    public List<ParameterKind> parameters() {
      return object.arguments().stream()
          .map(each -> each.kind() == KernelArgument.Kind.SCALAR ? ParameterKind.SCALAR : ParameterKind.POINTER)
          .toList();
    }

    @Override
    public byte[] constants() {
      return object.rodata();
    }

    @Override
    public Optional<SourceLine> line(int word) {
      return Optional.empty();
    }
  }

  private final List<Image> kernels = new ArrayList<>();

  public static void main(String[] arguments) throws Exception {
    new Emulation(Path.of(arguments[0])).run(arguments.length > 1 ? Double.parseDouble(arguments[1]) : 0);
  }

  private Emulation(Path file) throws Exception {
    if (!(ObjectReader.read(Files.readAllBytes(file)) instanceof ObjectReader.Loaded(var object))) {
      throw new IllegalArgumentException("no object file: " + file);
    }
    object.kernels().forEach(kernel -> kernels.add(new Image(kernel, object.profile())));
  }

  private void run(double reference) {
    for (Engine engine : ENGINES) {
      double pass = time("muladdrelu", engine, 300, 1) / 300 / 64;
      String ratio = reference > 0 ? String.format(", %.1f x C", pass / reference) : "";
      System.out.printf("%-12s %-10s %8.2f ns per vector word%s%n", "K", engine.spelling(), pass / 7, ratio);
    }
    for (Engine engine : ENGINES) {
      double elements = 64 * 256 * 50 / time("tshl", engine, 50, 1);
      System.out.printf("%-12s %-10s %8.2f G elements/s%n", "tshl i32", engine.spelling(), elements);
    }
    for (String type : List.of("f32", "f16")) {
      double blocks = time("tsort32_" + type, Engine.INTERPRET, 100, 2) / 100 / 256;
      System.out.printf(
          "%-12s %-10s %8.1f ns per block, %.0f M elements/s%n", "tsort32 " + type, "", blocks, 32e3 / blocks);
    }
    modelTime();
    launchTime();
    parallel();
  }

  /** What the cycle models cost for 4,096 passes of one loop and of K, next to 200 passes of the interpreter. */
  private void modelTime() {
    for (String name : List.of("chain", "muladdrelu")) {
      long repeat = name.equals("chain") ? 4096 : 64;
      double plain = time(name, Engine.INTERPRET, repeat, 1);
      System.out.printf(
          "%-12s %-10s %8.0f us for 200 of 4096 passes without a model%n", name, "interpret", plain / 4096 * 200 / 1e3);
      for (Engine engine : List.of(Engine.INTERPRET, Engine.JIT)) {
        double without = time(name, engine, repeat, 1);
        double one = time(name, engine, repeat, 1, TimingModel.DOCUMENTED);
        double both = time(name, engine, repeat, 1, TimingModel.DOCUMENTED, TimingModel.CALIBRATED);
        System.out.printf(
            "%-12s %-10s %8.0f us more for the documented model, %.0f us for both (%+.1f %%), 4096 passes%n", name,
            engine.spelling(), (one - without) / 1e3, (both - without) / 1e3, 100 * (both / without - 1));
      }
    }
  }

  private Image image(String name) {
    return kernels.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  private static PtoKernel load(Image image, Engine engine) {
    if (!(PtoKernel.load(image, engine) instanceof PtoKernel.Loaded(PtoKernel kernel))) {
      throw new IllegalArgumentException(image.name() + " is no program");
    }
    return kernel;
  }

  private static Launch launch(PtoKernel kernel, Image image, long repeat) {
    byte[] data = new byte[1 << 16];
    new Random(1).nextBytes(data);
    for (int i = 3; i < data.length; i += 4) {
      data[i] = (byte) (data[i] & 0x81 | 0x3C); // Ordinary numbers.
    }
    List<Argument> arguments = new ArrayList<>();
    for (ParameterKind kind : image.parameters()) {
      arguments.add(kind == ParameterKind.SCALAR ? new Argument.Scalar(repeat) : new Argument.Buffer(data));
    }
    return kernel.launch(arguments);
  }

  /** Nanoseconds of a launch, the median; nobody listens when there is no model. */
  private double time(String name, Engine engine, long repeat, int divisor, TimingModel... models) {
    Image image = image(name);
    PtoKernel kernel = load(image, engine);
    Launch plain = launch(kernel, image, repeat);
    Program program = (Program) ProgramDecoder.decode(image.profile(), image.words());
    double[] times = new double[RUNS];
    for (int i = -(engine == Engine.INTERPRET ? WARM_UP / 8 : WARM_UP) / divisor; i < RUNS; i++) {
      Launch launch =
          models.length == 0
              ? plain
              : plain.withListeners(
                  RunTimer.of(program, Arrays.stream(models).map(TimingOptions::of).toArray(TimingOptions[]::new)));
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      check(kernel.run(launch));
      long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      if (i >= 0) {
        times[i] = end - start;
      }
    }
    Arrays.sort(times);
    return times[RUNS / 2];
  }

  private static void check(RunResult result) {
    if (!(result instanceof RunResult.Completed)) {
      throw new IllegalStateException(result.toString());
    }
  }

  private void launchTime() {
    Image image = image("tiny");
    PtoKernel kernel = load(image, Engine.AUTO);
    double[] times = new double[RUNS];
    for (int i = -WARM_UP; i < RUNS; i++) {
      Launch launch = kernel.launch(List.of(new Argument.Buffer(new byte[256])));
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      for (int k = 0; k < 1000; k++) {
        check(kernel.run(launch));
      }
      if (i >= 0) {
        times[i] = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1e6;
      }
    }
    Arrays.sort(times);
    System.out.printf("%-12s %-10s %8.1f us%n", "launch", "resident", times[RUNS / 2]);
  }

  /** Wall time of eight blocks on one thread and on two; means something only on an idle machine. */
  private void parallel() {
    Image image = image("muladdrelu");
    PtoKernel kernel = load(image, Engine.JIT);
    double[] medians = new double[2];
    for (int threads = 1; threads <= 2; threads++) {
      Launch launch = launch(kernel, image, 200).withBlocks(8).withThreads(threads);
      double[] times = new double[RUNS];
      for (int i = -5; i < RUNS; i++) {
        long start = System.nanoTime();
        check(kernel.run(launch));
        if (i >= 0) {
          times[i] = System.nanoTime() - start;
        }
      }
      Arrays.sort(times);
      medians[threads - 1] = times[RUNS / 2];
    }
    System.out.printf("%-12s %-10s %8.2f x on two threads%n", "8 blocks", "jit", medians[0] / medians[1]);
  }
}
