package org.ptoc.backend.a5.address;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.ptoc.backend.a5.address.LoopDraft.Carried;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.passes.build.IrBuilder;

/**
 * Where all accesses to a carried pointer have one offset that is the same in all passes, such as
 * the column in a loop over rows, the pointer starts there instead.
 */
final class InvariantOffsets {
  private final LoopDraft loop;
  private final IrBuilder before;
  private final Uses uses;
  private final Set<Value> inside = new HashSet<>();

  /**
   * @param before where operations before the loop go
   */
  InvariantOffsets(LoopDraft loop, IrBuilder before, Uses uses) {
    this.loop = loop;
    this.before = before;
    this.uses = uses;
  }

  void apply() {
    inside.add(loop.variable());
    loop.carried().forEach(carried -> inside.add(carried.argument()));
    loop.body().forEach(operation -> inside.addAll(operation.results()));
    for (Carried pointer : List.copyOf(loop.carried())) {
      if (uses.of(pointer.result()) == 0) {
        offset(pointer).ifPresent(offset -> start(pointer, offset));
      }
    }
  }

  /**
   * The one offset of all accesses; empty when there are others, or other uses than to move the
   * pointer on. A carried value that is stored is not a pointer.
   */
  private Optional<Value> offset(Carried pointer) {
    Set<Value> offsets = new HashSet<>();
    for (Operation operation : loop.body()) {
      if (Uses.isUsedInside(operation, Set.of(pointer.argument()))) {
        return Optional.empty();
      }
      if (operation.operands().contains(pointer.argument()) && !isStep(operation, pointer)) {
        Optional<VectorAccess> access = VectorAccess.of(operation);
        if (access.isEmpty() || access.get().base() != pointer.argument()) {
          return Optional.empty();
        }
        offsets.add(access.get().offset());
      }
    }
    boolean handedOn =
        loop.carried().stream().anyMatch(carried -> carried.next() == pointer.argument());
    boolean isOne = !handedOn && offsets.size() == 1;
    return isOne ? offsets.stream().filter(this::isInvariant).findFirst() : Optional.empty();
  }

  private boolean isInvariant(Value offset) {
    return !inside.contains(offset) && !before.constantOf(offset).equals(OptionalLong.of(0));
  }

  private static boolean isStep(Operation operation, Carried pointer) {
    return operation.definition().form() == OperationForm.ADD_POINTER
        && operation.results().contains(pointer.next());
  }

  private void start(Carried pointer, Value offset) {
    Value initial = before.value(Op.ADDPTR, pointer.initial().type(), pointer.initial(), offset);
    loop.carried()
        .set(
            loop.carried().indexOf(pointer),
            new Carried(initial, pointer.argument(), pointer.next(), pointer.result()));
    List<Operation> body = new ArrayList<>();
    for (Operation operation : loop.body()) {
      boolean accesses =
          operation.operands().contains(pointer.argument()) && !isStep(operation, pointer);
      body.add(
          accesses
              ? VectorAccess.of(operation).orElseThrow().at(pointer.argument(), before.index(0))
              : operation);
    }
    loop.body().clear();
    loop.body().addAll(body);
  }
}
