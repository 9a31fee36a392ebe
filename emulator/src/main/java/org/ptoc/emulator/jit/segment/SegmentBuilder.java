package org.ptoc.emulator.jit.segment;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneTyping;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.TypedExpression;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;

/** Takes words into a segment as long as they fit together. */
public final class SegmentBuilder {
  /** Bounds on the size of the generated methods and on the number of overlap checks. */
  private static final int MOST_ACCESSES = 12;

  private static final int MOST_OPERATIONS = 40;
  private static final int NO_SCALAR = -1;

  private final Program program;
  private final Set<Integer> cuts;
  private final SegmentDraft draft;
  private final MemoryWords memory;
  private int words;

  private SegmentBuilder(Program program, Set<Integer> cuts, MaskImages images) {
    this.program = program;
    this.cuts = cuts;
    this.draft = new SegmentDraft(images);
    this.memory = new MemoryWords(draft, program);
  }

  /**
   * The longest segment that begins at {@code from} and ends at {@code to} or before; it may be
   * empty.
   *
   * @param cuts words that no segment may contain; words that turn out to be in the way are added
   */
  public static Segment build(
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

  /** A word that may trap is none of a segment, which cannot stop in the middle. */
  private boolean accept(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Scalar(ScalarOperation operation) -> !operation.mayTrap();
      case Semantics.Control(ControlOperation operation) -> leavesLanes(operation);
      case Semantics.Lanes lanes ->
          instruction.definition().format() == WordFormat.V
              && lanes.layout() == Semantics.Layout.PARTS
              && acceptLanes(instruction, LaneTyping.of(instruction, lanes));
      case Semantics.Unit(UnitOperation operation) -> acceptUnit(instruction, operation);
    };
  }

  /** Words that do nothing to the lanes. */
  private static boolean leavesLanes(ControlOperation operation) {
    return switch (operation.subject()) {
      case NOTHING, BARRIER, REGION -> true;
      case DATA -> operation == ControlOperation.DATA_BARRIER;
      case FLOW, PRINT, FLAG, BUFFER, CORES, SPECIAL -> false;
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
      case PREDICATE_MOVE ->
          draft.predicates.copy(instruction.code(FieldName.PA), instruction.code(FieldName.PD));
      default -> false;
    };
  }

  private boolean acceptLanes(Instruction instruction, List<TypedExpression> results) {
    int source = instruction.type().bytes();
    int result = instruction.resultType().bytes();
    if (!results.stream().allMatch(Expressions::supports)
        || !draft.fits(Math.max(source, result))) {
      return false;
    }
    int part = source == result ? 0 : instruction.code(FieldName.PART);
    Optional<Mask> governing =
        draft.mask(instruction.code(FieldName.PG), source < result ? part * source : 0);
    boolean selects = reads(results, Slot.SELECTOR);
    Optional<Mask> truth =
        selects || !reads(results, Slot.CARRY)
            ? governing
            : draft.mask(instruction.code(FieldName.VC) & 0xF);
    if (governing.isEmpty() || truth.isEmpty()) {
      return false;
    }
    boolean third = instruction.definition().operand(OperandRole.XC).isPresent();
    int scalar = NO_SCALAR;
    if (reads(results, Slot.SCALAR)) {
      scalar = draft.scalar(instruction.code(third ? FieldName.VC : FieldName.VB), false);
    } else if (reads(results, Slot.DISTANCE)) {
      scalar = draft.scalar(instruction.code(third ? FieldName.VC : FieldName.VB), true);
    }
    boolean hasThird = instruction.definition().operand(OperandRole.VC).isPresent();
    draft.compute(
        instruction,
        results,
        new LaneOperation.Operands(
            instruction.code(FieldName.VA),
            instruction.code(FieldName.VB),
            instruction.code(hasThird ? FieldName.VC : FieldName.VD),
            part,
            scalar,
            truth.get()),
        selects ? new Mask.All() : governing.get());
    return true;
  }

  private static boolean reads(List<TypedExpression> results, Slot slot) {
    return results.stream().anyMatch(each -> each.reads(slot));
  }

  private boolean acceptLogic(Instruction instruction, UnitOperation operation) {
    boolean unary = operation == UnitOperation.PREDICATE_NOT;
    int pa = instruction.code(FieldName.PA);
    int pb = instruction.code(FieldName.PB);
    int pg = instruction.code(FieldName.PG);
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
    draft.predicates.define(instruction.code(FieldName.PD), new Mask.Lane(truth), width);
    return true;
  }
}
