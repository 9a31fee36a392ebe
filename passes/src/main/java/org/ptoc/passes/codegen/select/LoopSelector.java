package org.ptoc.passes.codegen.select;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.passes.codegen.CodeBuilder;
import org.ptoc.passes.codegen.MachineNode;
import org.ptoc.passes.codegen.VirtualRegister;

/**
 * {@code scf.for} and {@code scf.while}. A counted loop becomes a hardware loop wherever the
 * nesting depth allows; bounds that only the run knows and whose distance does not fit 63 bits are
 * not supported.
 */
final class LoopSelector {
  private final FunctionSelection selection;
  private final CodeBuilder code;
  private final CarriedValues carriedValues;
  private final Consumer<Region> bodies;
  private final Predicate<Value> isUsed;

  /**
   * @param bodies selects the operations of a region but not its terminator
   * @param isUsed whether an operation of the function uses a value
   */
  LoopSelector(FunctionSelection selection, Consumer<Region> bodies, Predicate<Value> isUsed) {
    this.selection = selection;
    this.code = selection.code();
    this.carriedValues = new CarriedValues(selection);
    this.bodies = bodies;
    this.isUsed = isUsed;
  }

  void selectFor(Operation op) {
    OptionalLong trips = knownTrips(op);
    if (trips.isEmpty()) {
      checkStep(op);
    }
    if (code.canNestLoop()) {
      selectHardwareFor(op, trips);
    } else {
      selectBranchingFor(op);
    }
  }

  /** A step that only the run knows must be positive (spec/50, 4.1). */
  private void checkStep(Operation op) {
    OptionalLong step = selection.constant(op.operand(RoleName.STEP));
    if (step.isPresent() && step.getAsLong() > 0) {
      return;
    }
    MachineNode.Label legal = code.newLabel(op.location());
    VirtualRegister value = selection.use(op.operand(RoleName.STEP));
    code.branchIf(
        value, Condition.SGT, VirtualRegister.ZERO, ScalarWidth.I64, legal, op.location());
    selection.emit(Mnemonic.TRAP).imm(OperandRole.TRAP, RuntimeRule.STEP.id()).append();
    code.place(legal);
  }

  private OptionalLong knownTrips(Operation op) {
    OptionalLong lower = selection.constant(op.operand(RoleName.LOWER));
    OptionalLong upper = selection.constant(op.operand(RoleName.UPPER));
    OptionalLong step = selection.constant(op.operand(RoleName.STEP));
    if (lower.isEmpty() || upper.isEmpty()) {
      return OptionalLong.empty();
    }
    if (upper.getAsLong() <= lower.getAsLong()) {
      return OptionalLong.of(0);
    }
    if (step.isEmpty() || step.getAsLong() <= 0) {
      return OptionalLong.empty();
    }
    long distance = upper.getAsLong() - lower.getAsLong();
    return OptionalLong.of(Long.divideUnsigned(distance - 1, step.getAsLong()) + 1);
  }

  /**
   * Carried values keep their registers over all iterations, and after the last one they are the
   * results.
   */
  private List<VirtualRegister> initializeCarried(Operation op) {
    List<Value> arguments = op.region().arguments();
    List<Value> carried = arguments.subList(1, arguments.size());
    List<VirtualRegister> registers = carriedValues.newRegisters(carried);
    carriedValues.assign(registers, op.group(RoleName.INIT));
    carriedValues.bindAll(carried, registers);
    return registers;
  }

  private VirtualRegister initializeVariable(Operation op) {
    Value variable = op.region().arguments().getFirst();
    VirtualRegister register = selection.newLike(variable);
    carriedValues.assign(List.of(register), List.of(op.operand(RoleName.LOWER)));
    selection.bind(variable, register);
    return register;
  }

  private void selectHardwareFor(Operation op, OptionalLong knownTrips) {
    boolean needsVariable = isUsed.test(op.region().arguments().getFirst());
    VirtualRegister trips =
        knownTrips.isPresent() ? selection.constant(knownTrips.getAsLong()) : countTrips(op);
    List<VirtualRegister> carried = initializeCarried(op);
    VirtualRegister variable = needsVariable ? initializeVariable(op) : VirtualRegister.ZERO;
    code.enterLoop();
    code.beginLoop(trips, op.location());
    selectLoopBody(op, carried);
    if (needsVariable) {
      advance(op, variable);
    }
    code.endLoop(op.location());
    code.leaveScope();
    carriedValues.bindAll(op.results(), carried);
  }

