package org.ptoc.passes.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.MachineOperands;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.PassManager;
import org.ptoc.passes.generic.Canonicalize;
import org.ptoc.passes.generic.DeadCode;
import org.ptoc.passes.generic.LoopInvariantMotion;
import org.ptoc.passes.tile.CarriedTiles;
import org.ptoc.passes.tile.TileLowering;

/** What is left of a kernel when only its checks are wanted. */
final class CheckProgram {
  private CheckProgram() {}

  /**
   * What a walk leaves of a kernel, swept.
   *
   * @param walk lowers a function whose tiles control flow does not hand on
   * @return empty where the walk reports errors
   */
  static Optional<Function> of(
      Function flat,
      PassContext context,
      java.util.function.Function<Function, TileLowering> walk) {
    Function carried = new CarriedTiles().run(flat, context);
    Function checks = walk.apply(carried).apply(carried);
    List<Pass> clean =
        List.of(new Canonicalize(), new LoopInvariantMotion(), new DeadCode(), new Canonicalize());
    return context.diagnostics().hasErrors()
        ? Optional.empty()
        : Optional.of(
            sweep(new PassManager(clean, PassManager.Observer.NONE).run(checks, context), context));
  }

  /** Without conditionals and loops that check nothing. */
  private static Function sweep(Function function, PassContext context) {
    Function pruned = function.body().map(body -> function.withBody(prune(body))).orElse(function);
    return new DeadCode().run(pruned, context);
  }

  private static Region prune(Region region) {
    List<Operation> kept = new ArrayList<>();
    for (Operation op : region.operations()) {
      Operation inner =
          op.regions().isEmpty()
              ? op
              : op.withRegions(op.regions().stream().map(CheckProgram::prune).toList());
      boolean idle = !op.regions().isEmpty() && op.results().isEmpty() && isIdle(inner);
      if (!idle) {
        kept.add(inner);
      }
    }
    return new Region(region.arguments(), kept);
  }

  private static boolean isIdle(Operation op) {
    return op.regions().stream()
        .flatMap(region -> region.operations().stream())
        .allMatch(
            inner ->
                switch (inner.definition().form().effect()) {
                  case NONE, READ, END -> true;
                  case CONTROL -> isIdle(inner);
                  case WRITE -> false;
                });
  }

  /** Where checks of some rules are left, each place once. */
  static List<Location> traps(Function function, Predicate<RuntimeRule> wanted) {
    Set<Location> found = new LinkedHashSet<>();
    function.body().ifPresent(body -> traps(body, wanted, found));
    return List.copyOf(found);
  }

  private static void traps(Region region, Predicate<RuntimeRule> wanted, Set<Location> found) {
    for (Operation op : region.all()) {
      if (op.definition().form() == OperationForm.MACHINE && rule(op).filter(wanted).isPresent()) {
        found.add(op.location());
      }
    }
  }

  private static Optional<RuntimeRule> rule(Operation op) {
    return MachineOperands.number(op, OperandRole.TRAP)
        .flatMap(id -> RuntimeRule.byId(id.intValue()));
  }

  /**
   * True when nothing of the program depends on what the kernel computes: it reads parameters, its
   * local arrays and buffers that the kernel does not write.
   *
   * @param kernel where the program comes from
   */
  static boolean isIndependent(Function program, Function kernel) {
    Map<Value, Operation> definitions = new IdentityHashMap<>();
    Set<Value> written = Collections.newSetFromMap(new IdentityHashMap<>());
    kernel.body().ifPresent(body -> written(body, definitions, written));
    List<Value> parameters = kernel.body().map(Region::arguments).orElse(List.of());
    Set<Value> untouched = Collections.newSetFromMap(new IdentityHashMap<>());
    if (parameters.containsAll(written)) {
      untouched.addAll(parameters);
      untouched.removeAll(written);
    }
    Map<Value, Operation> own = new IdentityHashMap<>();
    return program.body().filter(body -> isIndependent(body, own, untouched)).isPresent();
  }

  /** Collects the pointers behind whatever an operation may write. */
  private static void written(
      Region region, Map<Value, Operation> definitions, Set<Value> written) {
    for (Operation op : region.operations()) {
      op.results().forEach(result -> definitions.put(result, op));
      op.regions().forEach(inner -> written(inner, definitions, written));
      if (!op.definition().form().effect().canGo()
          && op.definition().form() != OperationForm.TILE_LOAD) {
        for (Value operand : op.operands()) {
          if (isGlobal(operand)) {
            written.add(root(operand, definitions));
          }
        }
      }
    }
  }

  private static boolean isGlobal(Value value) {
    return switch (value.type()) {
      case PointerType pointer -> pointer.space() == MemorySpace.GM;
      case TensorViewType view -> true;
      default -> false;
    };
  }

  private static Value root(Value pointer, Map<Value, Operation> definitions) {
    Value current = pointer;
    Operation op = definitions.get(current);
    while (op != null && op.operandCount() > 0) {
      current = op.operandAt(0);
      op = definitions.get(current);
    }
    return current;
  }

  private static boolean isIndependent(
      Region region, Map<Value, Operation> definitions, Set<Value> untouched) {
    for (Operation op : region.operations()) {
      op.results().forEach(result -> definitions.put(result, op));
      OperationForm form = op.definition().form();
      boolean independent =
          switch (form.effect()) {
            case NONE, CONTROL, END -> true;
            case READ ->
                form == OperationForm.LOAD_SCALAR
                    && untouched.contains(root(op.operandAt(0), definitions));
            case WRITE ->
                form == OperationForm.TRAP
                    || form == OperationForm.MACHINE
                    || form == OperationForm.PRINT;
          };
      if (!independent
          || !op.regions().stream()
              .allMatch(inner -> isIndependent(inner, definitions, untouched))) {
        return false;
      }
    }
    return true;
  }
}
