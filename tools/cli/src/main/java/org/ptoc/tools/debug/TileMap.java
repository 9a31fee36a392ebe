package org.ptoc.tools.debug;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ptoc.emulator.session.ByteRange;
import org.ptoc.ir.catalog.MemoryLimits;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.passes.tile.PlacedTile;
import org.ptoc.tools.data.DataFormat;

/** Tiles by name. Tiles whose place is computed when the program runs are left out. */
public record TileMap(List<Tile> tiles) {
  /** No tiles are known. */
  public static final TileMap NONE = new TileMap(List.of());

  private static final Pattern SHAPE = Pattern.compile("(\\d+)x(\\d+)x([A-Za-z0-9]+)");

  /**
   * A tile.
   *
   * @param type its type in the source
   */
  public record Tile(String name, AddressSpace space, long address, String type) {}

  /** A matrix of elements in memory. */
  record Matrix(
      AddressSpace space, long address, int rows, int columns, DataFormat format, String layout) {

    /** The address of an element. */
    long address(int row, int column) {
      int bytes = format.bytes();
      if (layout.contains("slayout=row_major")) {
        // Columns of boxes; a box has 16 rows of 32 bytes, or of 16 elements (spec/60, 1.2).
        int width = layout.contains("fractal=1024") ? 16 : 32 / bytes;
        long box = (long) (column / width) * ((rows + 15) / 16) + row / 16;
        return address + (box * 16 * width + (long) (row % 16) * width + column % width) * bytes;
      }
      return layout.contains("blayout=col_major")
          ? address + ((long) column * rows + row) * bytes
          : address + ((long) row * columns + column) * bytes;
    }

    ByteRange element(int core, int row, int column) {
      return new ByteRange(space, core, address(row, column), format.bytes());
    }
  }

  /** The tiles with a name. */
  public static TileMap of(Stream<PlacedTile> placed) {
    List<Tile> tiles = new ArrayList<>();
    placed
        .filter(tile -> !tile.name().isEmpty())
        .forEach(
            tile ->
                Expression.spaceByName(MemoryLimits.name(tile.memory()))
                    .ifPresent(
                        space ->
                            tiles.add(
                                new Tile(
                                    tile.name(), space, tile.address(), tile.type().spelling()))));
    return new TileMap(List.copyOf(tiles));
  }

  /** The matrix of a tile type at an address. */
  static Matrix matrix(AddressSpace space, long address, String type) throws DebugProblem {
    Matcher shape = SHAPE.matcher(type);
    if (!shape.find()) {
      throw new DebugProblem("'" + type + "' has no shape; 8x64xf32 is one");
    }
    return new Matrix(
        space,
        address,
        Integer.parseInt(shape.group(1)),
        Integer.parseInt(shape.group(2)),
        Expression.format(shape.group(3)),
        type);
  }

  /** The tiles of a name. */
  List<Tile> named(String name) {
    String plain = name.startsWith("%") ? name.substring(1) : name;
    return tiles.stream().filter(each -> each.name().equals(plain)).toList();
  }
}
