package org.ptoc.emulator.machine;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.emulator.unit.StoreStreams;
import org.ptoc.emulator.unit.UnitScratch;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.TrapCode;

/**
 * The state of one core while it runs one block (spec/40, 5.2 to 5.4). The fields are public
 * because the engines work on them directly; one thread owns a core.
 */
public final class Core implements MachineState {
  /** Bytes of a vector register. */
  public static final int VECTOR_BYTES = 256;

  /** Bytes of the memory for spills (spec/40, 5.3). */
  public static final int LOCAL_BYTES = 65_536;

  /** Byte offset in {@link #vectors} of scratch registers that no program names. */
  public static final int VECTOR_SCRATCH = 32 * VECTOR_BYTES;

  /** Number of scratch registers. */
  public static final int VECTOR_SCRATCH_COUNT = 32;

  /** Index in {@link #predicates} of the constant predicate. */
  public static final int ALL_ACTIVE = 15 * Predicates.WORDS;

  /** Index in {@link #predicates} of a scratch predicate. */
  public static final int PREDICATE_SCRATCH = 16 * Predicates.WORDS;

  /** Bit of CTRL that selects count mode (spec/40, 1.4). */
  public static final int COUNT_MODE_BIT = 56;

  /** Bit of CTRL that keeps infinities and NaN in the cube core (spec/60, 3.9). */
  public static final int NO_SATURATION_BIT = 48;

  private static final int PIPES = 16;
  private static final int EVENTS = 8;
  private static final int LOOP_LEVELS = 9;
  private static final int NO_LOOP = -2;

  /** The profile of the program. */
  public final Profile profile;

  /** The unified buffer. */
  public final byte[] ub;

  /** The vector file and the scratch registers behind it. */
  public final byte[] vectors = new byte[VECTOR_SCRATCH + VECTOR_SCRATCH_COUNT * VECTOR_BYTES];

  /** Four words for each predicate, the constant one and scratch ones included. */
  public final long[] predicates = new long[20 * Predicates.WORDS];

  /** Scalar registers; number 31 is always zero. */
  public final long[] x = new long[32];

  /** State of the unaligned store streams, see {@link StoreStreams}. */
  public final long[] align = new long[8];

  /** Special registers by number. */
  public final long[] special = new long[256];

  /** The memories of a cube core; empty ones for a vector core. */
  public final CubeMemory cube;

  /** Memory for spills. */
  public final byte[] local;

  /** The constant section of the kernel. */
  public final byte[] constants;

  /** The parameter block. */
  public final byte[] parameters;

  /** Memory shared by all blocks. */
  public final GlobalMemory global;

  /** What is legal and seldom meant. */
  public final NoticeLog notices;

  /** The touched bytes of global memory, if they are recorded. */
  public Optional<GlobalUse> globalUse = Optional.empty();

  /** This core among those that it reaches; empty for a core that runs alone. */
  public Optional<CoreGroup.Member> group = Optional.empty();

  /** True if cores of its group wait for numbers in GM, which stores may change. */
  public boolean isWaitedFor;

  /** What the kernel prints. */
  public final PrintLog prints = new PrintLog();

  /** Temporary data of the unit kernels. */
  public final UnitScratch scratch = new UnitScratch();

  /** What the last instruction did, for listeners. */
  public final ExecutionRecord record;

  /** The word that executes. */
  public int programCounter;

  /** The first word behind the body of the innermost loop, or a value that no word has. */
  public int loopEnd = NO_LOOP;

  /** Instructions executed so far; what the CLOCK register reads without a timing model. */
  public long executed;

  /** The listener of the instructions; present exactly when {@link #record} is filled. */
  public Optional<ExecutionListener> listener = Optional.empty();

  /**
   * Where {@link #executed} ends: the most instructions of the run, less what {@link #spend} took
   * for words that are more work than one.
   */
  public long instructionLimit = Long.MAX_VALUE;

  /** Writes to global memory so far. */
  public long globalWrites;

  /** Bytes kept by the last squeeze (SQZN of spec/00, 4.9). */
  public int squeezedBytes;

  private final int[] flags = new int[PIPES * PIPES * EVENTS];
  private final int[] loopBegins = new int[LOOP_LEVELS];
  private final int[] loopEnds = new int[LOOP_LEVELS];
  private final long[] loopRemaining = new long[LOOP_LEVELS];
  private int loopDepth;

