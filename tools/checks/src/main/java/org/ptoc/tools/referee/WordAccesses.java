package org.ptoc.tools.referee;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.machine.Contents;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CoreMemory;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.TrapCode;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.tools.watch.SynchronizationChecker;
import org.ptoc.tools.watch.VectorReads;

/**
 * Which bytes words touch, found by executing them in a core of their own, where that follows from
 * scalars; what they compute is of no interest. Pointers into GM lead to buffers of the core, as
 * far from their beginning as the alignment needs.
 */
final class WordAccesses {
  private static final String OF_DATA = "which bytes it touches depends on data";
  private static final String OF_ARGUMENTS = "which bytes it touches depends on arguments";
  private static final long MOST_LANES = 1 << 20;

  /** Pieces of a word that are kept apart. */
  private static final int MOST_PIECES = 32;

  /** Bytes from one row to the next, where single rows become one piece. */
  private static final long MOST_DISTANCE = 512;

  private static final int BUFFER_BYTES = 1 << 22;
  private static final int BEGIN = 1 << 16;
  private static final int ALIGNMENT = 4096;

  private final Program program;
  private final Interpreter interpreter;
  private final Core core;
  private final List<Bytes> ranges = new ArrayList<>();

  /** Finds what is out of order within a vecscope. */
  private Optional<SynchronizationChecker> scope = Optional.empty();

  private Optional<VectorReads<Integer>> vectors = Optional.empty();

  /** What words touch whose operands depend on arguments, by all that it depends on. */
  private final Map<String, Chosen> chosen = new HashMap<>();

  private record Chosen(List<Bytes> ranges, int vectorCores, boolean isFar, boolean isApart) {}

  /** Where the pointer of the word leads in its buffer. */
  private long begin;

  /** One past the last byte of GM that was written, from the pointer on; below 0 in front of it. */
  private long writtenEnd;

  /**
   * True if all rows that the word writes are within the distance to the rows of the next
   * iteration.
   */
  private boolean isApart;

  private final int subblock;

  /** The vector cores whose UB the word of a cube core touches; a set of bits. */
  private int vectorCores;

  /** Values of special registers at entry. */
  private final long[] entry;

  /** Predicates of a vecscope of which only the most lanes are known; a set of bits. */
  private long data;

  /** Vectors of a vecscope that follow from data or arguments; a set of bits. */
  private long dataVectors;

  /** True if the word has a scalar in its lanes that depends on arguments. */
  private boolean openValue;

  /** True if the number of lanes that the word makes active is only known to be at most so. */
  private boolean boundScalar;

  /**
   * Rows of bytes.
   *
   * @param length bytes of a row
   * @param stride bytes from one row to the next; 0 of a single row
   */
  private record Bytes(
      AddressSpace space, long address, long length, long stride, long rows, boolean isWrite) {
    Bytes(AddressSpace space, long address, long length, boolean isWrite) {
      this(space, address, length, 0, 1, isWrite);
    }

    static Bytes of(
        AddressSpace space, long address, long length, long stride, long rows, boolean isWrite) {
      return stride < 0
          ? new Bytes(space, address + (rows - 1) * stride, length, -stride, rows, isWrite)
          : stride <= length
              ? new Bytes(space, address, (rows - 1) * stride + length, isWrite)
              : new Bytes(space, address, length, rows == 1 ? 0 : stride, rows, isWrite);
    }

    long end() {
      return address + (rows - 1) * stride + length;
    }

    /** True if one piece has the bytes of both, and no more if neither has gaps. */
    boolean joins(Bytes other) {
      return space == other.space
          && isWrite == other.isWrite
          && (stride == 0 && other.stride == 0
              ? address <= other.end() && other.address <= end()
              : address == other.address && stride == other.stride);
    }

    /** True if another single row is the next one of rows of the same length. */
    boolean isFollowedBy(Bytes other) {
      long distance = other.address - address - (rows - 1) * stride;
      return space == other.space
          && isWrite == other.isWrite
          && other.rows == 1
          && length == other.length
          && (stride == 0 ? distance > length && distance <= MOST_DISTANCE : distance == stride);
    }

    Bytes followedBy(Bytes other) {
      long distance = stride == 0 ? other.address - address : stride;
      return new Bytes(space, address, length, distance, rows + 1, isWrite);
    }

    Bytes with(Bytes other) {
      return stride == 0 || stride != other.stride
          ? hull(other)
          : new Bytes(
              space,
              address,
              Math.max(length, other.length),
              stride,
              Math.max(rows, other.rows),
              isWrite);
    }

    Bytes hull(Bytes other) {
      long from = Math.min(address, other.address);
      return new Bytes(space, from, Math.max(end(), other.end()) - from, isWrite);
    }
  }

