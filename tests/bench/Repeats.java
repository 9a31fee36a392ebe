import java.lang.management.ManagementFactory;
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
import org.ptoc.ir.isa.Assembler;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.ParsedLine;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.WordFormat;

/**
 * Times every element-wise A2/A3 word of every type in the emulator; see repeats.sh. Processor time of the thread in
 * nanoseconds for each repeat of 256 bytes, medians, under a full mask, by the interpreter and compiled: many dense
 * repeats, a few, many with a gap behind each row, and one. Arguments are the mnemonics to measure, all without any.
 */
final class Repeats {
  private static final int RUNS = 9;
  private static final int WARM_UP = 20;
  private static final int DATA_BYTES = 65_536;

  private record Image(String name, long[] words) implements KernelImage {
    @Override
    public Profile profile() {
      return Profile.A2A3;
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
    public Optional<SourceLine> line(int word) {
      return Optional.empty();
    }
  }

  /** Repeats of a word and the stride from one to the next in blocks. */
  private record Shape(String name, int repeats, int stride) {
    /** Words of a launch, so many that the launch itself does not count. */
    long words() {
      return Math.min(20_000, 51_200 / repeats);
    }
  }

  public static void main(String[] arguments) {
    List<Shape> shapes =
        List.of(
            new Shape("128", 128, 8), new Shape("16", 16, 8), new Shape("4", 4, 8), new Shape("100 rows", 100, 9),
            new Shape("1", 1, 8));
    System.out.printf("%-14s", "ns per repeat");
    shapes.forEach(shape -> System.out.printf("%20s", shape.name()));
    System.out.println();
    for (InstructionDefinition row : InstructionTable.of(Profile.A2A3).definitions()) {
      boolean wanted = arguments.length == 0 || Arrays.asList(arguments).contains(row.mnemonic());
      if (wanted && row.format() == WordFormat.U
          && row.semantics() instanceof Semantics.Lanes(LaneExpression expression)) {
        for (DataType type : row.types().singles()) {
          System.out.printf("%-14s", row.mnemonic() + "." + type.spelling());
          for (Shape shape : shapes) {
            Image image = image(row, type, expression, shape);
            System.out.printf(
                "%12.1f %7.1f", time(image, Engine.INTERPRET, shape, type), time(image, Engine.JIT, shape, type));
          }
          System.out.println();
        }
      }
    }
  }

  private static Image image(InstructionDefinition row, DataType type, LaneExpression expression, Shape shape) {
    boolean twoSources = expression.pseudoCode().matches(".*\\bb\\b.*");
    ConfigurationWord layout = twoSources ? ConfigurationWord.BIN : ConfigurationWord.UNA;
    long word = layout.set(0, "repeat", shape.repeats());
    for (String operand : twoSources ? List.of("destination", "first", "second") : List.of("destination", "first")) {
      word = layout.set(layout.set(word, operand + "Block", 1), operand + "Repeat", shape.stride());
    }
    List<Long> words = new ArrayList<>();
    constant(words, 20, 1L << 4 | (long) DATA_BYTES / 32 << 16);
    assemble(words, "gm_to_ub.f32 XZR, X0, X20");
    constant(words, 10, 1024);
    constant(words, 11, twoSources ? 36_864 : type.isFloat() ? 0x3C00_3C00 : 3);
    constant(words, 12, 102_400);
    constant(words, 15, word);
    constant(words, 16, shape.words());
    assemble(words, "loop 1, X16, 1");
    words.add(encode(row, type));
    assemble(words, "end");
    return new Image(row.mnemonic(), words.stream().mapToLong(Long::longValue).toArray());
  }

  private static void constant(List<Long> words, int register, long value) {
    assemble(words, "movi X" + register + ", " + (int) value);
    assemble(words, "movhi X" + register + ", X" + register + ", " + (int) (value >> 32));
  }

  private static void assemble(List<Long> words, String line) {
    if (!(Assembler.parse(Profile.A2A3, line) instanceof ParsedLine.Assembled(var instruction))) {
      throw new IllegalArgumentException(line);
    }
    words.add(instruction.word());
  }

  private static long encode(InstructionDefinition row, DataType type) {
    InstructionEncoder encoder = InstructionEncoder.of(Profile.A2A3, row).set("dt", type.code());
    row.operand("xd").ifPresent(operand -> encoder.set(operand, 12));
    row.operand("xn").ifPresent(operand -> encoder.set(operand, 10));
    row.operand("xm").ifPresent(operand -> encoder.set(operand, 11));
    row.operand("xt").ifPresent(operand -> encoder.set(operand, 15));
    if (!(encoder.encode() instanceof Instruction instruction)) {
      throw new IllegalArgumentException(row.mnemonic());
    }
    return instruction.word();
  }

  private static double time(Image image, Engine engine, Shape shape, DataType type) {
    if (!(PtoKernel.load(image, engine) instanceof PtoKernel.Loaded(PtoKernel kernel))) {
      throw new IllegalArgumentException(image.name() + " is no program");
    }
    Launch launch = kernel.launch(List.of(new Argument.Buffer(data(type))));
    double[] times = new double[RUNS];
    for (int i = -WARM_UP; i < RUNS; i++) {
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      if (!(kernel.run(launch) instanceof RunResult.Completed)) {
        throw new IllegalStateException(image.name() + " has failed");
      }
      long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      if (i >= 0) {
        times[i] = (double) (end - start) / shape.words() / shape.repeats();
      }
    }
    Arrays.sort(times);
    return times[RUNS / 2];
  }

  /** Ordinary numbers, positive and negative. */
  private static byte[] data(DataType type) {
    byte[] data = new byte[DATA_BYTES];
    new Random(1).nextBytes(data);
    for (int i = type.bytes() - 1; i < data.length; i += type.bytes()) {
      data[i] = (byte) (data[i] & 0x81 | 0x3C);
    }
    return data;
  }
}