  /**
   * A core at kernel entry.
   *
   * @param fill pattern byte of the unified buffer and of the memories of a cube core
   * @param recording whether {@link #record} is filled
   */
  public Core(
      Profile profile,
      GlobalMemory global,
      byte[] constants,
      byte[] parameters,
      byte fill,
      boolean recording) {
    this(
        profile,
        global,
        constants,
        parameters,
        fill,
        recording,
        CoreMemory.of(profile, CoreKind.VECTOR));
  }

  /**
   * A core at kernel entry in memory that an earlier one may have used; what it holds does not
   * matter.
   */
  public Core(
      Profile profile,
      GlobalMemory global,
      byte[] constants,
      byte[] parameters,
      byte fill,
      boolean recording,
      CoreMemory memory) {
    this.profile = profile;
    this.global = global;
    this.notices = new NoticeLog(global.count());
    this.constants = constants;
    this.parameters = parameters;
    this.ub = memory.ub();
    CoreMemory.fill(ub, fill);
    this.cube = memory.cube();
    this.local = memory.local();
    CoreMemory.fill(local, (byte) 0);
    Arrays.fill(predicates, ALL_ACTIVE, ALL_ACTIVE + Predicates.WORDS, -1L);
    Arrays.fill(align, StoreStreams.EMPTY);
    special[SpecialRegister.MASK0.code()] = -1;
    special[SpecialRegister.MASK1.code()] = -1;
    special[SpecialRegister.LOOP_SIZE_OUTTOUB.code()] = 1 << 21 | 1;
    special[SpecialRegister.LOOP_SIZE_UBTOOUT.code()] = 1 << 21 | 1;
    special[SpecialRegister.LOOP_SIZE_OUTTOL1.code()] = 1 << 21 | 1;
    special[SpecialRegister.LOOP3_PARA.code()] = 1;
    special[SpecialRegister.CHANNEL_PARA.code()] = 1L << 48;
    if (cube != CubeMemory.NONE) {
      cube.fill(fill);
      special[SpecialRegister.CTRL.code()] = 1L << NO_SATURATION_BIT;
    }
    this.record = new ExecutionRecord(recording);
  }

  /**
   * A core in the state of this one for trials: memory and registers are copies, global memory is
   * empty and there is no listener.
   */
  public Core trial() {
    return trial(false);
  }

  /**
   * As {@link #trial()}.
   *
   * @param recording whether its record has exactly the bytes that a word has touched
   */
  public Core trial(boolean recording) {
    Core trial =
        new Core(profile, new GlobalMemory(List.of()), constants, parameters, (byte) 0, recording);
    trial.record.notePieces();
    renew(trial);
    return trial;
  }

  /** Puts an earlier trial of this core into the state of now, without open loops. */
  public void renew(Core trial) {
    System.arraycopy(ub, 0, trial.ub, 0, ub.length);
    System.arraycopy(vectors, 0, trial.vectors, 0, vectors.length);
    System.arraycopy(predicates, 0, trial.predicates, 0, predicates.length);
    System.arraycopy(x, 0, trial.x, 0, x.length);
    System.arraycopy(align, 0, trial.align, 0, align.length);
    System.arraycopy(special, 0, trial.special, 0, special.length);
    System.arraycopy(local, 0, trial.local, 0, local.length);
    trial.squeezedBytes = squeezedBytes;
    trial.loopDepth = 0;
    trial.loopEnd = NO_LOOP;
    trial.record.clear();
  }

  /**
   * Takes the work of a word in front of its execution: one for each of its repeats or rows, and
   * one for each {@link #VECTOR_BYTES} bytes that it moves. The word itself is counted by {@link
   * #executed}.
   *
   * @param units not negative
   * @throws WorkLimit when there is not enough left
   */
  public void spend(long units) {
    if (units > instructionLimit - executed) {
      instructionLimit = executed;
      throw new WorkLimit();
    }
    instructionLimit -= units;
  }

  /**
   * This core among those that it reaches.
   *
   * @throws MachineTrap when it runs alone
   */
  public CoreGroup.Member member() {
    return group.orElseThrow(
        () -> MachineTrap.of(TrapCode.NO_PEER, "the core runs alone, without others to signal"));
  }

  /**
   * Announces a change of a number in GM that other cores may wait for, which some of them may run
   * in front of.
   *
   * @param word number of the word that changes it
   */
  public void announce(long address, int word) {
    if (group.isPresent()) {
      CrossSignal signal = new CrossSignal(group.get().number(), word);
      group.get().letOthersGo();
      group.get().announce(address, signal);
      record.signals(List.of(signal));
    }
  }

