package org.ptoc.emulator.interpreter;

import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.lane.LanePlan;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.Comparisons;
import org.ptoc.emulator.unit.Conversions;
import org.ptoc.emulator.unit.FusedConversions;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.emulator.unit.Reductions;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.ReductionOrder;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.UnitOperation;

/** An A2/A3 vector word that is not element-wise or changes the type (spec/21, 6.5). */
class RepeatedUnitStep extends RepeatStep {
  private static final int CONVERSION_CONTROL_BIT = 60;
  private static final int TRUNCATION_BIT = 59;
  /** Elements that one repeat of a block broadcast reads. */
  private static final int BROADCAST_ELEMENTS = 8;

  private static final LanePlan MIXED_MULTIPLY_ADD =
      LanePlan.of(
          new LaneExpression.Apply(
              LaneFunction.FMA,
              List.of(
                  new LaneExpression.Operand(LaneExpression.Slot.FIRST),
                  new LaneExpression.Operand(LaneExpression.Slot.SECOND),
                  new LaneExpression.Operand(LaneExpression.Slot.ACCUMULATOR))),
          DataType.FP32);

  private final UnitOperation operation;
  private final DataType resultType;
  private final int width;
  private final Comparison comparison;
  private final ReductionOrder order;
  private final Optional<Rounding> rounding;
  private final boolean saturate;

  RepeatedUnitStep(Instruction instruction, UnitOperation operation) {
    super(instruction, layout(operation));
    this.operation = operation;
    this.resultType = instruction.resultType();
    this.width = type.bytes();
    this.comparison = Comparison.byCode(instruction.field("m3")).orElse(Comparison.EQ);
    this.order = ReductionOrder.byCode(instruction.field("m3")).orElse(ReductionOrder.VALUE_INDEX);
    this.rounding = Operands.rounding(instruction);
    this.saturate = instruction.field("sat") != 0;
  }

  private static ConfigurationWord layout(UnitOperation operation) {
    return switch (operation) {
      case COMPARE, SELECT, ADD_RELU_CONVERT, SUBTRACT_RELU_CONVERT, MULTIPLY_CONVERT, MULTIPLY_ADD_MIXED,
          REDUCE_BY_PATTERN -> ConfigurationWord.BIN;
      default -> ConfigurationWord.UNA;
    };
  }

  @Override
  final void begin(Core core, long word) {
    if (operation == UnitOperation.REDUCE_BY_PATTERN) {
      core.squeezedBytes = 0;
    }
  }

  @Override
  final void repeat(Core core, long word, long r, long low, long high) {
    switch (operation) {
      case COMPARE, COMPARE_SCALAR -> compare(core, word, r, low, high);
      case SELECT -> select(core, word, r, low, high);
      case CONVERT -> convert(core, word, r, low, high);
      case ADD_RELU_CONVERT, SUBTRACT_RELU_CONVERT, MULTIPLY_CONVERT -> fused(core, word, r, low, high);
      case MULTIPLY_ADD_MIXED -> multiplyAdd(core, word, r, low, high);
      case GATHER_BYTE_OFFSETS -> gatherElements(core, word, r, low, high);
      case BROADCAST_TO_BLOCKS -> broadcast(core, word, r);
      case REDUCE_BY_PATTERN -> reduceByPattern(core, word, r, low, high);
      default -> reduce(core, word, r, low, high);
    }
  }

  private long to(Core core, long word, long r) {
    return core.x[destination] + r * destinationRepeat(word) * BLOCK;
  }

  private void gatherFirst(Core core, long word, long r, long low, long high) {
    long from = core.x[source] + r * firstRepeat(word) * BLOCK;
    gather(core, FIRST, from, firstBlock(word), width, low, high);
  }

  private void gatherSecond(Core core, long word, long r, long low, long high) {
    long from = core.x[other] + r * secondRepeat(word) * BLOCK;
    gather(core, SECOND, from, secondBlock(word), width, low, high);
  }

  /** One bit per lane, the repeats behind each other; the mask has no effect, the element count has. */
  private void compare(Core core, long word, long r, long low, long high) {
    boolean counting = (core.special[SpecialRegister.CTRL.code()] >>> Core.COUNT_MODE_BIT & 1) != 0;
    long l = counting ? low : prefix(Math.min(lanes, Long.SIZE));
    long h = counting ? high : prefix(Math.max(0, lanes - Long.SIZE));
    gatherFirst(core, word, r, l, h);
    expandMask(core, width, l, h);
    int mask = Core.PREDICATE_SCRATCH;
    int result = Core.PREDICATE_SCRATCH + Predicates.WORDS;
    if (operation == UnitOperation.COMPARE) {
      gatherSecond(core, word, r, l, h);
      Comparisons.compare(core.vectors, FIRST, SECOND, type, comparison, core.predicates, result, mask);
    } else {
      Comparisons.compareScalar(
          core.vectors, FIRST, core.x[other], type, comparison, core.predicates, result, mask, core.scratch);
    }
    int bytes = lanes / Byte.SIZE;
    long address = core.x[destination] + r * bytes;
    core.record.writes(AddressSpace.UB, address, bytes);
    Predicates.storeDense(core.predicates, result, core.ub, core.ub(address, bytes, bytes), width);
  }

