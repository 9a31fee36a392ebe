package org.ptoc.ir.type;

/**
 * An N-slot tile, {@code !pto.multi_tile_buf<..., count=N>} (spec/20, 1.2).
 *
 * @param slot type of one slot
 * @param count number of slots, 2 to 16
 */
public record MultiTileType(TileType slot, int count) implements Type {
  @Override
  public String spelling() {
    String text = slot.spelling();
    String body = text.substring("!pto.tile_buf<".length(), text.length() - 1);
    return "!pto.multi_tile_buf<" + body + ", count=" + count + ">";
  }
}