  /** Sets the block queries. */
  public void setBlock(int block, int blocks) {
    special[SpecialRegister.BLOCK_IDX.code()] = block;
    special[SpecialRegister.BLOCK_NUM.code()] = blocks;
  }

  /** Sets the rank of its device, how many there are, and which kind of core it is. */
  public void setRank(int rank, int ranks, CoreKind kind) {
    special[SpecialRegister.RANK.code()] = rank;
    special[SpecialRegister.RANK_NUM.code()] = ranks;
    special[SpecialRegister.CORE_KIND.code()] = kind == CoreKind.CUBE ? 0 : 1;
  }

  /** Sets which of the vector cores of its block this is. */
  public void setSubblock(int subblock, int subblocks) {
    special[SpecialRegister.SUBBLOCK_IDX.code()] = subblock;
    special[SpecialRegister.SUBBLOCK_NUM.code()] = subblocks;
  }

  /** Writes a scalar register; XZR stays zero. */
  public void setX(int register, long value) {
    x[register] = value;
    x[RegisterClass.X.constantRegister()] = 0;
  }

  /** A checked UB address. */
  public int ub(long address, long bytes, int alignment) {
    if (address < 0 || bytes < 0 || address > ub.length - bytes) {
      throw ubTrap(address, bytes, "out of range");
    }
    if ((address & alignment - 1) != 0) {
      throw ubTrap(address, bytes, "not aligned to " + alignment + " bytes");
    }
    return (int) address;
  }

  /** Notes that the word that executes has repeat count 0 and does nothing. */
  public void noteZeroRepeat() {
    notices.zeroRepeat(programCounter);
    record.doubts(OperandDoubt.ZERO_REPEAT, 0, 0);
  }

  /** Traps unless a buffer holds {@code bytes} bytes from {@code address} on. */
  public void checkGlobal(long address, long bytes) {
    global.check(address, bytes);
    int index = GlobalMemory.index(address);
    if (bytes > 0 && GlobalMemory.offset(address) + bytes > global.size(index)) {
      notices.slack(index, programCounter, GlobalMemory.offset(address), bytes);
    }
  }

  /** Checks an access to global memory that reads. */
  public void noteRead(long address, long bytes) {
    if (group.isPresent()) {
      group.get().reads();
    }
    if (globalUse.isPresent()) {
      globalUse.get().reads(address, bytes);
    }
    checkGlobal(address, bytes);
  }

  /** Checks an access to global memory that writes. */
  public void noteWrite(long address, long bytes) {
    globalWrites++;
    if (globalUse.isPresent()) {
      globalUse.get().writes(address, bytes);
    }
    checkGlobal(address, bytes);
  }

  /** Copies bytes of global memory to an array. */
  public void readGlobal(long address, byte[] to, int at, int bytes) {
    noteRead(address, bytes);
    global.read(address, to, at, bytes);
  }

  /** Copies bytes of an array to global memory. */
  public void writeGlobal(long address, byte[] from, int at, int bytes) {
    noteWrite(address, bytes);
    global.write(address, from, at, bytes);
  }

  /** The little-endian number of {@code bytes} bytes at {@code address} of {@code space}. */
  public long load(AddressSpace space, long address, int bytes) {
    if (space == AddressSpace.GM) {
      noteRead(address, bytes);
      return global.get(address, bytes);
    }
    return LittleEndian.get(memory(space, address, bytes), (int) address, bytes);
  }

  /** Writes the low {@code bytes} bytes of a number to {@code address} of {@code space}. */
  public void store(AddressSpace space, long address, int bytes, long value) {
    if (space == AddressSpace.GM) {
      noteWrite(address, bytes);
      global.put(address, bytes, value);
    } else {
      LittleEndian.put(memory(space, address, bytes), (int) address, bytes, value);
    }
  }

  /** The trap of an illegal UB access. */
  public static MachineTrap ubTrap(long address, long bytes, String what) {
    return MachineTrap.of(
        TrapCode.UB_ACCESS,
        "UB access of " + bytes + " bytes at 0x" + Long.toHexString(address) + " is " + what);
  }

