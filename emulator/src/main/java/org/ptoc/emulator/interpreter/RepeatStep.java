package org.ptoc.emulator.interpreter;

import org.ptoc.emulator.interpreter.step.Configuration;
import org.ptoc.emulator.interpreter.step.RepeatOperand;
import org.ptoc.emulator.interpreter.step.Repeats;
import org.ptoc.emulator.interpreter.step.Step;
import org.ptoc.emulator.lane.LanePlan;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.IndexedMemory;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.emulator.unit.RepeatMemory;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.SpecialRegister;

/**
 * A vector word of A2/A3: repeats of up to 256 bytes from unified buffer to unified buffer, with
 * strides from the configuration word and lanes from the mask registers or the element count
 * (spec/21, section 6).
 *
 * <p>Each repeat gathers its operands into scratch vectors, computes there and scatters the active
 * lanes, so that reads come before writes. Blocks without an active lane are not touched.
 */
abstract class RepeatStep extends Step {
  static final int BLOCK = 32;
  static final int BLOCKS = 8;

  /** Scratch vectors for operands and result; lane plans use the ones below. */
  static final int FIRST = Core.VECTOR_SCRATCH + LanePlan.SCRATCH_BYTES;

  static final int SECOND = FIRST + Core.VECTOR_BYTES;
  static final int OLD = SECOND + Core.VECTOR_BYTES;
  static final int RESULT = OLD + Core.VECTOR_BYTES;

  final DataType type;
  final int destination;
  final int source;
  final int other;

  /** Lanes of one repeat. */
  final int lanes;

  private final int control;
  private final ConfigurationWord layout;

  RepeatStep(Instruction instruction, ConfigurationWord layout) {
    this.type = instruction.type();
    this.destination = instruction.code(FieldName.XD);
    this.source = instruction.code(FieldName.XN);
    this.other = instruction.code(FieldName.XM);
    this.control = instruction.code(FieldName.XT);
    this.layout = layout;
    this.lanes = Core.VECTOR_BYTES / Math.max(type.bytes(), instruction.resultType().bytes());
  }

  @Override
  public final int execute(Core core, int at) {
    long word = Configuration.checked(layout, core.x[control]);
    boolean counting = isCounting(core);
    long low = core.special[SpecialRegister.MASK0.code()];
    long high = core.special[SpecialRegister.MASK1.code()];
    if (counting) {
      long count = low & 0xFFFF_FFFFL;
      long repeats = (count + lanes - 1) / lanes;
      core.spend(repeats);
      core.record.repeats(repeats);
      core.record.number(1);
      begin(core, word);
      if (repeats > 0
          && runAll(
              core, at, word, repeats, lanes, (int) (count - (repeats - 1) * lanes), -1, -1)) {
        return at + 1;
      }
      for (long r = 0; r < repeats; r++) {
        long active = Math.min(lanes, count - r * lanes);
        repeat(
            core,
            word,
            r,
            prefix(Math.min(active, Long.SIZE)),
            prefix(Math.max(0, active - Long.SIZE)));
      }
      return at + 1;
    }
    if (low == 0 && high == 0) {
      throw Configuration.illegal("the vector mask is empty");
    }
    int repeats = (int) (word >>> 56);
    core.spend(repeats);
    core.record.repeats(repeats);
    if (repeats == 0) {
      core.noteZeroRepeat();
    }
    low &= prefix(Math.min(lanes, Long.SIZE));
    high = lanes > Long.SIZE ? high : 0;
    core.record.number(isFull(low, high) ? 0 : 1);
    begin(core, word);
    if (repeats > 0 && runAll(core, at, word, repeats, low, high)) {
      return at + 1;
    }
    for (int r = 0; r < repeats; r++) {
      repeat(core, word, r, low, high);
    }
    return at + 1;
  }

  /** True if the mask registers hold an element count. */
  static boolean isCounting(Core core) {
    return (core.special[SpecialRegister.CTRL.code()] >>> Core.COUNT_MODE_BIT & 1) != 0;
  }

  /** Executes all repeats at once under a mask, if that is possible. */
  private boolean runAll(Core core, int at, long word, int repeats, long low, long high) {
    int active = endOfActive(low, high);
    boolean isPrefix = active == Long.bitCount(low) + Long.bitCount(high);
    return active > 0
        && runAll(
            core, at, word, repeats, active, active, isPrefix ? -1 : low, isPrefix ? -1 : high);
  }

  /** The first {@code count} bits, 0 to 64. */
  static long prefix(long count) {
    return count == 0 ? 0 : -1L >>> Long.SIZE - count;
  }

  /** Called once before the repeats. */
  void begin(Core core, long word) {}

  /**
   * Executes all repeats at once, if that is possible.
   *
   * @param count number of repeats, at least 1
   * @param active lanes up to the last active one of every repeat but the last, at least 1
   * @param lastActive the same of the last repeat
   * @param low the active ones of lanes 0 to 63, all ones when the active lanes are the first ones
   *     of the repeat
   * @param high likewise of lanes 64 to 127
   * @return false when nothing was done
   */
  boolean runAll(
      Core core, int at, long word, long count, int active, int lastActive, long low, long high) {
    return false;
  }