  private void selectLoopBody(Operation op, List<VirtualRegister> carried) {
    bodies.accept(op.region());
    selection.at(op.location());
    carriedValues.assignNext(carried, op.group(RoleName.INIT), CarriedValues.yielded(op.region()));
  }

  private void advance(Operation op, VirtualRegister variable) {
    Value step = op.operand(RoleName.STEP);
    OptionalLong known = selection.constant(step);
    ScalarWidth width = ScalarTypes.width(step).orElseThrow();
    if (known.isPresent() && known.getAsLong() == (int) known.getAsLong()) {
      ScalarCode.immediate(selection, Mnemonic.ADDI, variable, variable, width, known.getAsLong());
    } else {
      VirtualRegister distance = selection.use(step);
      ScalarCode.binary(selection, Mnemonic.ADD, variable, variable, distance, width).append();
    }
  }

  /** {@code max(0, ceil((upper - lower) / step))} on 64 bits. */
  private VirtualRegister countTrips(Operation op) {
    VirtualRegister distance = distance(op);
    OptionalLong step = selection.constant(op.operand(RoleName.STEP));
    VirtualRegister trips = distance;
    if (step.isPresent()
        && step.getAsLong() > 0
        && Long.bitCount(step.getAsLong()) == 1
        && step.getAsLong() <= Integer.MAX_VALUE) {
      if (step.getAsLong() > 1) {
        VirtualRegister roundedUp =
            ScalarCode.immediate(selection, Mnemonic.ADDI, distance, step.getAsLong() - 1);
        trips =
            ScalarCode.immediate(
                selection, Mnemonic.SHRSI, roundedUp, Long.numberOfTrailingZeros(step.getAsLong()));
      }
    } else {
      VirtualRegister divisor = selection.use(op.operand(RoleName.STEP));
      trips = ScalarCode.signed(selection, Mnemonic.CEILDIV, distance, divisor);
    }
    return ScalarCode.signed(selection, Mnemonic.MAX, trips, VirtualRegister.ZERO);
  }

  private VirtualRegister distance(Operation op) {
    VirtualRegister upper = selection.use(op.operand(RoleName.UPPER));
    OptionalLong lower = selection.constant(op.operand(RoleName.LOWER));
    if (lower.isPresent() && lower.getAsLong() == 0) {
      return upper;
    }
    if (lower.isPresent() && -lower.getAsLong() == (int) -lower.getAsLong()) {
      return ScalarCode.immediate(selection, Mnemonic.ADDI, upper, -lower.getAsLong());
    }
    VirtualRegister from = selection.use(op.operand(RoleName.LOWER));
    return ScalarCode.binary(selection, Mnemonic.SUB, upper, from, ScalarWidth.I64);
  }

  /** For nests deeper than the hardware counts. */
  private void selectBranchingFor(Operation op) {
    List<VirtualRegister> carried = initializeCarried(op);
    VirtualRegister variable = initializeVariable(op);
    code.enterLoop();
    VirtualRegister upper = selection.use(op.operand(RoleName.UPPER));
    MachineNode.Label body = code.newLabel(op.location());
    MachineNode.Label end = code.newLabel(op.location());
    code.branchIf(variable, Condition.SGE, upper, ScalarWidth.I64, end, op.location());
    code.place(body);
    selectLoopBody(op, carried);
    advance(op, variable);
    code.branchIf(variable, Condition.SLT, upper, ScalarWidth.I64, body, op.location());
    code.leaveScope();
    code.place(end);
    carriedValues.bindAll(op.results(), carried);
  }

  void selectWhile(Operation op) {
    Region before = op.regions().get(0);
    Region after = op.regions().get(1);
    List<VirtualRegister> carried = carriedValues.newRegisters(before.arguments());
    carriedValues.assign(carried, op.group(RoleName.INIT));
    carriedValues.bindAll(before.arguments(), carried);
    code.enterLoop();
    MachineNode.Label head = code.newLabel(op.location());
    MachineNode.Label end = code.newLabel(op.location());
    code.place(head);
    bodies.accept(before);
    Operation decision = before.operations().getLast();
    selection.at(decision.location());
    code.branchIfZero(
        selection.use(decision.operand(RoleName.CONDITION)), end, decision.location());
    carriedValues.aliasAll(after.arguments(), decision.group(RoleName.VALUES));
    bodies.accept(after);
    selection.at(op.location());
    carriedValues.assign(carried, CarriedValues.yielded(after));
    code.branch(head, op.location());
    code.leaveScope();
    code.place(end);
    carriedValues.aliasAll(op.results(), decision.group(RoleName.VALUES));
  }
}
