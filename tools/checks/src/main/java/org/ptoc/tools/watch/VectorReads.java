package org.ptoc.tools.watch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.unit.IndexedMemory;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Half;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.StoreDistribution;
import org.ptoc.ir.isa.UnitOperation;

/**
 * What vector loads really read. A load always takes a whole vector along, which at the end of a
 * tile are bytes of its neighbour; they count as read only as far as an active lane of a later word
 * uses them. Follows the bytes through words that work lane by lane, also into predicates, whose
 * bit {@code k} belongs to byte {@code k} of a vector (spec/00, 1.3), and through words that widen
 * or narrow.
 */
public final class VectorReads<T> {
  /** Origins that a register may have before they all count as read. */
  private static final int MOST = 1024;

  private static final int HALF = Core.VECTOR_BYTES / 2;

  /** Units that take nothing from lanes that are not active. */
  private static final Set<UnitOperation> ACTIVE =
      EnumSet.of(
          UnitOperation.REDUCE_ADD,
          UnitOperation.REDUCE_MAXIMUM,
          UnitOperation.REDUCE_MINIMUM,
          UnitOperation.SQUEEZE);

  private final Program program;
  private final Reads<T> reads;

  /** What the words that were executed say of vector registers and predicates. */
  private final Registers[] registers;

  private final List<Set<Origin<T>>> vectors = nothing(RegisterClass.V);
  private final List<Set<Origin<T>>> masks = nothing(RegisterClass.P);

  /** What the slots of spilled vectors hold. */
  private final Map<Long, Set<Origin<T>>> spilled = new HashMap<>();

  /** The predicates before the word: a comparison may overwrite its own mask. */
  private long[] predicates = new long[0];

  /**
   * Observes loads and their bytes that are used.
   *
   * @param <T> identifies a load, compared by equals
   */
  public interface Reads<T> {
    /** A load of bytes of UB. */
    T loaded(int word, long address, long length);

    /** Bytes of a load were used. */
    void used(T load, long address, long length);
  }

  /**
   * Bytes in a register that correspond to bytes of UB in the same order.
   *
   * @param load the load
   * @param address UB byte that corresponds to byte 0 of the register, there or not @param length
   *     bytes of UB that correspond to a whole register @param bytes bytes of the register that are
   *     still there
   */
  private record Origin<T>(T load, long address, long length, RegisterBytes bytes) {
    Origin<T> within(RegisterBytes active) {
      return new Origin<>(load, address, length, bytes.and(active));
    }

    /** After a word that makes one half of the register twice as wide. */
    Origin<T> widened(Half half) {
      int skipped = half == Half.LOWER ? 0 : HALF;
      return new Origin<>(
          load, address + skipped * length / Core.VECTOR_BYTES, length / 2, bytes.widened(half));
    }

    /** After a word that puts the register, half as wide, into one of its halves. */
    Origin<T> narrowed(Half half) {
      int skipped = half == Half.LOWER ? 0 : HALF;
      return new Origin<>(
          load,
          address - 2L * skipped * length / Core.VECTOR_BYTES,
          2 * length,
          bytes.narrowed(half));
    }
  }

  /** The reads of one program, whose registers hold nothing yet. */
  public VectorReads(Program program, Reads<T> reads) {
    this.program = program;
    this.reads = reads;
    this.registers = new Registers[program.size()];
  }

  private static <T> List<Set<Origin<T>>> nothing(RegisterClass registerClass) {
    return new ArrayList<>(Collections.nCopies(registerClass.count(), Set.of()));
  }

  /**
   * A vector register or predicate of a word.
   *
   * @param isWhole whether the word may use bytes of it that are not in active lanes
   */
  private record Register(boolean isMask, int number, boolean isWhole) {}

  /** The vector registers and predicates of a word, in the order of its operands. */
  private static final class Registers {
    private final Register[] sources;
    private final Register[] results;
    private final boolean isLaneByLane;

    /** True if inactive lanes of the result keep what is there. */
    private final boolean merges;

    private Registers(Instruction instruction) {
      boolean isSelect =
          instruction.definition().semantics() instanceof Semantics.Lanes lanes
              && lanes.reads(Slot.SELECTOR);
      List<Register> read = new ArrayList<>();
      List<Register> written = new ArrayList<>();
      for (OperandField operand : instruction.definition().operands()) {
        boolean isMask = operand.isOf(RegisterClass.P);
        if (!isMask && !operand.isOf(RegisterClass.V)) {
          continue;
        }
        // A selection takes its second source where the mask is not set.
        boolean isWhole = isMask || isSelect && operand.role() != OperandRole.VA;
        Register register = new Register(isMask, (int) instruction.value(operand), isWhole);
        if (operand.access() != Access.WRITE) {
          read.add(register);
        }
        if (operand.access() != Access.READ) {
          written.add(register);
        }
      }
      this.sources = read.toArray(new Register[0]);
      this.results = written.toArray(new Register[0]);
      this.isLaneByLane = isLaneByLane(instruction);
      this.merges =
          isLaneByLane
              && written.stream().anyMatch(each -> !each.isMask())
              && instruction.field(FieldName.MRG) != 0;
    }

