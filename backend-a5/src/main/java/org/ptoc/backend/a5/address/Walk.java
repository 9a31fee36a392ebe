package org.ptoc.backend.a5.address;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.passes.build.IrBuilder;

/** The body of a loop written anew while a pointer moves through it. */
final class Walk {
  private final List<Operation> body;
  private final IrBuilder before;
  private final IrBuilder written;
  private Value pointer;
  private long reached;
  private int copied;

  /**
   * @param body the old body
   * @param pointer where the iteration begins
   * @param before where constants go
   */
  Walk(List<Operation> body, Value pointer, IrBuilder before) {
    this.body = new ArrayList<>(body);
    this.pointer = pointer;
    this.before = before;
    this.written = before.nested();
  }

  /** Goes on to the next event. */
  void follow(Itinerary.Stop stop) {
    while (copied < stop.event().position()) {
      written.append(body.get(copied++));
    }
    switch (stop.event()) {
      case PointerEvent.Accessed accessed -> access(accessed, stop.target());
      case PointerEvent.Looped looped -> loop(looped);
    }
  }

  private void access(PointerEvent.Accessed accessed, OptionalLong target) {
    VectorAccess access = accessed.access();
    if (target.isEmpty()) {
      body.set(
          accessed.position(), access.at(pointer, before.index(accessed.distance() - reached)));
      return;
    }
    Operation updating = access.updating(pointer, before.index(target.getAsLong() - reached));
    body.set(accessed.position(), updating);
    pointer = updating.results().getLast();
    reached = target.getAsLong();
  }

  /**
   * The loop itself is copied later, for another of its carried values may be the pointer as well.
   */
  private void loop(PointerEvent.Looped looped) {
    Operation inner = body.get(looped.position());
    List<List<Value>> groups = new ArrayList<>(inner.groups());
    int role = inner.definition().operandIndex(RoleName.INIT);
    List<Value> initial = new ArrayList<>(groups.get(role));
    initial.set(looped.carried(), at(looped.distance()));
    groups.set(role, initial);
    body.set(looped.position(), inner.withGroups(groups));
    if (looped.moved().isPresent()) {
      pointer = inner.result(looped.carried());
      reached = looped.distance() + looped.moved().getAsLong();
    }
  }

  private Value at(long distance) {
    return distance == reached
        ? pointer
        : written.value(Op.ADDPTR, pointer.type(), pointer, before.index(distance - reached));
  }

  /** Copies the rest of the body; returns the pointer for the next iteration. */
  Value finish(long step) {
    while (copied < body.size()) {
      written.append(body.get(copied++));
    }
    return at(step);
  }

  List<Operation> operations() {
    return written.operations();
  }
}
