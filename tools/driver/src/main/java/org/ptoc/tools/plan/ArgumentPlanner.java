package org.ptoc.tools.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ptoc.ir.Function;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.data.DataFormat.Kind;

/**
 * Chooses arguments for the parameters of a kernel that were given none: buffers as large as the
 * views that the kernel makes of them, numbers such that windows stay in views and valid regions in
 * tiles, integers in buffers such that places computed from them do. The choice depends on nothing
 * but the kernel, what was given and the seed.
 */
public final class ArgumentPlanner {
  /** Elements of a buffer when the kernel does not say how many it wants. */
  public static final int DEFAULT_ELEMENTS = 65_536;

  /** A size or count that nothing limits. */
  private static final int DEFAULT_NUMBER = 16;

  private static final double DEFAULT_FLOAT = 0.5;

  /** Integers in a buffer are below this unless the kernel says more. */
  private static final int SMALL = 8;

  /** Each round mends one number; more are needed only where limits contradict each other. */
  private static final int ROUNDS = 32;

  /** Room between the seeds of the buffers of different runs. */
  private static final long SEED_STEP = 1000;

  private final List<Function> functions;
  private final KernelObject kernel;
  private final Map<Integer, Long> given;
  private final int blocks;

  /** Scalar parameters that are integers, at present. */
  private final SortedMap<Integer, Double> scalars = new TreeMap<>();

  /** What limits have made of numbers; others do not make them larger again. */
  private final Map<Integer, Double> ceilings = new HashMap<>();

  /** The largest element of each buffer of integers that places depend on. */
  private final Map<Integer, Double> elements = new HashMap<>();

  private ArgumentPlanner(
      List<Function> functions, KernelObject kernel, Map<Integer, Long> given, int blocks) {
    this.functions = functions;
    this.kernel = kernel;
    this.given = given;
    this.blocks = blocks;
  }

  /**
   * Chooses arguments.
   *
   * @param functions the kernel with its calls inlined, and its checks of extents if it has any;
   *     empty when its source is not known, so that all sizes are defaults
   * @param kernel the same as an object
   * @param given integers of scalar parameters that the user has given, by their numbers
   * @param wanted the parameters to choose for
   * @param blocks number of blocks of the launch
   * @param seed any number
   */
  public static List<PlannedArgument> plan(
      List<Function> functions,
      KernelObject kernel,
      Map<Integer, Long> given,
      List<Integer> wanted,
      int blocks,
      long seed) {
    ArgumentPlanner planner = new ArgumentPlanner(functions, kernel, Map.copyOf(given), blocks);
    KernelScan scan = planner.solve();
    planner.limitElements(scan);
    scan = planner.scan();
    List<PlannedArgument> planned = new ArrayList<>();
    for (int number : wanted) {
      KernelArgument parameter = kernel.arguments().get(number);
      String text =
          switch (parameter.kind()) {
            case SCALAR -> planner.scalar(number, parameter);
            case GM_POINTER -> planner.buffer(number, parameter, scan, seed);
          };
      planned.add(new PlannedArgument(number, parameter.name(), text));
    }
    return planned;
  }

  /**
   * The integers nearest to wished ones with which all windows stay in their views, all valid
   * regions in their tiles, and extents agree: the wished ones if other parameters can follow them.
   *
   * @param functions as for {@link #plan}
   * @param wished integers of scalar parameters, by their numbers
   * @param blocks number of blocks of the launch
   * @return integers of the same parameters; empty when none were found
   */
  public static Optional<Map<Integer, Long>> nearest(
      List<Function> functions, KernelObject kernel, Map<Integer, Long> wished, int blocks) {
    ArgumentPlanner fixed = new ArgumentPlanner(functions, kernel, Map.copyOf(wished), blocks);
    if (wished.isEmpty() || fixed.holds(fixed.solve())) {
      return Optional.of(wished);
    }
    ArgumentPlanner free = new ArgumentPlanner(functions, kernel, Map.of(), blocks);
    if (!free.holds(free.solve(wished))) {
      return Optional.empty();
    }
    Map<Integer, Long> found = new TreeMap<>();
    wished.keySet().forEach(number -> found.put(number, (long) free.value(number)));
    return Optional.of(found);
  }

  private boolean holds(KernelScan scan) {
    return scan.limits().stream().allMatch(limit -> limit.value(this::value) <= 0);
  }

  /** Starts with the defaults and mends numbers until all limits hold or nothing helps. */
  private KernelScan solve() {
    return solve(Map.of());
  }

  /** The same from wished numbers, which are no multiples unless they are wished so. */
  private KernelScan solve(Map<Integer, Long> wished) {
    for (int i = 0; i < kernel.arguments().size(); i++) {
      KernelArgument parameter = kernel.arguments().get(i);
      if (parameter.kind() == KernelArgument.Kind.SCALAR) {
        scalars.put(i, start(i, parameter, wished));
      }
    }
    KernelScan scan = scan();
    for (int round = 0;
        round < ROUNDS && (mend(scan) || wished.isEmpty() && align(scan));
        round++) {
      scan = scan();
    }
    return scan;
  }

  private double start(int number, KernelArgument parameter, Map<Integer, Long> wished) {
    Long chosen = given.getOrDefault(number, wished.get(number));
    return chosen == null ? most(parameter, DEFAULT_NUMBER) : chosen;
  }

  private KernelScan scan() {
    return KernelScan.of(functions, kernel.arguments(), this::value, blocks);
  }

