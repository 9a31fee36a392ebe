package org.ptoc.tools.referee;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;

/**
 * Follows values that a core loads from memory through its scalar registers, and marks the
 * instructions whose addresses in GM depend on them. The data of a trial is chosen by the checker:
 * where it decides which bytes are touched, the author of a kernel may rule out what a trial shows.
 *
 * <p>Each register has a symbol: a hash of its value as a sum of loaded values, without what does
 * not depend on data; 0 for none. Two registers of one symbol differ by the same distance whatever
 * the data is, so that accesses of one symbol which meet in a trial meet always. Integers do not
 * overflow, as in {@link Proof}.
 */
final class DataTaint {
  private static final Optional<RegisterClass> SCALAR = Optional.of(RegisterClass.X);

  private final Program program;
  private final BitSet addresses;
  private final BitSet executions;
  private final long[] symbols = new long[RegisterClass.X.count()];
  private final Map<Integer, Long> specials = new HashMap<>();
  private Optional<Core> core = Optional.empty();

  /** Registers in front of the instruction. */
  private final long[] values = new long[RegisterClass.X.count()];

  /** Symbols at addresses of local memory, where scalars are spilled. */
  private final Map<Long, Long> local = new HashMap<>();

  /** What was loaded from an address and not overwritten since. */
  private final NavigableMap<Long, Loaded> loads = new TreeMap<>();

  private long lastSymbol;

  /** True if data can come into scalar registers or decide on addresses at all. */
  private final boolean isNeeded;

  /**
   * What is known of the bytes of GM that an instruction touches.
   *
   * @param symbol of the first byte
   * @param isSized whether data says how many there are, or how far apart
   * @param first address of the first byte
   */
  record Bytes(long symbol, boolean isSized, long first) {
    static final Bytes FIXED = new Bytes(0, false, -1);

    /** True if accesses that meet in a trial meet whatever the data is. */
    boolean meetsAlways(Bytes other) {
      return symbol == other.symbol && (first == other.first || !isSized && !other.isSized);
    }
  }

  private record Loaded(long length, long value, long symbol) {}

  /**
   * @param addresses gets the instructions whose addresses in GM depend on data
   * @param executions gets the instructions that data may skip or repeat
   */
  DataTaint(Program program, BitSet addresses, BitSet executions) {
    this.program = program;
    this.addresses = addresses;
    this.executions = executions;
    this.isNeeded = LaunchChoices.dependOnData(program);
  }

  void started(Core begun) {
    core = Optional.of(begun);
    System.arraycopy(begun.x, 0, values, 0, values.length);
  }

