package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.ptoc.ir.Location;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * The skeletons of elementwise operations (spec/21, 1.1): one loop over gap-free data, else a loop
 * over rows around a loop over vectors. Several operations may share the loops.
 */
final class Elementwise {
  private final List<TileHandle> sources;
  private final TileHandle destination;
  private final LaneWork work;
  private final Location location;
  private final WorkOrder order;

  /** What happens between the loads and the store. */
  interface LaneWork {
    /**
     * @param inputs one vector for each source
     * @param mask active lanes
     * @return the vector to store
     */
    Value emit(IrBuilder builder, List<Value> inputs, Value mask);
  }

  Elementwise(List<TileHandle> sources, TileHandle destination, LaneWork work) {
    this(sources, destination, work, Location.NONE);
  }

  Elementwise(List<TileHandle> sources, TileHandle destination, LaneWork work, Location location) {
    this(sources, destination, work, location, WorkOrder.ANY);
  }

  private Elementwise(
      List<TileHandle> sources,
      TileHandle destination,
      LaneWork work,
      Location location,
      WorkOrder order) {
    this.sources = List.copyOf(sources);
    this.destination = destination;
    this.work = work;
    this.location = location;
    this.order = order;
  }

  /** The same work in an order. */
  Elementwise in(WorkOrder newOrder) {
    return new Elementwise(sources, destination, work, location, newOrder);
  }

  /** True when the work goes downward, which others cannot join. */
  boolean isDownward() {
    return order == WorkOrder.DESCENDING;
  }

  List<TileHandle> sources() {
    return sources;
  }

  TileHandle destination() {
    return destination;
  }

  /** All tiles, the destination last. */
  List<TileHandle> tiles() {
    List<TileHandle> tiles = new ArrayList<>(sources);
    tiles.add(destination);
    return tiles;
  }

  /** True when one loop over all elements will do. */
  boolean isFlat(Constants constants) {
    return tiles().stream().allMatch(tile -> tile.isContiguous(constants));
  }

  /** Emits the vecscope; nothing when the valid region of the destination is known to be empty. */
  void emit(IrBuilder builder) {
    emit(builder, List.of(this), tile -> true);
  }

  /**
   * Emits one vecscope for operations over the same region.
   *
   * @param isStored false for tiles that nothing reads after the last operation
   */
  static void emit(
      IrBuilder builder, List<Elementwise> operations, Predicate<TileHandle> isStored) {
    TileHandle shape = operations.getFirst().destination;
    if (isEmpty(builder, shape)) {
      return;
    }
    List<TileHandle> tiles = places(operations, isStored);
    boolean flat = operations.stream().allMatch(operation -> operation.isFlat(builder.constants()));
    builder.vecscope(
        body -> {
          if (flat) {
            List<Value> pointers = tiles.stream().map(tile -> Columns.pointer(body, tile)).toList();
            run(
                body,
                operations,
                new Pointers(tiles, pointers),
                body.mul(shape.rows(), shape.columns()),
                isStored);
          } else {
            Columns.rows(
                body,
                shape.rows(),
                tiles,
                operations.getFirst().order,
                (inner, row, pointers) ->
                    run(
                        inner,
                        operations,
                        new Pointers(tiles, pointers),
                        shape.columns(),
                        isStored));
          }
        });
  }

  /**
   * The different places that the operations load from or store to; what only registers hold needs
   * none.
   */
  private static List<TileHandle> places(
      List<Elementwise> operations, Predicate<TileHandle> isStored) {
    List<TileHandle> places = new ArrayList<>();
    List<TileHandle> written = new ArrayList<>();
    for (Elementwise operation : operations) {
      for (TileHandle source : operation.sources) {
        if (!contains(written, source)) {
          add(places, source);
        }
      }
      if (isStored.test(operation.destination)) {
        add(places, operation.destination);
      }
      written.add(operation.destination);
    }
    return places;
  }

