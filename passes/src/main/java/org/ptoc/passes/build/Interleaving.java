package org.ptoc.passes.build;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;

/**
 * Makes one block of blocks that do not depend on each other. Where all are alike the operations
 * alternate and loops become one loop, so that the latencies of one block pass in the others; else
 * the blocks follow each other.
 */
final class Interleaving {
  private final Map<Value, Value> variables = new IdentityHashMap<>();

  private final Constants constants;

  private Interleaving(Constants constants) {
    this.constants = constants;
  }

  static List<Operation> of(List<List<Operation>> blocks, Constants constants) {
    return new Interleaving(constants).merge(blocks);
  }

  private List<Operation> merge(List<List<Operation>> blocks) {
    List<Operation> first = blocks.getFirst();
    List<Operation> merged = new ArrayList<>();
    if (!blocks.stream().allMatch(block -> isAlike(first, block))) {
      blocks.forEach(block -> block.forEach(op -> merged.add(renamed(op))));
      return merged;
    }
    for (int i = 0; i < first.size(); i++) {
      int at = i;
      List<Operation> same = blocks.stream().map(block -> block.get(at)).toList();
      if (same.getFirst().regions().isEmpty()) {
        same.forEach(op -> merged.add(renamed(op)));
      } else {
        merged.add(loop(same));
      }
    }
    return merged;
  }

  /** The same operations in the same order; loops from and to the same values. */
  private boolean isAlike(List<Operation> first, List<Operation> second) {
    return first.size() == second.size()
        && IntStream.range(0, first.size()).allMatch(i -> isAlike(first.get(i), second.get(i)));
  }

  private boolean isAlike(Operation first, Operation second) {
    return first.definition() == second.definition()
        && (first.regions().isEmpty()
            || first.definition() == Op.FOR.definition()
                && isSame(first, second, RoleName.LOWER)
                && isSame(first, second, RoleName.UPPER)
                && isSame(first, second, RoleName.STEP));
  }

  private boolean isSame(Operation first, Operation second, RoleName bound) {
    Value one = first.operand(bound);
    Value other = second.operand(bound);
    OptionalLong known = constants.integer(one);
    return one == other || known.isPresent() && known.equals(constants.integer(other));
  }

  /** One loop that carries the values of all. */
  private Operation loop(List<Operation> loops) {
    Operation first = loops.getFirst();
    Value variable = first.region().arguments().getFirst();
    List<Value> initial = new ArrayList<>();
    List<Value> results = new ArrayList<>();
    List<Value> arguments = new ArrayList<>(List.of(variable));
    List<Value> next = new ArrayList<>();
    List<List<Operation>> bodies = new ArrayList<>();
    for (Operation loop : loops) {
      List<Value> own = loop.region().arguments();
      List<Operation> body = loop.region().operations();
      variables.put(own.getFirst(), variable);
      initial.addAll(loop.groups().getLast());
      results.addAll(loop.results());
      arguments.addAll(own.subList(1, own.size()));
      next.addAll(renamed(body.getLast()).operands());
      bodies.add(body.subList(0, body.size() - 1));
    }
    List<Operation> merged = merge(bodies);
    merged.add(first.region().operations().getLast().withGroups(List.of(next)));
    List<List<Value>> groups = new ArrayList<>(first.groups().subList(0, 3));
    groups.add(initial);
    return Operation.create(
        first.definition(),
        groups,
        results,
        first.attributes(),
        List.of(new Region(arguments, merged)),
        first.location());
  }

  /** The operation with the variables of the loops that became one. */
  private Operation renamed(Operation op) {
    return op.mapOperands(value -> variables.getOrDefault(value, value))
        .withRegions(op.regions().stream().map(this::renamed).toList());
  }

  private Region renamed(Region region) {
    return new Region(region.arguments(), region.operations().stream().map(this::renamed).toList());
  }
}
