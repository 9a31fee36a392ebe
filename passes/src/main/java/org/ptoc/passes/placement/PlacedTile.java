package org.ptoc.passes.placement;

import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.Type;

/**
 * Where a tile of a placed function lies.
 *
 * @param name without the percent sign; empty for intermediate results
 * @param address of its first byte in its memory
 * @param bytes its size
 * @param lifetime the source lines between which it is needed, in words
 */
public record PlacedTile(
    TileMemory memory, String name, long address, long bytes, Type type, String lifetime) {
  /** The tile as a line for people: first and last byte, size, name, type, lifetime. */
  public String line() {
    return "%6d..%6d %6d bytes  %s %s, %s"
        .formatted(
            address,
            address + bytes - 1,
            bytes,
            name.isEmpty() ? "(intermediate)" : "%" + name,
            type.spelling(),
            lifetime);
  }
}
