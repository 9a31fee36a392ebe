package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ptoc.ir.Function;

/**
 * A random program over tiles with loops, conditionals and tiles of inner blocks, as text and as
 * what a reference has to know: who uses which tile when.
 */
final class RandomTiles {
  /**
   * A tile.
   *
   * @param depth loops around its allocation
   * @param given its address, or -1 when the compiler chooses it
   */
  record Tile(String name, int rows, int columns, int depth, long given) {
    long bytes() {
      return 4L * rows * columns;
    }
  }

  /**
   * A use: when, and the first and last time of the loops around it from the outermost one.
   *
   * @param loops ranges that get their ends when the loops are left
   */
  record Use(Tile tile, int time, List<int[]> loops) {}

  private final Random random;
  private final boolean transfers;
  private final boolean sameSize;
  private final List<String> lines = new ArrayList<>();
  private final List<Tile> tiles = new ArrayList<>();
  private final List<Use> uses = new ArrayList<>();
  private final List<int[]> loops = new ArrayList<>();
  private int time;
  private int names;

  /**
   * @param transfers whether tiles are also loaded and stored; they have one size then, and the
   *     compiler places all of them
   */
  RandomTiles(Random random, boolean transfers) {
    this.random = random;
    this.transfers = transfers;
    this.sameSize = transfers;
    if (transfers) {
      for (String view : List.of("x", "z")) {
        lines.add(
            "%v"
                + view
                + " = pto.make_tensor_view %"
                + view
                + ", shape = [%c8, %c64], strides = [%c64, %c1] : !pto.tensor_view<8x64xf32>");
        lines.add(
            "%p"
                + view
                + " = pto.partition_view %v"
                + view
                + ", offsets = [%c0, %c0], sizes = [%c8, %c64] : !pto.tensor_view<8x64xf32>"
                + " -> !pto.partition_tensor_view<8x64xf32>");
      }
    }
    block(new ArrayList<>(), 2 + random.nextInt(5), 5 + random.nextInt(12));
  }

  Function function() {
    return TileText.function("%x: !pto.ptr<f32>, %z: !pto.ptr<f32>, %flag: i1", lines);
  }

  List<Tile> tiles() {
    return tiles;
  }

  List<Use> uses() {
    return uses;
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }

  private void block(List<Tile> outer, int fresh, int size) {
    List<Tile> visible = new ArrayList<>(outer);
    for (int i = 0; i < fresh; i++) {
      visible.add(allocate());
    }
    for (int i = 0; i < size; i++) {
      int kind = random.nextInt(8);
      if (kind == 0 && loops.size() < 3) {
        loop(visible);
      } else if (kind == 1 && loops.size() < 3) {
        time++;
        lines.add("scf.if %flag {");
        block(visible, 0, 1 + random.nextInt(2));
        lines.add("} else {");
        block(visible, random.nextInt(2), 1);
        lines.add("}");
      } else {
        operation(visible);
      }
    }
  }

  private void loop(List<Tile> visible) {
    int[] range = {++time, 0};
    loops.add(range);
    lines.add("scf.for %i" + names++ + " = %c0 to %c3 step %c1 {");
    block(visible, random.nextInt(2), 1 + random.nextInt(4));
    lines.add("}");
    range[1] = time;
    loops.removeLast();
  }

  private Tile allocate() {
    int rows = sameSize ? 8 : 1 + random.nextInt(8);
    int columns = sameSize ? 64 : 8 * (1 + random.nextInt(8));
    boolean isGiven = !transfers && random.nextInt(8) == 0;
    long given = isGiven ? 32L * random.nextInt(100) : -1;
    Tile tile = new Tile("t" + names++, rows, columns, loops.size(), given);
    String address = "";
    if (isGiven) {
      lines.add("%a_" + tile.name() + " = arith.constant " + given + " : i64");
      address = "addr = %a_" + tile.name() + " ";
    }
    lines.add(
        "%"
            + tile.name()
            + " = pto.alloc_tile "
            + address
            + ": !pto.tile_buf<vec, "
            + rows
            + "x"
            + columns
            + "xf32>");
    tiles.add(tile);
    return tile;
  }

  private Tile pick(List<Tile> visible) {
    return visible.get(random.nextInt(visible.size()));
  }

  private void use(Tile tile) {
    uses.add(new Use(tile, time, List.copyOf(loops)));
  }

  private void operation(List<Tile> visible) {
    time++;
    Tile first = pick(visible);
    Tile last = pick(visible);
    use(first);
    switch (random.nextInt(transfers ? 4 : 2)) {
      case 0 -> {
        lines.add("pto.texp ins(%" + first.name() + ") outs(%" + last.name() + ")");
        use(last);
      }
      case 1 -> {
        Tile second = pick(visible);
        lines.add(
            "pto.tadd ins(%"
                + first.name()
                + ", %"
                + second.name()
                + ") outs(%"
                + last.name()
                + ")");
        use(second);
        use(last);
      }
      case 2 -> lines.add("pto.tload ins(%p" + side() + ") outs(%" + first.name() + ")");
      default -> lines.add("pto.tstore ins(%" + first.name() + ") outs(%p" + side() + ")");
    }
  }

  private String side() {
    return random.nextBoolean() ? "x" : "z";
  }
}