  /**
   * Follows an instruction.
   *
   * @return the bytes of GM that it touches; may be empty when nothing was loaded
   */
  Optional<Bytes> executed(int word, ExecutionRecord record) {
    if (!isNeeded) {
      return Optional.empty();
    }
    Instruction instruction = program.at(word);
    boolean isTainted = false;
    for (OperandField operand : instruction.definition().operands()) {
      isTainted |= isRead(operand) && symbols[(int) instruction.value(operand)] != 0;
    }
    Optional<Bytes> bytes = Optional.empty();
    if (record.ranges() > 0) {
      boolean matters = isTainted || lastSymbol > 0 || !specials.isEmpty();
      bytes = matters ? bytes(instruction, record) : bytes;
      if (bytes.filter(each -> each.symbol() != 0 || each.isSized()).isPresent()) {
        addresses.set(word);
      }
      forget(record);
    }
    long result =
        switch (instruction.definition().semantics()) {
          case Semantics.Scalar(var operation) -> scalar(operation, instruction, record, isTainted);
          case Semantics.Control(var operation) -> control(word, operation, instruction, isTainted);
          case Semantics.Lanes _, Semantics.Unit _ ->
              !WordAccesses.follows(instruction) ? fresh() : isTainted ? whole(instruction, 0) : 0;
        };
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.registerClass().equals(SCALAR) && operand.access() != Access.READ) {
        int register = (int) instruction.value(operand);
        symbols[register] = register == RegisterClass.X.constantRegister() ? 0 : result;
        core.ifPresent(state -> values[register] = state.x[register]);
      }
    }
    return bytes;
  }

  private static boolean isRead(OperandField operand) {
    return operand.registerClass().equals(SCALAR) && operand.access() != Access.WRITE;
  }

  private long fresh() {
    return mix(++lastSymbol, 0);
  }

  private static long mix(long first, long second) {
    long mixed = (first ^ Long.rotateLeft(second, 29)) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
    return mixed ^ mixed >>> 29 | 1;
  }

  /** A symbol for what depends on operands in some other way than as their sum. */
  private long whole(Instruction instruction, long seed) {
    long symbol = seed;
    for (OperandField operand : instruction.definition().operands()) {
      if (isRead(operand)) {
        int register = (int) instruction.value(operand);
        symbol = mix(symbol + symbols[register], values[register]);
      } else if (operand.registerClass().isEmpty()) {
        symbol = mix(symbol, instruction.value(operand));
      }
    }
    return symbol;
  }

  /** The symbol of the result of a scalar instruction. */
  private long scalar(
      ScalarOperation operation, Instruction instruction, ExecutionRecord record, boolean tainted) {
    if (operation == ScalarOperation.STORE || operation == ScalarOperation.LOAD) {
      return memory(operation, instruction, record);
    }
    if (!tainted) {
      return 0;
    }
    boolean isRegister = instruction.definition().operand(OperandRole.XB).isPresent();
    boolean isImmediate = instruction.definition().operand(OperandRole.IMM32).isPresent();
    int left = instruction.code(FieldName.XA);
    int right = isRegister ? instruction.code(FieldName.XB) : RegisterClass.X.constantRegister();
    long factor = isImmediate ? instruction.field(FieldName.IMM32) : values[right];
    long other = symbols[right];
    return switch (operation) {
      case MOVE, EXTEND -> symbols[left];
      case NEGATE -> -symbols[left];
      case ADD -> symbols[left] + other;
      case SUBTRACT -> symbols[left] - other;
      case MULTIPLY ->
          other == 0
              ? symbols[left] * factor
              : symbols[left] == 0 ? other * values[left] : whole(instruction, operation.ordinal());
      case SHIFT_LEFT ->
          other == 0 ? symbols[left] << factor : whole(instruction, operation.ordinal());
      case SELECT ->
          symbols[left] != 0
              ? whole(instruction, operation.ordinal())
              : values[left] != 0 ? other : symbols[instruction.code(FieldName.XC)];
      case DIVIDE,
          REMAINDER,
          CEILING_DIVIDE,
          FLOOR_DIVIDE,
          AND,
          OR,
          XOR,
          SHIFT_RIGHT,
          SHIFT_RIGHT_UNSIGNED,
          SHIFT_RIGHT_SIGNED,
          MAXIMUM,
          MINIMUM,
          COMPARE,
          CONVERT,
          SET_BIT,
          MOVE_IMMEDIATE,
          MOVE_HIGH,
          LOAD,
          STORE,
          LOAD_PARAMETER,
          LOAD_CONSTANT,
          ATOMIC_ADD,
          RENEW ->
          whole(instruction, operation.ordinal());
    };
  }

  private long memory(ScalarOperation operation, Instruction instruction, ExecutionRecord record) {
    AddressSpace space = AddressSpace.byCode(instruction.field(FieldName.SP)).orElseThrow();
    int register = instruction.code(FieldName.XD);
    for (int i = 0; i < record.ranges(); i++) {
      long address = record.address(i);
      if (operation == ScalarOperation.STORE) {
        if (space == AddressSpace.LOCAL) {
          local.put(address, symbols[register]);
        }
      } else if (space == AddressSpace.LOCAL) {
        return local.getOrDefault(address, 0L);
      } else if (space != AddressSpace.CONST && space != AddressSpace.PARAM) {
        long value = core.map(state -> state.x[register]).orElse(0L);
        Loaded last = loads.get(address);
        if (last == null || last.length() != record.length(i) || last.value() != value) {
          last = new Loaded(record.length(i), value, fresh());
          loads.put(address, last);
        }
        return last.symbol();
      }
    }
    return 0;
  }

  /** Bytes that are written hold other values from now on. */
  private void forget(ExecutionRecord record) {
    for (int i = 0; i < record.ranges() && !loads.isEmpty(); i++) {
      if (record.isWrite(i)) {
        long from = record.address(i) - Long.BYTES + 1;
        loads.subMap(from, record.address(i) + record.length(i)).clear();
      }
    }
  }

  /** The symbol of a special register that is read, else 0. */
  private long control(
      int word, ControlOperation operation, Instruction instruction, boolean tainted) {
    if (operation == ControlOperation.WRITE_SPECIAL) {
      long symbol = symbols[instruction.code(FieldName.X)];
      if (symbol == 0) {
        specials.remove(instruction.code(FieldName.SPR));
      } else {
        specials.put(instruction.code(FieldName.SPR), symbol);
      }
    } else if (tainted && (operation == ControlOperation.LOOP || operation.isConditionalBranch())) {
      int target = instruction.target(word);
      executions.set(Math.min(word, target), Math.max(word, target) + 1);
    }
    return operation == ControlOperation.READ_SPECIAL
        ? specials.getOrDefault(instruction.code(FieldName.SPR), 0L)
        : 0;
  }

  /** Pointers into GM are sums; whatever else depends on data changes sizes and distances. */
  private Optional<Bytes> bytes(Instruction instruction, ExecutionRecord record) {
    int range = 0;
    while (range < record.ranges() && record.space(range) != AddressSpace.GM) {
      range++;
    }
    if (range == record.ranges()) {
      return Optional.empty();
    }
    if (instruction.definition().semantics() instanceof Semantics.Unit(var operation)
        && LaunchChoices.hasPlacesOfData(operation)) {
      return Optional.of(new Bytes(fresh(), true, record.address(range)));
    }
    boolean isScalar = instruction.definition().semantics() instanceof Semantics.Scalar;
    long symbol = 0;
    long first = record.address(range);
    boolean isSized = !specials.isEmpty();
    for (OperandField operand : instruction.definition().operands()) {
      int register = isRead(operand) ? (int) instruction.value(operand) : 0;
      if (!isRead(operand) || isScalar && operand.role() == OperandRole.XD) {
        continue;
      }
      boolean isPointer = GlobalMemory.index(values[register]) == GlobalMemory.index(first);
      if (isPointer || isScalar) {
        symbol += symbols[register];
      } else {
        isSized |= symbols[register] != 0;
      }
      first = isPointer && !isScalar ? values[register] : first;
    }
    return Optional.of(new Bytes(symbol, isSized, first));
  }
}
