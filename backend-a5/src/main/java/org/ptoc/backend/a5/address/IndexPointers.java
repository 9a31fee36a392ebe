package org.ptoc.backend.a5.address;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.ptoc.backend.a5.address.LoopDraft.Carried;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Replaces an index that a loop steps by a constant, and that only makes addresses, by one pointer
 * for each base, which the loop moves instead. {@link MovingPointer} then lets an access do that.
 * Indices that anything else needs stay.
 */
final class IndexPointers {
  /** More pointers than this would push other values out of the scalar registers. */
  private static final int MOST_POINTERS = 10;

  private final LoopDraft loop;
  private final IrBuilder before;
  private final Uses uses;
  private final Set<Value> inside = new HashSet<>();

  /**
   * @param before where operations before the loop go
   */
  IndexPointers(LoopDraft loop, IrBuilder before, Uses uses) {
    this.loop = loop;
    this.before = before;
    this.uses = uses;
  }

  /**
   * An index: its value in the first iteration and the step to the next; the carried value behind
   * it, if it is one.
   */
  private record Index(Value value, Value first, long step, Optional<Carried> carried) {}

  /** An access or address at an index and a constant more behind a base. */
  private record Place(int position, Optional<VectorAccess> access, long distance) {
    boolean canUpdate() {
      return access.isPresent() && access.get().canUpdate();
    }
  }

  /** What an index is used for, by base, and the sums that only this needs. */
  private record Places(Map<Value, List<Place>> byBase, Set<Value> sums) {}

  void apply() {
    inside.add(loop.variable());
    loop.carried().forEach(carried -> inside.add(carried.argument()));
    loop.body().forEach(operation -> inside.addAll(operation.results()));
    for (Index index : indices()) {
      places(index).ifPresent(places -> replace(index, places));
    }
  }

  private List<Index> indices() {
    List<Index> indices = new ArrayList<>();
    OptionalLong step = before.constantOf(loop.step());
    if (step.isPresent() && uses.of(loop.variable()) > 0) {
      indices.add(new Index(loop.variable(), loop.lower(), step.getAsLong(), Optional.empty()));
    }
    for (Carried carried : loop.carried()) {
      if (carried.argument().type() == ElementType.INDEX && uses.of(carried.result()) == 0) {
        step(carried)
            .ifPresent(
                by ->
                    indices.add(
                        new Index(
                            carried.argument(), carried.initial(), by, Optional.of(carried))));
      }
    }
    return indices;
  }

  /** The constant that is added to a carried index in each iteration. */
  private OptionalLong step(Carried carried) {
    for (Operation operation : loop.body()) {
      if (operation.results().contains(carried.next()) && uses.of(carried.next()) == 1) {
        return addend(operation, Map.of(carried.argument(), 0L));
      }
    }
    return OptionalLong.empty();
  }

  /**
   * The distance of a sum from an index, when one operand has a known distance and the other is
   * constant.
   */
  private OptionalLong addend(Operation operation, Map<Value, Long> distances) {
    if (!operation.definition().is(Arithmetic.ADDI)) {
      return OptionalLong.empty();
    }
    for (int side = 0; side < 2; side++) {
      Long known = distances.get(operation.operandAt(side));
      OptionalLong constant = before.constantOf(operation.operandAt(1 - side));
      if (known != null && constant.isPresent()) {
        return OptionalLong.of(known + constant.getAsLong());
      }
    }
    return OptionalLong.empty();
  }

