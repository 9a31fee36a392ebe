package org.ptoc.tools.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.LaunchValue;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileType;

/**
 * What a kernel does with its parameters: how far it reaches into its buffers, and what has to hold
 * so that it stays in its views and tiles.
 */
final class KernelScan {
  private static final int LAST_EVENT = 7;

  /** Bytes that addresses of tiles are multiples of. */
  private static final int BLOCK = 32;

  /** A place in the buffer of a pointer parameter, in bytes. */
  private record Place(int parameter, Range bytes) {}

  private final IntToDoubleFunction current;
  private final int blocks;
  private final Map<Value, Range> numbers = new IdentityHashMap<>();
  private final Map<Value, Place> places = new IdentityHashMap<>();
  private final Map<Value, View> windows = new IdentityHashMap<>();

  /** Elements of a window in each of its dimensions. */
  private final Map<Value, List<Range>> sizes = new IdentityHashMap<>();

  /** Valid rows and columns of tiles that say them when they are made. */
  private final Map<Value, List<Range>> valid = new IdentityHashMap<>();

  /** Operations whose results are conditions. */
  private final Map<Value, Operation> conditions = new IdentityHashMap<>();

  /** What must not be positive. */
  private final List<Linear> limits = new ArrayList<>();

  private final Map<Integer, List<View>> views = new HashMap<>();

  /** Elements that single accesses reach. */
  private final Map<Integer, List<Linear>> reaches = new HashMap<>();

  /** Multiples that scalar parameters should be. */
  private final Map<Integer, Long> steps = new TreeMap<>();

  private final Set<Integer> read = new HashSet<>();
  private final Set<Integer> written = new HashSet<>();
  private final Set<Integer> unclear = new HashSet<>();

  private KernelScan(IntToDoubleFunction current, int blocks) {
    this.current = current;
    this.blocks = blocks;
  }

  /**
   * @param functions the kernel without calls, and its checks, of both kinds of cores where it runs
   *     on both
   * @param parameters the parameters as the object has them; those that the launch fills may be
   *     others in a function for the cube core
   * @param current what terms of {@link Linear} are at present
   * @param blocks number of blocks of the launch
   */
  static KernelScan of(
      List<Function> functions,
      List<KernelArgument> parameters,
      IntToDoubleFunction current,
      int blocks) {
    KernelScan scan = new KernelScan(current, blocks);
    for (Function function : functions) {
      int next = 0;
      for (Value value : function.parameters()) {
        Optional<LaunchValue> filled = filled(value, parameters);
        if (filled.isPresent()) {
          scan.numbers.put(value, scan.range(filled.get()));
          continue;
        }
        while (next < parameters.size() && parameters.get(next).launchValue().isPresent()) {
          next++;
        }
        if (next < parameters.size()) {
          scan.parameter(next, value, parameters.get(next++));
        }
      }
      function.body().ifPresent(scan::region);
    }
    return scan;
  }

  List<Linear> limits() {
    return limits;
  }

  Map<Integer, Long> steps() {
    return steps;
  }

  List<View> views(int parameter) {
    return views.getOrDefault(parameter, List.of());
  }

  List<Linear> reaches(int parameter) {
    return reaches.getOrDefault(parameter, List.of());
  }

  /** True if the kernel does something with the buffer that says nothing of its size. */
  boolean isUnclear(int parameter) {
    return unclear.contains(parameter);
  }

  /** True if the kernel writes the buffer and never reads it. */
  boolean isOnlyWritten(int parameter) {
    return written.contains(parameter) && !read.contains(parameter);
  }

  private void parameter(int number, Value value, KernelArgument description) {
    if (description.kind() == KernelArgument.Kind.GM_POINTER) {
      places.put(value, new Place(number, Range.of(0)));
      return;
    }
    numbers.put(value, Range.of(Linear.scalar(number)));
  }

  /** What the launch gives to a parameter of a function: by the kernel, or by its name alone. */
  private static Optional<LaunchValue> filled(Value value, List<KernelArgument> parameters) {
    return parameters.stream()
        .filter(each -> !each.name().isEmpty() && each.name().equals(value.name()))
        .findFirst()
        .map(KernelArgument::launchValue)
        .orElseGet(() -> LaunchValue.byParameter(value.name()));
  }

  private Range range(LaunchValue value) {
    return switch (value) {
      case BLOCK_INDEX -> upTo(blocks - 1);
      case BLOCK_COUNT -> Range.of(blocks);
      case SUBBLOCK_INDEX -> upTo(1);
    };
  }

  private static Range upTo(double high) {
    return new Range(Linear.of(0), Linear.of(high));
  }

  private void region(Region region) {
    region.operations().forEach(this::operation);
  }

