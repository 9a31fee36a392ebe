package org.ptoc.passes.storage;

import java.util.IdentityHashMap;
import java.util.Map;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/** Which storage windows of tiles are part of. */
public final class TileStorage {
  private final Map<Value, TileHandle> parents = new IdentityHashMap<>();

  /** Records a window of a tile, or of another window. */
  public void window(Value window, Value parent, TileHandle parentHandle) {
    parents.put(window, parents.getOrDefault(parent, parentHandle));
  }

  /**
   * How many elements there are from the first of a tile to the end of its storage, which for a
   * window is that of its parent; a window that control flow handed on ends with its last line.
   *
   * @return an {@code index}
   */
  public Value elementsFrom(Value name, TileHandle tile, IrBuilder builder) {
    TileHandle parent = parents.get(name);
    if (parent == null) {
      return builder.index(Math.max(tile.type().bytes(), tile.spanBytes()) / tile.elementBytes());
    }
    Value end = builder.add(parent.address(), builder.i64(parent.type().bytes()));
    Value bytes = builder.sub(end, tile.address());
    return builder.cast(builder.divide(bytes, tile.elementBytes()), ElementType.INDEX);
  }
}
