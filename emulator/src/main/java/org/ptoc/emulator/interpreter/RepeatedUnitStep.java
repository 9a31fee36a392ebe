package org.ptoc.emulator.interpreter;

import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.emulator.unit.Reductions;
import org.ptoc.emulator.unit.Vectors;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.ReductionOrder;
import org.ptoc.ir.isa.UnitOperation;

/** An A2/A3 vector word whose lanes depend on each other (spec/21, 6.5). */
final class RepeatedUnitStep extends RepeatStep {
  /** Elements that one repeat of a block broadcast reads. */
  private static final int BROADCAST_ELEMENTS = 8;

  private final UnitOperation operation;
  private final int width;
  private final ReductionOrder order;

  RepeatedUnitStep(Instruction instruction, UnitOperation operation) {
    super(
        instruction,
        operation == UnitOperation.REDUCE_BY_PATTERN
            ? ConfigurationWord.BIN
            : ConfigurationWord.UNA);
    this.operation = operation;
    this.width = type.bytes();
    this.order =
        ReductionOrder.byCode(instruction.field(FieldName.M3)).orElse(ReductionOrder.VALUE_INDEX);
  }

  @Override
  void begin(Core core, long word) {
    if (operation == UnitOperation.REDUCE_BY_PATTERN) {
      core.squeezedBytes = 0;
    }
  }

  @Override
  void repeat(Core core, long word, long r, long low, long high) {
    switch (operation) {
      case GATHER_BYTE_OFFSETS -> gatherElements(core, word, r, low, high);
      case BROADCAST_TO_BLOCKS -> broadcast(core, word, r);
      case REDUCE_BY_PATTERN -> reduceByPattern(core, word, r, low, high);
      case REDUCE_ADD,
          REDUCE_MAXIMUM,
          REDUCE_MINIMUM,
          GROUP_ADD,
          GROUP_MAXIMUM,
          GROUP_MINIMUM,
          PAIR_ADD ->
          reduce(core, word, r, low, high);
      default -> throw new IllegalStateException("no repeated operation " + operation);
    }
  }

  /**
   * Elements at 32-bit byte offsets from the start of UB; the offsets lie side by side, the repeats
   * behind each other.
   */
  private void gatherElements(Core core, long word, long r, long low, long high) {
    long offsets = core.x[source] + r * lanes * Integer.BYTES;
    long least = Long.MAX_VALUE;
    long greatest = 0;
    int used = 0;
    for (int i = 0; i < lanes; i++) {
      if (isActive(i, low, high)) {
        int at = core.ub(offsets + (long) i * Integer.BYTES, Integer.BYTES, Integer.BYTES);
        long element = LittleEndian.get(core.ub, at, Integer.BYTES);
        int from = core.ub(element, width, width);
        LittleEndian.put(
            core.vectors, RESULT + i * width, width, LittleEndian.get(core.ub, from, width));
        core.record.piece(AddressSpace.UB, element, width, false);
        least = Math.min(least, element);
        greatest = Math.max(greatest, element);
        used = i + 1;
      }
    }
    if (used > 0) {
      core.record.reads(AddressSpace.UB, offsets, (long) used * Integer.BYTES);
      core.record.hull(AddressSpace.UB, least, greatest - least + width, false);
    }
    scatter(core, RESULT, to(core, word, r), destinationBlock(word), width, low, high);
  }

  /** Eight elements side by side become eight blocks of equal elements; the mask has no effect. */
  private void broadcast(Core core, long word, long r) {
    long from = core.x[source] + r * BROADCAST_ELEMENTS * width;
    core.record.reads(AddressSpace.UB, from, (long) BROADCAST_ELEMENTS * width);
    int at = core.ub(from, (long) BROADCAST_ELEMENTS * width, width);
    for (int block = 0; block < BLOCKS; block++) {
      Vectors.fill(
          core.vectors, FIRST, LittleEndian.get(core.ub, at + block * width, width), width);
      System.arraycopy(core.vectors, FIRST, core.vectors, RESULT + block * BLOCK, BLOCK);
    }
    long to = to(core, word, r);
    for (int block = 0; block < BLOCKS; block++) {
      long start = to + (long) block * destinationBlock(word) * BLOCK;
      core.record.writes(AddressSpace.UB, start, BLOCK);
      System.arraycopy(
          core.vectors, RESULT + block * BLOCK, core.ub, core.ub(start, BLOCK, BLOCK), BLOCK);
    }
  }