  private void operation(Operation op) {
    switch (op.definition().form()) {
      case CONSTANT -> constant(op);
      case INTEGER_BINARY -> {
        numbers.put(op.result(), binary(op));
        conditions.put(op.result(), op);
      }
      case INTEGER_COMPARE -> conditions.put(op.result(), op);
      case IF -> conditional(op);
      case SELECT_SCALAR ->
          numbers.put(op.result(), number(op, RoleName.LHS).or(number(op, RoleName.RHS)));
      case SCALAR_CAST -> numbers.put(op.result(), number(op, RoleName.INPUT));
      case QUERY -> query(op);
      case FOR -> loop(op);
      case MAKE_VIEW -> view(op);
      case PARTITION -> partition(op);
      case VIEW_QUERY -> extent(op);
      case VIEW_ADDRESS -> window(op, RoleName.VIEW).ifPresent(view -> address(op.result(), view));
      case ADD_POINTER -> move(op);
      case CAST_POINTER -> place(op, RoleName.INPUT).ifPresent(at -> places.put(op.result(), at));
      case LOAD_SCALAR -> loadScalar(op);
      case STORE_SCALAR ->
          scalarAccess(op, RoleName.DEST).ifPresent(at -> written.add(at.parameter()));
      case ALLOC_TILE -> tile(op);
      case ALLOC_MULTI_TILE -> address(op);
      case SET_VALID -> valid(op, op.operand(RoleName.TILE), RoleName.ROWS, RoleName.COLUMNS);
      case TILE_LOAD -> {
        window(op, RoleName.SRC).ifPresent(view -> read.add(view.parameter()));
        fit(op.operand(RoleName.DST), op.operand(RoleName.SRC));
      }
      case TILE_STORE -> {
        window(op, RoleName.DST).ifPresent(view -> written.add(view.parameter()));
        fit(op.operand(RoleName.SRC), op.operand(RoleName.DST));
      }
      case TRANSFER_IN, COPY_IN -> place(op, RoleName.SOURCE).ifPresent(at -> transfer(at, read));
      case TRANSFER_OUT, COPY_OUT ->
          place(op, RoleName.DEST).ifPresent(at -> transfer(at, written));
      case FLAG ->
          op.optional(RoleName.EVENT_ID).ifPresent(event -> atMost(number(event), LAST_EVENT));
      default -> other(op);
    }
  }

  private void conditional(Operation op) {
    if (traps(op.regions().getFirst())) {
      exclude(op.operand(RoleName.CONDITION));
    }
    other(op);
  }

  private static boolean traps(Region region) {
    return region
        .operations()
        .getFirst()
        .attributes()
        .named(OperandRole.TRAP.spelling())
        .isPresent();
  }

  /** A condition that must not hold: numbers that are the same in a whole run limit each other. */
  private void exclude(Value condition) {
    Operation op = conditions.get(condition);
    if (op == null) {
      return;
    }
    if (op.definition().form() == OperationForm.INTEGER_BINARY) {
      if (Arithmetic.of(op.definition()) == Arithmetic.ORI) {
        exclude(op.operand(RoleName.LHS));
        exclude(op.operand(RoleName.RHS));
      }
      return;
    }
    Range lhs = number(op, RoleName.LHS);
    Range rhs = number(op, RoleName.RHS);
    if (!lhs.isOne() || !rhs.isOne()) {
      return;
    }
    Linear difference = lhs.low().minus(rhs.low());
    switch (op.attributes().text(AttributeName.PREDICATE).orElse("")) {
      case "ne" -> {
        limit(difference);
        limit(difference.times(-1));
      }
      case "ugt", "sgt" -> limit(difference);
      case "uge", "sge" -> limit(difference.plus(Linear.of(1)));
      case "ult", "slt" -> limit(difference.times(-1));
      case "ule", "sle" -> limit(difference.times(-1).plus(Linear.of(1)));
      default -> {
        /* limits nothing on one side alone */
      }
    }
  }

  /** Whatever gets a pointer or a view and is not known here may do anything with it. */
  private void other(Operation op) {
    for (Value operand : op.operands()) {
      Optional.ofNullable(places.get(operand)).ifPresent(at -> unclear(at.parameter()));
      Optional.ofNullable(windows.get(operand)).ifPresent(view -> use(view.parameter()));
    }
    op.regions().forEach(this::region);
  }

  private void unclear(int parameter) {
    unclear.add(parameter);
    use(parameter);
  }

  /** Bursts are counted by machine values, which say too little of the buffer. */
  private void transfer(Place at, Set<Integer> direction) {
    unclear.add(at.parameter());
    direction.add(at.parameter());
  }

  private void use(int parameter) {
    read.add(parameter);
    written.add(parameter);
  }

  private void constant(Operation op) {
    if (op.attributes().get(AttributeName.VALUE).orElse(Attribute.Unit.UNIT)
        instanceof Attribute.Int number) {
      numbers.put(op.result(), Range.of((double) number.value()));
    }
  }

