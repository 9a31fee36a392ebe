package org.ptoc.emulator.jit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ptoc.emulator.jit.Segment.Access;
import org.ptoc.emulator.jit.Segment.PredicateResult;
import org.ptoc.emulator.jit.Segment.ScalarOperand;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.emulator.unit.VectorLoads;
import org.ptoc.emulator.unit.VectorStores;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LoadDistribution;
import org.ptoc.ir.isa.PredicatePattern;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.StoreDistribution;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;

/** Takes words into a segment as long as they fit together. */
final class SegmentBuilder {
  /** Bounds on the size of the generated methods and on the number of overlap checks. */
  private static final int MOST_ACCESSES = 12;

  private static final int MOST_OPERATIONS = 40;
  private static final int NO_SCALAR = -1;

  private final Program program;
  private final Liveness liveness;
  private final Set<Integer> cuts;
  private final List<LaneOperation> operations = new ArrayList<>();
  private final List<Access> accesses = new ArrayList<>();
  private final List<ScalarOperand> scalars = new ArrayList<>();
  private final List<CountSource> counts = new ArrayList<>();
  private final Set<Integer> governing = new TreeSet<>();
  private final Map<Integer, PredicateValue> predicates = new HashMap<>();
  private final List<Boolean> exactTruths = new ArrayList<>();
  private final List<Integer> truthWords = new ArrayList<>();
  private long writtenVectors;
  private int width;
  private int at;

  /** What a predicate register holds; {@code width} is 0 for the constant predicate. */
  private record PredicateValue(Mask mask, int width) {}

  private SegmentBuilder(Program program, Liveness liveness, Set<Integer> cuts) {
    this.program = program;
    this.liveness = liveness;
    this.cuts = cuts;
  }

  /**
   * The longest segment that begins at {@code from} and ends at {@code to} or before; it may be empty.
   *
   * @param cuts words that no segment may contain; words that turn out to be in the way are added
   */
  static Segment build(Program program, Liveness liveness, int from, int to, Set<Integer> cuts) {
    while (true) {
      SegmentBuilder builder = new SegmentBuilder(program, liveness, cuts);
      int end = builder.fill(from, to);
      int inTheWay = builder.unwritable(end);
      if (inTheWay < 0) {
        return builder.segment(from, end);
      }
      cuts.add(inTheWay);
    }
  }

  private int fill(int from, int to) {
    at = from;
    while (at < to
        && !cuts.contains(at)
        && operations.size() < MOST_OPERATIONS
        && accesses.size() < MOST_ACCESSES
        && accept(program.at(at))) {
      at++;
    }
    return at;
  }

  private long liveAfter(int end) {
    return end == 0 ? 0 : liveness.after(end - 1);
  }

  /** A word that makes a truth value whose whole image is needed but not known; -1 when there is none. */
  private int unwritable(int end) {
    for (Map.Entry<Integer, PredicateValue> entry : predicates.entrySet()) {
      if (Liveness.hasPredicate(liveAfter(end), entry.getKey())
          && entry.getValue().mask() instanceof Mask.Lane(int index)
          && !exactTruths.get(index)) {
        return truthWords.get(index);
      }
    }
    return -1;
  }

  private Segment segment(int from, int end) {
    long live = liveAfter(end);
    List<PredicateResult> results = new ArrayList<>();
    predicates.forEach((register, value) -> {
      if (Liveness.hasPredicate(live, register)) {
        results.add(new PredicateResult(register, value.mask(), value.width()));
      }
    });
    return new Segment(
        from, end, width == 0 ? 4 : width, List.copyOf(operations), List.copyOf(accesses), List.copyOf(scalars),
        List.copyOf(counts), Set.copyOf(governing), exactTruths.size(), writtenVectors & live & 0xFFFF_FFFFL,
        List.copyOf(results));
  }