  /**
   * Executes all repeats by compiled code, if there is any, and reports their memory to listeners.
   *
   * @return false when nothing was done
   */
  final boolean runCompiled(
      Core core, Interpreter interpreter, LoopEngine engine, int at, Repeats all) {
    if (!engine.runRepeats(core, interpreter, at, all)) {
      return false;
    }
    if (core.record.isActive()) {
      noteAll(core, all);
    }
    return true;
  }

  private void noteAll(Core core, Repeats all) {
    for (long r = 0; r < all.count(); r++) {
      if (all.selector().isPresent() && all.selector().get() instanceof RepeatOperand.Bits bits) {
        core.record.reads(
            AddressSpace.UB, bits.address() + r * bits.repeatBytes(), bits.repeatBytes());
      }
      if (all.first().isPresent()) {
        noteRead(core, all, all.first().get(), r);
      }
      if (all.second().isPresent() && all.second().get() instanceof RepeatOperand.Blocks second) {
        noteRead(core, all, second, r);
      }
      switch (all.destination()) {
        case RepeatOperand.Bits to ->
            core.record.writes(
                AddressSpace.UB, to.address() + r * to.repeatBytes(), to.repeatBytes());
        case RepeatOperand.Blocks to -> {
          if (all.readsDestination()) {
            noteRead(core, all, to, r);
          }
          noteWrite(
              core,
              to.address() + r * to.repeatStride() * BLOCK,
              to.blockStride(),
              all.activeBytes(to, r));
        }
      }
    }
  }

  private static void noteRead(Core core, Repeats all, RepeatOperand.Blocks operand, long r) {
    long address = operand.address() + r * operand.repeatStride() * BLOCK;
    noteRead(core, address, operand.blockStride(), all.activeBytes(operand, r));
  }

  /** Executes repeat {@code r}; bit i of {@code low} is lane i, of {@code high} lane 64 + i. */
  abstract void repeat(Core core, long word, long r, long low, long high);

  /** True if all lanes of the repeat are active. */
  final boolean isFull(long low, long high) {
    return low == prefix(Math.min(lanes, Long.SIZE))
        && high == prefix(Math.max(0, lanes - Long.SIZE));
  }

  // Strides in blocks; BIN packs them in bytes, UNA in wider fields (spec/40, section 9).

  final int destinationBlock(long word) {
    return (int) word & (layout == ConfigurationWord.BIN ? 0xFF : 0xFFFF);
  }

  final int firstBlock(long word) {
    return layout == ConfigurationWord.BIN
        ? (int) (word >>> 8) & 0xFF
        : (int) (word >>> 16) & 0xFFFF;
  }

  final int secondBlock(long word) {
    return (int) (word >>> 16) & 0xFF;
  }

  final long destinationRepeat(long word) {
    return layout == ConfigurationWord.BIN
        ? word >>> 24 & 0xFF
        : word >>> 32 & 0xFF | (word >>> 52 & 0xF) << 8;
  }

  final long firstRepeat(long word) {
    return layout == ConfigurationWord.BIN ? word >>> 32 & 0xFF : word >>> 40 & 0xFFF;
  }

  final long secondRepeat(long word) {
    return word >>> 40 & 0xFF;
  }

  /** Where the result of this execution lies. */
  final RepeatOperand.Blocks target(Core core, long word, int width) {
    return new RepeatOperand.Blocks(
        core.x[destination], destinationBlock(word), destinationRepeat(word), width);
  }

  /** Where the first source of this execution lies. */
  final RepeatOperand.Blocks first(Core core, long word, int width) {
    return new RepeatOperand.Blocks(core.x[source], firstBlock(word), firstRepeat(word), width);
  }

  /** Where the second source of this execution lies. */
  final RepeatOperand.Blocks second(Core core, long word, int width) {
    return new RepeatOperand.Blocks(core.x[other], secondBlock(word), secondRepeat(word), width);
  }

  final long to(Core core, long word, long r) {
    return core.x[destination] + r * destinationRepeat(word) * BLOCK;
  }

  final long from(Core core, long word, long r) {
    return core.x[source] + r * firstRepeat(word) * BLOCK;
  }

  final long second(Core core, long word, long r) {
    return core.x[other] + r * secondRepeat(word) * BLOCK;
  }

  final void gatherFirst(Core core, long word, long r, int width, long low, long high) {
    gather(core, FIRST, from(core, word, r), firstBlock(word), width, low, high);
  }

  final void gatherSecond(Core core, long word, long r, int width, long low, long high) {
    gather(core, SECOND, second(core, word, r), secondBlock(word), width, low, high);
  }

