package org.ptoc.backend.a5.address;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.backend.a5.address.LoopDraft.Carried;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.passes.build.IrBuilder;

/**
 * A pointer that a loop carries and moves by a constant in each iteration, such as the start of a
 * row. Where inner loops have already moved it, it goes on from there, and the last access at just
 * its place moves it on to the next iteration.
 */
final class MovingPointer {
  private final LoopDraft loop;
  private final IrBuilder before;
  private final Uses uses;
  private final Displacements displacements;
  private final PointerEvents events;

  MovingPointer(LoopDraft loop, IrBuilder before, Uses uses, Displacements displacements) {
    this.loop = loop;
    this.before = before;
    this.uses = uses;
    this.displacements = displacements;
    this.events = new PointerEvents(loop, before, uses, displacements);
  }

  void apply() {
    for (Carried pointer : List.copyOf(loop.carried())) {
      step(pointer)
          .ifPresent(step -> events.of(pointer).ifPresent(found -> move(pointer, step, found)));
    }
  }

  /** The constant by which the iterations move a pointer. */
  private OptionalLong step(Carried pointer) {
    for (Operation operation : loop.body()) {
      if (operation.results().contains(pointer.next())
          && operation.definition().form() == OperationForm.ADD_POINTER
          && operation.operandAt(0) == pointer.argument()
          && uses.of(pointer.next()) <= 1) {
        return before.constantOf(operation.operandAt(1));
      }
    }
    return OptionalLong.empty();
  }

  private void move(Carried pointer, long step, List<PointerEvent> found) {
    if (found.isEmpty() && uses.of(pointer.result()) == 0) {
      loop.carried().remove(pointer);
      loop.body().removeIf(operation -> operation.results().contains(pointer.next()));
      return;
    }
    OptionalLong trips = loop.trips(before);
    trips.ifPresent(count -> displacements.put(pointer.result(), count * step));
    long start = start(pointer, found);
    Walk walk = new Walk(loop.body(), pointer.argument(), before);
    List<PointerEvent> behind = found.stream().map(event -> event.behind(start)).toList();
    Itinerary.of(behind, step).forEach(walk::follow);
    Value next = walk.finish(step);
    loop.body().clear();
    loop.body().addAll(walk.operations());
    loop.carried()
        .set(
            loop.carried().indexOf(pointer),
            new Carried(initial(pointer, start), pointer.argument(), next, pointer.result()));
  }

  /**
   * Where the first inner loop wants the pointer: carried like that, it needs no step into that
   * loop in each iteration. A pointer that is needed behind the loop stays.
   */
  private long start(Carried pointer, List<PointerEvent> found) {
    boolean free = uses.of(pointer.result()) == 0;
    return free && !found.isEmpty() && found.getFirst() instanceof PointerEvent.Looped first
        ? first.distance()
        : 0;
  }

  private Value initial(Carried pointer, long start) {
    Value initial = pointer.initial();
    return start == 0
        ? initial
        : before.value(Op.ADDPTR, initial.type(), initial, before.index(start));
  }
}