  private boolean accept(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Scalar(ScalarOperation operation) -> acceptScalar(operation);
      case Semantics.Control(ControlOperation operation) -> acceptControl(operation);
      case Semantics.Lanes(LaneExpression expression) ->
          instruction.definition().format() == WordFormat.V && acceptLanes(instruction, expression);
      case Semantics.Unit(UnitOperation operation) -> acceptUnit(instruction, operation);
    };
  }

  /** Words that may trap stay where they are: a segment cannot stop in the middle. */
  static boolean acceptScalar(ScalarOperation operation) {
    return switch (operation) {
      case LOAD, STORE, LOAD_PARAMETER, LOAD_CONSTANT, DIVIDE, REMAINDER, CEILING_DIVIDE, FLOOR_DIVIDE -> false;
      case ADD, SUBTRACT, MULTIPLY, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED, SHIFT_RIGHT_SIGNED,
          MAXIMUM, MINIMUM, COMPARE, SELECT, MOVE, EXTEND, CONVERT, NEGATE, SET_BIT, MOVE_IMMEDIATE, MOVE_HIGH ->
          true;
    };
  }

  private static boolean acceptControl(ControlOperation operation) {
    return switch (operation) {
      case NO_OPERATION, BARRIER, MEMORY_BARRIER, DATA_BARRIER, REGION_BEGIN, REGION_END -> true;
      default -> false;
    };
  }

  private boolean acceptUnit(Instruction instruction, UnitOperation operation) {
    return switch (operation) {
      case LOAD, LOAD_UNALIGNED -> acceptLoad(instruction, operation);
      case STORE -> acceptStore(instruction);
      case COMPARE, COMPARE_SCALAR ->
          instruction.definition().format() == WordFormat.V && acceptCompare(instruction, operation);
      case SELECT -> instruction.definition().format() == WordFormat.V && acceptSelect(instruction);
      case PREDICATE_PATTERN -> acceptPattern(instruction);
      case PREDICATE_LESS_THAN, PREDICATE_LESS_THAN_LOOP -> {
        define(instruction, new PredicateValue(count(new CountSource.LessThan(at)), granularity(instruction)));
        yield true;
      }
      case PREDICATE_AND, PREDICATE_OR, PREDICATE_XOR, PREDICATE_NOT, PREDICATE_SELECT ->
          acceptLogic(instruction, operation);
      default -> false;
    };
  }

  private boolean acceptLanes(Instruction instruction, LaneExpression expression) {
    if (!Expressions.supports(expression, instruction.type()) || !fits(instruction.type().bytes())) {
      return false;
    }
    Mask[] mask = new Mask[1];
    if (!mask(instruction.code("pg"), mask)) {
      return false;
    }
    boolean third = instruction.definition().operand("xc").isPresent();
    int scalar = NO_SCALAR;
    if (Expressions.uses(expression, LaneExpression.Slot.SCALAR)) {
      scalar = scalar(instruction.code(third ? "vc" : "vb"), false);
    } else if (Expressions.uses(expression, LaneExpression.Slot.DISTANCE)) {
      scalar = scalar(instruction.code(third ? "vc" : "vb"), true);
    }
    boolean hasThird = instruction.definition().operand("vc").isPresent();
    int vd = instruction.code("vd");
    operations.add(
        new LaneOperation.Compute(
            expression, instruction.type(), vd, instruction.code("va"), instruction.code("vb"),
            hasThird ? instruction.code("vc") : vd, scalar, mask[0], instruction.field("mrg") != 0));
    writtenVectors |= 1L << vd;
    return true;
  }

  private boolean acceptCompare(Instruction instruction, UnitOperation operation) {
    DataType type = instruction.type();
    Mask[] mask = new Mask[1];
    if (!Expressions.isComparable(type) || !fits(type.bytes()) || !mask(instruction.code("pg"), mask)) {
      return false;
    }
    int scalar =
        operation == UnitOperation.COMPARE_SCALAR ? scalar(instruction.code("vb"), false) : NO_SCALAR;
    Comparison comparison = Comparison.byCode(instruction.field("m3")).orElse(Comparison.EQ);
    int truth = truth(true);
    operations.add(
        new LaneOperation.Compare(
            type, comparison, truth, instruction.code("va"), instruction.code("vb"), scalar, mask[0]));
    define(instruction, new PredicateValue(new Mask.Lane(truth), width));
    return true;
  }

  private boolean acceptSelect(Instruction instruction) {
    Mask[] mask = new Mask[1];
    if (!fits(instruction.type().bytes()) || !mask(instruction.code("pg"), mask)) {
      return false;
    }
    int vd = instruction.code("vd");
    operations.add(new LaneOperation.Select(vd, instruction.code("va"), instruction.code("vb"), mask[0]));
    writtenVectors |= 1L << vd;
    return true;
  }

  private boolean acceptLoad(Instruction instruction, UnitOperation operation) {
    int unit;
    int stride;
    int alignment;
    if (operation == UnitOperation.LOAD_UNALIGNED) {
      unit = 0;
      stride = 0;
      alignment = instruction.type().bytes();
    } else {
      LoadDistribution token = LoadDistribution.byCode(instruction.field("dist")).orElse(LoadDistribution.NORM);
      alignment = VectorLoads.alignment(token);
      int lane = laneOf(token);
      unit = unitOf(token);
      stride = isBroadcast(token) ? 0 : unit;
      if (lane < 0 || lane > 0 && !fits(lane)) {
        return false;
      }
    }
    if (unit == 0) {
      // Plain copies of a register take the width of the segment; the first word may have to choose it.
      if (width == 0) {
        width = chooseWidth();
      }
      unit = width;
      stride = width;
    }
    int vd = instruction.code("vd");
    operations.add(new LaneOperation.Load(accesses.size(), vd, unit, stride));
    accesses.add(new Access(at, false, unit, stride, alignment, new Mask.All()));
    writtenVectors |= 1L << vd;
    return true;
  }

  /** Bytes of a result lane: 0 when any will do, -1 for tokens that are left to the interpreter. */
  private static int laneOf(LoadDistribution token) {
    return switch (token) {
      case NORM -> 0;
      case BRC_B8 -> 1;
      case BRC_B16, UNPK_B8 -> 2;
      case BRC_B32, UNPK_B16, UNPK4 -> 4;
      case UNPK_B32 -> 8;
      default -> -1;
    };
  }

  private static int unitOf(LoadDistribution token) {
    return switch (token) {
      case BRC_B8, UNPK_B8, UNPK4 -> 1;
      case BRC_B16, UNPK_B16 -> 2;
      case BRC_B32, UNPK_B32 -> 4;
      default -> 0;
    };
  }

  private static boolean isBroadcast(LoadDistribution token) {
    return switch (token) {
      case BRC_B8, BRC_B16, BRC_B32 -> true;
      default -> false;
    };
  }

  /** The lane width that the next word with a fixed one has. */
  private int chooseWidth() {
    for (int word = at; word < program.size(); word++) {
      Instruction instruction = program.at(word);
      if (instruction.definition().format() == WordFormat.V && instruction.type() != DataType.NONE) {
        return instruction.type().bytes();
      }
      if (instruction.definition().format() == WordFormat.R || instruction.definition().format() == WordFormat.B) {
        break;
      }
    }
    return Math.max(1, program.at(at).type().bytes());
  }

  private boolean acceptStore(Instruction instruction) {
    StoreDistribution token =
        StoreDistribution.byCode(instruction.field("dist")).orElse(StoreDistribution.NORM_B8);
    int predicate = instruction.code("pg");
    boolean constant = predicate == RegisterClass.P.constantRegister();
    int governed = VectorStores.governedBytes(token);
    int unit;
    switch (token) {
      case NORM_B8, NORM_B16, NORM_B32 -> {
        if (width == 0 || !constant) {
          if (!fits(governed)) {
            return false;
          }
        }
        unit = width;
      }
      case PK_B16, PK_B32, PK_B64, PK4_B32 -> {
        if (!fits(governed)) {
          return false;
        }
        unit = token == StoreDistribution.PK4_B32 ? 1 : governed / 2;
      }
      default -> {
        return false;
      }
    }
    Mask[] mask = new Mask[1];
    if (!mask(predicate, mask)) {
      return false;
    }
    operations.add(new LaneOperation.Store(accesses.size(), instruction.code("vd"), unit, mask[0]));
    accesses.add(
        new Access(at, true, unit, unit, VectorStores.alignment(token), mask[0]));
    return true;
  }

  private boolean acceptPattern(Instruction instruction) {
    int lane = granularity(instruction);
    PredicatePattern pattern = PredicatePattern.byCode(instruction.field("pat")).orElseThrow();
    int lanes = Segment.VECTOR_BYTES / lane;
    long[] image = new long[Predicates.WORDS];
    Predicates.pattern(image, 0, lane, pattern);
    int active = Predicates.prefixLength(image, 0, lane);
    if (active < 0) {
      return false;
    }
    Mask mask = active == lanes ? new Mask.All() : count(new CountSource.Constant(active));
    define(instruction, new PredicateValue(mask, lane));
    return true;
  }

  private boolean acceptLogic(Instruction instruction, UnitOperation operation) {
    boolean unary = operation == UnitOperation.PREDICATE_NOT;
    Mask[] a = new Mask[1];
    Mask[] b = {new Mask.All()};
    Mask[] mask = new Mask[1];
    int pa = instruction.code("pa");
    int pb = instruction.code("pb");
    int pg = instruction.code("pg");
    if (width == 0 || !mask(pa, a) || !unary && !mask(pb, b) || !mask(pg, mask)) {
      return false;
    }
    boolean exact =
        switch (operation) {
          case PREDICATE_AND -> isExact(pa) || isExact(pb) || isExact(pg);
          case PREDICATE_OR, PREDICATE_XOR -> isExact(pg) || isExact(pa) && isExact(pb);
          case PREDICATE_NOT -> isExact(pg);
          default -> isExact(pa) && isExact(pb);
        };
    int truth = truth(exact);
    operations.add(new LaneOperation.Logic(operation, truth, a[0], b[0], mask[0]));
    define(instruction, new PredicateValue(new Mask.Lane(truth), width));
    return true;
  }

  /** Whether only the bits that govern lanes of the segment's width can be set. */
  private boolean isExact(int register) {
    PredicateValue value = predicates.get(register);
    if (value == null) {
      return false;
    }
    return value.mask() instanceof Mask.Lane(int index) ? exactTruths.get(index) : value.width() == width;
  }

  private static int granularity(Instruction instruction) {
    return 1 << instruction.code("gr");
  }

  private void define(Instruction instruction, PredicateValue value) {
    int register = instruction.code("pd");
    if (register != RegisterClass.P.constantRegister()) {
      predicates.put(register, value);
    }
  }

  private boolean fits(int lane) {
    if (width == 0) {
      width = lane;
    }
    return width == lane;
  }

  private int scalar(int register, boolean distance) {
    scalars.add(new ScalarOperand(at, register, distance));
    return scalars.size() - 1;
  }

  private int truth(boolean exact) {
    exactTruths.add(exact);
    truthWords.add(at);
    return exactTruths.size() - 1;
  }

  private Mask count(CountSource source) {
    int index = counts.indexOf(source);
    if (index < 0) {
      index = counts.size();
      counts.add(source);
    }
    return new Mask.Count(index);
  }

  /** The mask in a predicate register for lanes of the segment's width; false when it is not known well enough. */
  private boolean mask(int register, Mask[] result) {
    if (register == RegisterClass.P.constantRegister()) {
      result[0] = new Mask.All();
      return true;
    }
    PredicateValue value = predicates.get(register);
    if (value == null) {
      value = new PredicateValue(count(new CountSource.Register(register)), width);
    }
    boolean known = value.mask() instanceof Mask.All ? value.width() <= width : value.width() == width;
    if (known && value.mask() instanceof Mask.Count(int index)) {
      governing.add(index);
    }
    result[0] = value.mask();
    return known;
  }
}
