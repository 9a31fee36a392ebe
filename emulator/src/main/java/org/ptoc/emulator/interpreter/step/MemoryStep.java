package org.ptoc.emulator.interpreter.step;

import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.emulator.machine.OperandDoubt;
import org.ptoc.emulator.unit.IndexedMemory;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.emulator.unit.StoreStreams;
import org.ptoc.emulator.unit.VectorLoads;
import org.ptoc.emulator.unit.VectorStores;
import org.ptoc.emulator.unit.Vectors;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LoadDistribution;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.StoreDistribution;
import org.ptoc.ir.isa.TrapCode;
import org.ptoc.ir.isa.UnitOperation;

/**
 * A word of class L: vector loads and stores, streams, gathers, spills (spec/00, 4.8 to 4.11;
 * spec/40, 7.4 and 11.4).
 */
public final class MemoryStep extends AddressedStep {
  private static final int BLOCK = 32;
  private static final int ALIGN_SLOTS = 40_960;
  private static final int ALIGN_SLOT_BYTES = 64;

  private final UnitOperation operation;
  private final DataType type;
  private final int d;
  private final int e;
  private final int mask;
  private final int align;
  private final LoadDistribution load;
  private final StoreDistribution store;
  private final int governed;
  private final int storeBytes;
  private final int storeAlignment;

  /** True if a store under a full mask copies the register. */
  private final boolean whole;

  private MemoryStep(Instruction instruction, UnitOperation operation) {
    super(instruction);
    this.operation = operation;
    this.type = instruction.type();
    this.d = VectorOperands.vector(instruction, FieldName.VD);
    this.e = VectorOperands.vector(instruction, FieldName.VE);
    this.mask = VectorOperands.predicate(instruction, FieldName.PG);
    this.align = instruction.code(FieldName.AL);
    this.load =
        LoadDistribution.byCode(instruction.field(FieldName.DIST)).orElse(LoadDistribution.NORM);
    this.store =
        StoreDistribution.byCode(instruction.field(FieldName.DIST))
            .orElse(StoreDistribution.NORM_B8);
    this.governed = store.governedBytes();
    this.storeBytes = store.bytes();
    this.storeAlignment = store.alignment();
    this.whole = governed != 0 && storeBytes == Core.VECTOR_BYTES;
  }

  /** The step of a word. */
  public static Step of(Instruction instruction, UnitOperation operation) {
    boolean whole =
        operation == UnitOperation.LOAD
            && instruction.field(FieldName.DIST) == LoadDistribution.NORM.code();
    return whole ? new WholeLoadStep(instruction) : new MemoryStep(instruction, operation);
  }

  @Override
  public int execute(Core core, int at) {
    switch (operation) {
      case LOAD -> {
        int bytes = load.bytes();
        int address = read(core, address(core), bytes, load.alignment());
        VectorLoads.load(core.ub, address, load, core.vectors, d);
        advance(core, distance(core));
      }
      case LOAD_PAIR -> {
        int bytes = load.bytes();
        int address = read(core, address(core), bytes, load.alignment());
        VectorLoads.loadTwo(core.ub, address, load, core.vectors, d, e);
        advance(core, distance(core));
      }
      case STORE -> store(core);
      case STORE_PAIR -> {
        int address = write(core, address(core), store.bytes(), store.alignment());
        VectorStores.storeTwo(core.vectors, d, e, store, core.ub, address);
      }
      case LOAD_UNALIGNED -> {
        int address = read(core, address(core), Core.VECTOR_BYTES, type.bytes());
        System.arraycopy(core.ub, address, core.vectors, d, Core.VECTOR_BYTES);
        advance(core, distance(core));
      }
      case LOAD_ALIGN -> read(core, address(core) & -BLOCK, BLOCK, BLOCK);
      case LOAD_BLOCKS, STORE_BLOCKS -> blocks(core);
      case GATHER, GATHER_BLOCKS, SCATTER -> indexed(core);
      case SPILL_VECTOR ->
          System.arraycopy(core.vectors, d, core.local, slot(Core.VECTOR_BYTES), Core.VECTOR_BYTES);
      case FILL_VECTOR ->
          System.arraycopy(core.local, slot(Core.VECTOR_BYTES), core.vectors, d, Core.VECTOR_BYTES);
      case SPILL_ALIGN ->
          LittleEndian.put64(core.local, ALIGN_SLOTS + slot(ALIGN_SLOT_BYTES), core.align[align]);
      case FILL_ALIGN ->
          core.align[align] = LittleEndian.get64(core.local, ALIGN_SLOTS + slot(ALIGN_SLOT_BYTES));
      default -> stream(core);
    }
    return at + 1;
  }

  /**
   * Only the bytes up to the last active lane have to exist; a store without active lanes touches
   * nothing.
   */
  private void store(Core core) {
    boolean all =
        mask == Core.ALL_ACTIVE
            || governed != 0 && Predicates.allActive(core.predicates, mask, governed);
    int bytes = all ? storeBytes : VectorStores.bytes(store, core.predicates, mask);
    if (bytes > 0) {
      int address = stored(core, address(core), bytes, all);
      if (all && whole) {
        System.arraycopy(core.vectors, d, core.ub, address, Core.VECTOR_BYTES);
      } else {
        VectorStores.store(core.vectors, d, store, core.ub, address, core.predicates, mask);
      }
    }
    advance(core, distance(core));
  }