  /**
   * The words of a core.
   *
   * @param parameters arguments of the kernel
   * @param subblock the number of a vector core in its block
   */
  WordAccesses(Program program, KernelObject kernel, int parameters, int subblock) {
    this.program = program;
    this.subblock = subblock;
    this.interpreter = Interpreter.of(program);
    Contents buffer = Contents.of(new byte[BUFFER_BYTES]);
    this.core =
        new Core(
            program.profile(),
            new GlobalMemory(Collections.nCopies(Math.max(1, parameters), buffer)),
            kernel.rodata(),
            new byte[Long.BYTES * parameters],
            (byte) 0,
            true,
            CoreMemory.of(program.profile(), kernel.properties().kind().core()));
    this.entry = core.special.clone();
    core.record.notePieces();
    core.listener = Optional.of(new Listener());
  }

  /** The bytes of loads that words of a vecscope use. */
  private final class Loads implements VectorReads.Reads<Integer> {
    @Override
    public Integer loaded(int word, long address, long length) {
      return word;
    }

    @Override
    public void used(Integer load, long address, long length) {
      add(new Bytes(AddressSpace.UB, address, length, false));
    }
  }

  private final class Listener implements ExecutionListener {
    @Override
    public void executed(int word, ExecutionRecord record) {
      Instruction instruction = program.at(word);
      boundMasks(instruction);
      noteVectors(instruction);
      vectorCores |= record.vectorCores();
      if (vectors.isEmpty() || !vectors.get().follow(word, record, core)) {
        record
            .pieces()
            .visitRows(
                (space, address, length, stride, rows, isWrite) ->
                    add(Bytes.of(space, address, length, stride, rows, isWrite)));
      }
      scope.ifPresent(checker -> checker.executed(word, record));
    }
  }

  /** Adds bytes to the bytes of a word; neighbours merge, and many pieces become their bounds. */
  private void add(Bytes bytes) {
    if (bytes.space() == AddressSpace.GM && bytes.isWrite()) {
      long from = GlobalMemory.offset(bytes.address()) - begin;
      writtenEnd =
          from < 0 ? Long.MAX_VALUE : Math.max(writtenEnd, from + bytes.end() - bytes.address());
    }
    Bytes whole = bytes;
    boolean areMany = ranges.size() >= MOST_PIECES;
    for (int i = 0; i < ranges.size(); i++) {
      if (ranges.get(i).isFollowedBy(bytes)) {
        ranges.set(i, ranges.get(i).followedBy(bytes));
        return;
      }
    }
    for (int i = ranges.size() - 1; i >= 0; i--) {
      Bytes other = ranges.get(i);
      if (other.joins(whole)) {
        whole = whole.with(ranges.remove(i));
      } else if (areMany && other.space() == whole.space() && other.isWrite() == whole.isWrite()) {
        whole = whole.hull(ranges.remove(i));
      }
    }
    ranges.add(whole);
  }

  boolean isInScope() {
    return scope.isPresent();
  }

  /** What a special register holds at entry. */
  long special(int code) {
    return entry[code];
  }

