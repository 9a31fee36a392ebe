package org.ptoc.emulator.jit.loop;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.carrier.LaneCode;
import org.ptoc.emulator.jit.carrier.LaneCode.Value;
import org.ptoc.emulator.jit.segment.LaneConversion;
import org.ptoc.emulator.jit.segment.LaneOperation;
import org.ptoc.emulator.jit.segment.LanePlaces;
import org.ptoc.emulator.jit.segment.Mask;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.emulator.jit.segment.WordLiveness;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.TypedExpression;
import org.ptoc.ir.isa.UnitOperation;

/**
 * One loop over lanes in a {@link LaneMethod}: the lanes where prefix masks are set, or those
 * behind them.
 */
final class LoopCode {
  private final Segment segment;
  private final IterationMode mode;
  private final LaneCode code;
  private final MethodVisitor mv;
  private final int lane;
  private final boolean active;
  private final List<Value> splats;

  /** State of the lanes while their code is written. */
  private final Map<Integer, Value> registers = new HashMap<>();

  private final Set<Integer> written = new HashSet<>();
  private final int[] truths;
  private final LaneIndex index;

  /**
   * A loop.
   *
   * @param lane local variable with the number of the lane
   * @param active whether prefix masks are set
   * @param splats the scalar operands
   * @param index where the lanes stand
   */
  LoopCode(
      Segment segment,
      IterationMode mode,
      LaneCode code,
      int lane,
      boolean active,
      List<Value> splats,
      LaneIndex index) {
    this.segment = segment;
    this.mode = mode;
    this.code = code;
    this.mv = code.mv;
    this.lane = lane;
    this.active = active;
    this.splats = splats.stream().map(code::copy).toList();
    this.truths = new int[segment.truths()];
    segment.operations().forEach(operation -> written.addAll(operation.written()));
    this.index = index;
  }

  /** Writes the loop; its lane variable is set. */
  void write() {
    index.begin();
    code.whileBelow(lane, this::pushEnd, this::writeBody);
  }

  private void writeBody() {
    segment.operations().forEach(this::write);
    if (mode.flat()) {
      handOn();
    } else {
      writeBack();
    }
    mv.visitIincInsn(lane, code.lanes());
  }

  private void pushEnd() {
    if (active && (mode.flat() || segment.isMasked())) {
      index.pushEnd();
      pushLess(code.lanes() - 1);
    } else {
      code.pushInt(segment.lanes() - code.lanes() + 1);
    }
  }

  private void pushLess(int number) {
    if (number > 0) {
      code.withConstant(Opcodes.ISUB, number);
    }
  }

  private void write(LaneOperation operation) {
    switch (operation) {
      case LaneOperation.Load(int access, int vd, LanePlaces places, int further) -> {
        Runnable place = () -> index.pushAddress(access, places, further);
        registers.put(
            vd, code.load(index.array(access), place, places.unit(), places.isBroadcast()));
      }
      case LaneOperation.Store store -> store(store);
      case LaneOperation.Compute compute -> compute(compute);
      case LaneOperation.Logic logic -> logic(logic);
      case LaneOperation.Test(int result, int predicate, int offset) -> {
        code.pushImage(
            LaneMethod.PREDICATES, predicate * Predicates.WORDS, () -> index.pushBit(offset));
        truths[result] = code.storeTruth();
      }
    }
  }

  private Value register(int number) {
    Value value = registers.get(number);
    if (value == null) {
      Integer flow = mode.flow().get(number);
      if (flow == null) {
        value =
            code.load(
                LaneMethod.VECTORS, () -> index.pushRegisterIndex(number), segment.width(), false);
      } else { // Written by an earlier lane loop, or the iterations would not be flat.
        value = code.load(LaneMethod.FLOW, () -> index.pushFlowIndex(flow), segment.width(), false);
      }
      registers.put(number, value);
    }
    return value;
  }

  private void store(LaneOperation.Store store) {
    Value value = register(store.vs());
    Runnable place = () -> index.pushAddress(store.access(), store.places(), store.further());
    int array = index.array(store.access());
    int unit = store.places().unit();
    switch (store.mask()) {
      case Mask.All all -> code.store(array, place, value, unit);
      case Mask.Count count -> {
        if (active) {
          code.store(array, place, value, unit);
        }
      }
      case Mask.Lane(int truth) -> code.store(array, place, value, unit, truths[truth]);
    }
  }

  private void compute(LaneOperation.Compute compute) {
    boolean never = compute.mask() instanceof Mask.Count && !active;
    Map<Integer, Value> vectors = new HashMap<>();
    Operands operands = new Operands(compute.operands());
    for (LaneOperation.Result result : compute.results()) {
      switch (result) {
        case LaneOperation.Result.Vector(var expression, int vd) when !never ->
            vectors.put(
                vd, masked(compute, vd, expression.type(), code.emit(expression, operands)));
        case LaneOperation.Result.Vector(var expression, int vd)
            when !compute.merging() || isNarrow(expression.type()) ->
            vectors.put(vd, inactive(compute, vd, expression.type()));
        case LaneOperation.Result.Vector vector -> {}
        case LaneOperation.Result.Truth(var expression, int number) -> {
          if (never) {
            code.pushTruth(false);
          } else {
            code.pushTruth(expression, operands);
            andMask(compute.mask());
          }
          truths[number] = code.storeTruth();
        }
      }
    }
    registers.putAll(vectors);
  }