    private boolean isEmpty() {
      return sources.length == 0 && results.length == 0;
    }
  }

  private Registers registers(int word) {
    if (registers[word] == null) {
      registers[word] = new Registers(program.at(word));
    }
    return registers[word];
  }

  /** A block begins. */
  public void start(Core core) {
    predicates = core.predicates.clone();
  }

  /**
   * A word was executed.
   *
   * @param core the state after it
   * @return true for a load whose bytes count as read later
   */
  public boolean follow(int word, ExecutionRecord record, Core core) {
    if (registers(word).isEmpty()) {
      return false;
    }
    boolean isLoad = follow(program.at(word), word, record);
    System.arraycopy(core.predicates, 0, predicates, 0, predicates.length);
    return isLoad;
  }

  private boolean follow(Instruction instruction, int word, ExecutionRecord record) {
    boolean blocks = instruction.performs(UnitOperation.LOAD_BLOCKS);
    if (instruction.performs(UnitOperation.LOAD)
        || instruction.performs(UnitOperation.LOAD_UNALIGNED)
        || blocks && isDense(instruction, record)) {
      long address = record.address(0);
      long length = record.length(0);
      vectors.set(
          instruction.code(FieldName.VD),
          Set.of(
              new Origin<>(
                  reads.loaded(word, address, length),
                  address,
                  blocks ? Core.VECTOR_BYTES : length,
                  blocks ? RegisterBytes.first((int) length) : RegisterBytes.ALL)));
      return true;
    }
    if (instruction.performs(UnitOperation.SPILL_VECTOR)) {
      spilled.put(instruction.field(FieldName.IMM10), vectors.get(instruction.code(FieldName.VD)));
      return false;
    }
    if (instruction.performs(UnitOperation.FILL_VECTOR)) {
      vectors.set(
          instruction.code(FieldName.VD),
          spilled.getOrDefault(instruction.field(FieldName.IMM10), Set.of()));
      return false;
    }
    Registers own = registers(word);
    Set<Origin<T>> sources = sources(own, instruction, record);
    if (sources.isEmpty() || own.isLaneByLane) {
      write(own, sources);
      return false;
    }
    Set<Origin<T>> result = new LinkedHashSet<>();
    if (isWidening(instruction)) {
      sources.forEach(origin -> result.add(origin.widened(half(instruction))));
    } else if (instruction.performs(UnitOperation.PACK)) {
      sources.forEach(origin -> result.add(origin.narrowed(half(instruction))));
    } else {
      sources.forEach(this::use);
    }
    write(own, result);
    return false;
  }

  /** True if the blocks of a load are consecutive from the first one on. */
  private boolean isDense(Instruction instruction, ExecutionRecord record) {
    long[] bytes = {0};
    record.pieces().visit((space, address, length, isWrite) -> bytes[0] += length);
    return record.ranges() == 1
        && record.length(0) == bytes[0]
        && IndexedMemory.isBlockActive(
            predicates, instruction.code(FieldName.PG) * Predicates.WORDS, 0);
  }

  /** What the active lanes of a word depend on; the set of a register where that is the same. */
  private Set<Origin<T>> sources(Registers own, Instruction instruction, ExecutionRecord record) {
    Set<Origin<T>> sources = Set.of();
    RegisterBytes active = RegisterBytes.ALL;
    boolean isOwn = false;
    for (Register each : own.sources) {
      Set<Origin<T>> held = (each.isMask() ? masks : vectors).get(each.number());
      if (held.isEmpty() || held == sources) {
        continue;
      }
      if (sources.isEmpty()) {
        active = active(instruction).and(RegisterBytes.first(endOfStored(instruction, record)));
      }
      boolean isAll = each.isWhole() || active.equals(RegisterBytes.ALL);
      if (sources.isEmpty() && isAll) {
        sources = held;
        continue;
      }
      if (!isOwn) {
        sources = new LinkedHashSet<>(sources);
        isOwn = true;
      }
      for (Origin<T> origin : held) {
        sources.add(isAll ? origin : origin.within(active));
      }
    }
    return sources;
  }

