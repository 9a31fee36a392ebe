package org.ptoc.passes.codegen.allocate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ptoc.passes.codegen.Bank;
import org.ptoc.passes.codegen.MachineNode;
import org.ptoc.passes.codegen.VirtualRegister;

/**
 * Puts copies that happen at once into an order in which nothing is overwritten too early. A cycle
 * of registers is broken through the scratch register of its class, a cycle with a slot in it
 * through a slot of its own (spec/40, 11.2).
 */
final class CopyResolver {
  private final Allocation allocation;
  private final List<Move> moves = new ArrayList<>();
  private final Map<Place, Place> sourceOf = new LinkedHashMap<>();
  private final Map<Place, Integer> readers = new HashMap<>();

  private CopyResolver(Allocation allocation) {
    this.allocation = allocation;
  }

  static List<Move> resolve(MachineNode.Copies copies, Allocation allocation) {
    CopyResolver resolver = new CopyResolver(allocation);
    for (int i = 0; i < copies.targets().size(); i++) {
      VirtualRegister target = copies.targets().get(i);
      resolver.add(allocation.place(target), allocation.place(copies.sources().get(i)));
    }
    resolver.run();
    return resolver.moves;
  }

  private void add(Place target, Place source) {
    if (!target.equals(source)) {
      sourceOf.put(target, source);
      readers.merge(source, 1, Integer::sum);
    }
  }

  private void run() {
    Deque<Place> ready = new ArrayDeque<>();
    for (Place target : sourceOf.keySet()) {
      if (!readers.containsKey(target)) {
        ready.add(target);
      }
    }
    drain(ready);
    while (!sourceOf.isEmpty()) {
      Place start = sourceOf.keySet().iterator().next();
      Place saved = savePlace(start);
      move(saved, start);
      breakAt(start, saved);
      ready.add(start);
      drain(ready);
    }
  }

  private void drain(Deque<Place> ready) {
    while (!ready.isEmpty()) {
      Place target = ready.remove();
      Place source = Objects.requireNonNull(sourceOf.remove(target));
      move(target, source);
      if (readers.merge(source, -1, Integer::sum) == 0 && sourceOf.containsKey(source)) {
        ready.add(source);
      }
    }
  }

  /**
   * In what is left every place has one reader; the one of {@code start} reads {@code saved}
   * instead.
   */
  private void breakAt(Place start, Place saved) {
    for (Map.Entry<Place, Place> each : sourceOf.entrySet()) {
      if (each.getValue().equals(start)) {
        each.setValue(saved);
        readers.put(start, 0);
        readers.put(saved, 1);
        return;
      }
    }
    throw new IllegalStateException("no cycle at " + start);
  }

  private Place savePlace(Place start) {
    Place each = start;
    boolean registers = true;
    do {
      registers &= !each.bank().isSlot();
      each = Objects.requireNonNull(sourceOf.get(each));
    } while (!each.equals(start));
    Bank bank = start.bank();
    int scratch = bank.scratch();
    return registers && scratch >= 0
        ? new Place(bank, scratch)
        : new Place(
            start.bank().isSlot() ? bank : bank.slots(), allocation.cycleSlot(bank.slots()));
  }

  private void move(Place target, Place source) {
    if (target.bank() == Bank.AL && source.bank() == Bank.AL) {
      Place between = new Place(Bank.AL_SLOT, allocation.moveSlot());
      moves.add(new Move(between, source));
      moves.add(new Move(target, between));
    } else {
      moves.add(new Move(target, source));
    }
  }
}