  /** Handles the begin or end of a vecscope, or a barrier in it. */
  void control(int word, ControlOperation operation) {
    if (operation == ControlOperation.REGION_BEGIN) {
      SynchronizationChecker checker =
          new SynchronizationChecker(
              program,
              (at, message, other) -> {
                throw new Proof.Doubtful(at, message);
              });
      dataVectors = -1;
      data = ~(1L << RegisterClass.P.constantRegister());
      for (int mask = 0; mask < RegisterClass.P.count(); mask++) {
        if (mask != RegisterClass.P.constantRegister()) {
          fill(mask);
        }
      }
      checker.started(core);
      scope = Optional.of(checker);
      VectorReads<Integer> reads = new VectorReads<>(program, new Loads());
      reads.start(core);
      vectors = Optional.of(reads);
    }
    core.record.clear();
    scope.ifPresent(checker -> checker.executed(word, core.record));
    if (operation == ControlOperation.REGION_END) {
      scope = Optional.empty();
      vectors = Optional.empty();
    }
  }

  int subblock() {
    return subblock;
  }

  /** The addresses of UB. */
  ScalarRange local() {
    return new ScalarRange(0, core.ub.length - 1L);
  }

  /**
   * Executes the word of a situation, and puts the addresses that it has stepped into it.
   *
   * @param pitch how far the pointer into GM moves with each iteration of the innermost loop, where
   *     it moves by the same distance each time
   */
  List<AccessOrder.Touch> run(Situation at, Optional<Quantity> pitch) {
    Instruction instruction = program.at(at.word);
    ranges.clear();
    writtenEnd = 0;
    isApart = false;
    vectorCores = 0;
    Map<Integer, Quantity> open = new TreeMap<>();
    Quantity pointer = operands(at, instruction, open);
    Map<Integer, Quantity> openSpecials = specials(at, instruction);
    switch (places(instruction)) {
      case STREAM -> throw new Proof.Doubtful(at.word, OF_DATA);
      case LANES -> {
        if (isInScope() && (dataVectors & instruction.read(RegisterClass.V)) == 0) {
          requireClosed(at, open);
          execute(at.word);
        } else {
          anywhere(at, instruction, open);
        }
      }
      case COUNT -> atMost(at, instruction, open);
      case SCALARS, MASKS -> {
        if (open.isEmpty() && openSpecials.isEmpty()) {
          execute(at.word);
          isApart = pitch.isPresent() && isWithin(at, pitch.get());
        } else if (choices(at, instruction, open, openSpecials, pitch)) {
          pointer = pointer.isPointer() ? pointer.wild() : pointer;
        }
      }
    }
    List<AccessOrder.Touch> touches = new ArrayList<>();
    for (Bytes range : ranges) {
      touch(at, range, pointer, touches);
    }
    results(at, instruction);
    return touches;
  }

  /** True if the written bytes end before the bytes that the next iteration writes. */
  private boolean isWithin(Situation at, Quantity pitch) {
    return writtenEnd <= Scalars.range(at, pitch).least();
  }