  /**
   * Mode 0 selects by the compare mask registers, the same for each repeat. Mode 1 takes the bits from memory at xm and
   * the second operand, one element, from the address in CMPMASK0. Mode 2 takes the bits from the address in CMPMASK0.
   */
  private void select(Core core, long word, long r, long low, long high) {
    int mode = (int) ConfigurationWord.BIN.get(word, "mode");
    long mask0 = core.special[SpecialRegister.CMPMASK0.code()];
    long bitsLow = mask0;
    long bitsHigh = core.special[SpecialRegister.CMPMASK1.code()];
    if (mode == 3) {
      throw Configuration.illegal("vsel has no mode 3");
    }
    if (mode != 0) {
      int bytes = lanes / Byte.SIZE;
      int at = core.ub((mode == 1 ? core.x[other] : mask0) + r * bytes, bytes, 1);
      core.record.reads(AddressSpace.UB, at, bytes);
      bitsLow = LittleEndian.get64(core.ub, at);
      bitsHigh = bytes > Long.BYTES ? LittleEndian.get64(core.ub, at + Long.BYTES) : 0;
    }
    gatherFirst(core, word, r, low, high);
    if (mode == 1) {
      int at = core.ub(mask0, width, width);
      LanePlan.fill(core.vectors, SECOND, LittleEndian.get(core.ub, at, width), width);
    } else {
      gatherSecond(core, word, r, low, high);
    }
    expandMask(core, width, bitsLow, bitsHigh);
    Blend.select(core.vectors, RESULT, FIRST, SECOND, width, core.predicates, Core.PREDICATE_SCRATCH);
    scatter(core, RESULT, to(core, word, r), destinationBlock(word), width, low, high);
  }

  private void convert(Core core, long word, long r, long low, long high) {
    gatherFirst(core, word, r, low, high);
    Rounding mode = Operands.known(rounding);
    if (type == resultType) {
      Conversions.roundToIntegral(
          core.vectors, RESULT, FIRST, type, mode, core.predicates, Core.ALL_ACTIVE, false, core.scratch);
    } else {
      Conversions.convertConsecutive(
          core.vectors, RESULT, FIRST, type, resultType, mode, isSaturating(core), core.scratch);
    }
    scatter(core, RESULT, to(core, word, r), destinationBlock(word), resultType.bytes(), low, high);
  }

  /** CTRL bit 59 overrides the word for integer results when bit 60 is set (spec/40, 1.4). */
  private boolean isSaturating(Core core) {
    long ctrl = core.special[SpecialRegister.CTRL.code()];
    boolean overridden = (ctrl >>> CONVERSION_CONTROL_BIT & 1) != 0 && resultType.isInteger();
    return overridden ? (ctrl >>> TRUNCATION_BIT & 1) == 0 : saturate;
  }

  private void fused(Core core, long word, long r, long low, long high) {
    gatherFirst(core, word, r, low, high);
    gatherSecond(core, word, r, low, high);
    if (operation == UnitOperation.MULTIPLY_CONVERT) {
      FusedConversions.multiplyConvert(
          core.vectors, RESULT, FIRST, SECOND, type, resultType, core.predicates, Core.ALL_ACTIVE, core.scratch);
    } else {
      boolean subtract = operation == UnitOperation.SUBTRACT_RELU_CONVERT;
      FusedConversions.addReluConvert(
          core.vectors, RESULT, FIRST, SECOND, type, resultType, subtract, core.predicates, Core.ALL_ACTIVE,
          core.scratch);
    }
    scatter(core, RESULT, to(core, word, r), destinationBlock(word), resultType.bytes(), low, high);
  }

  /** f16 factors widened to f32, which is exact, and one fused step per lane. */
  private void multiplyAdd(Core core, long word, long r, long low, long high) {
    gatherFirst(core, word, r, low, high);
    gatherSecond(core, word, r, low, high);
    long to = to(core, word, r);
    gather(core, OLD, to, destinationBlock(word), resultType.bytes(), low, high);
    Conversions.convertConsecutive(
        core.vectors, FIRST, FIRST, type, resultType, Rounding.NEAREST_EVEN, false, core.scratch);
    Conversions.convertConsecutive(
        core.vectors, SECOND, SECOND, type, resultType, Rounding.NEAREST_EVEN, false, core.scratch);
    MIXED_MULTIPLY_ADD.run(core.vectors, RESULT, FIRST, SECOND, OLD, 0, Core.VECTOR_SCRATCH, lanes);
    scatter(core, RESULT, to, destinationBlock(word), resultType.bytes(), low, high);
  }