  private static void add(List<TileHandle> tiles, TileHandle tile) {
    if (!contains(tiles, tile)) {
      tiles.add(tile);
    }
  }

  private static boolean contains(List<TileHandle> tiles, TileHandle tile) {
    return tiles.stream().anyMatch(other -> isSamePlace(other, tile));
  }

  /** True when two tiles have the same elements at the same addresses; the loop has the extents. */
  static boolean isSamePlace(TileHandle first, TileHandle second) {
    return first.address() == second.address()
        && first.pitch() == second.pitch()
        && first.elementBytes() == second.elementBytes();
  }

  /** The pointer of each place. */
  private record Pointers(List<TileHandle> tiles, List<Value> values) {
    Value of(TileHandle tile) {
      for (int i = 0; i < tiles.size(); i++) {
        if (isSamePlace(tiles.get(i), tile)) {
          return values.get(i);
        }
      }
      throw new IllegalStateException("no pointer for " + tile);
    }
  }

  /** True when a tile is known to have no valid element. */
  static boolean isEmpty(IrBuilder builder, TileHandle tile) {
    return tile.isKnownEmpty(builder.constants());
  }

  private static void run(
      IrBuilder builder,
      List<Elementwise> operations,
      Pointers pointers,
      Value count,
      Predicate<TileHandle> isStored) {
    Columns.forEach(
        builder,
        operations.getFirst().destination.element(),
        count,
        operations.getFirst().order,
        (body, offset, mask, partial) -> {
          Registers registers = new Registers();
          for (Elementwise operation : operations) {
            if (operation.location.isKnown()) {
              body.at(operation.location);
            }
            operation.apply(body, registers, pointers, offset, mask, partial);
          }
          registers.store(body, pointers, offset, mask, isStored);
        });
  }

  private void apply(
      IrBuilder body,
      Registers registers,
      Pointers pointers,
      Value offset,
      Value mask,
      boolean partial) {
    List<Value> inputs = new ArrayList<>();
    for (TileHandle source : sources) {
      inputs.add(
          registers.read(
              body,
              source,
              () -> Columns.load(body, source, pointers.of(source), offset, partial)));
    }
    registers.write(destination, work.emit(body, inputs, mask));
  }

  /** What vector registers hold of the tiles at one offset. */
  private static final class Registers {
    private final List<TileHandle> tiles = new ArrayList<>();
    private final List<Value> vectors = new ArrayList<>();
    private final List<Boolean> changed = new ArrayList<>();

    private int find(TileHandle tile) {
      for (int i = 0; i < tiles.size(); i++) {
        if (isSamePlace(tiles.get(i), tile)) {
          return i;
        }
      }
      return -1;
    }

    Value read(IrBuilder builder, TileHandle tile, Supplier<Value> load) {
      int known = find(tile);
      if (known < 0) {
        known = tiles.size();
        tiles.add(tile);
        vectors.add(load.get());
        changed.add(false);
      }
      VectorRegisterType type = VectorRegisterType.full(tile.element());
      Value vector = vectors.get(known);
      return vector.type().equals(type) ? vector : builder.value(Op.VBITCAST, type, vector);
    }

    void write(TileHandle tile, Value vector) {
      int known = find(tile);
      if (known < 0) {
        tiles.add(tile);
        vectors.add(vector);
        changed.add(true);
      } else {
        tiles.set(known, tile);
        vectors.set(known, vector);
        changed.set(known, true);
      }
    }

    void store(
        IrBuilder builder,
        Pointers pointers,
        Value offset,
        Value mask,
        Predicate<TileHandle> isStored) {
      for (int i = 0; i < tiles.size(); i++) {
        if (changed.get(i) && isStored.test(tiles.get(i))) {
          Columns.store(builder, vectors.get(i), pointers.of(tiles.get(i)), offset, mask);
        }
      }
    }
  }
}