  /** Notes and checks what a store writes: up to the last active lane, or without those before. */
  private int stored(Core core, long address, int bytes, boolean all) {
    if (all || governed == 0 || !core.record.isExact()) {
      return write(core, address, bytes, storeAlignment);
    }
    core.record.hull(AddressSpace.UB, address, bytes, true);
    int unit = storeBytes * governed / Core.VECTOR_BYTES;
    for (int lane = 0; lane * unit < bytes; lane++) {
      if (Predicates.test(core.predicates, mask, lane * governed)) {
        core.record.piece(AddressSpace.UB, address + (long) lane * unit, unit, true);
      }
    }
    return core.ub(address, bytes, storeAlignment);
  }

  /**
   * The control register holds the block stride in the upper half and the initial displacement in
   * the lower.
   */
  private void blocks(Core core) {
    int control = (int) core.x[index];
    if (core.x[index] >>> Integer.SIZE != 0) {
      throw MachineTrap.of(
          TrapCode.CONFIGURATION_WORD, "reserved bits of the block stride word are set");
    }
    int stride = control >>> 16;
    long displacement = (control & 0xFFFFL) * BLOCK;
    long address = post ? core.x[base] : core.x[base] + displacement;
    long fault;
    noteBlockMask(core);
    if (operation == UnitOperation.LOAD_BLOCKS) {
      fault =
          IndexedMemory.loadBlocks(
              core.ub, address, stride, core.vectors, d, core.predicates, mask);
    } else {
      fault =
          IndexedMemory.storeBlocks(
              core.vectors, d, core.ub, address, stride, core.predicates, mask);
    }
    recordBlocks(core, address, (long) BLOCK * stride);
    check(fault, BLOCK);
    advance(core, displacement);
  }

  /** From the first block that takes part to the end of the last one. */
  private void recordBlocks(Core core, long address, long distance) {
    int blocks = IndexedMemory.activeBlocks(core.predicates, mask);
    if (blocks == 0) {
      return;
    }
    int first = Integer.numberOfTrailingZeros(blocks);
    int last = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(blocks);
    long from = address + first * distance;
    long length = (last - first) * distance + BLOCK;
    boolean writes = operation == UnitOperation.STORE_BLOCKS;
    core.record.hull(AddressSpace.UB, from, length, writes);
    for (int block = first; block <= last; block++) {
      if ((blocks >>> block & 1) != 0) {
        core.record.piece(AddressSpace.UB, address + block * distance, BLOCK, writes);
      }
    }
  }

  private void noteBlockMask(Core core) {
    if (core.record.isActive() && IndexedMemory.isBlockMaskAmbiguous(core.predicates, mask)) {
      core.record.doubts(OperandDoubt.BLOCK_MASK, 0, 0);
    }
  }

  private void indexed(Core core) {
    long address = core.x[base];
    long[] p = core.predicates;
    if (operation == UnitOperation.GATHER_BLOCKS) {
      noteBlockMask(core);
    }
    if (core.record.isExact()) {
      noteElements(core, address);
    }
    long fault =
        switch (operation) {
          case GATHER ->
              IndexedMemory.gather(
                  core.ub, address, core.vectors, d, e, type, p, mask, core.scratch);
          case GATHER_BLOCKS ->
              IndexedMemory.gatherBlocks(
                  core.ub, address, core.vectors, d, e, p, mask, core.scratch);
          case SCATTER ->
              IndexedMemory.scatter(core.vectors, d, core.ub, address, e, type, p, mask);
          default -> throw new IllegalStateException("no indexed access " + operation);
        };
    check(fault, operation == UnitOperation.GATHER_BLOCKS ? BLOCK : type.bytes());
  }

  /** What each active lane or block of a gather or scatter touches. */
  private void noteElements(Core core, long address) {
    boolean blocks = operation == UnitOperation.GATHER_BLOCKS;
    int width = blocks ? BLOCK : type.bytes();
    int lane = blocks ? Integer.BYTES : Math.max(width, Short.BYTES);
    int lanes = blocks ? Vectors.BLOCKS : Core.VECTOR_BYTES / lane;
    for (int i = 0; i < lanes; i++) {
      boolean active =
          blocks
              ? IndexedMemory.isBlockActive(core.predicates, mask, i)
              : Predicates.test(core.predicates, mask, i * lane);
      if (active) {
        long offset = LittleEndian.get(core.vectors, e + i * lane, lane) * (blocks ? 1 : width);
        core.record.piece(
            AddressSpace.UB, address + offset, width, operation == UnitOperation.SCATTER);
      }
    }
  }

  private static void check(long fault, int bytes) {
    if (fault != IndexedMemory.NO_FAULT) {
      throw Core.ubTrap(fault, bytes, "out of range or misaligned");
    }
  }

  private int slot(int bytes) {
    return (int) offset * bytes;
  }

  private void stream(Core core) {
    switch (operation) {
      case INITIALIZE_ALIGN, FLUSH_ALIGN_AT_AR -> core.align[align] = StoreStreams.EMPTY;
      case FLUSH_ALIGN -> {
        core.align[align] = StoreStreams.EMPTY;
        advance(core, core.x[index]);
      }
      case STORE_UNALIGNED -> {
        long bytes = core.x[index] * type.bytes();
        append(core, core.x[base], bytes);
        advance(core, bytes);
      }
      case STORE_SQUEEZED -> {
        int ar = SpecialRegister.AR.code();
        append(core, core.x[base] + core.special[ar], core.squeezedBytes);
        if (post) {
          core.special[ar] += core.squeezedBytes;
        }
      }
      default -> throw new IllegalStateException("no stream operation " + operation);
    }
  }

  private void append(Core core, long address, long bytes) {
    if (bytes < 0 || bytes > Core.VECTOR_BYTES) {
      throw Core.ubTrap(address, bytes, "longer than a vector register");
    }
    int checked = write(core, address, (int) bytes, type.bytes());
    core.align[align] = StoreStreams.append(core.vectors, d, (int) bytes, core.ub, checked);
  }
}
