package org.ptoc.tools.watch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.emulator.cube.ProductPlaces;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.SchedulingClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds reads of bytes and registers that the block has not written ({@link RegisterUse}). What the
 * memories of a core hold at entry is not defined, so that such a read is a defect. A vector load
 * reads what is used of it ({@link VectorReads}).
 *
 * <p>Transfers, the scalar unit and the active lanes of words that work lane by lane must not read
 * a single such byte: bytes between the valid part of a tile and the end of its rows, and after its
 * last row, count as soon as they are read. Gathers and loads of blocks take more along than they
 * use: of each block something must have been written. Words that sort, transpose or spread read
 * matrices of a fixed size, of which something must have been written. Products read the elements
 * that they multiply and add, to which no byte of a box beside them belongs, and whose results are
 * used ({@link ProductUse}); loads of L0 and of biases take whole boxes along, of which something
 * must be written. They, and instructions that only copy bytes within UB, copy the uninitialised
 * state with the bytes. Lane-wise instructions propagate it from copied bytes too: in a vecscope on
 * A2/A3, whose registers lie in UB, they work on all lanes, and the mask of the store excludes the
 * lanes behind a tail.
 */
public final class UninitializedChecker implements ExecutionListener {
  private static final int BLOCK = 32;

  private final Program program;
  private final Findings findings;
  private final VectorReads<Load> vectors;
  private Optional<Core> state = Optional.empty();
  private final Map<AddressSpace, BitSet> written = new EnumMap<>(AddressSpace.class);

  /** Bytes of LOCAL memory that were renewed and not written since; spills are always written. */
  private final BitSet renewed = new BitSet();

  private final Set<String> reported = new HashSet<>();
  private final CopiedBytes copies = new CopiedBytes();

  /** Bytes of UB that were copied; the unknown ones among them are uninitialised. */
  private final BitSet moved = new BitSet();

  private final MovedBytes moves = new MovedBytes();
  private final ProductUse products = new ProductUse(this::written);
  private final RegisterUse registers;

  /** How words touch memory, those that were executed. */
  private final Manner[] manners;

  /** How a word touches memory, the same each time that it is executed. */
  private record Manner(
      boolean isLocalStore,
      boolean isCopy,
      boolean isLanewise,
      boolean renews,
      boolean takesBoxes,
      boolean takesMatrices) {}

  /** A vector load and its bytes that were uninitialised at that time, counted from its address. */
  private record Load(int word, long address, BitSet unwritten) {}

  private final class Loads implements VectorReads.Reads<Load> {
    @Override
    public Load loaded(int word, long address, long length) {
      BitSet unwritten = written(AddressSpace.UB).get((int) address, (int) (address + length));
      unwritten.flip(0, (int) length);
      return new Load(word, address, unwritten);
    }

    @Override
    public void used(Load load, long address, long length) {
      int from = (int) (address - load.address());
      int end = from + (int) length;
      int first = load.unwritten().nextSetBit(from);
      if (program.at(load.word()).performs(UnitOperation.LOAD_BLOCKS)) {
        // They begin at blocks of memory, and are stored in whole blocks.
        BitSet known = new BitSet();
        known.or(load.unwritten());
        known.flip(0, end);
        first = unwrittenPart(known, from, end, BLOCK);
      }
      if (first >= 0 && first < end) {
        report(load.word(), AddressSpace.UB, address, length, load.address() + first);
      }
    }
  }

  /** A checker of one block. */
  public UninitializedChecker(Program program, Findings findings) {
    this.program = program;
    this.findings = findings;
    this.vectors = new VectorReads<>(program, new Loads());
    this.registers = new RegisterUse(program, this::report);
    this.manners = new Manner[program.size()];
  }

  private static boolean waitsForCores(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Control(var operation)
        && (operation == ControlOperation.WAIT_CROSS_FLAG
            || operation == ControlOperation.WAIT_MEMORY
            || operation == ControlOperation.MEET_CORES
            || operation == ControlOperation.MEET_COUNTED_CORES);
  }

