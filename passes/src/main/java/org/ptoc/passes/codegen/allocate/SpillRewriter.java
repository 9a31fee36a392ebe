package org.ptoc.passes.codegen.allocate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.passes.codegen.MachineFunction;
import org.ptoc.passes.codegen.MachineNode;
import org.ptoc.passes.codegen.VirtualRegister;

/**
 * Moves groups of registers to memory: every use gets a register that lives for one instruction,
 * copies take the slot itself, and what can be computed again is.
 */
final class SpillRewriter {
  private final MachineFunction function;
  private final RegisterGroups groups;
  private final Rematerialization rematerialization;
  private final BitSet temporaries;
  private final Map<Integer, Home> homes = new HashMap<>();
  private final List<MachineNode> output = new ArrayList<>();

  /** Where a spilled value is found. */
  private sealed interface Home {
    record Slot(VirtualRegister slot) implements Home {}

    record Recomputed(MachineNode origin) implements Home {}

    /** Its register. */
    record Kept() implements Home {}
  }

  private static final Home KEPT = new Home.Kept();

  /**
   * @param temporaries ids of registers that must not be spilled again; extended
   */
  SpillRewriter(
      MachineFunction function,
      RegisterGroups groups,
      Rematerialization rematerialization,
      BitSet temporaries) {
    this.function = function;
    this.groups = groups;
    this.rematerialization = rematerialization;
    this.temporaries = temporaries;
  }

  /** Chooses the home of a group; true when it needs memory. */
  boolean spill(int group) {
    Optional<MachineNode> origin = rematerialization.origin(group);
    homes.put(
        group,
        origin.isPresent()
            ? new Home.Recomputed(origin.get())
            : new Home.Slot(function.newRegister(function.register(group).bank().slots())));
    return origin.isEmpty();
  }

  MachineFunction rewrite() {
    for (MachineNode node : function.nodes()) {
      switch (node) {
        case MachineNode.Copies copies -> rewriteCopies(copies);
        case MachineNode.Entry entry -> rewriteEntry(entry);
        default -> rewriteUses(node);
      }
    }
    return function.withNodes(output);
  }

  private Home home(VirtualRegister register) {
    return register.isConstant()
        ? KEPT
        : homes.getOrDefault(groups.representative(register.id()), KEPT);
  }

  private VirtualRegister temporary(VirtualRegister register) {
    VirtualRegister created = function.newRegister(register.bank());
    temporaries.set(created.id());
    return created;
  }

  /** Computes a value again; its inputs may have moved to memory as well. */
  private void repeat(MachineNode origin, VirtualRegister target) {
    Set<VirtualRegister> written = new HashSet<>();
    origin.writes(written::add);
    rewriteUses(origin.mapRegisters(each -> written.contains(each) ? target : each));
  }

  private void rewriteUses(MachineNode node) {
    Map<VirtualRegister, VirtualRegister> replaced = new HashMap<>();
    List<MachineNode> after = new ArrayList<>();
    boolean[] isOrigin = {false};
    node.writes(
        register -> {
          switch (home(register)) {
            case Home.Kept kept -> {}
            case Home.Recomputed recomputed -> isOrigin[0] = true;
            case Home.Slot(VirtualRegister slot) -> {
              VirtualRegister value = replaced.computeIfAbsent(register, this::temporary);
              after.add(MachineNode.Copies.of(slot, value, node.location()));
            }
          }
        });
    if (isOrigin[0]) {
      return;
    }
    VirtualRegister[] filled = new VirtualRegister[1];
    Set<VirtualRegister> done = new HashSet<>();
    node.reads(
        register -> {
          Home home = home(register);
          if (!(home instanceof Home.Kept) && done.add(register)) {
            filled[0] = replaced.computeIfAbsent(register, this::temporary);
            fill(home, filled[0], node);
          }
        });
    output.add(
        replaced.isEmpty() ? node : node.mapRegisters(each -> replaced.getOrDefault(each, each)));
    output.addAll(after);
  }

  private void fill(Home home, VirtualRegister value, MachineNode node) {
    switch (home) {
      case Home.Slot(VirtualRegister slot) ->
          output.add(MachineNode.Copies.of(value, slot, node.location()));
      case Home.Recomputed(MachineNode origin) -> repeat(origin, value);
      case Home.Kept kept -> {}
    }
  }

  /**
   * The copies themselves name the slots; recomputed sources follow, because copies read before
   * they write.
   */
  private void rewriteCopies(MachineNode.Copies copies) {
    List<VirtualRegister> targets = new ArrayList<>();
    List<VirtualRegister> sources = new ArrayList<>();
    List<Runnable> after = new ArrayList<>();
    for (int i = 0; i < copies.targets().size(); i++) {
      VirtualRegister target = place(copies.targets().get(i));
      VirtualRegister source = copies.sources().get(i);
      if (home(source) instanceof Home.Recomputed(MachineNode origin)) {
        after.add(() -> recompute(origin, target, source, copies));
      } else if (target != place(source)) {
        targets.add(target);
        sources.add(place(source));
      }
    }
    if (!targets.isEmpty()) {
      output.add(new MachineNode.Copies(targets, sources, copies.location()));
    }
    after.forEach(Runnable::run);
  }

  private void recompute(
      MachineNode origin, VirtualRegister target, VirtualRegister source, MachineNode copies) {
    if (!target.bank().isSlot()) {
      repeat(origin, target);
      return;
    }
    VirtualRegister value = temporary(source);
    repeat(origin, value);
    output.add(MachineNode.Copies.of(target, value, copies.location()));
  }

  private VirtualRegister place(VirtualRegister register) {
    return home(register) instanceof Home.Slot(VirtualRegister slot) ? slot : register;
  }

  private void rewriteEntry(MachineNode.Entry entry) {
    List<VirtualRegister> arguments = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    List<MachineNode> after = new ArrayList<>();
    for (int i = 0; i < entry.arguments().size(); i++) {
      VirtualRegister argument = entry.arguments().get(i);
      Home home = home(argument);
      if (home instanceof Home.Recomputed) {
        continue;
      }
      if (home instanceof Home.Slot(VirtualRegister slot)) {
        argument = temporary(argument);
        after.add(MachineNode.Copies.of(slot, argument, entry.location()));
      }
      arguments.add(argument);
      numbers.add(entry.numbers().get(i));
    }
    output.add(new MachineNode.Entry(arguments, numbers, entry.location()));
    output.addAll(after);
  }
}