  /**
   * The uses of an index in order; empty when it has other uses or pointers would not be better.
   */
  private Optional<Places> places(Index index) {
    Map<Value, Long> distances = new HashMap<>(Map.of(index.value(), 0L));
    Map<Value, List<Place>> groups = new LinkedHashMap<>();
    for (int position = 0; position < loop.body().size(); position++) {
      Operation operation = loop.body().get(position);
      if (Uses.isUsedInside(operation, distances.keySet())) {
        return Optional.empty();
      }
      if (operation.operands().stream().noneMatch(distances::containsKey)) {
        continue;
      }
      OptionalLong sum = addend(operation, distances);
      Optional<VectorAccess> access =
          VectorAccess.of(operation).filter(found -> isOffset(found, distances));
      if (sum.isPresent()) {
        distances.put(operation.result(), sum.getAsLong());
      } else if (access.isPresent()) {
        add(
            groups,
            access.get().base(),
            new Place(
                position, access, Objects.requireNonNull(distances.get(access.get().offset()))));
      } else if (isAddress(operation, distances)) {
        add(
            groups,
            operation.operandAt(0),
            new Place(
                position, access, Objects.requireNonNull(distances.get(operation.operandAt(1)))));
      } else {
        return Optional.empty();
      }
    }
    boolean handedOn =
        loop.carried().stream()
            .anyMatch(
                value ->
                    !index.carried().equals(Optional.of(value))
                        && distances.containsKey(value.next()));
    boolean good =
        !handedOn
            && pays(groups.size())
            && groups.values().stream().allMatch(group -> fits(group, index));
    return good ? Optional.of(new Places(groups, distances.keySet())) : Optional.empty();
  }

  private boolean isOffset(VectorAccess access, Map<Value, Long> distances) {
    return distances.containsKey(access.offset()) && !inside.contains(access.base());
  }

  private boolean isAddress(Operation operation, Map<Value, Long> distances) {
    return operation.definition().form() == OperationForm.ADD_POINTER
        && distances.containsKey(operation.operandAt(1))
        && !inside.contains(operation.operandAt(0));
  }

  private static void add(Map<Value, List<Place>> groups, Value base, Place place) {
    groups.computeIfAbsent(base, key -> new ArrayList<>()).add(place);
  }

  /**
   * Each pointer takes a word before the loop, where the index took one, to save the step of the
   * index.
   */
  private boolean pays(int pointers) {
    OptionalLong trips = loop.trips(before);
    return pointers > 0
        && pointers <= MOST_POINTERS
        && (trips.isEmpty() || trips.getAsLong() + 1 >= pointers);
  }

  /**
   * Where the pointer of a group starts, behind the index: at the last access that can move it,
   * else at an address.
   */
  private static long start(List<Place> group) {
    for (Place place : group.reversed()) {
      if (place.canUpdate()) {
        return place.distance();
      }
    }
    return group.getFirst().distance();
  }

  /**
   * Addresses need their pointers in any case; accesses are better off only where one of them moves
   * the pointer. Those behind it find the pointer a step further on.
   */
  private static boolean fits(List<Place> group, Index index) {
    boolean moves = group.stream().anyMatch(Place::canUpdate);
    boolean hasAddress = group.stream().anyMatch(place -> place.access().isEmpty());
    long start = start(group);
    boolean behind = moves;
    for (Place place : group.reversed()) {
      behind &= !place.canUpdate();
      long offset = place.distance() - start - (behind ? index.step() : 0);
      if (place.access().isPresent() && !VectorAccess.fits(offset)) {
        return false;
      }
    }
    return moves || hasAddress;
  }

  private void replace(Index index, Places places) {
    places.byBase().forEach((base, group) -> point(base, group, index));
    index.carried().ifPresent(loop.carried()::remove);
    loop.body()
        .removeIf(operation -> operation.results().stream().anyMatch(places.sums()::contains));
  }

  /** Moves a group to a new carried pointer. */
  private void point(Value base, List<Place> group, Index index) {
    long start = start(group);
    Value pointer = new Value(base.type());
    for (Place place : group) {
      Value distance = before.index(place.distance() - start);
      Operation old = loop.body().get(place.position());
      Operation moved =
          place.access().isPresent()
              ? place.access().get().at(pointer, distance)
              : old.withGroups(List.of(List.of(pointer), List.of(distance)));
      loop.body().set(place.position(), moved);
    }
    Value first = before.add(index.first(), before.index(start));
    boolean isBase = before.constantOf(first).equals(OptionalLong.of(0));
    Value initial = isBase ? base : before.value(Op.ADDPTR, base.type(), base, first);
    IrBuilder end = before.nested();
    Value next = end.value(Op.ADDPTR, base.type(), pointer, before.index(index.step()));
    loop.body().addAll(end.operations());
    loop.carried().add(new Carried(initial, pointer, next, new Value(base.type())));
  }
}