  private Manner manner(int word) {
    if (manners[word] == null) {
      manners[word] = manner(program.at(word));
    }
    return manners[word];
  }

  private static Manner manner(Instruction instruction) {
    boolean boxes = takesBoxes(instruction);
    return new Manner(
        RegisterUse.isLocalStore(instruction),
        isCopy(instruction),
        isLanewise(instruction),
        instruction.performs(ScalarOperation.RENEW),
        boxes,
        boxes || takesMatrices(instruction));
  }

  @Override
  public boolean wantsPieces() {
    return true;
  }

  @Override
  public void started(Core core) {
    state = Optional.of(core);
    vectors.start(core);
    registers.start(core.parameters.length / Long.BYTES);
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    Manner manner = manner(word);
    boolean unwritten =
        manner.isLocalStore() && registers.doubt(program.at(word).code(FieldName.XD)).isPresent();
    registers.executed(word);
    if (waitsForCores(program.at(word))) {
      // Bytes that other cores have written meanwhile are not known.
      written(AddressSpace.UB).set(0, program.profile().unifiedBufferBytes());
      written(AddressSpace.L1).set(0, AddressSpace.L1.cubeBytes(program.profile()));
    }
    if (state.isPresent() && vectors.follow(word, record, state.get())) {
      return;
    }
    if (manner.isCopy()) {
      copies.run(record.pieces(), written(AddressSpace.UB));
      record.pieces().visit((_, address, length, isWrite) -> move((int) address, length, isWrite));
      return;
    }
    if (manner.isLanewise() && !moved.isEmpty() && movesLanes(program.at(word), record)) {
      return;
    }
    record.product().ifPresent(product -> multiplied(word, product, record));
    if (!record.movements().isEmpty() && knowsAny(record, AddressSpace.L1)) {
      moves.run(record, this::written);
      return;
    }
    boolean renews = unwritten || manner.renews();
    boolean takesBoxes = manner.takesBoxes();
    boolean takesMatrices = manner.takesMatrices() && record.ranges() > 0;
    for (int i = 0; takesMatrices && i < record.ranges(); i++) {
      if (!record.isWrite(i) && (!takesBoxes || !knowsAny(record, record.space(i)))) {
        matrix(word, record.space(i), record.address(i), record.length(i));
      }
    }
    record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              if (isWrite || !takesMatrices && record.product().isEmpty()) {
                touched(word, space, address, length, isWrite, renews);
              }
            });
  }

  /** Checks a product, before its results are written. */
  private void multiplied(int word, ProductPlaces product, ExecutionRecord record) {
    List<String> found = new ArrayList<>();
    record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              int end = (int) (address + length);
              int first = isWrite ? -1 : unwrittenByte(written(space), (int) address, end);
              if (first >= 0 && found.isEmpty()) {
                found.add(unwritten(space, address, length, first));
              }
            });
    if (found.isEmpty()) {
      products.executed(product);
    } else {
      products.executed(word, product, found.getFirst());
    }
  }

  /** True if a word reads more than it uses, in pieces that say little by themselves. */
  private static boolean takesMatrices(Instruction instruction) {
    return switch (instruction.definition().pipe()) {
      case V -> instruction.definition().semantics() instanceof Semantics.Unit;
      case S, M, MTE1, MTE2, MTE3, MTE4, MTE5, V2, FIX, ALL -> false;
    };
  }

  /**
   * True if a word takes whole boxes or whole units of L1 along, many of them beside the valid part
   * of a tile, where the result is not read: something of all must have been written.
   */
  private static boolean takesBoxes(Instruction instruction) {
    return switch (instruction.definition().pipe()) {
      case MTE1 -> true;
      case FIX -> instruction.performs(UnitOperation.LOAD_PARAMETERS);
      case S, V, M, MTE2, MTE3, MTE4, MTE5, V2, ALL -> false;
    };
  }

  /** True if something of all that a word reads in a memory has been written. */
  private boolean knowsAny(ExecutionRecord record, AddressSpace space) {
    BitSet known = written(space);
    for (int i = 0; i < record.ranges(); i++) {
      if (!record.isWrite(i) && record.space(i) == space) {
        int first = known.nextSetBit((int) record.address(i));
        if (first >= 0 && first < record.address(i) + record.length(i)) {
          return true;
        }
      }
    }
    return false;
  }

  private void matrix(int word, AddressSpace space, long address, long length) {
    int first = written(space).nextSetBit((int) address);
    if (length > 0 && (first < 0 || first >= address + length)) {
      report(word, space, address, length, address);
    }
  }

  /** True if a word moves bytes within UB: uninitialised bytes stay so at their destination. */
  private static boolean isCopy(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Unit(UnitOperation unit) -> unit == UnitOperation.COPY_UB_TO_UB;
      case Semantics.Lanes lanes ->
          instruction.definition().format() == WordFormat.U
              && lanes.results().equals(List.of(new LaneExpression.Operand(Slot.FIRST)))
              && instruction.type().bytes() == instruction.resultType().bytes();
      case Semantics.Scalar _, Semantics.Control _ -> false;
    };
  }

  private void move(int address, long length, boolean isWrite) {
    if (isWrite) {
      moved.set(address, (int) (address + length));
    }
  }

  private static boolean isLanewise(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Lanes
        && instruction.definition().format() == WordFormat.U;
  }

  /**
   * Copies the state of uninitialised lanes that a lane-wise instruction of one vector reads; false
   * if it reads no uninitialised byte, or one that was not copied to its place. A lane with a known
   * byte is known: moves of 8-bit elements blend lanes of 16 bits.
   */
  private boolean movesLanes(Instruction instruction, ExecutionRecord record) {
    int read = instruction.type().bytes();
    int bytes = instruction.resultType().bytes();
    BitSet known = written(AddressSpace.UB);
    BitSet unwritten = new BitSet();
    long[] written = {0, 0};
    int[] others = {0};
    boolean[] some = {false};
    record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              if (space != AddressSpace.UB) {
                others[0]++;
              } else if (isWrite) {
                written[0] = address;
                written[1] += length;
                others[0] += written[1] > length ? 1 : 0;
              } else {
                int end = (int) (address + length);
                for (int at = known.nextClearBit((int) address);
                    at < end;
                    at = known.nextClearBit(at + 1)) {
                  others[0] += moved.get(at) ? 0 : 1;
                  some[0] = true;
                  int lane = (at - (int) address) / read;
                  int first = known.nextSetBit((int) address + lane * read);
                  if (first < 0 || first >= (int) address + (lane + 1) * read) {
                    unwritten.set(lane);
                  }
                }
              }
            });
    if (!some[0] || others[0] > 0) {
      return false;
    }
    known.set((int) written[0], (int) (written[0] + written[1]));
    if (written[1] % bytes == 0 && !isTruth(instruction)) {
      move((int) written[0], written[1], true);
      for (int lane = unwritten.nextSetBit(0);
          lane >= 0 && (lane + 1L) * bytes <= written[1];
          lane = unwritten.nextSetBit(lane + 1)) {
        known.clear((int) written[0] + lane * bytes, (int) written[0] + (lane + 1) * bytes);
      }
    }
    return true;
  }

  private static boolean isTruth(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Lanes lanes
        && lanes.isAboutTruth();
  }

  private void touched(
      int word, AddressSpace space, long address, long length, boolean isWrite, boolean renews) {
    switch (space) {
      case GM, CONST, PARAM -> {
        /* filled by the launch */
      }
      case LOCAL -> local(word, (int) address, (int) (address + length), isWrite, renews);
      case UB, L1, L0A, L0B, L0C, BT, FB, L0A_SCALE, L0B_SCALE -> {
        BitSet known = written(space);
        if (isWrite) {
          known.set((int) address, (int) (address + length));
        } else {
          int from = (int) address;
          int end = (int) (address + length);
          int first = firstUnwritten(program.at(word), known, from, end);
          if (space == AddressSpace.L0C) {
            products.read(address, length, each -> report(each.word(), each.message()));
          }
          if (first >= 0) {
            report(word, space, address, length, first);
          }
        }
      }
    }
  }

  private static int firstUnwritten(Instruction instruction, BitSet known, int from, int end) {
    if (instruction.definition().pipe() != Pipe.V) {
      return unwrittenByte(known, from, end);
    }
    if (end - from < BLOCK && isInPlace(instruction)) {
      return -1;
    }
    return switch (instruction.definition().semantics()) {
      case Semantics.Lanes lanes when !lanes.isAboutTruth() ->
          isBitwise(instruction)
              ? unwrittenPart(known, from, end, instruction.type().bytes())
              : unwrittenByte(known, from, end);
      // Bits of comparisons stand together in bytes, those of lanes that do not work too.
      case Semantics.Lanes _, Semantics.Unit _ -> unwrittenPart(known, from, end, BLOCK);
      case Semantics.Scalar _, Semantics.Control _ -> unwrittenByte(known, from, end);
    };
  }

  /**
   * True if each bit of a result comes from the same bit of the operands: the last of an odd number
   * of bytes shares its lane with a byte that is not read in the result either.
   */
  private static boolean isBitwise(Instruction instruction) {
    SchedulingClass scheduling = instruction.definition().schedulingClass();
    return scheduling == SchedulingClass.BITWISE || scheduling == SchedulingClass.NOT;
  }

  /** True if a word reads what it overwrites: bytes beside those that it is about are kept. */
  private static boolean isInPlace(Instruction instruction) {
    return instruction.definition().format() == WordFormat.U
        && instruction.definition().operand(OperandRole.XN).isPresent()
        && instruction.code(FieldName.XD) == instruction.code(FieldName.XN);
  }

  private static int unwrittenByte(BitSet known, int from, int end) {
    int first = known.nextClearBit(from);
    return first < end ? first : -1;
  }

  /** The first byte of the first part, {@code size} bytes each, without any known byte; or -1. */
  private static int unwrittenPart(BitSet known, int from, int end, int size) {
    for (int at = known.nextClearBit(from); at < end; at = known.nextClearBit(at)) {
      int part = at & -size;
      int begin = Math.max(part, from);
      int next = known.nextSetBit(begin);
      if (next < 0 || next >= Math.min(part + size, end)) {
        return begin;
      }
      at = part + size;
    }
    return -1;
  }

  private BitSet written(AddressSpace space) {
    return written.computeIfAbsent(space, _ -> new BitSet());
  }

  /** Variables of the scalar unit: what a declaration renews is not defined on a device. */
  private void local(int word, int from, int to, boolean isWrite, boolean renews) {
    if (isWrite) {
      renewed.set(from, to, renews);
    } else if (renewed.nextSetBit(from) >= from && renewed.nextSetBit(from) < to) {
      registers.doubt(
          program.at(word).code(FieldName.XD),
          new RegisterUse.Finding(
              word,
              range(AddressSpace.LOCAL, from, to - from)
                  + " of an array or struct, not all of which has been written"));
    }
  }

  private void report(int word, AddressSpace space, long address, long length, long first) {
    report(word, unwritten(space, address, length, first));
  }

  private String unwritten(AddressSpace space, long address, long length, long first) {
    boolean none = written(space).get((int) address, (int) (address + length)).isEmpty();
    return range(space, address, length)
        + (none
            ? ", none of which has been written"
            : ", of which 0x" + Long.toHexString(first) + " has not been written");
  }

  private static String range(AddressSpace space, long address, long length) {
    return "reads "
        + space
        + " bytes 0x"
        + Long.toHexString(address)
        + " to 0x"
        + Long.toHexString(address + length);
  }

  private void report(int word, String message) {
    // Memory once for each word, whatever the loop makes of its address; registers one by one.
    if (reported.add(message.contains(" bytes ") ? String.valueOf(word) : word + message)) {
      findings.found(word, message, word);
    }
  }
}
