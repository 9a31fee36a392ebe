package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.BlockNumbers;
import org.ptoc.emulator.machine.Contents;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.LaunchValue;
import org.ptoc.tools.data.ArgumentText;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.data.DataFormat.Kind;
import org.ptoc.tools.data.DataResult;
import org.ptoc.tools.data.KernelValue;
import org.ptoc.tools.toolchain.DeviceView;
import org.ptoc.tools.toolchain.Launch;

/** Gives the values of {@code --arg} to the parameters of a kernel, in order. */
final class ArgumentBinder {
  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]+(\\.[0-9]*)?");

  /** In front of a buffer that other ranks may touch; {@code window:f32:8x64} is one of zeros. */
  private static final String WINDOW = "window:";

  private static final String CONTEXT = "ctx";

  private ArgumentBinder() {}

  /**
   * The arguments of a launch.
   *
   * @param ranks one for each parameter, for each rank
   * @param numbers the numbers of blocks and cores that were pinned
   */
  record Bound(List<List<BoundArgument>> ranks, BlockNumbers numbers) {
    /** The arguments of rank 0. */
    List<BoundArgument> arguments() {
      return ranks.getFirst();
    }
  }

  /** One of several devices. */
  private record Device(int rank, int ranks) {}

  /** Reads what the text of an argument says. */
  interface Loader {
    KernelValue load(String text) throws CommandFailure;

    /** The array in the memory of a device that a text names; empty for other texts. */
    default Optional<DeviceView> resident(String text) throws CommandFailure {
      return Optional.empty();
    }
  }

  /**
   * Arguments as they were given.
   *
   * @param texts those of each rank, as {@code --arg} takes them
   * @param loader reads them
   */
  record Given(IntFunction<List<String>> texts, Loader loader) {
    /** The same texts for all ranks, but for {@code {rank}}. */
    static Given of(List<String> texts, Loader loader) {
      return new Given(
          rank -> texts.stream().map(each -> each.replace("{rank}", "" + rank)).toList(), loader);
    }

    /** The same with further texts. */
    Given with(List<String> more) {
      return new Given(
          rank -> Stream.of(texts.apply(rank), more).flatMap(List::stream).toList(), loader);
    }
  }

  static Bound bind(KernelObject kernel, List<String> texts) throws CommandFailure {
    return bind(kernel, Given.of(texts, ArgumentBinder::load), 1);
  }

  /** The arguments of several ranks. */
  static Bound bind(KernelObject kernel, Given given, int ranks) throws CommandFailure {
    List<List<BoundArgument>> bound = new ArrayList<>();
    Map<LaunchValue, Integer> pinned = new EnumMap<>(LaunchValue.class);
    for (int rank = 0; rank < ranks; rank++) {
      bound.add(
          bind(kernel, given.texts().apply(rank), given.loader(), new Device(rank, ranks), pinned));
    }
    return new Bound(bound, numbers(pinned));
  }

  private static List<BoundArgument> bind(
      KernelObject kernel,
      List<String> texts,
      Loader loader,
      Device device,
      Map<LaunchValue, Integer> pinned)
      throws CommandFailure {
    ArgumentTexts given = ArgumentTexts.assign(kernel, texts);
    if (!given.missing(kernel).isEmpty()) {
      throw ArgumentTexts.wrongCount(kernel, texts.size(), given.missing(kernel));
    }
    List<BoundArgument> bound = new ArrayList<>();
    for (int i = 0; i < kernel.arguments().size(); i++) {
      Parameter parameter = new Parameter(i, kernel.arguments().get(i));
      Optional<ArgumentTexts.Given> value = Optional.ofNullable(given.byParameter().get(i));
      Optional<LaunchValue> launch = parameter.description().launchValue();
      if (launch.isEmpty()) {
        ArgumentTexts.Given text = value.orElseThrow();
        bound.add(
            text.text().equals(CONTEXT)
                ? context(parameter, kernel, device)
                : bind(parameter, text, loader));
        continue;
      }
      if (value.isPresent()) {
        pinned.put(launch.get(), pin(parameter, value.get()));
      }
      DataFormat format = parameter.format().orElse(DataFormat.I64);
      bound.add(new BoundArgument(new Argument.FromLaunch(launch.get()), format, List.of()));
    }
    return List.copyOf(bound);
  }

  /** The integer that a text gives to a scalar parameter; empty for anything else. */
  static Optional<Long> integer(KernelObject kernel, int number, ArgumentTexts.Given given)
      throws CommandFailure {
    Parameter parameter = new Parameter(number, kernel.arguments().get(number));
    if (parameter.description().kind() != KernelArgument.Kind.SCALAR
        || !parameter.format().map(ArgumentBinder::isInteger).orElse(false)) {
      return Optional.empty();
    }
    return bind(parameter, given, ArgumentBinder::load).argument()
            instanceof Argument.Scalar(long bits)
        ? Optional.of(bits)
        : Optional.empty();
  }

  private static BlockNumbers numbers(Map<LaunchValue, Integer> pinned) {
    return new BlockNumbers(
        number(pinned, LaunchValue.BLOCK_INDEX),
        number(pinned, LaunchValue.BLOCK_COUNT),
        number(pinned, LaunchValue.SUBBLOCK_INDEX));
  }

  private static OptionalInt number(Map<LaunchValue, Integer> pinned, LaunchValue value) {
    return pinned.containsKey(value) ? OptionalInt.of(pinned.get(value)) : OptionalInt.empty();
  }

  /** The number that a parameter of the launcher has instead of the usual. */
  private static int pin(Parameter parameter, ArgumentTexts.Given given) throws CommandFailure {
    BoundArgument bound = bind(parameter, given, ArgumentBinder::load);
    long least = parameter.description().launchValue().get() == LaunchValue.BLOCK_COUNT ? 1 : 0;
    if (bound.argument() instanceof Argument.Scalar(long bits)
        && bits >= least
        && bits <= Limit.BLOCKS.value()) {
      return (int) bits;
    }
    throw parameter.problem("takes a number from " + least + " to " + Limit.BLOCKS.value());
  }

  /** What a text says; it may be a plain number of the parameter's type. */
  private static KernelValue value(Parameter parameter, ArgumentTexts.Given given, Loader loader)
      throws CommandFailure {
    String text = given.text();
    boolean isNumber = NUMBER.matcher(text).matches();
    boolean plain = isNumber || given.named() && text.indexOf(':') < 0 && !isFile(text);
    if (!plain) {
      return loader.load(text);
    }
    if (parameter.description().kind() != KernelArgument.Kind.SCALAR) {
      if (isNumber) {
        throw parameter.isPointer();
      }
      return loader.load(text);
    }
    String type = parameter.format().orElse(DataFormat.I64).spelling();
    return switch (ArgumentText.load(type + ":" + text)) {
      case DataResult.Value<KernelValue>(KernelValue value) -> value;
      case DataResult.Problem<KernelValue>(String message, var _) ->
          throw parameter.problem("has type " + type + ": " + message);
    };
  }

  /** True if a text is the name of a data file, which need not exist. */
  static boolean isFile(String text) {
    return text.endsWith(".npy") || text.endsWith(".bin") || text.contains(".npz");
  }

  /** The type of numbers or elements: truth values are the only numbers without a type code. */
  static Optional<DataFormat> format(KernelArgument argument) {
    boolean isNumber = argument.kind() == KernelArgument.Kind.SCALAR;
    return DataFormat.byCode(argument.dataType())
        .or(() -> isNumber ? Optional.of(DataFormat.I1) : Optional.empty());
  }

  /** A parameter with its number. */
  private record Parameter(int number, KernelArgument description) {
    Optional<DataFormat> format() {
      return DataFormat.byCode(description.dataType());
    }

    CommandFailure isPointer() {
      return problem(
          "is a pointer, not a number", "for an array of one element write fill:VALUE:TYPE:1");
    }

    CommandFailure isNumber(ArgumentTexts.Given given) {
      String type = format().map(DataFormat::spelling).orElse("i64");
      return problem(
          "is a number of type " + type + ", not an array",
          "write it as --arg " + (given.named() ? description.name() + "=" : type + ":") + "VALUE");
    }

    CommandFailure problem(String message, String... hints) {
      return CommandFailure.of(
          DiagnosticCode.BAD_ARGUMENT,
          BufferOption.title(number, description) + " " + message,
          hints);
    }
  }

  /** The value of a text, which may be a file. */
  static KernelValue load(String text) throws CommandFailure {
    return found(text, ArgumentText.load(text));
  }

  /** The arrays of an archive by their names. */
  static Map<String, DataArray> archive(String file) throws CommandFailure {
    return found(file, ArgumentText.archive(file));
  }

  private static <T> T found(String text, DataResult<T> result) throws CommandFailure {
    return switch (result) {
      case DataResult.Value<T>(T value) -> value;
      case DataResult.Problem<T>(String message, boolean tooLarge) -> {
        boolean unreadable = message.startsWith("cannot read");
        DiagnosticCode code =
            unreadable
                ? tooLarge ? DiagnosticCode.FILE_TOO_LARGE : DiagnosticCode.CANNOT_READ
                : isFile(text) ? DiagnosticCode.BAD_DATA_FILE : DiagnosticCode.BAD_ARGUMENT;
        throw CommandFailure.of(code, message);
      }
    };
  }

  /** What ranks know of each other (spec/70, 4.2). */
  private static BoundArgument context(Parameter parameter, KernelObject kernel, Device device)
      throws CommandFailure {
    if (parameter.description().kind() == KernelArgument.Kind.SCALAR) {
      throw parameter.problem("is a number, but ctx is the context of ranks, a buffer");
    }
    return raw(parameter, Launch.context(kernel, device.rank(), device.ranks()));
  }

  private static BoundArgument bind(Parameter parameter, ArgumentTexts.Given given, Loader loader)
      throws CommandFailure {
    if (given.text().startsWith(WINDOW)) {
      String data = given.text().substring(WINDOW.length());
      boolean isEmpty = DataFormat.bySpelling(data.replaceFirst(":.*", "")).isPresent();
      BoundArgument bound = bind(parameter, given.with(isEmpty ? "zeros:" + data : data), loader);
      if (bound.argument() instanceof Argument.Memory memory) {
        return new BoundArgument(
            memory.asWindow(), bound.format(), bound.shape(), bound.resident());
      }
      throw parameter.problem("takes no window: that is a buffer which other ranks may touch");
    }
    boolean scalar = parameter.description().kind() == KernelArgument.Kind.SCALAR;
    Optional<DeviceView> view = loader.resident(given.text());
    if (view.isPresent() && scalar) {
      throw parameter.isNumber(given);
    }
    return view.isPresent()
        ? new BoundArgument(
            view.get().argument(),
            elements(parameter, view.get().format()),
            view.get().shape(),
            view)
        : bind(parameter, given, scalar, value(parameter, given, loader));
  }

  private static BoundArgument bind(
      Parameter parameter, ArgumentTexts.Given given, boolean scalar, KernelValue value)
      throws CommandFailure {
    return switch (value) {
      case KernelValue.Number(DataFormat format, long bits) when scalar ->
          scalar(parameter, format, bits);
      case KernelValue.Array(DataArray array) when !scalar -> array(parameter, array);
      case KernelValue.Raw(byte[] bytes) when !scalar -> raw(parameter, bytes);
      case KernelValue.Mapped mapped when !scalar -> mapped(parameter, mapped);
      case KernelValue.Number _ -> throw parameter.isPointer();
      default -> throw parameter.isNumber(given);
    };
  }

  private static BoundArgument scalar(Parameter parameter, DataFormat given, long bits)
      throws CommandFailure {
    DataFormat format = parameter.format().orElse(given);
    if (isInteger(format) && isInteger(given)) {
      return integer(parameter, format, given.extend(bits));
    }
    if (!agree(format, given) || format.kind() == Kind.FLOAT && format != given) {
      throw parameter.problem(
          "has type " + format.spelling() + ", the argument has type " + given.spelling());
    }
    return new BoundArgument(new Argument.Scalar(format.extend(bits)), format, List.of());
  }

  private static boolean isInteger(DataFormat format) {
    return format.kind() == Kind.SIGNED || format.kind() == Kind.UNSIGNED;
  }

  /**
   * An integer of any width is good as long as the parameter can hold it, with or without a sign.
   */
  private static BoundArgument integer(Parameter parameter, DataFormat format, long value)
      throws CommandFailure {
    int width = 8 * format.bytes();
    boolean fits = width == Long.SIZE || value >= -(1L << width - 1) && value < 1L << width;
    if (!fits) {
      throw parameter.problem("has type " + format.spelling() + ", which cannot hold " + value);
    }
    return new BoundArgument(new Argument.Scalar(format.extend(value)), format, List.of());
  }

  private static BoundArgument array(Parameter parameter, DataArray array) throws CommandFailure {
    return new BoundArgument(
        new Argument.Buffer(contents(array)), elements(parameter, array.format()), array.shape());
  }

  private static Contents contents(DataArray array) {
    if (array.isStored()) {
      return Contents.of(array.shared());
    }
    return new Contents() {
      @Override
      public long size() {
        return array.byteSize();
      }

      @Override
      public void read(long from, byte[] to, int at, int bytes) {
        array.read(from, to, at, bytes);
      }
    };
  }

  private static BoundArgument mapped(Parameter parameter, KernelValue.Mapped array)
      throws CommandFailure {
    return new BoundArgument(
        new Argument.Mapped(array.data(), array.changed()),
        elements(parameter, array.format()),
        array.shape());
  }

  /** The type of the elements that a parameter points to. */
  private static DataFormat elements(Parameter parameter, DataFormat given) throws CommandFailure {
    DataFormat format = parameter.format().orElse(given);
    if (!agree(format, given)) {
      throw parameter.problem(
          "points to elements of type "
              + format.spelling()
              + ", the argument holds "
              + given.spelling()
              + (given == DataFormat.F64
                  ? "; NumPy makes f64 by default: convert with array.astype or choose another"
                      + " dtype"
                  : ""));
    }
    return format;
  }

  private static BoundArgument raw(Parameter parameter, byte[] bytes) throws CommandFailure {
    DataFormat format = parameter.format().orElse(DataFormat.U8);
    if (bytes.length % format.bytes() != 0) {
      throw parameter.problem(
          "has elements of "
              + format.bytes()
              + " bytes, but the file has "
              + bytes.length
              + " bytes, no multiple of it");
    }
    return new BoundArgument(
        new Argument.Buffer(bytes), format, List.of(bytes.length / format.bytes()));
  }

  /**
   * True if data of one type may be given for another. Widths must agree. Signs do not matter,
   * because signless types are stored as signed ones; integers represent types that files cannot
   * name.
   */
  static boolean agree(DataFormat wanted, DataFormat given) {
    if (wanted == given) {
      return true;
    }
    boolean unnamed = wanted.isOpaque();
    return wanted.bytes() == given.bytes()
        && given.kind() != Kind.FLOAT
        && (unnamed || wanted.kind() != Kind.FLOAT);
  }
}
