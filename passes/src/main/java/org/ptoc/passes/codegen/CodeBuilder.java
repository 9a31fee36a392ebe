package org.ptoc.passes.codegen;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.Location;
import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.EncodedName;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarWidth;

/**
 * Appends machine code of one function. Constants are materialised at their first use, kept for the
 * scope, and placed before the outermost loop around the use.
 */
public final class CodeBuilder {
  /** Levels of hardware loops that the encoding has (spec/40, 7.8). */
  public static final int MAXIMUM_LOOP_LEVELS = 8;

  private final InstructionTable table;
  private final List<VirtualRegister> registers = new ArrayList<>();
  private final Deque<Scope> scopes = new ArrayDeque<>();
  private final Deque<List<Object>> regions = new ArrayDeque<>();
  private final ConstantData data = new ConstantData();
  private List<Object> sink = new ArrayList<>();
  private int loopLevel;

  /** Constants that are known here; a loop also has the place in front of it. */
  private record Scope(Map<Long, VirtualRegister> constants, List<Object> front, boolean loop) {}

  public CodeBuilder(InstructionTable table) {
    this.table = table;
    scopes.push(new Scope(new HashMap<>(), List.of(), false));
  }

  /** The instructions of the target. */
  public InstructionTable table() {
    return table;
  }

  /** A new register of a class. */
  public VirtualRegister newRegister(RegisterClass registerClass) {
    VirtualRegister register = new VirtualRegister(Bank.of(registerClass), registers.size());
    registers.add(register);
    return register;
  }

  /** A new scalar register. */
  public VirtualRegister newScalar() {
    return newRegister(RegisterClass.X);
  }

  /**
   * Starts an instruction; it is appended by {@link InstructionBuilder#append}.
   *
   * @throws IllegalArgumentException when the target has no such instruction
   */
  public InstructionBuilder emit(Mnemonic mnemonic, Location location) {
    return emit(table.get(mnemonic), location);
  }

  /** Starts an instruction of a row. */
  public InstructionBuilder emit(InstructionDefinition definition, Location location) {
    return new InstructionBuilder(this::add, definition, location);
  }

  void add(MachineNode node) {
    sink.add(node);
  }

  /** Copies registers at once: no target changes before all sources were read. */
  public void copies(
      List<VirtualRegister> targets, List<VirtualRegister> sources, Location location) {
    if (!targets.isEmpty()) {
      add(new MachineNode.Copies(targets, sources, location));
    }
  }

  // Constants.

  /**
   * The register that holds a 64-bit constant, {@link VirtualRegister#ZERO} for 0; it must not be
   * written.
   */
  public VirtualRegister constant(long value, Location location) {
    if (value == 0) {
      return VirtualRegister.ZERO;
    }
    Scope home = scopes.peekLast();
    Scope loop = null;
    Iterator<Scope> outermostFirst = scopes.descendingIterator();
    while (outermostFirst.hasNext()) {
      Scope scope = outermostFirst.next();
      VirtualRegister known = scope.constants.get(value);
      if (known != null) {
        return known;
      }
      if (loop == null) {
        if (scope.loop) {
          loop = scope;
        } else {
          home = scope;
        }
      }
    }
    VirtualRegister register = newScalar();
    (loop == null ? sink : loop.front).add(new MachineNode.LoadConstant(register, value, location));
    home.constants.put(value, register);
    return register;
  }

  /** Writes a constant to a register of its own, which may change later. */
  public void setConstant(VirtualRegister target, long value, Location location) {
    add(new MachineNode.LoadConstant(target, value, location));
  }

  /** The byte offset of data in the constant section, where equal data is stored once. */
  public long data(byte[] bytes) {
    return data.offset(bytes);
  }

  // Structure.

  /** Opens a scope whose code may be skipped: one side of a conditional. */
  public void enterScope() {
    scopes.push(new Scope(new HashMap<>(), List.of(), false));
  }

  /** Closes the innermost scope. */
  public void leaveScope() {
    scopes.pop();
  }

  /** Opens the scope of a loop whose first word comes next. */
  public void enterLoop() {
    List<Object> front = new ArrayList<>();
    sink.add(front);
    scopes.push(new Scope(new HashMap<>(), front, true));
  }

  /** True when one more level of hardware loop fits. */
  public boolean canNestLoop() {
    return loopLevel < MAXIMUM_LOOP_LEVELS;
  }

  /** Starts a hardware loop; {@link #enterLoop} comes before. */
  public void beginLoop(VirtualRegister count, Location location) {
    add(new MachineNode.LoopBegin(count, loopLevel++, location));
  }

  /** Ends the innermost hardware loop. */
  public void endLoop(Location location) {
    loopLevel--;
    add(new MachineNode.LoopEnd(location));
  }

  /** Starts a vector region. */
  public void beginRegion(Location location) {
    List<Object> front = new ArrayList<>();
    sink.add(front);
    regions.push(front);
    add(new MachineNode.RegionBegin(location));
  }

  /** Ends the vector region. */
  public void endRegion(Location location) {
    regions.pop();
    add(new MachineNode.RegionEnd(location));
  }

  /**
   * Runs {@code action} and places its words before the vector region around the current place; at
   * the current place when there is none. For words that are illegal inside and that do not depend
   * on anything inside.
   */
  public void beforeRegion(Runnable action) {
    if (regions.isEmpty()) {
      action.run();
      return;
    }
    List<Object> here = sink;
    sink = regions.peek();
    action.run();
    sink = here;
  }

  /** A new branch target. */
  public MachineNode.Label newLabel(Location location) {
    return new MachineNode.Label(location);
  }

  /** Puts a branch target here. */
  public void place(MachineNode.Label label) {
    add(label);
  }

  /** Branches always. */
  public void branch(MachineNode.Label target, Location location) {
    add(new MachineNode.Branch(emit(Mnemonic.BR, location).build(), target, false));
  }

  /** Branches when a scalar is zero. */
  public void branchIfZero(VirtualRegister scalar, MachineNode.Label target, Location location) {
    add(
        new MachineNode.Branch(
            emit(Mnemonic.BRZ, location).reg(OperandRole.XA, scalar).build(), target, true));
  }

  /** Branches when {@code left condition right} holds on 8 to 64 bits. */
  public void branchIf(
      VirtualRegister left,
      Condition condition,
      VirtualRegister right,
      ScalarWidth width,
      MachineNode.Label target,
      Location location) {
    MachineInstruction instruction =
        emit(Mnemonic.BRC, location)
            .reg(OperandRole.XA, left)
            .reg(OperandRole.XB, right)
            .imm(OperandRole.COND, (EncodedName) condition)
            .imm(OperandRole.W2, (EncodedName) width)
            .build();
    add(new MachineNode.Branch(instruction, target, true));
  }

  /** Defines the arguments that arrive in X registers. */
  public void entry(List<VirtualRegister> arguments, List<Integer> numbers, Location location) {
    add(new MachineNode.Entry(arguments, numbers, location));
  }

  /** The code so far. */
  public MachineFunction finish() {
    List<MachineNode> nodes = new ArrayList<>();
    flatten(sink, nodes);
    return new MachineFunction(table, nodes, registers, data.bytes());
  }

  private static void flatten(List<?> elements, List<MachineNode> nodes) {
    for (Object element : elements) {
      switch (element) {
        case MachineNode node -> nodes.add(node);
        case List<?> front -> flatten(front, nodes);
        default -> throw new IllegalStateException("not code: " + element);
      }
    }
  }
}