  private Range number(Value value) {
    return numbers.getOrDefault(value, Range.UNKNOWN);
  }

  private Range number(Operation op, RoleName role) {
    return number(op.operand(role));
  }

  private Range binary(Operation op) {
    Range lhs = number(op, RoleName.LHS);
    Range rhs = number(op, RoleName.RHS);
    double constant = rhs.isConstant() ? rhs.low().constant() : Double.NaN;
    return switch (Arithmetic.of(op.definition())) {
      case ADDI -> lhs.plus(rhs);
      case SUBI -> lhs.minus(rhs);
      case MULI -> lhs.times(rhs, current);
      case SHLI -> lhs.times(Math.pow(2, constant));
      case SHRSI, SHRUI -> lhs.dividedBy(Math.pow(2, constant));
      case DIVSI, DIVUI, FLOORDIVSI -> constant > 0 ? lhs.dividedBy(constant) : Range.UNKNOWN;
      case CEILDIVSI, CEILDIVUI ->
          constant > 0 ? lhs.plus(Range.of(constant - 1)).dividedBy(constant) : Range.UNKNOWN;
      case REMSI, REMUI -> upTo(rhs.high().minus(Linear.of(1)));
      case ANDI -> upTo(rhs.high());
      case MINSI, MINUI -> lhs.min(rhs);
      case MAXSI, MAXUI -> lhs.max(rhs);
      case ORI, XORI -> Range.UNKNOWN;
      case CONSTANT, CMPI, CMPF, SELECT -> Range.UNKNOWN;
      case ADDF, SUBF, MULF, DIVF, NEGF, MAXIMUMF, MINIMUMF, MAXNUMF, MINNUMF -> Range.UNKNOWN;
      case INDEX_CAST, INDEX_CASTUI, EXTSI, EXTUI, TRUNCI -> Range.UNKNOWN;
      case EXTF, TRUNCF, SITOFP, UITOFP, FPTOSI, FPTOUI, BITCAST -> Range.UNKNOWN;
    };
  }

  /** From 0 to a bound; nothing is known without one. */
  private static Range upTo(Linear bound) {
    return bound.isKnown() ? new Range(Linear.of(0), bound) : Range.UNKNOWN;
  }

  private void query(Operation op) {
    SpecialRegister register = op.definition().register();
    Range range = Range.UNKNOWN;
    if (register == SpecialRegister.BLOCK_IDX) {
      range = upTo(blocks - 1);
    } else if (register == SpecialRegister.BLOCK_NUM) {
      range = Range.of(blocks);
    } else if (register == SpecialRegister.SUBBLOCK_IDX) {
      range = upTo(1);
    }
    numbers.put(op.result(), range);
  }

  private void loop(Operation op) {
    for (Value carried : op.group(RoleName.INIT)) {
      Optional.ofNullable(places.get(carried)).ifPresent(at -> unclear(at.parameter()));
    }
    Range lower = number(op, RoleName.LOWER);
    Range upper = number(op, RoleName.UPPER);
    Range step = number(op, RoleName.STEP);
    double stride = step.isConstant() ? Math.max(1, step.low().constant()) : 1;
    // The first of a strided loop is often the number of the block, so that the last is later too.
    double shift =
        lower.high().isConstant() ? Math.min(lower.high().constant(), stride - 1) : stride - 1;
    Linear last = upper.high().minus(Linear.of(stride - Math.max(0, shift)));
    if (lower.isConstant() && upper.high().isConstant()) {
      double first = lower.low().constant();
      double turns = Math.ceil((upper.high().constant() - first) / stride);
      last = Linear.of(first + Math.max(0, turns - 1) * stride);
    } else if (stride > 1) {
      // A kernel of whole tiles means sizes that are multiples of its step.
      upper.high().terms().forEach((key, factor) -> align(key, factor, (long) stride));
    }
    if (!op.region().arguments().isEmpty()) {
      numbers.put(op.region().arguments().getFirst(), new Range(lower.low(), last));
    }
    region(op.region());
  }

  private void align(int key, double factor, long stride) {
    if (key >= 0 && factor == 1) {
      steps.merge(key, stride, Math::max);
    }
  }

  private void view(Operation op) {
    place(op, RoleName.BASE)
        .ifPresent(
            base -> {
              View view =
                  new View(
                      base.parameter(),
                      base.bytes().dividedBy(bytes(op.operand(RoleName.BASE))),
                      op.group(RoleName.SHAPE).stream().map(this::number).toList(),
                      op.group(RoleName.STRIDES).stream().map(this::number).toList());
              windows.put(op.result(), view);
              sizes.put(op.result(), view.shape());
              if (!view.strides().isEmpty()) {
                // Lines of tiles lie without gaps.
                limit(view.strides().getLast().high().minus(Linear.of(1)));
              }
              views.computeIfAbsent(view.parameter(), missing -> new ArrayList<>()).add(view);
            });
  }

