package org.ptoc.emulator.jit;

import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;

/** Takes words into a segment as long as they fit together. */
final class SegmentBuilder {
  /** Bounds on the size of the generated methods and on the number of overlap checks. */
  private static final int MOST_ACCESSES = 12;

  private static final int MOST_OPERATIONS = 40;
  private static final int NO_SCALAR = -1;

  private final Program program;
  private final Set<Integer> cuts;
  private final SegmentDraft draft;
  private final MemoryWords memory;
  private final CompositeWords composites;
  private int words;

  private SegmentBuilder(Program program, Set<Integer> cuts, MaskImages images) {
    this.program = program;
    this.cuts = cuts;
    this.draft = new SegmentDraft(images);
    this.memory = new MemoryWords(draft, program);
    this.composites = new CompositeWords(draft);
  }

  /**
   * The longest segment that begins at {@code from} and ends at {@code to} or before; it may be
   * empty.
   *
   * @param cuts words that no segment may contain; words that turn out to be in the way are added
   */
  static Segment build(
      Program program,
      WordLiveness liveness,
      MaskImages images,
      int from,
      int to,
      Set<Integer> cuts) {
    while (true) {
      SegmentBuilder builder = new SegmentBuilder(program, cuts, images);
      int end = builder.fill(from, to);
      long live = end == 0 ? 0 : liveness.after(end - 1);
      int inTheWay = builder.draft.predicates.unwritable(live);
      if (inTheWay < 0) {
        return builder.draft.segment(from, builder.words, live);
      }
      cuts.add(inTheWay);
    }
  }