  /** True if lanes get what they need from the same eight bytes of the registers. */
  private static boolean isLaneByLane(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Lanes lanes -> true;
      case Semantics.Unit(UnitOperation unit) ->
          switch (unit.predicates()) {
            case LOGIC, CHOICE -> true;
            case NONE, SCALARS, ARRANGEMENT, DATA -> false;
          };
      case Semantics.Scalar scalar -> false;
      case Semantics.Control control -> false;
    };
  }

  private static Half half(Instruction instruction) {
    return Half.byCode(instruction.code(FieldName.PART)).orElse(Half.LOWER);
  }

  private static boolean isWidening(Instruction instruction) {
    return (instruction.performs(UnitOperation.UNPACK_SIGNED)
            || instruction.performs(UnitOperation.UNPACK_UNSIGNED))
        && instruction.resultType().bytes() == 2 * instruction.type().bytes();
  }

  private void write(Registers own, Set<Origin<T>> result) {
    for (Register each : own.results) {
      if (each.isMask()) {
        masks.set(each.number(), atMost(result));
      } else if (own.merges && !vectors.get(each.number()).isEmpty()) {
        Set<Origin<T>> merged = new LinkedHashSet<>(result);
        merged.addAll(vectors.get(each.number()));
        vectors.set(each.number(), atMost(merged));
      } else {
        vectors.set(each.number(), atMost(result));
      }
    }
  }

  /** Origins to keep; too many of them count as read. */
  private Set<Origin<T>> atMost(Set<Origin<T>> origins) {
    if (origins.size() <= MOST) {
      return origins;
    }
    origins.forEach(this::use);
    return Set.of();
  }

  private void use(Origin<T> origin) {
    origin
        .bytes()
        .runs(
            (begin, end) -> {
              long from = begin * origin.length() / Core.VECTOR_BYTES;
              long to = Math.ceilDiv(end * origin.length(), Core.VECTOR_BYTES);
              reads.used(origin.load(), origin.address() + from, to - from);
            });
  }

  /** True if a word takes from a register at most its active lanes, each into the same lane. */
  private static boolean takesActiveLanes(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Lanes lanes -> true;
      case Semantics.Unit(UnitOperation unit) ->
          ACTIVE.contains(unit) || stored(instruction).filter(VectorReads::isNormal).isPresent();
      case Semantics.Scalar scalar -> false;
      case Semantics.Control control -> false;
    };
  }

  /**
   * The bytes of active lanes, or where others are used all up to the last one; all when the word
   * has no mask.
   */
  private RegisterBytes active(Instruction instruction) {
    if (instruction.definition().operand(OperandRole.PG).isEmpty()) {
      return RegisterBytes.ALL;
    }
    int mask = instruction.code(FieldName.PG) * Predicates.WORDS;
    if (instruction.performs(UnitOperation.GATHER_BLOCKS)) {
      // Lane k of the offsets belongs to block k.
      int blocks = IndexedMemory.activeBlocks(predicates, mask);
      return RegisterBytes.first(
          Integer.BYTES * (Integer.SIZE - Integer.numberOfLeadingZeros(blocks)));
    }
    int width = lane(instruction);
    int unit = Math.max(width, unit(instruction));
    if (takesActiveLanes(instruction)) {
      return RegisterBytes.active(predicates, mask, width, unit);
    }
    int end = width * Predicates.endOfActive(predicates, mask, width);
    return RegisterBytes.first(Math.ceilDiv(end, unit) * unit);
  }

  /** Bytes of a lane that one bit of the mask governs. */
  private static int lane(Instruction instruction) {
    return stored(instruction)
        .filter(VectorReads::isNormal)
        .map(StoreDistribution::governedBytes)
        .orElse(narrow(instruction));
  }

  /** How a store of whole vectors puts lanes into memory; empty for other words. */
  private static Optional<StoreDistribution> stored(Instruction instruction) {
    return instruction.performs(UnitOperation.STORE)
        ? StoreDistribution.byCode(instruction.field(FieldName.DIST))
        : Optional.empty();
  }

  private static int narrow(Instruction instruction) {
    return Math.max(1, Math.min(instruction.type().bytes(), instruction.resultType().bytes()));
  }

  /**
   * Lanes of two widths share eight bytes of the register; those of one width are where they are.
   */
  private static int unit(Instruction instruction) {
    boolean isOneWidth = instruction.type().bytes() == instruction.resultType().bytes();
    return isOneWidth ? narrow(instruction) : Long.BYTES;
  }

  /** Bytes of the register that a store of the first bytes takes; all for other words. */
  private static int endOfStored(Instruction instruction, ExecutionRecord record) {
    boolean first =
        instruction.performs(UnitOperation.STORE_UNALIGNED)
            || instruction.performs(UnitOperation.STORE_SQUEEZED)
            || stored(instruction).filter(VectorReads::isOnePoint).isPresent();
    return first && record.ranges() > 0 ? (int) record.length(0) : Core.VECTOR_BYTES;
  }

  private static boolean isNormal(StoreDistribution distribution) {
    return distribution.governedBytes() > 0
        && distribution.governedBytes() == distribution.storedBytes();
  }

  private static boolean isOnePoint(StoreDistribution distribution) {
    return switch (distribution) {
      case ONE_POINT_B8, ONE_POINT_B16, ONE_POINT_B32 -> true;
      case NORM_B8,
          NORM_B16,
          NORM_B32,
          PK_B16,
          PK_B32,
          PK_B64,
          PK4_B32,
          INTLV_B8,
          INTLV_B16,
          INTLV_B32,
          MRG4CHN_B8,
          MRG2CHN_B8,
          MRG2CHN_B16 ->
          false;
    };
  }
}
