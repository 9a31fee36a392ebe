package org.ptoc.passes.generic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;

/**
 * Values that a loop carries only to compute their value in the next iteration, such as the count
 * of an unused mask.
 */
final class SelfCarriedValues {
  /** Longer ways from a value to the next one are not followed. */
  private static final int MOST_OPERATIONS = 16;

  private final Map<Value, List<Operation>> users = new IdentityHashMap<>();

  /** The carried values of the loops of a body. */
  SelfCarriedValues(Region body) {
    collect(body);
  }

  private void collect(Region region) {
    for (Operation operation : region.all()) {
      for (Value operand : operation.operands()) {
        users.computeIfAbsent(operand, _ -> new ArrayList<>()).add(operation);
      }
    }
  }

  /**
   * Takes such values away from a loop.
   *
   * @param used values that are used behind the loop
   */
  Operation without(Operation loop, Set<Value> used) {
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < loop.results().size(); i++) {
      if (used.contains(loop.result(i)) || !isForItself(loop, i)) {
        kept.add(i);
      }
    }
    if (kept.size() == loop.results().size()) {
      return loop;
    }
    List<Value> arguments = new ArrayList<>(loop.region().arguments().subList(0, 1));
    arguments.addAll(chosen(loop.region().arguments().subList(1, 1 + loop.results().size()), kept));
    List<Operation> body = new ArrayList<>(loop.region().operations());
    Operation yield = body.removeLast();
    body.add(yield.withGroups(List.of(chosen(yield.operands(), kept))));
    return Operation.create(
        loop.definition(),
        List.of(
            loop.group(RoleName.LOWER),
            loop.group(RoleName.UPPER),
            loop.group(RoleName.STEP),
            chosen(loop.group(RoleName.INIT), kept)),
        chosen(loop.results(), kept),
        loop.attributes(),
        List.of(new Region(arguments, body)),
        loop.location());
  }

  private static List<Value> chosen(List<Value> values, List<Integer> kept) {
    return kept.stream().map(values::get).toList();
  }

  /** True if all that is made of a carried value is its next value. */
  private boolean isForItself(Operation loop, int position) {
    Operation yield = loop.region().operations().getLast();
    Set<Operation> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Value> left = new ArrayDeque<>();
    left.add(loop.region().arguments().get(position + 1));
    while (!left.isEmpty()) {
      Value value = left.remove();
      for (Operation user : users.getOrDefault(value, List.of())) {
        if (user == yield) {
          if (!isYieldedAt(yield, value, position)) {
            return false;
          }
        } else if (!canGo(user) || seen.size() == MOST_OPERATIONS) {
          return false;
        } else if (seen.add(user)) {
          left.addAll(user.results());
        }
      }
    }
    return true;
  }

  private static boolean isYieldedAt(Operation yield, Value value, int position) {
    for (int i = 0; i < yield.operandCount(); i++) {
      if (yield.operandAt(i) == value && i != position) {
        return false;
      }
    }
    return true;
  }

  private static boolean canGo(Operation user) {
    OperationForm form = user.definition().form();
    return form != OperationForm.YIELD && form.effect().canGo() && user.regions().isEmpty();
  }
}