  private int fill(int from, int to) {
    draft.at = from;
    draft.end = to;
    while (draft.at < to
        && !cuts.contains(draft.at)
        && draft.operations.size() < MOST_OPERATIONS
        && draft.accesses() < MOST_ACCESSES) {
      int steps = draft.operations.size();
      if (!accept(program.at(draft.at))) {
        draft.operations.subList(steps, draft.operations.size()).clear();
        break;
      }
      words += draft.operations.size() > steps ? 1 : 0;
      draft.at++;
    }
    return draft.at;
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
      case LOAD, LOAD_PAIR -> memory.acceptLoad(instruction);
      case LOAD_UNALIGNED -> memory.acceptUnaligned(instruction);
      case STORE -> memory.acceptStore(instruction);
      case STORE_PAIR -> memory.acceptStorePair(instruction);
      case PREDICATE_PATTERN -> draft.predicates.acceptPattern(instruction);
      case PREDICATE_LESS_THAN, PREDICATE_LESS_THAN_LOOP -> {
        draft.predicates.defineCount(instruction, draft.at);
        yield true;
      }
      case PREDICATE_AND, PREDICATE_OR, PREDICATE_XOR, PREDICATE_NOT, PREDICATE_SELECT ->
          acceptLogic(instruction, operation);
      case PREDICATE_MOVE -> draft.predicates.copy(instruction.code("pa"), instruction.code("pd"));
      default ->
          instruction.definition().format() == WordFormat.V && acceptVector(instruction, operation);
    };
  }

  private boolean acceptVector(Instruction instruction, UnitOperation operation) {
    return switch (operation) {
      case COMPARE, COMPARE_SCALAR -> acceptCompare(instruction, operation);
      case SELECT -> acceptSelect(instruction);
      case CONVERT, ROUND_TO_INTEGRAL ->
          LaneConversion.of(instruction, operation)
              .filter(each -> acceptConvert(instruction, each))
              .isPresent();
      case MULTIPLY_SCALAR_CONVERT -> composites.acceptScaleConvert(instruction);
      case EXPONENT_OF_DIFFERENCE -> composites.acceptExponentOfDifference(instruction);
      case MULTIPLY_WIDE -> composites.acceptMultiplyWide(instruction);
      case ADD_CARRY -> composites.acceptAddition(instruction, false);
      case ADD_WITH_CARRY -> composites.acceptAddition(instruction, true);
      case SUBTRACT_BORROW -> composites.acceptSubtraction(instruction, false);
      case SUBTRACT_WITH_BORROW -> composites.acceptSubtraction(instruction, true);
      case INDEX -> composites.acceptIndex(instruction);
      default -> false;
    };
  }

  private boolean acceptLanes(Instruction instruction, LaneExpression expression) {
    if (!Expressions.supports(expression, instruction.type())
        || !draft.fits(instruction.type().bytes())) {
      return false;
    }
    Optional<Mask> mask = draft.mask(instruction.code("pg"));
    if (mask.isEmpty()) {
      return false;
    }
    boolean third = instruction.definition().operand("xc").isPresent();
    int scalar = NO_SCALAR;
    if (Expressions.uses(expression, LaneExpression.Slot.SCALAR)) {
      scalar = draft.scalar(instruction.code(third ? "vc" : "vb"), false);
    } else if (Expressions.uses(expression, LaneExpression.Slot.DISTANCE)) {
      scalar = draft.scalar(instruction.code(third ? "vc" : "vb"), true);
    }
    boolean hasThird = instruction.definition().operand("vc").isPresent();
    int vd = instruction.code("vd");
    draft.add(
        new LaneOperation.Compute(
            expression,
            instruction.type(),
            vd,
            instruction.code("va"),
            instruction.code("vb"),
            hasThird ? instruction.code("vc") : vd,
            scalar,
            mask.get(),
            instruction.field("mrg") != 0));
    return true;
  }

  private boolean acceptConvert(Instruction instruction, LaneConversion conversion) {
    if (!draft.fits(conversion.width())) {
      return false;
    }
    int offset = conversion.isWidening() ? conversion.shift() / Byte.SIZE : 0;
    Optional<Mask> mask = draft.mask(instruction.code("pg"), offset);
    mask.ifPresent(
        known ->
            draft.add(
                new LaneOperation.Convert(
                    conversion,
                    instruction.code("vd"),
                    instruction.code("va"),
                    known,
                    instruction.field("mrg") != 0)));
    return mask.isPresent();
  }

  private boolean acceptCompare(Instruction instruction, UnitOperation operation) {
    DataType type = instruction.type();
    if (!Expressions.isComparable(type) || !draft.fits(type.bytes())) {
      return false;
    }
    Optional<Mask> mask = draft.mask(instruction.code("pg"));
    if (mask.isEmpty()) {
      return false;
    }
    int scalar =
        operation == UnitOperation.COMPARE_SCALAR
            ? draft.scalar(instruction.code("vb"), false)
            : NO_SCALAR;
    Comparison comparison = Comparison.byCode(instruction.field("m3")).orElse(Comparison.EQ);
    int truth = draft.predicates.truth(draft.at, true);
    draft.add(
        new LaneOperation.Compare(
            type,
            comparison,
            truth,
            instruction.code("va"),
            instruction.code("vb"),
            scalar,
            mask.get()));
    draft.predicates.define(instruction.code("pd"), new Mask.Lane(truth), draft.width);
    return true;
  }

  private boolean acceptSelect(Instruction instruction) {
    if (!draft.fits(instruction.type().bytes())) {
      return false;
    }
    Optional<Mask> mask = draft.mask(instruction.code("pg"));
    mask.ifPresent(
        known ->
            draft.add(
                new LaneOperation.Select(
                    instruction.code("vd"),
                    instruction.code("va"),
                    instruction.code("vb"),
                    known)));
    return mask.isPresent();
  }

  private boolean acceptLogic(Instruction instruction, UnitOperation operation) {
    boolean unary = operation == UnitOperation.PREDICATE_NOT;
    int pa = instruction.code("pa");
    int pb = instruction.code("pb");
    int pg = instruction.code("pg");
    int width = draft.width;
    if (width == 0) {
      return false;
    }
    Optional<Mask> a = draft.mask(pa);
    Optional<Mask> b = unary ? Optional.of(new Mask.All()) : draft.mask(pb);
    Optional<Mask> mask = draft.mask(pg);
    if (a.isEmpty() || b.isEmpty() || mask.isEmpty()) {
      return false;
    }
    boolean exact = draft.predicates.isExact(operation, pa, pb, pg, width);
    int truth = draft.predicates.truth(draft.at, exact);
    draft.add(new LaneOperation.Logic(operation, truth, a.get(), b.get(), mask.get()));
    draft.predicates.define(instruction.code("pd"), new Mask.Lane(truth), width);
    return true;
  }
}
