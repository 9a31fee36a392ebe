package org.ptoc.emulator.interpreter;

import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.SpecialRegister;

/**
 * A vector word of A2/A3: repeats of up to 256 bytes from unified buffer to unified buffer, with strides from the
 * configuration word and lanes from the mask registers or the element count (spec/21, section 6).
 *
 * <p>Each repeat gathers its operands into scratch vectors, computes there and scatters the active lanes, so that reads
 * come before writes. Blocks without an active lane are not touched.
 */
abstract class RepeatStep extends Step {
  static final int BLOCK = 32;
  static final int BLOCKS = 8;
  /** Scratch vectors for operands and result; lane plans use the ones below. */
  static final int FIRST = Core.VECTOR_SCRATCH + 7 * Core.VECTOR_BYTES;

  static final int SECOND = FIRST + Core.VECTOR_BYTES;
  static final int OLD = SECOND + Core.VECTOR_BYTES;
  static final int RESULT = OLD + Core.VECTOR_BYTES;
  static final int SPREAD = RESULT + Core.VECTOR_BYTES;

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
    this.destination = instruction.code("xd");
    this.source = instruction.code("xn");
    this.other = instruction.code("xm");
    this.control = instruction.code("xt");
    this.layout = layout;
    this.lanes = Core.VECTOR_BYTES / Math.max(type.bytes(), instruction.resultType().bytes());
  }

  @Override
  final int execute(Core core, int at) {
    long word = Configuration.checked(layout, core.x[control]);
    boolean counting = (core.special[SpecialRegister.CTRL.code()] >>> Core.COUNT_MODE_BIT & 1) != 0;
    long low = core.special[SpecialRegister.MASK0.code()];
    long high = core.special[SpecialRegister.MASK1.code()];
    if (counting) {
      long count = low & 0xFFFF_FFFFL;
      long repeats = (count + lanes - 1) / lanes;
      core.record.repeats(repeats);
      core.record.number(1);
      begin(core, word);
      for (long r = 0; r < repeats; r++) {
        long active = Math.min(lanes, count - r * lanes);
        repeat(core, word, r, prefix(Math.min(active, Long.SIZE)), prefix(Math.max(0, active - Long.SIZE)));
      }
      return at + 1;
    }
    if (low == 0 && high == 0) {
      throw Configuration.illegal("the vector mask is empty");
    }
    int repeats = (int) (word >>> 56);
    core.record.repeats(repeats);
    core.record.number(isFull(low & prefix(Math.min(lanes, Long.SIZE)), lanes > Long.SIZE ? high : 0) ? 0 : 1);
    begin(core, word);
    for (int r = 0; r < repeats; r++) {
      repeat(core, word, r, low & prefix(Math.min(lanes, Long.SIZE)), lanes > Long.SIZE ? high : 0);
    }
    return at + 1;
  }

  /** The first {@code count} bits, 0 to 64. */
  static long prefix(long count) {
    return count == 0 ? 0 : -1L >>> Long.SIZE - count;
  }

  /** Called once before the repeats. */
  void begin(Core core, long word) {}

  /** Executes repeat {@code r}; bit i of {@code low} is lane i, of {@code high} lane 64 + i. */
  abstract void repeat(Core core, long word, long r, long low, long high);

  /** Whether all lanes of the repeat are active. */
  final boolean isFull(long low, long high) {
    return low == prefix(Math.min(lanes, Long.SIZE)) && high == prefix(Math.max(0, lanes - Long.SIZE));
  }

  // Strides in blocks; BIN packs them in bytes, UNA in wider fields (spec/40, section 9).

  final int destinationBlock(long word) {
    return (int) word & (layout == ConfigurationWord.BIN ? 0xFF : 0xFFFF);
  }

  final int firstBlock(long word) {
    return layout == ConfigurationWord.BIN ? (int) (word >>> 8) & 0xFF : (int) (word >>> 16) & 0xFFFF;
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

  /** Copies the blocks of an operand that have active lanes into a scratch vector. */
  final void gather(Core core, int slot, long address, int blockStride, int width, long low, long high) {
    int perBlock = BLOCK / width;
    for (int block = 0; block * perBlock < lanes; block++) {
      if (anyActive(block * perBlock, perBlock, low, high)) {
        long at = address + (long) block * blockStride * BLOCK;
        core.record.reads(AddressSpace.UB, at, BLOCK);
        System.arraycopy(core.ub, core.ub(at, BLOCK, BLOCK), core.vectors, slot + block * BLOCK, BLOCK);
      }
    }
  }

  /** Stores the active lanes of a scratch vector into the blocks of the destination. */
  final void scatter(Core core, int slot, long address, int blockStride, int width, long low, long high) {
    int perBlock = BLOCK / width;
    boolean full = isFull(low, high) && lanes >= perBlock;
    for (int block = 0; block * perBlock < lanes; block++) {
      if (anyActive(block * perBlock, perBlock, low, high)) {
        long start = address + (long) block * blockStride * BLOCK;
        core.record.writes(AddressSpace.UB, start, BLOCK);
        int at = core.ub(start, BLOCK, BLOCK);
        if (full) {
          System.arraycopy(core.vectors, slot + block * BLOCK, core.ub, at, BLOCK);
        } else {
          scatterLanes(core, slot, at, block * perBlock, perBlock, width, low, high);
        }
      }
    }
  }

  private static void scatterLanes(
      Core core, int slot, int at, int firstLane, int count, int width, long low, long high) {
    for (int i = 0; i < count; i++) {
      if (isActive(firstLane + i, low, high)) {
        LittleEndian.put(
            core.ub, at + i * width, width, LittleEndian.get(core.vectors, slot + (firstLane + i) * width, width));
      }
    }
  }

  static boolean isActive(int lane, long low, long high) {
    return ((lane < Long.SIZE ? low : high) >>> lane & 1) != 0;
  }

  private static boolean anyActive(int firstLane, int count, long low, long high) {
    long half = firstLane < Long.SIZE ? low : high;
    return (half >>> firstLane & prefix(Math.min(count, Long.SIZE))) != 0;
  }

  /** Writes the mask into the scratch predicate, one bit for each lane of {@code width} bytes. */
  static void expandMask(Core core, int width, long low, long high) {
    long lanesOfWord = Predicates.laneBits(width);
    int perWord = Long.SIZE / width;
    for (int word = 0; word < Predicates.WORDS; word++) {
      int lane = word * perWord;
      long bits = lane < Long.SIZE ? low >>> lane : lane < 2 * Long.SIZE ? high >>> lane - Long.SIZE : 0;
      core.predicates[Core.PREDICATE_SCRATCH + word] = Long.expand(bits, lanesOfWord);
    }
  }
}
