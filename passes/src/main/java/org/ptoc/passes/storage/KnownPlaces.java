package org.ptoc.passes.storage;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.overlap.TileArea;
import org.ptoc.ir.overlap.TilePlaces;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.Constants;

/** What a lowering knows of its tiles: handles, and the memory that windows stay in. */
public final class KnownPlaces implements TilePlaces {
  private final Map<Value, TileHandle> tiles;
  private final Supplier<Constants> constants;

  /** First byte and byte behind the last of the memory that a tile lies in, wherever that is. */
  private final Map<Value, Range> ranges = new IdentityHashMap<>();

  private record Range(long start, long end) {}

  public KnownPlaces(Map<Value, TileHandle> tiles, Supplier<Constants> constants) {
    this.tiles = tiles;
    this.constants = constants;
  }

  /** Follows an operation that names tiles. */
  public void define(Operation op) {
    OperationForm form = op.definition().form();
    if (form.hasOperand(RoleName.ADDR)) {
      op.optional(RoleName.ADDR)
          .ifPresent(at -> place(op.result(), at, TileRoom.bytes(op.result())));
    }
    form.memoryRole()
        .ifPresent(
            role ->
                inherit(
                    op.operandAt(role), form.isTile() ? op.operand(RoleName.DST) : op.result()));
  }

  private void place(Value tile, Value address, long bytes) {
    OptionalLong start = constants.get().integer(address);
    if (start.isPresent()) {
      ranges.put(tile, new Range(start.getAsLong(), start.getAsLong() + bytes));
    }
  }

  private void inherit(Value from, Value to) {
    Range range = ranges.get(from);
    if (range == null) {
      ranges.remove(to);
    } else {
      ranges.put(to, range);
    }
  }

  private TileHandle handle(Value tile) {
    TileHandle handle = tiles.get(tile);
    if (handle == null) {
      throw new IllegalStateException("tile without a definition: " + tile);
    }
    return handle;
  }

  @Override
  public TileArea area(Value tile) {
    TileHandle handle = handle(tile);
    return TilePlaces.area(
        handle.staticAddress(constants.get()), handle.pitch(), handle.knownType(constants.get()));
  }

  @Override
  public boolean hasAddress(Value tile) {
    return handle(tile).staticAddress(constants.get()).isPresent();
  }

  @Override
  public TileType type(Value tile) {
    return handle(tile).knownType(constants.get());
  }

  @Override
  public OptionalLong constant(Value scalar) {
    return constants.get().integer(scalar);
  }

  /** Windows stay inside their parent. */
  @Override
  public boolean mayMeet(Value first, Value second) {
    Range one = ranges.get(first);
    Range other = ranges.get(second);
    return one == null || other == null || one.start < other.end && other.start < one.end;
  }

  @Override
  public boolean isSameAddress(Value first, Value second) {
    return handle(first).address() == handle(second).address();
  }
}