  /** The array of a memory of this core, whose {@code bytes} bytes at {@code address} exist. */
  public byte[] memory(AddressSpace space, long address, int bytes) {
    return switch (space) {
      case UB -> {
        ub(address, bytes, 1);
        yield ub;
      }
      case LOCAL -> within(local, address, bytes, TrapCode.UB_ACCESS, "LOCAL");
      case CONST -> within(constants, address, bytes, TrapCode.CONSTANT_ACCESS, "constant");
      case PARAM -> within(parameters, address, bytes, TrapCode.CONSTANT_ACCESS, "parameter");
      case GM, L1, L0A, L0B, L0C, BT, FB, L0A_SCALE, L0B_SCALE ->
          throw MachineTrap.of(
              TrapCode.ILLEGAL_INSTRUCTION, space.spelling() + " has no word access");
    };
  }

  private static byte[] within(byte[] memory, long address, int bytes, TrapCode code, String name) {
    if (address < 0 || address > memory.length - bytes) {
      throw MachineTrap.of(
          code,
          name
              + " access of "
              + bytes
              + " bytes at 0x"
              + Long.toHexString(address)
              + " is out of range");
    }
    return memory;
  }

  /** The memories and registers of this core; global memory and the record are left out. */
  @Override
  public void visit(StateVisitor visitor) {
    visitor.bytes(ub);
    visitor.bytes(vectors);
    visitor.bytes(local);
    visitor.longs(predicates);
    visitor.longs(x);
    visitor.longs(align);
    visitor.longs(special);
    visitor.ints(flags);
    visitor.ints(loopBegins);
    visitor.ints(loopEnds);
    visitor.longs(loopRemaining);
    loopDepth = (int) visitor.number(loopDepth);
    loopEnd = (int) visitor.number(loopEnd);
    programCounter = (int) visitor.number(programCounter);
    executed = visitor.number(executed);
    instructionLimit = visitor.number(instructionLimit);
    globalWrites = visitor.number(globalWrites);
    squeezedBytes = (int) visitor.number(squeezedBytes);
    notices.visit(visitor);
    prints.visit(visitor);
    if (cube != CubeMemory.NONE) {
      cube.visit(visitor);
    }
  }

  /** Signals an event; signals add up. */
  public void setFlag(int source, int destination, int event) {
    countSignal(source, destination, event, 1);
  }

  /** Adds to the signals of an event, less its waits; what is below 0 has yet to be signalled. */
  public void countSignal(int source, int destination, int event, int change) {
    flags[flag(source, destination, event)] += change;
  }

  /**
   * Consumes a signal. In program order nothing can signal later, so that a missing one is a
   * deadlock.
   */
  public void waitFlag(int source, int destination, int event) {
    if (flags[flag(source, destination, event)] == 0) {
      throw MachineTrap.of(
          TrapCode.DEADLOCK, "wait for event " + event + " that no set_flag has signalled");
    }
    flags[flag(source, destination, event)]--;
  }

  /** Signals less waits so far, of all events in one order. */
  public int[] signals() {
    return flags.clone();
  }

  /** Begin, end and remaining iterations of each loop that was entered, outermost first. */
  public long[] loops() {
    long[] loops = new long[3 * loopDepth];
    for (int level = 0; level < loopDepth; level++) {
      loops[3 * level] = loopBegins[level];
      loops[3 * level + 1] = loopEnds[level];
      loops[3 * level + 2] = loopRemaining[level];
    }
    return loops;
  }

  private static int flag(int source, int destination, int event) {
    return (source * PIPES + destination) * EVENTS + event;
  }

  /**
   * Enters a loop body of {@code words} words that begins at {@code begin}; {@code count} is at
   * least 1.
   */
  public void enterLoop(int begin, int words, long count) {
    loopBegins[loopDepth] = begin;
    loopEnds[loopDepth] = begin + words;
    loopRemaining[loopDepth] = count;
    loopEnd = begin + words;
    loopDepth++;
  }

  /** Iterations of the innermost loop that are not finished. */
  public long remainingIterations() {
    return loopRemaining[loopDepth - 1];
  }

  /** All iterations of the innermost loop have run: at {@link #loopEnd} control leaves it. */
  public void finishIterations() {
    loopRemaining[loopDepth - 1] = 1;
  }

  /**
   * The word to execute when control reaches {@link #loopEnd}: the body again, or what follows all
   * finished loops.
   */
  public int closeIterations() {
    int next = loopEnd;
    while (loopDepth > 0 && next == loopEnds[loopDepth - 1]) {
      if (--loopRemaining[loopDepth - 1] > 0) {
        next = loopBegins[loopDepth - 1];
        return next;
      }
      loopDepth--;
      loopEnd = loopDepth == 0 ? NO_LOOP : loopEnds[loopDepth - 1];
    }
    return next;
  }
}