  private void partition(Operation op) {
    window(op, RoleName.VIEW)
        .ifPresent(
            view -> {
              windows.put(op.result(), view);
              this.sizes.put(
                  op.result(), op.group(RoleName.SIZES).stream().map(this::number).toList());
              List<Value> offsets = op.group(RoleName.OFFSETS);
              List<Value> sizes = op.group(RoleName.SIZES);
              int rank = Math.min(view.shape().size(), Math.min(offsets.size(), sizes.size()));
              for (int i = 0; i < rank; i++) {
                Range end = number(offsets.get(i)).plus(number(sizes.get(i)));
                limit(end.high().minus(view.shape().get(i).low()));
              }
            });
  }

  private void extent(Operation op) {
    Range dimension = number(op, RoleName.DIMENSION);
    window(op, RoleName.VIEW)
        .filter(view -> dimension.isConstant())
        .filter(view -> dimension.low().constant() >= 0)
        .filter(view -> dimension.low().constant() < view.shape().size())
        .ifPresent(
            view -> numbers.put(op.result(), view.shape().get((int) dimension.low().constant())));
  }

  private void address(Value result, View view) {
    places.put(result, new Place(view.parameter(), view.start().times(bytes(result))));
  }

  private void move(Operation op) {
    place(op, RoleName.BASE)
        .ifPresent(
            base ->
                places.put(
                    op.result(),
                    new Place(
                        base.parameter(),
                        base.bytes()
                            .plus(
                                number(op, RoleName.OFFSET)
                                    .times(bytes(op.operand(RoleName.BASE)))))));
  }

  private void loadScalar(Operation op) {
    scalarAccess(op, RoleName.SOURCE)
        .ifPresent(
            at -> {
              read.add(at.parameter());
              if (op.result().type() instanceof ElementType type && !type.isFloat()) {
                numbers.put(op.result(), new Range(Linear.of(0), Linear.element(at.parameter())));
              }
            });
  }

  private Optional<Place> scalarAccess(Operation op, RoleName role) {
    Optional<Place> place = place(op, role);
    place.ifPresent(
        at -> {
          double size = bytes(op.operand(role));
          Linear last = at.bytes().high().times(1 / size).plus(number(op, RoleName.OFFSET).high());
          reaches
              .computeIfAbsent(at.parameter(), missing -> new ArrayList<>())
              .add(last.plus(Linear.of(1)));
        });
    return place;
  }

  /** Addresses of tiles are multiples of blocks. */
  private void address(Operation op) {
    op.optional(RoleName.ADDR)
        .ifPresent(
            addr -> number(addr).high().terms().forEach((key, each) -> align(key, each, BLOCK)));
  }

  /** What a transfer moves is the valid region of a tile and lies in a window. */
  private void fit(Value tile, Value window) {
    List<Range> inside = valid.getOrDefault(tile, List.of());
    List<Range> around = sizes.getOrDefault(window, List.of());
    for (int i = 0; i < inside.size() && around.size() == inside.size(); i++) {
      limit(inside.get(i).high().minus(around.get(i).low()));
    }
  }

  private void tile(Operation op) {
    address(op);
    if (op.result().type() instanceof TileType type) {
      List<Range> extents = new ArrayList<>();
      extents.add(
          op.optional(RoleName.VALID_ROW).map(this::number).orElse(Range.of(type.validRows())));
      extents.add(
          op.optional(RoleName.VALID_COL).map(this::number).orElse(Range.of(type.validColumns())));
      valid.put(op.result(), extents);
      op.optional(RoleName.VALID_ROW).ifPresent(rows -> atMost(number(rows), type.rows()));
      op.optional(RoleName.VALID_COL).ifPresent(columns -> atMost(number(columns), type.columns()));
    }
  }

  private void valid(Operation op, Value tile, RoleName rows, RoleName columns) {
    if (tile.type() instanceof TileType type) {
      atMost(number(op, rows), type.rows());
      atMost(number(op, columns), type.columns());
    }
  }

  private void atMost(Range value, double most) {
    limit(value.high().minus(Linear.of(most)));
  }

  private void limit(Linear notPositive) {
    if (notPositive.isKnown() && !notPositive.terms().isEmpty()) {
      limits.add(notPositive);
    }
  }

  private Optional<Place> place(Operation op, RoleName role) {
    return Optional.ofNullable(places.get(op.operand(role)));
  }

  private Optional<View> window(Operation op, RoleName role) {
    return Optional.ofNullable(windows.get(op.operand(role)));
  }

  /** Bytes of an element behind a pointer. */
  private static double bytes(Value pointer) {
    return pointer.type() instanceof PointerType type ? Math.max(1, type.element().bits() / 8) : 1;
  }
}