  private static UnitOperation.Places places(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit)
        ? unit.places()
        : UnitOperation.Places.SCALARS;
  }

  private void execute(int word) {
    try {
      interpreter.runWords(core, word, word + 1);
    } catch (MachineTrap trap) {
      throw new Proof.Doubtful(word, "what it touches is not known: " + trap.getMessage());
    }
  }

  /**
   * Executes a word for all values that its operands may have; where it traps the run ends.
   *
   * @return whether the distances of rows in GM do not matter, so that they may be any
   */
  private boolean choices(
      Situation now,
      Instruction instruction,
      Map<Integer, Quantity> registers,
      Map<Integer, Quantity> specials,
      Optional<Quantity> pitch) {
    if (isInScope()) {
      throw new Proof.OpenScope(now.word, OF_ARGUMENTS, registers.values().stream().findFirst());
    }
    if (instruction.definition().format() == WordFormat.D) {
      Quantity head = registers.getOrDefault(instruction.code(FieldName.C0), Quantity.ZERO);
      Scalars.possible(now, head); // Otherwise it traps.
    }
    StringBuilder key =
        new StringBuilder().append(now.word).append(now.special).append(now.bounds).append(pitch);
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.isOf(RegisterClass.X)) {
        key.append(now.scalars[(int) instruction.value(operand)]).append(';');
      }
    }
    Chosen known = chosen.get(key.toString());
    if (known != null) {
      ranges.addAll(known.ranges());
      vectorCores = known.vectorCores();
      isApart = known.isApart();
      return known.isFar();
    }
    Situation at = now.copy();
    List<Quantity> values = new ArrayList<>();
    boolean isFar = false;
    for (Map.Entry<Integer, Quantity> each : registers.entrySet()) {
      Quantity word = Scalars.possible(at, each.getValue());
      Quantity local = Scalars.without(at, word, globalBits(instruction, each.getKey()));
      isFar |= !local.equals(word);
      values.add(local);
    }
    for (Map.Entry<Integer, Quantity> each : specials.entrySet()) {
      Quantity word = Scalars.possible(at, each.getValue());
      Quantity local = Scalars.without(at, word, globalBits(each.getKey()));
      isFar |= !local.equals(word);
      values.add(local);
    }
    Choices choices = Choices.of(at, values);
    Set<List<Long>> seen = new HashSet<>();
    isApart = pitch.isPresent() && !isFar;
    for (List<Long> each = choices.next(); !each.isEmpty(); each = choices.next()) {
      if (seen.add(each) || isApart) {
        int next = 0;
        writtenEnd = 0;
        for (int register : registers.keySet()) {
          core.setX(register, each.get(next++));
        }
        for (int code : specials.keySet()) {
          core.special[code] = each.get(next++);
        }
        try {
          interpreter.runWords(core, at.word, at.word + 1);
        } catch (MachineTrap trap) {
          if (trap.code() != TrapCode.CONFIGURATION_WORD) {
            throw new Proof.Doubtful(at.word, "what it touches is not known: " + trap.getMessage());
          }
        }
        isApart = isApart && isWithin(choices.covered(), pitch.get());
      }
    }
    chosen.put(key.toString(), new Chosen(List.copyOf(ranges), vectorCores, isFar, isApart));
    return isFar;
  }

  /** The bits of a register of a transfer that say how far rows in GM are apart, and no more. */
  private long globalBits(Instruction instruction, int register) {
    if (instruction.definition().format() != WordFormat.D
        || !(instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit))) {
      return 0;
    }
    boolean isFirst = register == instruction.code(FieldName.C0);
    boolean isSecond = register == instruction.code(FieldName.C1);
    boolean inBytes = program.profile().has(ProfileFeature.BYTE_TRANSFERS);
    return switch (unit) {
      case COPY_GM_TO_UB ->
          inBytes && isSecond && !isFirst
              ? ConfigurationWord.DMA5_IN_1.field(ConfigurationField.SOURCE_STRIDE).mask()
              : !inBytes && isFirst
                  ? ConfigurationWord.DMA2.field(ConfigurationField.SOURCE_GAP).mask()
                  : 0;
      case COPY_UB_TO_GM ->
          inBytes && isSecond && !isFirst
              ? ConfigurationWord.DMA5_OUT_1.field(ConfigurationField.DESTINATION_STRIDE).mask()
              : !inBytes && isFirst
                  ? ConfigurationWord.DMA2.field(ConfigurationField.DESTINATION_GAP).mask()
                  : 0;
      case COPY_GM_TO_UB_ALIGN ->
          isSecond && !isFirst
              ? ConfigurationWord.DMA2A_1.field(ConfigurationField.SOURCE_GAP).mask()
              : 0;
      case COPY_UB_TO_GM_ALIGN ->
          isSecond && !isFirst
              ? ConfigurationWord.DMA2A_1.field(ConfigurationField.DESTINATION_GAP).mask()
              : 0;
      default -> 0;
    };
  }

  /** The same of a special register. */
  private static long globalBits(int special) {
    return switch (SpecialRegister.byCode(special).orElseThrow()) {
      case LOOP1_STRIDE_OUTTOUB, LOOP2_STRIDE_OUTTOUB, LOOP1_STRIDE_OUTTOL1, LOOP2_STRIDE_OUTTOL1 ->
          ConfigurationWord.LOOP_STRIDE_IN.field(ConfigurationField.SOURCE_STRIDE).mask();
      case LOOP1_STRIDE_UBTOOUT, LOOP2_STRIDE_UBTOOUT ->
          ConfigurationWord.LOOP_STRIDE_OUT.field(ConfigurationField.DESTINATION_STRIDE).mask();
      default -> 0;
    };
  }

  /** A word whose lanes say which bytes of UB it touches may touch all of them. */
  private void anywhere(Situation at, Instruction instruction, Map<Integer, Quantity> open) {
    List<Bytes> own = new ArrayList<>();
    noteVectors(instruction);
    boolean isStore = instruction.performs(UnitOperation.SCATTER);
    if (instruction.definition().format() == WordFormat.U) {
      requireClosed(at, open);
      Arrays.fill(core.ub, (byte) 0);
      execute(at.word);
      ranges.stream().filter(Bytes::isWrite).forEach(own::add);
    }
    ranges.clear();
    ranges.addAll(own);
    ranges.add(new Bytes(AddressSpace.UB, 0, core.ub.length, isStore));
    scope.ifPresent(
        checker -> {
          core.record.clear();
          if (isStore) {
            core.record.writes(AddressSpace.UB, 0, core.ub.length);
          } else {
            core.record.reads(AddressSpace.UB, 0, core.ub.length);
          }
          checker.executed(at.word, core.record);
        });
  }

  /** A word that writes as much as data say, at most as much as it reads. */
  private void atMost(Situation at, Instruction instruction, Map<Integer, Quantity> open) {
    requireClosed(at, open);
    if (instruction.definition().format() != WordFormat.U) {
      throw new Proof.Doubtful(at.word, OF_DATA);
    }
    Arrays.fill(core.ub, (byte) 0);
    execute(at.word);
    long read =
        ranges.stream()
            .filter(each -> !each.isWrite())
            .mapToLong(each -> each.length() * each.rows())
            .sum();
    long from = core.x[instruction.code(FieldName.XD)];
    ranges.add(new Bytes(AddressSpace.UB, from, read, true));
  }

  private static void requireClosed(Situation at, Map<Integer, Quantity> open) {
    if (!open.isEmpty()) {
      throw new Proof.OpenScope(at.word, OF_ARGUMENTS, open.values().stream().findFirst());
    }
  }

  private void touch(Situation at, Bytes range, Quantity pointer, List<AccessOrder.Touch> touches) {
    switch (range.space()) {
      case LOCAL, CONST, PARAM -> {} // of the scalar unit alone
      case GM -> {
        int buffer = GlobalMemory.index(range.address());
        if (!pointer.isPointer() || buffer != pointer.buffer()) {
          throw new Proof.Doubtful(at.word, "which buffer it touches is not known");
        }
        long from = GlobalMemory.offset(range.address()) - place(pointer) + pointer.number();
        touches.add(
            new AccessOrder.Touch(
                AddressSpace.GM,
                buffer,
                pointer.base(),
                pointer.isWild() ? Long.MIN_VALUE : from,
                pointer.isWild() ? Long.MAX_VALUE : from + range.end() - range.address(),
                range.length(),
                pointer.isWild() ? 0 : range.stride(),
                pointer.growth(),
                isApart && range.isWrite() ? at.frames.peek().level() : -1,
                range.isWrite()));
      }
      case UB -> {
        int cores = vectorCores == 0 ? 1 << subblock : vectorCores;
        IntStream.range(0, Integer.SIZE)
            .filter(each -> (cores >>> each & 1) != 0)
            .forEach(each -> touches.add(local(range, each)));
      }
      case L1, L0A, L0B, L0C, BT, FB, L0A_SCALE, L0B_SCALE -> touches.add(local(range, 0));
    }
  }

  private static AccessOrder.Touch local(Bytes range, int place) {
    return new AccessOrder.Touch(
        range.space(),
        place,
        "",
        range.address(),
        range.end(),
        range.length(),
        range.stride(),
        Quantity.ZERO.growth(),
        -1,
        range.isWrite());
  }

  private static long place(Quantity pointer) {
    return (long) BEGIN + Math.floorMod(pointer.number(), ALIGNMENT);
  }

  /**
   * Puts the operands of a word into the core; the pointer into GM, or 0.
   *
   * @param open gets those whose values depend on arguments
   */
  private Quantity operands(Situation at, Instruction instruction, Map<Integer, Quantity> open) {
    Quantity pointer = Quantity.ZERO;
    boundScalar = false;
    openValue = false;
    for (OperandField operand : instruction.definition().operands()) {
      if (!operand.isOf(RegisterClass.X) || operand.access() == Access.WRITE) {
        continue;
      }
      int register = (int) instruction.value(operand);
      Quantity value = at.scalars[register];
      if (value.isPointer()) {
        if (pointer.isPointer() && !pointer.equals(value)) {
          throw new Proof.Doubtful(at.word, "it has two pointers into GM");
        }
        pointer = value;
        begin = place(value);
        core.setX(register, GlobalMemory.address(value.buffer()) + place(value));
      } else if (value.isNumber()) {
        core.setX(register, value.number());
      } else if (isValue(instruction, operand)) {
        core.setX(register, 1);
        openValue = true;
      } else if (isBound(instruction, operand)) {
        ScalarRange range = Scalars.range(at, value);
        boundScalar = true;
        core.setX(
            register, range.isNatural() ? Math.min(range.greatest(), MOST_LANES) : MOST_LANES);
      } else {
        open.put(register, value);
      }
    }
    return pointer;
  }

  /** True if more lanes are active the larger an operand is. */
  private static boolean isBound(Instruction instruction, OperandField operand) {
    return instruction.performs(UnitOperation.PREDICATE_LESS_THAN)
        || instruction.performs(UnitOperation.PREDICATE_LESS_THAN_LOOP)
            && operand.role() == OperandRole.XO;
  }

  /** True if an operand goes into lanes and says nothing about places. */
  private static boolean isValue(Instruction instruction, OperandField operand) {
    WordFormat format = instruction.definition().format();
    return format == WordFormat.V
        || format == WordFormat.U
            && operand.role() == OperandRole.XM
            && instruction.definition().semantics() instanceof Semantics.Lanes lanes
            && (lanes.reads(Slot.SCALAR) || lanes.reads(Slot.DISTANCE));
  }

  /** Puts special registers into the core; those whose values depend on arguments. */
  private Map<Integer, Quantity> specials(Situation at, Instruction instruction) {
    System.arraycopy(entry, 0, core.special, 0, entry.length); // The last word was of another way.
    Map<Integer, Quantity> open = new TreeMap<>();
    at.special.forEach(
        (code, value) -> {
          if (value.isNumber()) {
            core.special[code] = value.number();
          } else if (code == SpecialRegister.MASK0.code() || code == SpecialRegister.MASK1.code()) {
            core.special[code] = mask(at, value);
          } else if (!SpecialRegister.byCode(code).orElseThrow().isOfTransfers()
              || instruction.definition().format() == WordFormat.D) {
            open.put(code, value);
          }
        });
    return open;
  }

  /** A mask that has all lanes which a mask that depends on arguments may have. */
  private long mask(Situation at, Quantity count) {
    int mode = SpecialRegister.CTRL.code();
    Quantity control = at.special.getOrDefault(mode, Quantity.of(entry[mode]));
    boolean isCounting = (control.number() >>> Core.COUNT_MODE_BIT & 1) != 0;
    ScalarRange range = Scalars.range(at, count);
    if (!control.isNumber()
        || isCounting && (!range.isNatural() || range.greatest() > MOST_LANES)) {
      throw new Proof.Doubtful(at.word, OF_ARGUMENTS);
    }
    return isCounting ? range.greatest() : -1;
  }

  private void results(Situation at, Instruction instruction) {
    for (OperandField operand : instruction.definition().operands()) {
      boolean isWritten = operand.isOf(RegisterClass.X) && instruction.writes(operand);
      int register = isWritten ? (int) instruction.value(operand) : -1;
      if (isWritten && register != RegisterClass.X.constantRegister()) {
        at.scalars[register] =
            !follows(instruction)
                ? Quantity.UNKNOWN
                : boundScalar
                    ? Quantity.within(new ScalarRange(0, core.x[register]))
                    : Quantity.of(core.x[register]);
      }
    }
  }

  /** True if scalars that a word writes follow from those that it reads. */
  static boolean follows(Instruction instruction) {
    return switch (instruction.definition().format()) {
      case L, P -> true;
      case V, S, I, M, B, C, R, D, U, K, F -> false;
    };
  }

  /**
   * Predicates that do not follow from numbers get all lanes that they may have, so that words
   * under them touch no less than they may.
   */
  private void boundMasks(Instruction instruction) {
    long read = instruction.read(RegisterClass.P);
    long written = instruction.written(RegisterClass.P);
    if (written == 0) {
      return;
    }
    boolean isOfMasks =
        instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit)
            && unit.predicates() != UnitOperation.PredicateSource.DATA;
    boolean isExact = isOfMasks && !boundScalar && (data & read) == 0;
    data = isExact ? data & ~written : data | written;
    if (!isExact && !isMonotone(instruction)) {
      for (int mask = 0; mask < RegisterClass.P.count(); mask++) {
        if ((written >> mask & 1) != 0) {
          fill(mask);
        }
      }
    }
  }

  /** A vector follows from numbers when all operands of the word that makes it do. */
  private void noteVectors(Instruction instruction) {
    long written = instruction.written(RegisterClass.V);
    boolean isKnown =
        switch (instruction.definition().semantics()) {
          case Semantics.Lanes _ ->
              !openValue
                  && (dataVectors & instruction.read(RegisterClass.V)) == 0
                  && (data & instruction.read(RegisterClass.P)) == 0
                  && (instruction.definition().operand(OperandRole.MRG).isEmpty()
                      || instruction.field(FieldName.MRG) == 0
                      || (dataVectors & written) == 0);
          case Semantics.Unit _, Semantics.Scalar _, Semantics.Control _ -> false;
        };
    dataVectors = isKnown ? dataVectors & ~written : dataVectors | written;
  }

  /** No vector of the vecscope is known any more. */
  void forgetVectors() {
    dataVectors = -1;
  }

  /** True if more lanes in the operands never make fewer in the result. */
  private static boolean isMonotone(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit)
        && switch (unit) {
          case PREDICATE_LESS_THAN,
              PREDICATE_LESS_THAN_LOOP,
              PREDICATE_AND,
              PREDICATE_OR,
              PREDICATE_MOVE,
              PREDICATE_PACK,
              PREDICATE_UNPACK ->
              true;
          default -> false;
        };
  }

  private void fill(int mask) {
    Arrays.fill(core.predicates, mask * Predicates.WORDS, (mask + 1) * Predicates.WORDS, -1);
  }
}
