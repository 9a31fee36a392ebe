package org.ptoc.junit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.opentest4j.AssertionFailedError;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.BlockNumbers;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.RankMemory;
import org.ptoc.emulator.machine.Contents;
import org.ptoc.emulator.print.Printout;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.LaunchValue;
import org.ptoc.tools.cli.CheckedRun;
import org.ptoc.tools.data.ArgumentText;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.data.DataResult;
import org.ptoc.tools.data.KernelValue;
import org.ptoc.tools.plan.ArgumentPlanner;
import org.ptoc.tools.plan.ParameterUse;
import org.ptoc.tools.plan.PlannedArgument;
import org.ptoc.tools.report.LaunchLog;
import org.ptoc.tools.toolchain.DeviceView;
import org.ptoc.tools.toolchain.Toolchain;

/**
 * The description of a launch. Immutable: each method returns another one. Arguments are given in
 * the order of the kernel's parameters, or for the one that {@link #at} names, and checked at once;
 * one that does not fit throws {@link IllegalArgumentException}. Parameters that the launch fills
 * by itself, such as {@code __pypto_spmd_block_idx}, are left out of the order; a number that is
 * given for one by name pins it.
 */
public final class Launch {
  /**
   * What UB holds at entry unless {@link #poison} says otherwise; not zero, so that no kernel can
   * depend on zeros.
   */
  public static final int DEFAULT_POISON = Toolchain.ENTRY_FILL;

  /**
   * Most work of all blocks unless {@link #instructionLimit} says otherwise, the same as in {@code
   * ptoc run}: no run that ends within minutes meets it, and one that never ends does.
   */
  public static final long DEFAULT_INSTRUCTION_LIMIT = Limit.WORK.value();

  /** An argument. */
  private sealed interface Value {}

  private record Scalar(long bits) implements Value {}

  private record Buffer(DataArray contents, boolean isWindow) implements Value {}

  private record Resident(DeviceView view) implements Value {}

  private record Context() implements Value {}

  private record Grid(List<Long> bits) implements Value {}

  private record Settings(
      int blocks,
      OptionalInt cores,
      List<String> checks,
      Toolchain.Protection protection,
      UnaryOperator<KernelLaunch> machine) {
    Settings with(UnaryOperator<KernelLaunch> more) {
      return new Settings(
          blocks, cores, checks, protection, launch -> more.apply(machine.apply(launch)));
    }

    Settings with(Toolchain.Protection other) {
      return new Settings(blocks, cores, checks, other, machine);
    }
  }

  private final Kernel kernel;

  /** The arguments of each rank; all ranks have some for the same parameters. */
  private final List<SortedMap<Integer, Value>> ranks;

  private final Settings settings;

  /** The parameter that the next argument is for, when {@link #at} named one. */
  private final OptionalInt place;

  /** True if the next argument is a window. */
  private final boolean isWindow;

  private Launch(
      Kernel kernel,
      List<SortedMap<Integer, Value>> ranks,
      Settings settings,
      OptionalInt place,
      boolean isWindow) {
    this.kernel = kernel;
    this.ranks = ranks.stream().map(Collections::unmodifiableSortedMap).toList();
    this.settings = settings;
    this.place = place;
    this.isWindow = isWindow;
  }

  static Launch of(Kernel kernel) {
    int blocks = Math.max(1, kernel.code().properties().blockCount());
    return new Launch(
        kernel,
        List.of(new TreeMap<>()),
        new Settings(
            blocks,
            OptionalInt.empty(),
            List.of(),
            Toolchain.Protection.FULL,
            one -> one.withBlocks(blocks).withInstructionLimit(DEFAULT_INSTRUCTION_LIMIT)),
        OptionalInt.empty(),
        false);
  }

  /**
   * Makes the next argument one for the parameter of this name, or the one that a view of this name
   * is of; a later value takes the place of an earlier one.
   *
   * @param parameter its name without {@code %}
   */
  public Launch at(String parameter) {
    for (int i = 0; i < kernel.parameters().size(); i++) {
      if (!parameter.isEmpty() && kernel.parameters().get(i).name().equals(parameter)) {
        return new Launch(kernel, ranks, settings, OptionalInt.of(i), isWindow);
      }
    }
    for (ParameterUse.View view : kernel.use().views()) {
      if (!parameter.isEmpty() && view.name().equals(parameter)) {
        return new Launch(kernel, ranks, settings, OptionalInt.of(view.parameter()), isWindow);
      }
    }
    throw new IllegalArgumentException(
        kernel
            + " has no parameter or view '"
            + parameter
            + "'; it has "
            + String.join(", ", kernel.parameters().stream().map(KernelArgument::name).toList()));
  }

