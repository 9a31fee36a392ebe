package org.ptoc.passes.placement;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.TileRoute;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.PipeRule;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.storage.TileRoom;
import org.ptoc.passes.tile.ContinuedTiles;

/**
 * The tiles that may have another place in each iteration of a loop: nothing outside of the loop
 * uses them, an iteration writes them before it reads them, and their memory is the compiler's.
 */
final class TurningTiles {
  private static final Set<TileMemory> MEMORIES =
      EnumSet.of(TileMemory.UB, TileMemory.L1, TileMemory.L0A, TileMemory.L0B, TileMemory.L0C);

  private final Constants constants;
  private final Map<Value, Use> uses = new LinkedHashMap<>();

  /** The tile of each value that names a part of it or its address. */
  private final Map<Value, Value> roots = new IdentityHashMap<>();

  /** The operation of each region around the place of the scan. */
  private final Map<Region, Operation> owners = new IdentityHashMap<>();

  private final List<Region> path = new ArrayList<>();

  private TurningTiles(Constants constants) {
    this.constants = constants;
  }

  /**
   * A tile and its loop.
   *
   * @param allocation the operation that names the tile
   * @param loop the innermost loop with all its uses
   * @param isInside whether the allocation is in the loop
   * @param isLoaded whether a transfer fills it, which can run ahead of the reading pipe
   */
  record Tile(Operation allocation, Operation loop, boolean isInside, boolean isLoaded) {
    TileMemory memory() {
      return TileRoom.memory(allocation.result());
    }
  }

  /** All uses of a tile, as far as they are seen. */
  private static final class Use {
    final Operation allocation;
    final List<Region> home;
    final Set<Pipe> pipes = EnumSet.noneOf(Pipe.class);
    List<Region> common = List.of();
    Region first = new Region(List.of(), List.of());
    boolean isWrittenFirst;
    boolean isLoaded;
    boolean isPlain = true;

    Use(Operation allocation, List<Region> home) {
      this.allocation = allocation;
      this.home = home;
    }
  }

  /** The tiles of a function that different pipes use, in program order. */
  static List<Tile> of(Function function) {
    TurningTiles tiles = new TurningTiles(Constants.of(function));
    function.body().ifPresent(tiles::scan);
    List<Tile> found = new ArrayList<>();
    tiles.uses.values().forEach(use -> tiles.addTo(found, use));
    return found;
  }

  private void addTo(List<Tile> found, Use use) {
    use.pipes.remove(Pipe.S);
    if (!use.isPlain || !use.isWrittenFirst || use.pipes.size() < 2) {
      return;
    }
    if (use.common.isEmpty() || use.first != use.common.getLast()) {
      return;
    }
    for (Region region : use.common.reversed()) {
      Operation owner = owners.get(region);
      if (owner == null) {
        return;
      }
      switch (owner.definition().form()) {
        case FOR -> {
          if (!runsOnce(owner)) {
            boolean isInside = use.home.contains(region);
            found.add(new Tile(use.allocation, owner, isInside, use.isLoaded));
          }
          return;
        }
        case IF -> {}
        default -> {
          return;
        }
      }
    }
  }

  private boolean runsOnce(Operation loop) {
    OptionalLong lower = constants.integer(loop.operand(RoleName.LOWER));
    OptionalLong upper = constants.integer(loop.operand(RoleName.UPPER));
    OptionalLong step = constants.integer(loop.operand(RoleName.STEP));
    return lower.isPresent()
        && upper.isPresent()
        && step.isPresent()
        && upper.getAsLong() - lower.getAsLong() <= step.getAsLong();
  }

  private void scan(Region region) {
    path.add(region);
    for (Operation op : region.operations()) {
      if (op.definition().form() == OperationForm.ALLOC_TILE
          && op.group(RoleName.ADDR).isEmpty()
          && MEMORIES.contains(TileRoom.memory(op.result()))) {
        uses.put(op.result(), new Use(op, List.copyOf(path)));
        roots.put(op.result(), op.result());
      } else {
        op.operands().forEach(operand -> use(op, operand));
      }
      op.regions().forEach(inner -> owners.put(inner, op));
      op.regions().forEach(this::scan);
    }
    path.removeLast();
  }

  private void use(Operation op, Value operand) {
    Value root = roots.get(operand);
    if (root == null) {
      return;
    }
    Use use = Objects.requireNonNull(uses.get(root));
    OperationForm form = op.definition().form();
    if (use.common.isEmpty()) {
      use.common = List.copyOf(path);
      use.first = path.getLast();
      use.isWrittenFirst = operand == root && writesOnly(op, root);
      use.isLoaded = form == OperationForm.TILE_LOAD;
    } else {
      use.common = common(use.common);
    }
    use.isPlain &= isPlain(op) && !(form == OperationForm.SET_VALID && !use.home.equals(path));
    TileRoute.pipe(op).ifPresent(use.pipes::add);
    if (form.pipeRule() == PipeRule.IN_SCOPE) {
      use.pipes.add(Pipe.V);
    }
    if (form.memoryRole().isPresent()) {
      op.results().forEach(result -> roots.put(result, root));
    }
  }

  private List<Region> common(List<Region> regions) {
    int same = 0;
    while (same < Math.min(regions.size(), path.size()) && regions.get(same) == path.get(same)) {
      same++;
    }
    return regions.subList(0, same);
  }

  private static boolean writesOnly(Operation op, Value tile) {
    OperationForm form = op.definition().form();
    boolean writes = false;
    for (int role = 0; role < op.groups().size(); role++) {
      if (op.group(role).contains(tile)) {
        if (!form.writes(role) || op.definition().operands().get(role).keepsContent()) {
          return false;
        }
        writes = true;
      }
    }
    return writes && form.isTile();
  }

  /**
   * True if an operation takes what it needs of a tile at once: nothing names the tile afterwards
   * that this class does not follow, and no address depends on that of the tile.
   */
  static boolean isPlain(Operation op) {
    OperationForm form = op.definition().form();
    boolean isKnown =
        switch (form) {
          case RESHAPE_TILE, ASSIGN_TILE, CAST_POINTER, CORE_SIGNAL -> false;
          default ->
              form.isAboutTiles()
                  || form.pipeRule() != PipeRule.NONE
                  || form.memoryRole().isPresent();
        };
    boolean joins = ContinuedTiles.goesOn(op) && op.operandAt(0) != op.operand(RoleName.DST);
    return isKnown && !joins && op.operands().stream().noneMatch(TurningTiles::isScale);
  }

  private static boolean isScale(Value value) {
    return value.type() instanceof TileType type
        && (TileMemory.of(type) == TileMemory.LEFT_SCALE
            || TileMemory.of(type) == TileMemory.RIGHT_SCALE);
  }
}
