package org.ptoc.emulator.jit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.emulator.jit.Segment.Access;
import org.ptoc.emulator.jit.Segment.ScalarOperand;
import org.ptoc.emulator.unit.VectorLoads;
import org.ptoc.emulator.unit.VectorStores;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LoadDistribution;
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
  private final SegmentPredicates predicates = new SegmentPredicates();
  private long writtenVectors;
  private int width;
  private int at;

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
      int inTheWay = builder.predicates.unwritable(builder.liveAfter(end));
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

  private Segment segment(int from, int end) {
    long live = liveAfter(end);
    return new Segment(
        from, end, width == 0 ? 4 : width, List.copyOf(operations), List.copyOf(accesses), List.copyOf(scalars),
        predicates.counts(), predicates.governing(), predicates.truths(), writtenVectors & live & 0xFFFF_FFFFL,
        predicates.results(live));
  }

  private boolean accept(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Scalar(ScalarOperation operation) -> PlainWords.isPlain(operation);
      case Semantics.Control(ControlOperation operation) -> PlainWords.isPlain(operation);
      case Semantics.Lanes(LaneExpression expression) ->
          instruction.definition().format() == WordFormat.V && acceptLanes(instruction, expression);
      case Semantics.Unit(UnitOperation operation) -> acceptUnit(instruction, operation);
    };
  }

  private boolean acceptUnit(Instruction instruction, UnitOperation operation) {
    return switch (operation) {
      case LOAD, LOAD_UNALIGNED -> acceptLoad(instruction, operation);
      case STORE -> acceptStore(instruction);
      case COMPARE, COMPARE_SCALAR ->
          instruction.definition().format() == WordFormat.V && acceptCompare(instruction, operation);
      case SELECT -> instruction.definition().format() == WordFormat.V && acceptSelect(instruction);
      case CONVERT, ROUND_TO_INTEGRAL ->
          instruction.definition().format() == WordFormat.V
              && LaneConversion.of(instruction, operation).filter(each -> acceptConvert(instruction, each)).isPresent();
      case PREDICATE_PATTERN -> predicates.acceptPattern(instruction);
      case PREDICATE_LESS_THAN, PREDICATE_LESS_THAN_LOOP -> {
        predicates.defineCount(instruction, at);
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
    Optional<Mask> mask = predicates.mask(instruction.code("pg"), width);
    if (mask.isEmpty()) {
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
            hasThird ? instruction.code("vc") : vd, scalar, mask.get(), instruction.field("mrg") != 0));
    writtenVectors |= 1L << vd;
    return true;
  }

  private boolean acceptConvert(Instruction instruction, LaneConversion conversion) {
    if (!fits(conversion.width())) {
      return false;
    }
    int predicate = instruction.code("pg");
    // Beyond the first part the bits of the mask are others than those of wide lanes.
    Optional<Mask> mask = conversion.isWidening() && conversion.part() > 0
        ? predicates.fullMask(predicate, conversion.from().bytes())
        : predicates.mask(predicate, width);
    if (mask.isEmpty()) {
      return false;
    }
    int vd = instruction.code("vd");
    boolean merging = instruction.field("mrg") != 0;
    operations.add(new LaneOperation.Convert(conversion, vd, instruction.code("va"), mask.get(), merging));
    writtenVectors |= 1L << vd;
    return true;
  }

  private boolean acceptCompare(Instruction instruction, UnitOperation operation) {
    DataType type = instruction.type();
    if (!Expressions.isComparable(type) || !fits(type.bytes())) {
      return false;
    }
    Optional<Mask> mask = predicates.mask(instruction.code("pg"), width);
    if (mask.isEmpty()) {
      return false;
    }
    int scalar =
        operation == UnitOperation.COMPARE_SCALAR ? scalar(instruction.code("vb"), false) : NO_SCALAR;
    Comparison comparison = Comparison.byCode(instruction.field("m3")).orElse(Comparison.EQ);
    int truth = predicates.truth(at, true);
    operations.add(
        new LaneOperation.Compare(
            type, comparison, truth, instruction.code("va"), instruction.code("vb"), scalar, mask.get()));
    predicates.define(instruction.code("pd"), new Mask.Lane(truth), width);
    return true;
  }

  private boolean acceptSelect(Instruction instruction) {
    if (!fits(instruction.type().bytes())) {
      return false;
    }
    Optional<Mask> mask = predicates.mask(instruction.code("pg"), width);
    if (mask.isEmpty()) {
      return false;
    }
    int vd = instruction.code("vd");
    operations.add(new LaneOperation.Select(vd, instruction.code("va"), instruction.code("vb"), mask.get()));
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
      int lane = LoadTokens.laneOf(token);
      unit = LoadTokens.unitOf(token);
      stride = LoadTokens.stepOf(token) * unit;
      if (lane < 0 || lane > 0 && !fits(lane)) {
        return false;
      }
    }
    if (unit == 0) {
      // Plain copies of a register take the width of the segment; the first word may have to choose it.
      if (width == 0) {
        width = LoadTokens.laneWidth(program, at);
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

  private boolean acceptStore(Instruction instruction) {
    StoreDistribution token =
        StoreDistribution.byCode(instruction.field("dist")).orElse(StoreDistribution.NORM_B8);
    int predicate = instruction.code("pg");
    boolean constant = predicate == RegisterClass.P.constantRegister();
    int governed = VectorStores.governedBytes(token);
    int unit;
    switch (token) {
      case NORM_B8, NORM_B16, NORM_B32 -> {
        if ((width == 0 || !constant) && !fits(governed)) {
          return false;
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
    Optional<Mask> mask = predicates.mask(predicate, width);
    if (mask.isEmpty()) {
      return false;
    }
    operations.add(new LaneOperation.Store(accesses.size(), instruction.code("vd"), unit, mask.get()));
    accesses.add(
        new Access(at, true, unit, unit, VectorStores.alignment(token), mask.get()));
    return true;
  }

  private boolean acceptLogic(Instruction instruction, UnitOperation operation) {
    boolean unary = operation == UnitOperation.PREDICATE_NOT;
    int pa = instruction.code("pa");
    int pb = instruction.code("pb");
    int pg = instruction.code("pg");
    if (width == 0) {
      return false;
    }
    Optional<Mask> a = predicates.mask(pa, width);
    Optional<Mask> b = unary ? Optional.of(new Mask.All()) : predicates.mask(pb, width);
    Optional<Mask> mask = predicates.mask(pg, width);
    if (a.isEmpty() || b.isEmpty() || mask.isEmpty()) {
      return false;
    }
    boolean exact = predicates.isExact(operation, pa, pb, pg, width);
    int truth = predicates.truth(at, exact);
    operations.add(new LaneOperation.Logic(operation, truth, a.get(), b.get(), mask.get()));
    predicates.define(instruction.code("pd"), new Mask.Lane(truth), width);
    return true;
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
}
