package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.OperationMark;

/**
 * Adjacent elementwise operations over one valid region share a vecscope loop: what one computes
 * the next takes from its register, and a tile that nothing reads afterwards is never stored.
 * Operations wait here until one comes that cannot join.
 */
final class Fusion {
  /** Longer bodies keep too many vectors alive. */
  private static final int LONGEST = 12;

  private static final int MOST_PLACES = 16;

  private final List<Elementwise> waiting = new ArrayList<>();
  private final List<Operation> operations = new ArrayList<>();
  private final List<OperationMark> marks = new ArrayList<>();

  /** The operations that wait. */
  List<Operation> operations() {
    return List.copyOf(operations);
  }

  void add(Operation operation, Elementwise loops) {
    operations.add(operation);
    waiting.add(loops);
  }

  /** The mark of the operation that was added last. */
  void add(OperationMark mark) {
    marks.add(mark);
  }

  /** Emits what waits. */
  void emit(IrBuilder builder, Predicate<TileHandle> isStored) {
    for (int i = 0; i < marks.size(); i++) {
      marks.get(i).emit(builder, i > 0, isStored.test(waiting.get(i).destination()));
    }
    if (!waiting.isEmpty()) {
      Elementwise.emit(builder, waiting, isStored);
    }
    waiting.clear();
    operations.clear();
    marks.clear();
  }

  /** True when an operation can share the loops of those that wait. */
  boolean admits(Elementwise next, Constants constants) {
    if (waiting.isEmpty()) {
      return true;
    }
    Elementwise first = waiting.getFirst();
    TileHandle shape = first.destination();
    TileHandle other = next.destination();
    return waiting.size() < LONGEST
        && !first.isDownward()
        && !next.isDownward()
        && shape.elementBytes() == other.elementBytes()
        && isSame(shape.rows(), other.rows(), constants)
        && isSame(shape.columns(), other.columns(), constants)
        && first.isFlat(constants) == next.isFlat(constants)
        && countPlaces(next) <= MOST_PLACES
        && waiting.stream().allMatch(earlier -> isOrderFree(earlier, next, constants));
  }

  private int countPlaces(Elementwise next) {
    Set<Value> addresses = new HashSet<>();
    next.tiles().forEach(tile -> addresses.add(tile.address()));
    waiting.forEach(operation -> operation.tiles().forEach(tile -> addresses.add(tile.address())));
    return addresses.size();
  }

  private static boolean isSame(Value first, Value second, Constants constants) {
    OptionalLong known = constants.integer(first);
    return first == second || known.isPresent() && known.equals(constants.integer(second));
  }

  /**
   * Vector by vector gives the same as one after the other: what one writes the other has at the
   * same place or not at all.
   */
  private static boolean isOrderFree(Elementwise earlier, Elementwise later, Constants constants) {
    for (TileHandle tile : later.tiles()) {
      if (!isSameOrApart(earlier.destination(), tile, constants)) {
        return false;
      }
    }
    return earlier.sources().stream()
        .allMatch(tile -> isSameOrApart(later.destination(), tile, constants));
  }

  private static boolean isSameOrApart(TileHandle first, TileHandle second, Constants constants) {
    if (Elementwise.isSamePlace(first, second)) {
      return true;
    }
    Optional<TileHandle.Bytes> bytes = first.bytes(constants);
    Optional<TileHandle.Bytes> others = second.bytes(constants);
    return bytes.isPresent() && others.isPresent() && bytes.get().isApartFrom(others.get());
  }
}