  private boolean isNarrow(DataType type) {
    return type.bytes() < segment.width();
  }

  private Value masked(LaneOperation.Compute compute, int vd, DataType type, Value value) {
    return compute.mask() instanceof Mask.Lane
        ? choose(compute.mask(), value, inactive(compute, vd, type))
        : value;
  }

  /** What an inactive lane holds; of a narrower result nothing else is kept (spec/11, 5). */
  private Value inactive(LaneOperation.Compute compute, int vd, DataType type) {
    if (!compute.merging()) {
      return code.constant(0);
    }
    Value old = register(vd);
    if (!isNarrow(type)) {
      return old;
    }
    long kept = (1L << type.bits()) - 1 << compute.operands().part() * type.bits();
    return code.apply(LaneFunction.AND, type, List.of(old, code.constant(kept)));
  }

  /** The operands of a word in this loop. */
  private final class Operands extends LaneCode.Operands {
    private final LaneOperation.Operands operands;

    Operands(LaneOperation.Operands operands) {
      super(operands.part());
      this.operands = operands;
    }

    @Override
    public Value value(TypedExpression.Operand operand) {
      return switch (operand.slot()) {
        case FIRST -> register(operands.va());
        case SECOND -> register(operands.vb());
        case ACCUMULATOR -> register(operands.vc());
        case SCALAR, DISTANCE -> splats.get(operands.scalar());
        case LANE -> laneNumber(operand.type(), false);
        case NEGATIVE_LANE -> laneNumber(operand.type(), true);
        case ROUNDED_DISTANCE, SELECTOR, CARRY ->
            throw new IllegalArgumentException(operand + " is no vector of numbers");
      };
    }

    @Override
    public void pushTruth() {
      pushMask(operands.truth());
    }
  }

  /** Numbers of lanes are exact in all types of floats. */
  private Value laneNumber(DataType type, boolean negative) {
    code.pushLaneNumbers(index::pushLaneOfRegister, negative);
    Value integer = code.storeBits();
    return type.isFloat()
        ? code.convert(
            new LaneConversion(
                type == DataType.FP32 ? DataType.S32 : DataType.S16,
                type,
                Rounding.NEAREST_EVEN,
                false,
                0),
            integer)
        : integer;
  }

  /** The first value where the mask is set, else the second. */
  private Value choose(Mask mask, Value set, Value clear) {
    switch (mask) {
      case Mask.All all -> {
        return set;
      }
      case Mask.Count count -> {
        return active ? set : clear;
      }
      case Mask.Lane(int truth) -> {
        return code.choose(truths[truth], set, clear);
      }
    }
  }

  private void andMask(Mask mask) {
    if (!(mask instanceof Mask.All) && !(mask instanceof Mask.Count && active)) {
      pushMask(mask);
      code.combineTruths(LaneFunction.AND);
    }
  }

  private void pushMask(Mask mask) {
    switch (mask) {
      case Mask.All all -> code.pushTruth(true);
      case Mask.Count count -> code.pushTruth(active);
      case Mask.Lane(int truth) -> code.pushTruth(truths[truth]);
    }
  }

  private void logic(LaneOperation.Logic logic) {
    pushMask(logic.a());
    switch (logic.operation()) {
      case PREDICATE_NOT -> code.invertTruth();
      case PREDICATE_SELECT -> {
        binary(logic.mask(), LaneFunction.AND);
        pushMask(logic.mask());
        code.invertTruth();
        binary(logic.b(), LaneFunction.AND);
        code.combineTruths(LaneFunction.OR);
      }
      case PREDICATE_AND -> binary(logic.b(), LaneFunction.AND);
      case PREDICATE_OR -> binary(logic.b(), LaneFunction.OR);
      case PREDICATE_XOR -> binary(logic.b(), LaneFunction.XOR);
      default -> throw new IllegalArgumentException(logic.operation() + " is no logic");
    }
    if (logic.operation() != UnitOperation.PREDICATE_SELECT) {
      binary(logic.mask(), LaneFunction.AND);
    }
    truths[logic.result()] = code.storeTruth();
  }

  private void binary(Mask right, LaneFunction function) {
    pushMask(right);
    code.combineTruths(function);
  }

  /** Stores the values that later lane loops read. */
  private void handOn() {
    mode.flow()
        .forEach(
            (register, number) -> {
              if (written.contains(register)) {
                code.store(
                    LaneMethod.FLOW,
                    () -> index.pushFlowIndex(number),
                    Objects.requireNonNull(registers.get(register)),
                    segment.width());
              }
            });
  }

  private void writeBack() {
    for (int register = 0; register < 32; register++) {
      if (WordLiveness.hasVector(segment.vectors(), register)) {
        int number = register;
        Value value = registers.get(register);
        if (value != null) { // else a merging word without an active lane has left it alone
          code.store(
              LaneMethod.VECTORS, () -> index.pushRegisterIndex(number), value, segment.width());
        }
      }
    }
    for (Segment.PredicateResult result : segment.predicates()) {
      if (result.mask() instanceof Mask.Lane(int truth)) {
        code.setPredicate(
            LaneMethod.PREDICATES,
            result.register() * Predicates.WORDS,
            () -> index.pushLaneTimes(segment.width()),
            truths[truth]);
      }
    }
  }
}
