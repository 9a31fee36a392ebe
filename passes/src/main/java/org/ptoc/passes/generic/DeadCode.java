package org.ptoc.passes.generic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.Constants;

/**
 * Removes operations and loops without effects whose results are unused, values that loops carry
 * only for themselves, and vecscopes that become empty.
 */
public final class DeadCode implements Pass {
  @Override
  public String name() {
    return "dead-code";
  }

  @Override
  public Function run(Function function, PassContext context) {
    Constants constants = Constants.of(function);
    return function
        .body()
        .map(
            body ->
                function.withBody(new Sweep(constants, new SelfCarriedValues(body)).region(body)))
        .orElse(function);
  }

  /** Walks backwards, so that every use is seen before its definition. */
  private static final class Sweep {
    private final Set<Value> used = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Constants constants;
    private final SelfCarriedValues carried;

    Sweep(Constants constants, SelfCarriedValues carried) {
      this.constants = constants;
      this.carried = carried;
    }

    Region region(Region region) {
      List<Operation> kept = new ArrayList<>();
      List<Operation> operations = region.operations();
      for (int i = operations.size() - 1; i >= 0; i--) {
        Operation operation = operations.get(i);
        if (isNeeded(operation)) {
          Operation swept = operation(operation);
          used.addAll(swept.operands());
          kept.add(swept);
        }
      }
      Collections.reverse(kept);
      return new Region(region.arguments(), kept);
    }

    private Operation operation(Operation whole) {
      if (whole.regions().isEmpty()) {
        return whole;
      }
      Operation operation =
          whole.definition().form() == OperationForm.FOR ? carried.without(whole, used) : whole;
      List<Region> regions = new ArrayList<>(operation.regions().reversed());
      regions.replaceAll(this::region);
      return operation.withRegions(regions.reversed());
    }

    private boolean isNeeded(Operation operation) {
      if (!operation.definition().form().effect().canGo() && !isIdleLoop(operation)) {
        return true;
      }
      for (Value result : operation.results()) {
        if (used.contains(result)) {
          return true;
        }
      }
      return false;
    }

    /** A loop that only moves values on and ends at some time. */
    private boolean isIdleLoop(Operation operation) {
      return operation.definition().form() == OperationForm.FOR
          && constants.integer(operation.operand(RoleName.STEP)).isPresent()
          && operation.region().operations().stream().allMatch(this::isIdle);
    }

    private boolean isIdle(Operation operation) {
      return operation.definition().form() == OperationForm.YIELD
          || operation.definition().form().effect().canGo()
          || isIdleLoop(operation);
    }
  }
}
