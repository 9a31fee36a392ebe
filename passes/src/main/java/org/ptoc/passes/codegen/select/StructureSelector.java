package org.ptoc.passes.codegen.select;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Shape;
import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.passes.codegen.CodeBuilder;
import org.ptoc.passes.codegen.MachineNode;
import org.ptoc.passes.codegen.VirtualRegister;
import org.ptoc.passes.codegen.select.ValueMap.Binding;

/** Loops, conditionals and vector regions. */
final class StructureSelector {
  private final FunctionSelection selection;
  private final CodeBuilder code;
  private final BodySelector bodies;
  private final Set<Value> used = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Selects the operations of a region but not its terminator. */
  interface BodySelector {
    void select(Region region);
  }

  StructureSelector(FunctionSelection selection, Region body, BodySelector bodies) {
    this.selection = selection;
    this.code = selection.code();
    this.bodies = bodies;
    collectUses(body);
  }

  private void collectUses(Region region) {
    for (Operation op : region.operations()) {
      for (int i = 0; i < op.operandCount(); i++) {
        used.add(op.operandAt(i));
      }
      op.regions().forEach(this::collectUses);
    }
  }

  /** True when an operation of the function uses the value. */
  boolean isUsed(Value value) {
    return used.contains(value);
  }

  /** True when the operation is structure and was selected. */
  boolean select(Operation op) {
    switch (op.definition().shape()) {
      case FOR -> selectFor(op);
      case IF -> selectIf(op);
      case WHILE -> selectWhile(op);
      case VECSCOPE, STRICT_VECSCOPE -> selectVecscope(op);
      case SECTION -> {
        if (!op.definition().shortName().endsWith("vector")) {
          return false;
        }
        bodies.select(op.region());
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void selectVecscope(Operation op) {
    for (int i = 0; i < op.region().arguments().size(); i++) {
      selection.alias(op.region().arguments().get(i), op.operandAt(i));
    }
    boolean hasRegions = code.has("vf_begin");
    if (hasRegions) {
      code.beginRegion(op.location());
    }
    bodies.select(op.region());
    if (hasRegions) {
      selection.at(op.location());
      code.endRegion(op.location());
    }
  }

  /** The operands of the operation that ends a region. */
  private static List<Value> yielded(Region region) {
    List<Operation> operations = region.operations();
    if (operations.isEmpty() || operations.getLast().definition().shape() != Shape.YIELD) {
      return List.of();
    }
    return operations.getLast().operands();
  }

  // Registers that change.

  /** Sets registers to values at once; constants are written last because nothing reads them. */
  private void assign(List<VirtualRegister> targets, List<Value> values) {
    List<VirtualRegister> copied = new ArrayList<>();
    List<VirtualRegister> sources = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      if (selection.binding(values.get(i)) instanceof Binding.InRegister(VirtualRegister source)
          && source != targets.get(i)) {
        copied.add(targets.get(i));
        sources.add(source);
      }
    }
    code.copies(copied, sources, selection.location());
    for (int i = 0; i < targets.size(); i++) {
      if (selection.binding(values.get(i)) instanceof Binding.Known known) {
        code.setConstant(targets.get(i), known.image(), selection.location());
      }
    }
  }

  private List<VirtualRegister> newRegisters(List<Value> values) {
    return values.stream().map(selection::newLike).toList();
  }

  private void bindAll(List<Value> values, List<VirtualRegister> registers) {
    for (int i = 0; i < values.size(); i++) {
      selection.bind(values.get(i), registers.get(i));
    }
  }

  // Conditionals.

  private void selectIf(Operation op) {
    OptionalLong known = selection.constant(op.operand("condition"));
    if (known.isPresent()) {
      selectKnownIf(op, (known.getAsLong() & 1) != 0);
      return;
    }
    VirtualRegister condition = selection.use(op.operand("condition"));
    List<VirtualRegister> results = newRegisters(op.results());
    boolean hasElse = op.regions().size() > 1 && !isEmpty(op.regions().get(1));
    MachineNode.Label end = code.newLabel(op.location());
    MachineNode.Label otherwise = hasElse ? code.newLabel(op.location()) : end;
    code.branchIfZero(condition, otherwise, op.location());
    selectSide(op.region(), results);
    if (hasElse) {
      code.branch(end, op.location());
      code.place(otherwise);
      selectSide(op.regions().get(1), results);
    }
    selection.at(op.location());
    code.place(end);
    bindAll(op.results(), results);
  }

  private static boolean isEmpty(Region region) {
    return region.operations().isEmpty()
        || region.operations().size() == 1
            && region.operations().getFirst().definition().shape() == Shape.YIELD
            && region.operations().getFirst().operandCount() == 0;
  }

  private void selectSide(Region region, List<VirtualRegister> results) {
    code.enterScope();
    bodies.select(region);
    assign(results, yielded(region));
    code.leaveScope();
  }

  private void selectKnownIf(Operation op, boolean condition) {
    if (!condition && op.regions().size() < 2) {
      return;
    }
    Region taken = op.regions().get(condition ? 0 : 1);
    bodies.select(taken);
    List<Value> values = yielded(taken);
    for (int i = 0; i < op.results().size(); i++) {
      selection.alias(op.result(i), values.get(i));
    }
  }

  // Counted loops.

  private void selectFor(Operation op) {
    OptionalLong trips = knownTrips(op);
    if (trips.isPresent() && trips.getAsLong() == 0) {
      aliasAll(op.results(), op.group("init"));
    } else if (trips.isPresent() && trips.getAsLong() == 1) {
      selectSingleTrip(op);
    } else if (code.canNestLoop()) {
      selectHardwareFor(op, trips);
    } else {
      selectBranchingFor(op);
    }
  }

  private void aliasAll(List<Value> results, List<Value> sources) {
    List<Binding> bindings = sources.stream().map(selection::binding).toList();
    for (int i = 0; i < results.size(); i++) {
      selection.bind(results.get(i), bindings.get(i));
    }
  }

  private void selectSingleTrip(Operation op) {
    List<Value> arguments = op.region().arguments();
    selection.alias(arguments.getFirst(), op.operand("lower"));
    aliasAll(arguments.subList(1, arguments.size()), op.group("init"));
    bodies.select(op.region());
    aliasAll(op.results(), yielded(op.region()));
  }

  private OptionalLong knownTrips(Operation op) {
    OptionalLong lower = selection.constant(op.operand("lower"));
    OptionalLong upper = selection.constant(op.operand("upper"));
    OptionalLong step = selection.constant(op.operand("step"));
    if (lower.isEmpty() || upper.isEmpty()) {
      return OptionalLong.empty();
    }
    if (upper.getAsLong() <= lower.getAsLong()) {
      return OptionalLong.of(0);
    }
    long distance = upper.getAsLong() - lower.getAsLong();
    if (step.isEmpty() || step.getAsLong() <= 0 || distance <= 0) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Math.ceilDiv(distance, step.getAsLong()));
  }

  /** Carried values keep their registers over all iterations, and after the last one they are the results. */
  private List<VirtualRegister> initializeCarried(Operation op) {
    List<Value> arguments = op.region().arguments();
    List<Value> carried = arguments.subList(1, arguments.size());
    List<VirtualRegister> registers = newRegisters(carried);
    assign(registers, op.group("init"));
    bindAll(carried, registers);
    return registers;
  }

  private VirtualRegister initializeVariable(Operation op) {
    Value variable = op.region().arguments().getFirst();
    VirtualRegister register = selection.newLike(variable);
    assign(List.of(register), List.of(op.operand("lower")));
    selection.bind(variable, register);
    return register;
  }

  private void selectHardwareFor(Operation op, OptionalLong knownTrips) {
    boolean needsVariable = used.contains(op.region().arguments().getFirst());
    VirtualRegister trips = knownTrips.isPresent() ? selection.constant(knownTrips.getAsLong()) : countTrips(op);
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
    bindAll(op.results(), carried);
  }

  private void selectLoopBody(Operation op, List<VirtualRegister> carried) {
    bodies.select(op.region());
    selection.at(op.location());
    assign(carried, yielded(op.region()));
  }

  private void advance(Operation op, VirtualRegister variable) {
    Value step = op.operand("step");
    OptionalLong known = selection.constant(step);
    ScalarWidth width = ScalarTypes.width(step).orElseThrow();
    if (known.isPresent() && known.getAsLong() == (int) known.getAsLong()) {
      selection
          .emit("addi")
          .reg("xd", variable)
          .reg("xa", variable)
          .imm("w2", width)
          .imm("imm32", known.getAsLong())
          .append();
    } else {
      VirtualRegister distance = selection.use(step);
      selection.emit("add").reg("xd", variable).reg("xa", variable).reg("xb", distance).imm("w", width).append();
    }
  }

  /** {@code max(0, ceil((upper - lower) / step))} on 64 bits. */
  private VirtualRegister countTrips(Operation op) {
    VirtualRegister distance = distance(op);
    OptionalLong step = selection.constant(op.operand("step"));
    VirtualRegister trips = distance;
    if (step.isPresent() && Long.bitCount(step.getAsLong()) == 1 && step.getAsLong() <= Integer.MAX_VALUE) {
      if (step.getAsLong() > 1) {
        trips = immediate("shrsi", immediate("addi", distance, step.getAsLong() - 1), log2(step.getAsLong()));
      }
    } else {
      VirtualRegister divisor = selection.use(op.operand("step"));
      trips = binary("ceildiv", distance, divisor);
    }
    return binary("max", trips, VirtualRegister.ZERO);
  }

  private static int log2(long power) {
    return Long.numberOfTrailingZeros(power);
  }

  private VirtualRegister distance(Operation op) {
    VirtualRegister upper = selection.use(op.operand("upper"));
    OptionalLong lower = selection.constant(op.operand("lower"));
    if (lower.isPresent() && lower.getAsLong() == 0) {
      return upper;
    }
    if (lower.isPresent() && -lower.getAsLong() == (int) -lower.getAsLong()) {
      return immediate("addi", upper, -lower.getAsLong());
    }
    VirtualRegister from = selection.use(op.operand("lower"));
    VirtualRegister distance = selection.scratch();
    selection.emit("sub").reg("xd", distance).reg("xa", upper).reg("xb", from).imm("w", ScalarWidth.I64).append();
    return distance;
  }

  private VirtualRegister immediate(String mnemonic, VirtualRegister source, long value) {
    VirtualRegister target = selection.scratch();
    selection.emit(mnemonic).reg("xd", target).reg("xa", source).imm("w2", ScalarWidth.I64).imm("imm32", value).append();
    return target;
  }

  private VirtualRegister binary(String mnemonic, VirtualRegister left, VirtualRegister right) {
    VirtualRegister target = selection.scratch();
    selection
        .emit(mnemonic)
        .reg("xd", target)
        .reg("xa", left)
        .reg("xb", right)
        .imm("w", ScalarWidth.I64)
        .imm("sg", 1)
        .append();
    return target;
  }

  /** For nests deeper than the hardware counts. */
  private void selectBranchingFor(Operation op) {
    List<VirtualRegister> carried = initializeCarried(op);
    VirtualRegister variable = initializeVariable(op);
    code.enterLoop();
    VirtualRegister upper = selection.use(op.operand("upper"));
    MachineNode.Label body = code.newLabel(op.location());
    MachineNode.Label end = code.newLabel(op.location());
    code.branchIf(variable, Condition.SGE, upper, ScalarWidth.I64, end, op.location());
    code.place(body);
    selectLoopBody(op, carried);
    advance(op, variable);
    code.branchIf(variable, Condition.SLT, upper, ScalarWidth.I64, body, op.location());
    code.leaveScope();
    code.place(end);
    bindAll(op.results(), carried);
  }

  // General loops.

  private void selectWhile(Operation op) {
    Region before = op.regions().get(0);
    Region after = op.regions().get(1);
    List<VirtualRegister> carried = newRegisters(before.arguments());
    assign(carried, op.group("init"));
    bindAll(before.arguments(), carried);
    code.enterLoop();
    MachineNode.Label head = code.newLabel(op.location());
    MachineNode.Label end = code.newLabel(op.location());
    code.place(head);
    bodies.select(before);
    Operation decision = before.operations().getLast();
    selection.at(decision.location());
    code.branchIfZero(selection.use(decision.operand("condition")), end, decision.location());
    aliasAll(after.arguments(), decision.group("values"));
    bodies.select(after);
    selection.at(op.location());
    assign(carried, yielded(after));
    code.branch(head, op.location());
    code.leaveScope();
    code.place(end);
    aliasAll(op.results(), decision.group("values"));
  }
}
