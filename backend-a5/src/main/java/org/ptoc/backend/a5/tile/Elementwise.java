package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.TileHandle;

/**
 * The skeletons of elementwise operations (spec/21, 1.1): one loop over gap-free data, else a loop over rows around a loop over
 * vectors.
 */
final class Elementwise {
  private final List<TileHandle> sources;
  private final TileHandle destination;
  private final LaneWork work;

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
    this.sources = List.copyOf(sources);
    this.destination = destination;
    this.work = work;
  }

  /** Emits the vecscope; nothing when the valid region of the destination is known to be empty. */
  void emit(IrBuilder builder) {
    if (isEmpty(builder, destination)) {
      return;
    }
    List<TileHandle> tiles = new ArrayList<>(sources);
    tiles.add(destination);
    boolean flat = tiles.stream().allMatch(tile -> tile.isContiguous(builder.constants()));
    builder.vecscope(
        body -> {
          if (flat) {
            List<Value> pointers = tiles.stream().map(tile -> Columns.pointer(body, tile)).toList();
            run(body, pointers, body.mul(destination.rows(), destination.columns()));
          } else {
            Columns.rows(
                body,
                destination.rows(),
                tiles,
                (inner, row, pointers) -> run(inner, pointers, destination.columns()));
          }
        });
  }

  /** True when a tile is known to have no valid element. */
  static boolean isEmpty(IrBuilder builder, TileHandle tile) {
    OptionalLong rows = builder.constantOf(tile.rows());
    OptionalLong columns = builder.constantOf(tile.columns());
    return rows.isPresent() && rows.getAsLong() == 0 || columns.isPresent() && columns.getAsLong() == 0;
  }

  private void run(IrBuilder builder, List<Value> pointers, Value count) {
    Columns.forEach(
        builder,
        destination.element(),
        count,
        (body, offset, mask, partial) -> {
          List<Value> inputs = new ArrayList<>();
          for (int i = 0; i < sources.size(); i++) {
            inputs.add(Columns.load(body, sources.get(i), pointers.get(i), offset, partial));
          }
          Columns.store(body, work.emit(body, inputs, mask), pointers.getLast(), offset, mask);
        });
  }
}
