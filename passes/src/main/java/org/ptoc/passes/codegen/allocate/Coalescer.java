package org.ptoc.passes.codegen.allocate;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.passes.codegen.MachineFunction;
import org.ptoc.passes.codegen.MachineNode;
import org.ptoc.passes.codegen.VirtualRegister;

/**
 * Joins the two sides of copies whose live ranges do not overlap, the most frequent copies first
 * (spec/40, 11.2).
 */
final class Coalescer {
  private final RegisterGroups groups;
  private final Liveness liveness;
  private final int[] fixed;

  private record Pair(VirtualRegister target, VirtualRegister source, int depth) {}

  /**
   * @param liveness live ranges of all representatives; updated
   * @param fixed physical number that a representative must get, or -1; updated
   */
  Coalescer(RegisterGroups groups, Liveness liveness, int[] fixed) {
    this.groups = groups;
    this.liveness = liveness;
    this.fixed = fixed;
  }

  void run(MachineFunction function, ControlFlow flow) {
    List<Pair> pairs = new ArrayList<>();
    List<MachineNode> nodes = function.nodes();
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i) instanceof MachineNode.Copies copies) {
        for (int k = 0; k < copies.targets().size(); k++) {
          addPair(pairs, copies.targets().get(k), copies.sources().get(k), flow.depth(i));
        }
      }
    }
    pairs.sort((one, other) -> Integer.compare(other.depth(), one.depth()));
    pairs.forEach(this::tryJoin);
  }

  private static void addPair(
      List<Pair> pairs, VirtualRegister target, VirtualRegister source, int depth) {
    if (!target.isConstant() && !source.isConstant() && target.bank() == source.bank()) {
      pairs.add(new Pair(target, source, depth));
    }
  }

  private void tryJoin(Pair pair) {
    int target = groups.representative(pair.target().id());
    int source = groups.representative(pair.source().id());
    if (target == source
        || fixed[target] >= 0 && fixed[source] >= 0
        || liveness.range(target).intersects(liveness.range(source))) {
      return;
    }
    groups.join(target, source);
    liveness.join(target, source);
    fixed[target] = Math.max(fixed[target], fixed[source]);
    fixed[source] = -1;
  }
}
