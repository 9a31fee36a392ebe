package org.ptoc.passes.codegen.allocate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.ptoc.passes.codegen.MachineFunction;
import org.ptoc.passes.codegen.MachineInstruction;
import org.ptoc.passes.codegen.MachineNode;
import org.ptoc.passes.codegen.VirtualRegister;

/**
 * Removes constants and other repeatable values that nothing reads, such as those that were
 * computed again elsewhere.
 */
final class DeadValues {
  private final RegisterGroups groups;
  private final int[] reads;

  private DeadValues(RegisterGroups groups, int registerCount) {
    this.groups = groups;
    this.reads = new int[registerCount];
  }

  static MachineFunction remove(MachineFunction function, RegisterGroups groups) {
    return new DeadValues(groups, function.registerCount()).run(function);
  }

  private MachineFunction run(MachineFunction function) {
    for (MachineNode node : function.nodes()) {
      node.reads(register -> count(register, 1));
    }
    List<MachineNode> kept = new ArrayList<>(function.nodes().size());
    for (MachineNode node : function.nodes().reversed()) {
      if (isDead(node)) {
        node.reads(register -> count(register, -1));
      } else {
        kept.add(node);
      }
    }
    Collections.reverse(kept);
    return kept.size() == function.nodes().size() ? function : function.withNodes(kept);
  }

  private void count(VirtualRegister register, int change) {
    if (!register.isConstant()) {
      reads[groups.representative(register.id())] += change;
    }
  }

  private boolean isDead(MachineNode node) {
    return switch (node) {
      case MachineNode.LoadConstant load -> isUnread(load.target());
      case MachineInstruction instruction when Rematerialization.isRepeatable(instruction) -> {
        boolean[] unread = {true};
        instruction.writes(register -> unread[0] &= isUnread(register));
        yield unread[0];
      }
      default -> false;
    };
  }

  private boolean isUnread(VirtualRegister register) {
    return reads[groups.representative(register.id())] == 0;
  }
}