  /** Moves the elements whose pattern bit is set together at the destination, across repeats. */
  private void reduceByPattern(Core core, long word, long r, long low, long high) {
    gatherFirst(core, word, r, width, low, high);
    int bytes = lanes / Byte.SIZE;
    long pattern = core.x[other] + r * bytes;
    core.record.reads(AddressSpace.UB, pattern, bytes);
    // Taken whole before the first element is stored: the destination may cover the pattern.
    int at = core.ub(pattern, bytes, 1);
    long keptLow = low & LittleEndian.get64(core.ub, at);
    long keptHigh = bytes > Long.BYTES ? high & LittleEndian.get64(core.ub, at + Long.BYTES) : 0;
    long start = core.x[destination] + core.squeezedBytes;
    for (int i = 0; i < lanes; i++) {
      if (isActive(i, keptLow, keptHigh)) {
        int to = core.ub(core.x[destination] + core.squeezedBytes, width, width);
        LittleEndian.put(
            core.ub, to, width, LittleEndian.get(core.vectors, FIRST + i * width, width));
        core.squeezedBytes += width;
      }
    }
    core.record.writes(AddressSpace.UB, start, core.x[destination] + core.squeezedBytes - start);
  }

  /**
   * Reductions of a whole repeat, of its blocks or of pairs. The results of one repeat lie side by
   * side; the repeat stride of the destination counts results: elements (with an index: pairs of
   * them), groups of eight, or half vectors.
   */
  private void reduce(Core core, long word, long r, long low, long high) {
    gatherFirst(core, word, r, width, low, high);
    expandMask(core, width, low, high);
    byte[] v = core.vectors;
    long[] p = core.predicates;
    int mask = Core.PREDICATE_SCRATCH;
    switch (operation) {
      case REDUCE_ADD -> Reductions.sum(v, RESULT, FIRST, type, p, mask, core.scratch);
      case REDUCE_MAXIMUM -> Reductions.extremum(v, RESULT, FIRST, type, true, p, mask);
      case REDUCE_MINIMUM -> Reductions.extremum(v, RESULT, FIRST, type, false, p, mask);
      case GROUP_ADD -> Reductions.groupSum(v, RESULT, FIRST, type, p, mask, core.scratch);
      case GROUP_MAXIMUM ->
          Reductions.groupExtremum(v, RESULT, FIRST, type, true, p, mask, core.scratch);
      case GROUP_MINIMUM ->
          Reductions.groupExtremum(v, RESULT, FIRST, type, false, p, mask, core.scratch);
      case PAIR_ADD -> Reductions.pairSum(v, RESULT, FIRST, type, p, mask, core.scratch);
      default -> throw new IllegalStateException("no reduction " + operation);
    }
    int elements = arrangeResult(v);
    long address = core.x[destination] + r * destinationRepeat(word) * elements * width;
    core.record.writes(AddressSpace.UB, address, (long) elements * width);
    int at = core.ub(address, (long) elements * width, width);
    System.arraycopy(v, RESULT, core.ub, at, elements * width);
  }

  /**
   * Brings value and index into the order of the word and returns the number of elements to store.
   */
  private int arrangeResult(byte[] v) {
    return switch (operation) {
      case REDUCE_ADD -> 1;
      case GROUP_ADD, GROUP_MAXIMUM, GROUP_MINIMUM -> BLOCKS;
      case PAIR_ADD -> lanes / 2;
      case REDUCE_MAXIMUM, REDUCE_MINIMUM -> {
        long value = LittleEndian.get(v, RESULT, width);
        long index = LittleEndian.get(v, RESULT + width, width);
        boolean indexFirst = order == ReductionOrder.INDEX_VALUE || order == ReductionOrder.INDEX;
        LittleEndian.put(v, RESULT, width, indexFirst ? index : value);
        LittleEndian.put(v, RESULT + width, width, indexFirst ? value : index);
        yield order == ReductionOrder.VALUE || order == ReductionOrder.INDEX ? 1 : 2;
      }
      default -> throw new IllegalStateException("no reduction " + operation);
    };
  }
}