  /**
   * Elements at 32-bit byte offsets from the start of UB; the offsets lie side by side, the repeats behind each
   * other.
   */
  private void gatherElements(Core core, long word, long r, long low, long high) {
    long offsets = core.x[source] + r * lanes * Integer.BYTES;
    for (int i = 0; i < lanes; i++) {
      if (isActive(i, low, high)) {
        int at = core.ub(offsets + (long) i * Integer.BYTES, Integer.BYTES, Integer.BYTES);
        int from = core.ub(LittleEndian.get(core.ub, at, Integer.BYTES), width, width);
        LittleEndian.put(core.vectors, RESULT + i * width, width, LittleEndian.get(core.ub, from, width));
      }
    }
    scatter(core, RESULT, to(core, word, r), destinationBlock(word), width, low, high);
  }

  /** Eight elements side by side become eight blocks of equal elements; the mask has no effect. */
  private void broadcast(Core core, long word, long r) {
    long from = core.x[source] + r * BROADCAST_ELEMENTS * width;
    int at = core.ub(from, (long) BROADCAST_ELEMENTS * width, width);
    for (int block = 0; block < BLOCKS; block++) {
      LanePlan.fill(core.vectors, FIRST, LittleEndian.get(core.ub, at + block * width, width), width);
      System.arraycopy(core.vectors, FIRST, core.vectors, RESULT + block * BLOCK, BLOCK);
    }
    long to = to(core, word, r);
    for (int block = 0; block < BLOCKS; block++) {
      long start = to + (long) block * destinationBlock(word) * BLOCK;
      core.record.writes(AddressSpace.UB, start, BLOCK);
      System.arraycopy(core.vectors, RESULT + block * BLOCK, core.ub, core.ub(start, BLOCK, BLOCK), BLOCK);
    }
  }

  /** Moves the elements whose pattern bit is set together at the destination, across repeats. */
  private void reduceByPattern(Core core, long word, long r, long low, long high) {
    gatherFirst(core, word, r, low, high);
    int bytes = lanes / Byte.SIZE;
    int at = core.ub(core.x[other] + r * bytes, bytes, 1);
    for (int i = 0; i < lanes; i++) {
      if (isActive(i, low, high) && (core.ub[at + i / Byte.SIZE] >>> i % Byte.SIZE & 1) != 0) {
        int to = core.ub(core.x[destination] + core.squeezedBytes, width, width);
        LittleEndian.put(core.ub, to, width, LittleEndian.get(core.vectors, FIRST + i * width, width));
        core.squeezedBytes += width;
      }
    }
  }

  /**
   * Reductions of a whole repeat, of its blocks or of pairs. The results of one repeat lie side by side; the repeat
   * stride of the destination counts results: elements (with an index: pairs of them), groups of eight, or half
   * vectors.
   */
  private void reduce(Core core, long word, long r, long low, long high) {
    gatherFirst(core, word, r, low, high);
    expandMask(core, width, low, high);
    byte[] v = core.vectors;
    long[] p = core.predicates;
    int mask = Core.PREDICATE_SCRATCH;
    switch (operation) {
      case REDUCE_ADD -> Reductions.sum(v, RESULT, FIRST, type, p, mask, core.scratch);
      case REDUCE_MAXIMUM -> Reductions.extremum(v, RESULT, FIRST, type, true, p, mask);
      case REDUCE_MINIMUM -> Reductions.extremum(v, RESULT, FIRST, type, false, p, mask);
      case GROUP_ADD -> Reductions.groupSum(v, RESULT, FIRST, type, p, mask, core.scratch);
      case GROUP_MAXIMUM -> Reductions.groupExtremum(v, RESULT, FIRST, type, true, p, mask, core.scratch);
      case GROUP_MINIMUM -> Reductions.groupExtremum(v, RESULT, FIRST, type, false, p, mask, core.scratch);
      case PAIR_ADD -> Reductions.pairSum(v, RESULT, FIRST, type, p, mask, core.scratch);
      default -> throw new IllegalStateException("no reduction " + operation);
    }
    int elements = arrangeResult(v);
    long address = core.x[destination] + r * destinationRepeat(word) * elements * width;
    core.record.writes(AddressSpace.UB, address, (long) elements * width);
    int at = core.ub(address, (long) elements * width, width);
    System.arraycopy(v, RESULT, core.ub, at, elements * width);
  }

  /** Brings value and index into the order of the word and returns the number of elements to store. */
  private int arrangeResult(byte[] v) {
    return switch (operation) {
      case REDUCE_ADD -> 1;
      case GROUP_ADD, GROUP_MAXIMUM, GROUP_MINIMUM -> BLOCKS;
      case PAIR_ADD -> lanes / 2;
      default -> {
        long value = LittleEndian.get(v, RESULT, width);
        long index = LittleEndian.get(v, RESULT + width, width);
        boolean indexFirst = order == ReductionOrder.INDEX_VALUE || order == ReductionOrder.INDEX;
        LittleEndian.put(v, RESULT, width, indexFirst ? index : value);
        LittleEndian.put(v, RESULT + width, width, indexFirst ? value : index);
        yield order == ReductionOrder.VALUE || order == ReductionOrder.INDEX ? 1 : 2;
      }
    };
  }
}