  /**
   * Sets how many cores take the tasks of {@link #grid}, a core for each task if never called; the
   * run takes as long as the core that ends last.
   *
   * @param count at least 1
   */
  public Launch cores(int count) {
    require(count >= 1, "at least 1 core takes tasks, not " + count);
    return with(
        new Settings(
            settings.blocks,
            OptionalInt.of(count),
            settings.checks,
            settings.protection,
            settings.machine));
  }

  /**
   * Runs under checks, as {@code ptoc run --check} does; what they find fails the run. Checks make
   * it slower.
   *
   * @param names {@code sync}, {@code memory} and others, or {@code all}
   */
  public Launch check(String... names) {
    return with(
        new Settings(
            settings.blocks,
            settings.cores,
            List.of(names),
            settings.protection,
            settings.machine));
  }

  /** Makes the next argument a window: a buffer that other ranks may touch (spec/70, 4.3). */
  public Launch window() {
    return new Launch(kernel, ranks, settings, place, true);
  }

  /**
   * Runs the kernel on several devices, each with blocks and buffers of its own (spec/70, 4.3).
   * Arguments are for all of them, those given before too, unless {@link #ofEachRank} gives them.
   *
   * @param count 1 to 64
   */
  public Launch ranks(int count) {
    require(
        count >= 1 && count <= RankMemory.MOST_RANKS,
        "there are 1 to " + RankMemory.MOST_RANKS + " ranks, not " + count);
    return new Launch(
        kernel, Collections.nCopies(count, ranks.getFirst()), settings, place, isWindow);
  }

  /**
   * Adds arguments that differ from rank to rank, after {@link #ranks}.
   *
   * @param arguments adds the arguments of a rank, whose number it gets, to a launch; for the same
   *     parameters in all ranks
   */
  public Launch ofEachRank(BiFunction<Launch, Integer, Launch> arguments) {
    List<Launch> launches =
        IntStream.range(0, ranks.size())
            .mapToObj(
                rank ->
                    arguments.apply(
                        new Launch(
                            kernel, ranks.subList(rank, rank + 1), settings, place, isWindow),
                        rank))
            .toList();
    require(
        launches.stream().map(each -> each.first().keySet()).distinct().count() == 1,
        "each rank takes arguments for the same parameters");
    return new Launch(
        kernel,
        launches.stream().map(Launch::first).toList(),
        settings,
        OptionalInt.empty(),
        false);
  }

  private SortedMap<Integer, Value> first() {
    return ranks.getFirst();
  }

  /**
   * Sets the number of blocks, 1 if never called; a kernel may require a certain number.
   *
   * @param count 1 to 65535
   */
  public Launch blocks(int count) {
    int required = kernel.code().properties().blockCount();
    require(count >= 1 && count <= 65_535, "there are 1 to 65535 blocks, not " + count);
    require(
        required == 0 || count == required,
        kernel + " must run with " + required + " blocks, not " + count);
    return with(
        new Settings(count, settings.cores, settings.checks, settings.protection, settings.machine)
            .with(one -> one.withBlocks(count)));
  }

  /**
   * Sets how many blocks run at the same time, 1 if never called.
   *
   * @param count at least 1
   */
  public Launch threads(int count) {
    require(count >= 1, "at least 1 block runs at a time, not " + count);
    return with(settings.with(one -> one.withThreads(count)));
  }

  /**
   * Sets the byte that fills UB at entry, {@link #DEFAULT_POISON} if never called.
   *
   * @param fill -128 to 255
   */
  public Launch poison(int fill) {
    require(fill >= Byte.MIN_VALUE && fill <= 255, fill + " is no byte");
    return with(settings.with(one -> one.withUnifiedBufferFill((byte) fill)));
  }

  /**
   * Sets after how much work of all blocks the run fails, {@link #DEFAULT_INSTRUCTION_LIMIT} if
   * never called. An instruction, each repeat of one and each 256 bytes that one moves are one.
   *
   * @param instructions at least 1
   */
  public Launch instructionLimit(long instructions) {
    require(instructions >= 1, "the instruction limit is at least 1, not " + instructions);
    return with(settings.with(one -> one.withInstructionLimit(instructions)));
  }