  /** The value of a term: a scalar, or the largest element of a buffer. */
  private double value(int key) {
    return key >= 0 ? scalars.getOrDefault(key, 0.0) : elements.getOrDefault(~key, 0.0);
  }

  /** Changes one number for a limit that does not hold; false when none can be mended. */
  private boolean mend(KernelScan scan) {
    for (Linear limit : scan.limits()) {
      double excess = limit.value(this::value);
      if (excess > 0 && (change(limit, excess, false) || change(limit, excess, true))) {
        return true;
      }
    }
    return false;
  }

  /** Makes one number a whole number of steps; false when none can be. */
  private boolean align(KernelScan scan) {
    for (var step : scan.steps().entrySet()) {
      int number = step.getKey();
      double before = value(number);
      double aligned = Math.ceil(before / step.getValue()) * step.getValue();
      if (isFree(number) && aligned != before) {
        scalars.put(number, aligned);
        if (holds(scan)) {
          return true;
        }
        scalars.put(number, before);
      }
    }
    return false;
  }

  /**
   * Lets larger numbers make room first, because a view of as many elements as its parameter says
   * is meant to be large enough; only then makes numbers smaller.
   */
  private boolean change(Linear limit, double excess, boolean smaller) {
    for (var term : limit.terms().entrySet()) {
      int number = term.getKey();
      double factor = term.getValue();
      if (number < 0 || !isFree(number) || factor > 0 != smaller) {
        continue;
      }
      double before = value(number);
      double after =
          smaller
              ? Math.max(0, Math.floor(before - excess / factor + 1e-9))
              : Math.ceil(before - excess / factor - 1e-9);
      double most =
          Math.min(
              most(kernel.arguments().get(number), after), ceilings.getOrDefault(number, after));
      if (after != before && after <= most) {
        scalars.put(number, after);
        if (smaller) {
          ceilings.put(number, after);
        }
        return true;
      }
    }
    return false;
  }

  private boolean isFree(int number) {
    return scalars.containsKey(number) && !given.containsKey(number);
  }

  /** The largest elements with which all places stay where they belong. */
  private void limitElements(KernelScan scan) {
    for (Linear limit : scan.limits()) {
      double factors = 0;
      for (var term : limit.terms().entrySet()) {
        factors += term.getKey() < 0 ? Math.max(0, term.getValue()) : 0;
      }
      if (factors <= 0) {
        continue;
      }
      double room = Math.max(0, Math.floor(-limit.value(this::scalarsOnly) / factors + 1e-9));
      limit
          .terms()
          .forEach(
              (key, factor) -> {
                if (key < 0 && factor > 0) {
                  elements.merge(~key, room, Math::min);
                }
              });
    }
    for (int i = 0; i < kernel.arguments().size(); i++) {
      elements.putIfAbsent(i, SMALL - 1.0);
    }
  }

  private double scalarsOnly(int key) {
    return key >= 0 ? value(key) : 0;
  }

  private static Optional<DataFormat> format(KernelArgument parameter) {
    return DataFormat.byCode(parameter.dataType());
  }

  /** A number, or the largest that the type of a parameter holds if that is less. */
  private static double most(KernelArgument parameter, double number) {
    int bits = format(parameter).map(DataFormat::bits).orElse(Long.SIZE);
    return Math.min(number, Math.pow(2, bits - 1.0) - 1);
  }

  private String scalar(int number, KernelArgument parameter) {
    Optional<DataFormat> format = format(parameter);
    if (format.isEmpty()) {
      return "i1:1"; // The only scalars without a type code are truth values.
    }
    return format.get().kind() == Kind.FLOAT
        ? format.get().spelling() + ":" + DEFAULT_FLOAT
        : format.get().spelling() + ":" + (long) value(number);
  }

  private String buffer(int number, KernelArgument parameter, KernelScan scan, long seed) {
    DataFormat format = format(parameter).orElse(DataFormat.U8);
    String rest = ":" + format.spelling() + ":" + shape(number, scan);
    long own = seed * SEED_STEP + number;
    if (scan.isOnlyWritten(number)) {
      return "zeros" + rest;
    }
    if (format.kind() != Kind.SIGNED && format.kind() != Kind.UNSIGNED) {
      return "rand:" + own + rest;
    }
    long bound = (long) Math.min(value(~number), most(parameter, Integer.MAX_VALUE)) + 1;
    return "uniform:" + own + ":0:" + bound + rest;
  }

  /** The default where the kernel names no number, or one that masks alone bound. */
  private static double elements(double known) {
    return known * Long.BYTES <= DataArray.MAX_BYTES ? known : DEFAULT_ELEMENTS;
  }

  /** The extents of the only or largest view when it is the whole buffer, else its elements. */
  private String shape(int number, KernelScan scan) {
    double count = scan.isUnclear(number) || functions.isEmpty() ? DEFAULT_ELEMENTS : 1;
    List<Integer> extents = List.of();
    for (View view : scan.views(number)) {
      double elements = elements(view.elements(this::value));
      List<Integer> dense = view.dense(this::value);
      if (elements > count || elements == count && extents.isEmpty()) {
        count = elements;
        extents = dense;
      }
    }
    for (Linear reach : scan.reaches(number)) {
      double elements = elements(Math.floor(reach.value(this::value) + 1e-6));
      if (elements > count) {
        count = elements;
        extents = List.of();
      }
    }
    return extents.isEmpty()
        ? Long.toString((long) count)
        : extents.stream().map(String::valueOf).collect(Collectors.joining("x"));
  }
}