  /** Computes a repeat whose operands were gathered, with the scalar register in lanes. */
  final void compute(LanePlan plan, Core core) {
    long s = core.x[other];
    byte[] v = core.vectors;
    plan.run(v, RESULT, FIRST, SECOND, OLD, OLD, s, Core.VECTOR_SCRATCH, lanes, core.scratch);
  }

  /** Copies the blocks of an operand that have active lanes into a scratch vector. */
  final void gather(
      Core core, int slot, long address, int blockStride, int width, long low, long high) {
    int blocks = blocks(width);
    note(core, address, blockStride, width, low, high, false);
    // What inactive lanes hold does not matter, whether their memory exists does.
    if (RepeatMemory.loadAll(core.ub, address, blockStride, blocks, core.vectors, slot)) {
      return;
    }
    int mask = expandMask(core, width, low, high);
    check(
        RepeatMemory.load(
            core.ub,
            address,
            blockStride,
            blocks,
            width,
            core.vectors,
            slot,
            core.predicates,
            mask));
  }

  /** Stores the active lanes of a scratch vector into the blocks of the destination. */
  final void scatter(
      Core core, int slot, long address, int blockStride, int width, long low, long high) {
    int blocks = blocks(width);
    note(core, address, blockStride, width, low, high, true);
    if (isFull(low, high)
        && RepeatMemory.storeAll(core.vectors, slot, core.ub, address, blockStride, blocks)) {
      return;
    }
    int mask = expandMask(core, width, low, high);
    check(
        RepeatMemory.store(
            core.vectors,
            slot,
            core.ub,
            address,
            blockStride,
            blocks,
            width,
            core.predicates,
            mask));
  }

  /** Blocks that the lanes of one repeat fill. */
  private int blocks(int width) {
    return (lanes * width + BLOCK - 1) / BLOCK;
  }

  /** One past the last active lane. */
  private static int endOfActive(long low, long high) {
    return high != 0
        ? 2 * Long.SIZE - Long.numberOfLeadingZeros(high)
        : Long.SIZE - Long.numberOfLeadingZeros(low);
  }

  /**
   * Reports the bounds of the blocks that one repeat reads to listeners.
   *
   * @param bytes up to the end of the last active lane, without the gaps of a stride
   */
  static void noteRead(Core core, long address, int blockStride, int bytes) {
    note(core, address, blockStride, bytes, false);
  }

  /**
   * Reports the blocks that one repeat writes to listeners; see {@link #noteRead(Core, long, int,
   * int)}.
   */
  static void noteWrite(Core core, long address, int blockStride, int bytes) {
    note(core, address, blockStride, bytes, true);
  }

  private static void note(Core core, long address, int blockStride, int bytes, boolean write) {
    core.record.hull(AddressSpace.UB, address, hull(blockStride, bytes), write);
    if (core.record.isExact()) {
      long stride = (long) blockStride * BLOCK;
      int whole = bytes / BLOCK;
      core.record.piece(AddressSpace.UB, address, BLOCK, stride, whole, write);
      core.record.piece(AddressSpace.UB, address + whole * stride, bytes % BLOCK, write);
    }
  }

  /** Reports the active lanes of one repeat to listeners. */
  private void note(
      Core core, long address, int blockStride, int width, long low, long high, boolean write) {
    int end = endOfActive(low, high);
    if (end == Long.bitCount(low) + Long.bitCount(high)) {
      note(core, address, blockStride, width * end, write);
      return;
    }
    core.record.hull(AddressSpace.UB, address, hull(blockStride, width * end), write);
    if (core.record.isExact()) {
      for (int lane = 0; lane < end; lane++) {
        if (isActive(lane, low, high)) {
          noteLane(core, address, blockStride, lane * width, width, write);
        }
      }
    }
  }

  /** Reports the bytes of one lane, {@code offset} bytes into the repeat, to exact listeners. */
  static void noteLane(
      Core core, long address, int blockStride, int offset, int width, boolean write) {
    long at = address + (long) (offset / BLOCK) * blockStride * BLOCK + offset % BLOCK;
    core.record.piece(AddressSpace.UB, at, width, write);
  }

  private static long hull(int blockStride, int bytes) {
    return bytes == 0
        ? 0
        : (bytes - 1) / BLOCK * (long) blockStride * BLOCK + (bytes - 1) % BLOCK + 1;
  }

  private static void check(long fault) {
    if (fault != IndexedMemory.NO_FAULT) {
      throw Core.ubTrap(fault, BLOCK, "out of range or misaligned");
    }
  }

  static boolean isActive(int lane, long low, long high) {
    return ((lane < Long.SIZE ? low : high) >>> lane & 1) != 0;
  }

  /**
   * Writes the lanes as the image of a scratch predicate, one bit for each element of {@code width}
   * bytes.
   */
  static int expandMask(Core core, int width, long low, long high) {
    Predicates.fromDense(core.predicates, Core.PREDICATE_SCRATCH, width, low, high);
    return Core.PREDICATE_SCRATCH;
  }
}