  /**
   * Sets how the kernel is executed, {@link Engine#AUTO} if never called; only the time that it
   * takes depends on it.
   */
  public Launch engine(Engine engine) {
    return with(settings.with(one -> one.withEngine(engine)));
  }

  /**
   * Sets whether the checks of extents that the kernel carries run before it; they do if never
   * called.
   */
  public Launch runtimeChecks(boolean wanted) {
    return with(new Toolchain.Protection(wanted, settings.protection.range()));
  }

  /**
   * Sets whether accesses outside of the arguments read zero and write nothing, with a warning;
   * they end the run if never called.
   */
  public Launch allowOutOfRange(boolean allowed) {
    return with(new Toolchain.Protection(settings.protection.runtimeChecks(), !allowed));
  }

  private Launch with(Toolchain.Protection protection) {
    return with(settings.with(protection));
  }

  /** Adds a buffer of f32. */
  public Launch buffer(float... values) {
    return buffer(Elements.of(DataFormat.F32, values));
  }

  /** Adds a buffer of 32-bit integers; their signs do not matter. */
  public Launch buffer(int... values) {
    return buffer(Elements.of(values));
  }

  /** Adds a buffer of 16-bit integers; their signs do not matter. */
  public Launch buffer(short... values) {
    return buffer(Elements.of(values));
  }

  /** Adds a buffer of 64-bit integers; their signs do not matter. */
  public Launch buffer(long... values) {
    return buffer(Elements.of(values));
  }

  /** Adds a buffer of any element type by its bytes, little-endian; whole elements. */
  public Launch buffer(byte... contents) {
    return add(new Buffer(next().acceptBytes(contents), isWindow));
  }

  /** Adds a buffer of f16, each value rounded to nearest, ties to even. */
  public Launch halfs(float... values) {
    return buffer(Elements.of(DataFormat.F16, values));
  }

  /** Adds a buffer of bf16, each value rounded to nearest, ties to even. */
  public Launch bfloats(float... values) {
    return buffer(Elements.of(DataFormat.BF16, values));
  }

  /**
   * Adds a buffer of zeros, as for results.
   *
   * @param count elements, at least 0
   */
  public Launch zeros(DataFormat type, int count) {
    require(count >= 0, "a buffer has no " + count + " elements");
    return buffer(Elements.of(type, new byte[Math.multiplyExact(count, type.bytes())]));
  }

  /** Adds any array, for example one read from a {@code .npy} file. */
  public Launch buffer(DataArray array) {
    return add(new Buffer(next().accept(array), isWindow));
  }

  /** Adds what a rank knows of the others, a buffer of i64 (spec/70, 4.2). */
  public Launch context() {
    next().requireBuffer();
    return add(new Context());
  }

  /**
   * Adds an array in the memory of a device, which stays there between launches: no data is copied.
   */
  public Launch buffer(DeviceView view) {
    Parameter parameter = next();
    Resident resident = new Resident(parameter.accept(view));
    kernel.use().views().stream()
        .filter(each -> each.parameter() == parameter.number())
        .filter(each -> each.span().isPresent())
        .findFirst()
        .ifPresent(each -> parameter.requireSpan(each, view));
    return add(resident);
  }

  /**
   * Adds an integer that differs from task to task: the kernel is launched once for each value, in
   * one run. It takes as long as the longest task. Several grids have equally many values.
   *
   * @param values at least one
   */
  public Launch grid(int... values) {
    require(values.length > 0, "a grid has at least one task");
    Parameter parameter = next();
    return add(
        new Grid(Arrays.stream(values).mapToObj(each -> parameter.accept((long) each)).toList()));
  }

  /** Adds an integer, which must be a signed or unsigned value of the parameter's type. */
  public Launch scalar(int value) {
    return scalar((long) value);
  }

  /** Adds an integer, which must be a signed or unsigned value of the parameter's type. */
  public Launch scalar(long value) {
    return add(new Scalar(next().accept(value)));
  }

  /** Adds a number of type f32, f16 or bf16, rounded to nearest, ties to even. */
  public Launch scalar(float value) {
    return add(new Scalar(next().accept(value)));
  }

