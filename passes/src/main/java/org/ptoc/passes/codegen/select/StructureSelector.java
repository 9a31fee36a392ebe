package org.ptoc.passes.codegen.select;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.passes.codegen.CodeBuilder;
import org.ptoc.passes.codegen.MachineNode;
import org.ptoc.passes.codegen.VirtualRegister;

/** Conditionals, vector regions and sections; loops go to their own selector. */
final class StructureSelector {
  private final FunctionSelection selection;
  private final CodeBuilder code;
  private final CarriedValues carriedValues;
  private final LoopSelector loops;
  private final Consumer<Region> bodies;
  private final Set<Value> used = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * @param bodies selects the operations of a region but not its terminator
   */
  StructureSelector(FunctionSelection selection, Region body, Consumer<Region> bodies) {
    this.selection = selection;
    this.code = selection.code();
    this.bodies = bodies;
    this.carriedValues = new CarriedValues(selection);
    this.loops = new LoopSelector(selection, bodies, used::contains);
    collectUses(body);
  }

  private void collectUses(Region region) {
    for (Operation op : region.all()) {
      for (int i = 0; i < op.operandCount(); i++) {
        used.add(op.operandAt(i));
      }
    }
  }

  /** True when an operation of the function uses the value. */
  boolean isUsed(Value value) {
    return used.contains(value);
  }

  /** True when the operation is structure and was selected. */
  boolean select(Operation op) {
    switch (op.definition().form().regionRule()) {
      case COUNTED_LOOP -> loops.selectFor(op);
      case BRANCHES -> selectIf(op);
      case CONDITIONAL_LOOP -> loops.selectWhile(op);
      case ONCE -> {
        if (op.definition().form().isVecscope()) {
          selectVecscope(op);
        } else {
          bodies.accept(op.region());
        }
      }
      case NONE -> {
        return false;
      }
    }
    return true;
  }

  private void selectVecscope(Operation op) {
    for (int i = 0; i < op.region().arguments().size(); i++) {
      selection.alias(op.region().arguments().get(i), op.operandAt(i));
    }
    boolean hasRegions = code.table().profile().has(ProfileFeature.VECTOR_REGISTERS);
    if (hasRegions) {
      code.beginRegion(op.location());
    }
    bodies.accept(op.region());
    if (hasRegions) {
      selection.at(op.location());
      code.endRegion(op.location());
    }
  }

  private void selectIf(Operation op) {
    OptionalLong known = selection.constant(op.operand(RoleName.CONDITION));
    if (known.isPresent()) {
      selectKnownIf(op, (known.getAsLong() & 1) != 0);
      return;
    }
    VirtualRegister condition = selection.use(op.operand(RoleName.CONDITION));
    List<VirtualRegister> results = carriedValues.newRegisters(op.results());
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
    carriedValues.bindAll(op.results(), results);
  }

  private static boolean isEmpty(Region region) {
    return region.operations().isEmpty()
        || region.operations().size() == 1
            && region.operations().getFirst().definition().form() == OperationForm.YIELD
            && region.operations().getFirst().operandCount() == 0;
  }

  private void selectSide(Region region, List<VirtualRegister> results) {
    code.enterScope();
    bodies.accept(region);
    carriedValues.assign(results, CarriedValues.yielded(region));
    code.leaveScope();
  }

  private void selectKnownIf(Operation op, boolean condition) {
    if (!condition && op.regions().size() < 2) {
      return;
    }
    Region taken = op.regions().get(condition ? 0 : 1);
    bodies.accept(taken);
    List<Value> values = CarriedValues.yielded(taken);
    for (int i = 0; i < op.results().size(); i++) {
      selection.alias(op.result(i), values.get(i));
    }
  }
}
