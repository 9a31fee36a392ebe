package org.ptoc.backend.a5.address;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.backend.a5.address.LoopDraft.Carried;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.passes.build.IrBuilder;

/** Finds everything that the iterations of a loop do with a pointer that they carry. */
final class PointerEvents {
  private final LoopDraft loop;
  private final IrBuilder before;
  private final Uses uses;
  private final Displacements displacements;

  PointerEvents(LoopDraft loop, IrBuilder before, Uses uses, Displacements displacements) {
    this.loop = loop;
    this.before = before;
    this.uses = uses;
    this.displacements = displacements;
  }

  /** All uses of a pointer in order; empty when one of them needs the pointer itself. */
  Optional<List<PointerEvent>> of(Carried pointer) {
    Map<Value, Long> distances = new HashMap<>(Map.of(pointer.argument(), 0L));
    List<PointerEvent> events = new ArrayList<>();
    for (int position = 0; position < loop.body().size(); position++) {
      Operation operation = loop.body().get(position);
      if (Uses.isUsedInside(operation, distances.keySet())) {
        return Optional.empty();
      }
      if (operation.operands().stream().anyMatch(distances::containsKey)
          && !addEvents(position, operation, distances, events)) {
        return Optional.empty();
      }
    }
    boolean handedOn =
        loop.carried().stream()
            .anyMatch(other -> other != pointer && distances.containsKey(other.next()));
    return handedOn ? Optional.empty() : Optional.of(events);
  }

  private boolean addEvents(
      int position, Operation operation, Map<Value, Long> distances, List<PointerEvent> events) {
    Optional<VectorAccess> access = VectorAccess.of(operation);
    if (access.isPresent()) {
      OptionalLong offset = before.constantOf(access.get().offset());
      offset.ifPresent(
          by -> {
            long distance = distance(distances, access.get().base()) + by;
            events.add(new PointerEvent.Accessed(position, access.get(), distance));
          });
      return offset.isPresent();
    }
    return switch (operation.definition().form()) {
      case ADD_POINTER -> {
        OptionalLong offset = before.constantOf(operation.operandAt(1));
        offset.ifPresent(
            by ->
                distances.put(
                    operation.result(), distance(distances, operation.operandAt(0)) + by));
        yield offset.isPresent();
      }
      case FOR -> addLoop(position, operation, distances, events);
      default -> false;
    };
  }

  private static long distance(Map<Value, Long> distances, Value pointer) {
    return Objects.requireNonNull(distances.get(pointer));
  }

  /** The pointer goes on from the last of the values that a loop makes of it. */
  private boolean addLoop(
      int position, Operation inner, Map<Value, Long> distances, List<PointerEvent> events) {
    List<Value> initial = inner.group(RoleName.INIT);
    boolean isLast = true;
    List<PointerEvent> found = new ArrayList<>();
    for (int i = initial.size() - 1; i >= 0; i--) {
      if (distances.containsKey(initial.get(i))) {
        boolean unused = uses.of(inner.result(i)) == 0;
        OptionalLong moved =
            isLast && unused ? displacements.of(inner.result(i)) : OptionalLong.empty();
        found.addFirst(
            new PointerEvent.Looped(position, i, distance(distances, initial.get(i)), moved));
        isLast = false;
      }
    }
    events.addAll(found);
    return true;
  }
}