  /**
   * Chooses all arguments that are missing: buffers as large as the views of the kernel, numbers
   * that fit its loops and tiles, data by the seed. The choice is that of {@code ptoc run --args
   * auto --seed N} and depends on {@link #blocks}, which therefore comes before.
   */
  public Launch auto(long seed) {
    List<KernelArgument> parameters = kernel.parameters();
    Map<Integer, Long> integers = new HashMap<>();
    List<Integer> missing = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      if (first().get(i) instanceof Scalar(long bits)) {
        integers.put(i, bits);
      } else if (!first().containsKey(i) && parameters.get(i).launchValue().isEmpty()) {
        missing.add(i);
      }
    }
    Launch filled = this;
    for (PlannedArgument each :
        ArgumentPlanner.plan(
            kernel.bodies(), kernel.code(), integers, missing, settings.blocks, seed)) {
      filled = filled.put(each.parameter(), value(each));
    }
    return filled;
  }

  private static Value value(PlannedArgument planned) {
    return switch (ArgumentText.load(planned.text())) {
      case DataResult.Value<KernelValue>(KernelValue.Number(DataFormat format, long bits)) ->
          new Scalar(format.extend(bits));
      case DataResult.Value<KernelValue>(KernelValue.Array(DataArray array)) ->
          new Buffer(array, false);
      case DataResult.Value<KernelValue>(KernelValue.Raw(byte[] bytes)) ->
          new Buffer(Elements.of(DataFormat.I8, bytes), false);
      case DataResult.Value<KernelValue>(KernelValue.Mapped _) ->
          throw new IllegalArgumentException("a plan names no memory of others");
      case DataResult.Problem<KernelValue>(String message, var _) ->
          throw new IllegalArgumentException(message);
    };
  }

  /**
   * Runs the kernel in the emulator to its end.
   *
   * @throws IllegalArgumentException when arguments are missing
   * @throws KernelTrapError when a block traps or reaches the instruction limit, or when valid
   *     extents that the arguments give do not fit
   */
  public Execution run() {
    List<KernelArgument> parameters = kernel.parameters();
    long wanted = parameters.stream().filter(each -> each.launchValue().isEmpty()).count();
    long given =
        first().keySet().stream()
            .filter(each -> parameters.get(each).launchValue().isEmpty())
            .count();
    require(given == wanted, kernel + " takes " + wanted + " arguments, not " + given);
    BlockNumbers numbers =
        new BlockNumbers(
            pinned(LaunchValue.BLOCK_INDEX),
            pinned(LaunchValue.BLOCK_COUNT),
            pinned(LaunchValue.SUBBLOCK_INDEX));
    AtomicReference<String> printed = new AtomicReference<>("");
    org.ptoc.tools.toolchain.Launch launch =
        org.ptoc.tools.toolchain.Launch.ofRanks(
                kernel.object(),
                kernel.code(),
                IntStream.range(0, ranks.size()).mapToObj(this::arguments).toList())
            .with(one -> settings.machine.apply(one).withNumbers(numbers))
            .withProtection(settings.protection)
            .withOutput(line -> {}, printout -> printed.set(printout.text(Printout.Style.VALID)));
    return switch (outcome(launch)) {
      case Toolchain.RunOutcome.Completed(var buffers, var _, var timed, var warnings) -> {
        int tasks = launch.machine().tasks();
        LaunchLog.Launch figures =
            LaunchLog.Launch.of(timed.orElseThrow(), tasks, settings.cores.orElse(tasks));
        yield new Execution(kernel, results(buffers), figures, warnings, printed.get());
      }
      case Toolchain.RunOutcome.Trapped(var trap, var details, var warnings) ->
          throw new KernelTrapError(trap, details, warnings, printed.get());
      case Toolchain.RunOutcome.Rejected(var diagnostics) ->
          throw new AssertionFailedError(DiagnosticText.of(diagnostics));
    };
  }

  private Toolchain.RunOutcome outcome(org.ptoc.tools.toolchain.Launch launch) {
    if (settings.checks.isEmpty()) {
      return kernel.resident().run(launch);
    }
    List<Optional<DeviceView>> views = new ArrayList<>();
    for (int i = 0; i < kernel.parameters().size(); i++) {
      views.add(
          first().get(i) instanceof Resident(DeviceView view)
              ? Optional.of(view)
              : Optional.empty());
    }
    CheckedRun run = CheckedRun.of(launch, kernel.source(), views, settings.checks);
    if (!run.findings().isEmpty() && run.outcome() instanceof Toolchain.RunOutcome.Completed) {
      throw new AssertionFailedError("the checks have found something:\n" + run.findings());
    }
    return run.outcome();
  }

  /** The number that was given for a parameter which the launch fills otherwise. */
  private OptionalInt pinned(LaunchValue wanted) {
    for (int number : first().keySet()) {
      if (kernel.parameters().get(number).launchValue().equals(Optional.of(wanted))
          && first().get(number) instanceof Scalar(long bits)) {
        return OptionalInt.of((int) bits);
      }
    }
    return OptionalInt.empty();
  }

  private List<Argument> arguments(int rank) {
    List<Argument> arguments = new ArrayList<>();
    for (int i = 0; i < kernel.parameters().size(); i++) {
      Optional<LaunchValue> value = kernel.parameters().get(i).launchValue();
      arguments.add(
          value.isPresent()
              ? new Argument.FromLaunch(value.get())
              : argument(Objects.requireNonNull(ranks.get(rank).get(i)), rank));
    }
    return arguments;
  }

  private Argument argument(Value value, int rank) {
    return switch (value) {
      case Scalar(long bits) -> new Argument.Scalar(bits);
      case Buffer(DataArray contents, boolean window) ->
          new Argument.Buffer(Contents.of(contents.shared()), window);
      case Context() ->
          new Argument.Buffer(
              org.ptoc.tools.toolchain.Launch.context(kernel.code(), rank, ranks.size()));
      case Resident(DeviceView view) -> view.argument();
      case Grid(List<Long> bits) -> new Argument.Grid(bits);
    };
  }

  /**
   * The buffers of each rank after the run in the order of the buffer parameters, with the formats
   * they had before.
   */
  private List<List<Supplier<DataArray>>> results(List<byte[]> buffers) {
    List<List<Supplier<DataArray>>> results = new ArrayList<>();
    int own = buffers.size() / ranks.size();
    for (SortedMap<Integer, Value> values : ranks) {
      int first = results.size() * own;
      results.add(results(values, buffers.subList(first, first + own)));
    }
    return results;
  }

  private List<Supplier<DataArray>> results(
      SortedMap<Integer, Value> values, List<byte[]> buffers) {
    List<Supplier<DataArray>> results = new ArrayList<>();
    for (Value value : values.values()) {
      switch (value) {
        case Buffer(DataArray before, var _) -> {
          DataArray after =
              DataArray.of(before.format(), before.shape(), buffers.get(results.size()));
          results.add(() -> after);
        }
        case Context() -> {
          DataArray after = Elements.of(DataFormat.I64, buffers.get(results.size()));
          results.add(() -> after);
        }
        case Resident(DeviceView view) -> {
          if (!CheckedRun.followsMemory(settings.checks)) {
            view.memory().writeAll();
          }
          results.add(view::get);
        }
        case Scalar _, Grid _ -> {}
      }
    }
    return results;
  }

  private Parameter next() {
    return new Parameter(kernel, place.orElseGet(this::firstOpen));
  }

  /** The first parameter without a value that the launch does not fill by itself. */
  private int firstOpen() {
    List<KernelArgument> parameters = kernel.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).launchValue().isEmpty() && !first().containsKey(i)) {
        return i;
      }
    }
    long wanted = parameters.stream().filter(each -> each.launchValue().isEmpty()).count();
    throw new IllegalArgumentException(kernel + " takes only " + wanted + " arguments");
  }

  private Launch add(Value value) {
    int number = next().number();
    if (kernel.parameters().get(number).launchValue().isPresent()) {
      require(
          value instanceof Scalar(long bits) && bits >= 0 && bits <= 65_535,
          next() + " takes a number from 0 to 65535");
    }
    require(
        !isWindow || value instanceof Buffer,
        next() + " takes no window: that is an array which other ranks may touch");
    return put(number, value);
  }

  private Launch put(int number, Value value) {
    List<SortedMap<Integer, Value>> more = new ArrayList<>();
    for (SortedMap<Integer, Value> values : ranks) {
      more.add(new TreeMap<>(values));
      more.getLast().put(number, value);
    }
    return new Launch(kernel, more, settings, OptionalInt.empty(), false);
  }

  private Launch with(Settings other) {
    return new Launch(kernel, ranks, other, place, isWindow);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
