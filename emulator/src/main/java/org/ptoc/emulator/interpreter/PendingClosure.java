package org.ptoc.emulator.interpreter;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.ptoc.ir.isa.Pipe;

/** All items that have to be done before one of them. */
final class PendingClosure {
  private final Set<Pending> items = Collections.newSetFromMap(new IdentityHashMap<>());

  private PendingClosure() {}

  static PendingClosure of(Pending item, Function<Pipe, List<Pending>> queues) {
    PendingClosure closure = new PendingClosure();
    Deque<Pending> open = new ArrayDeque<>(List.of(item));
    while (!open.isEmpty()) {
      Pending next = open.poll();
      if (next.isDone()) {
        continue;
      }
      for (Pending each : queues.apply(next.pipe())) {
        if (closure.items.add(each)) {
          open.addAll(each.after());
        }
        if (each == next) {
          break;
        }
      }
    }
    return closure;
  }

  boolean contains(Pending item) {
    return items.contains(item);
  }
}
