package org.ptoc.passes.placement;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RegionRule;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.passes.storage.TileGroups;
import org.ptoc.passes.storage.TileRoom;
import org.ptoc.passes.tile.TileLowering;

/**
 * When each tile of a function is needed. A tile that is used inside a loop but lives outside is
 * needed for the whole loop, one whose address a vecscope takes for the whole vecscope, and tiles
 * that control flow mixes are needed together.
 */
final class Lifetimes {
  /** The allocations in program order. */
  private final Map<Value, Tile> tiles = new LinkedHashMap<>();

  /** The allocations of each group of tiles, by its representative. */
  private final Map<Value, List<Tile>> members = new IdentityHashMap<>();

  private final TileGroups groups;
  private final Placement.ScratchNeed scratchNeed;

  /** The tiles of all uses so far, in program order; a tile is here once for each use. */
  private final List<Tile> uses = new ArrayList<>();

  private int loops;
  private int position;

  private Lifetimes(TileGroups groups, Placement.ScratchNeed scratchNeed) {
    this.groups = groups;
    this.scratchNeed = scratchNeed;
  }

  static Lifetimes of(Function function, Placement.ScratchNeed scratchNeed) {
    Lifetimes lifetimes = new Lifetimes(TileGroups.of(function), scratchNeed);
    function.body().ifPresent(lifetimes::scan);
    lifetimes.tiles.values().forEach(Lifetimes::keepReserved);
    return lifetimes;
  }

  /** A buffer for transfers of another core is in use, although no operation here names it. */
  private static void keepReserved(Tile tile) {
    if (tile.last < 0 && tile.allocation.attributes().flag(AttributeName.PLACED)) {
      tile.touch(0, tile.allocation.location(), 0, tile.allocation.location());
    }
  }

  /** A tile with memory of its own: positions count operations in program order. */
  static final class Tile {
    final Operation allocation;
    final long bytes;
    final TileMemory memory;

    /** How many loops contain the allocation. */
    private final int depth;

    int first = Integer.MAX_VALUE;
    int last = -1;
    long address = -1;
    private Location firstUse = Location.NONE;
    private Location lastUse = Location.NONE;

    Tile(Operation allocation, int depth) {
      this.allocation = allocation;
      this.depth = depth;
      this.bytes = TileRoom.bytes(allocation.result());
      this.memory = TileRoom.memory(allocation.result());
    }

    Value value() {
      return allocation.result();
    }

    /** The source lines of the first and the last use, in words. */
    String lifetime() {
      return firstUse.line() == lastUse.line()
          ? "used in line " + firstUse.line()
          : "used from line "
              + Math.min(firstUse.line(), lastUse.line())
              + " to "
              + Math.max(firstUse.line(), lastUse.line());
    }

    void touch(int from, Location fromPlace, int to, Location toPlace) {
      if (from < first) {
        first = from;
        firstUse = fromPlace;
      }
      if (to > last) {
        last = to;
        lastUse = toPlace;
      }
    }
  }

  /** The tiles that something uses. */
  List<Tile> tiles() {
    return tiles.values().stream().filter(tile -> tile.last >= 0).toList();
  }

  private void scan(Region region) {
    for (Operation op : region.operations()) {
      position++;
      if (TileLowering.isAllocation(op)) {
        Tile tile = new Tile(op, loops);
        tiles.put(op.result(), tile);
        members
            .computeIfAbsent(groups.representative(op.result()), key -> new ArrayList<>())
            .add(tile);
        continue;
      }
      int firstUse = uses.size();
      for (int role = 0; role < op.groups().size(); role++) {
        if (op.definition().operands().get(role).name() != RoleName.TMP
            || scratchNeed.usesTmp(op)) {
          op.group(role).forEach(operand -> use(operand, op.location()));
        }
      }
      if (op.definition().form() == OperationForm.RESHAPE_TILE) {
        Tile view = tiles.remove(op.operand(RoleName.DST));
        members
            .getOrDefault(groups.representative(op.operand(RoleName.DST)), new ArrayList<>())
            .remove(view);
      }
      scanRegions(op, firstUse);
    }
  }

  /** {@code firstUse} is the index of the first use by {@code op}: its operands count as used. */
  private void scanRegions(Operation op, int firstUse) {
    int start = position;
    RegionRule rule = op.definition().form().regionRule();
    boolean isLoop = rule.isLoop();
    loops += isLoop ? 1 : 0;
    op.regions().forEach(this::scan);
    loops -= isLoop ? 1 : 0;
    if (isLoop || rule == RegionRule.ONCE) {
      extend(start, op, uses.subList(firstUse, uses.size()));
    }
  }

  /**
   * Extends the live ranges of tiles defined before {@code op} and used in it to all of {@code op},
   * which begins at {@code start}.
   */
  private void extend(int start, Operation op, List<Tile> used) {
    for (Tile tile : used) {
      if (tile.depth <= loops) {
        tile.touch(start, op.location(), position, tile.lastUse);
      }
    }
  }

  private void use(Value value, Location place) {
    for (Tile tile : members.getOrDefault(groups.representative(value), List.of())) {
      tile.touch(position, place, position, place);
      uses.add(tile);
    }
  }
}
