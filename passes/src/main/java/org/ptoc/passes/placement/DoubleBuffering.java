package org.ptoc.passes.placement;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.synchronization.Synchronization;

/**
 * Gives a tile that hands data from one pipe to another in a loop two places that take turns: the
 * load of an iteration runs while the one before computes, and its computation while the one before
 * is stored. Only where all tiles then fit, and only in functions whose pipes the compiler orders.
 */
public final class DoubleBuffering implements Pass {
  private static final int PLACES = 2;

  private final Placement placement;

  /**
   * @param placement decides whether tiles fit
   */
  public DoubleBuffering(Placement placement) {
    this.placement = placement;
  }

  @Override
  public String name() {
    return "double-buffering";
  }

  @Override
  public Function run(Function function, PassContext context) {
    if (!context.options().has(CodeSwitch.DOUBLE_BUFFER)
        || Synchronization.isByHand(function, context.options())) {
      return function;
    }
    List<TurningTiles.Tile> tiles = TurningTiles.of(function);
    if (tiles.isEmpty()) {
      return function;
    }
    Function all = twice(function, tiles);
    return fits(all, context) ? all : twice(function, fitting(function, tiles, context));
  }

  /** Of each memory all tiles, those that are loaded, or none. */
  private List<TurningTiles.Tile> fitting(
      Function function, List<TurningTiles.Tile> tiles, PassContext context) {
    List<TurningTiles.Tile> chosen = new ArrayList<>();
    for (TileMemory memory : TileMemory.values()) {
      List<TurningTiles.Tile> here =
          tiles.stream().filter(tile -> tile.memory() == memory).toList();
      List<TurningTiles.Tile> loaded = here.stream().filter(TurningTiles.Tile::isLoaded).toList();
      for (List<TurningTiles.Tile> some : List.of(here, loaded)) {
        List<TurningTiles.Tile> more = new ArrayList<>(chosen);
        more.addAll(some);
        if (!some.isEmpty() && fits(twice(function, more), context)) {
          chosen = more;
          break;
        }
      }
    }
    return chosen;
  }

  /** True if there is room for all tiles, and for two of those that can take turns. */
  boolean fitsTwice(Function function, PassContext context) {
    return fits(twice(function, TurningTiles.of(function)), context);
  }

  /** True if there is room for all tiles. */
  boolean fits(Function function, PassContext context) {
    Diagnostics trial = new Diagnostics();
    placement.run(
        function, new PassContext(context.profile(), context.module(), context.options(), trial));
    return trial.errorCount() == 0;
  }

  private static Function twice(Function function, List<TurningTiles.Tile> tiles) {
    return new Doubling(function, tiles).apply(function);
  }

  private static final class Doubling extends Rewriter {
    private final Map<Value, TurningTiles.Tile> tiles = new IdentityHashMap<>();
    private final Map<Region, List<TurningTiles.Tile>> loops = new IdentityHashMap<>();

    /** Both places of each tile, as one value. */
    private final Map<Value, Value> places = new IdentityHashMap<>();

    /** The number of the place in an iteration, by the body of the loop. */
    private final Map<Region, Value> turns = new IdentityHashMap<>();

    Doubling(Function function, List<TurningTiles.Tile> tiles) {
      super(function);
      for (TurningTiles.Tile tile : tiles) {
        this.tiles.put(tile.allocation().result(), tile);
        loops.computeIfAbsent(tile.loop().region(), key -> new ArrayList<>()).add(tile);
      }
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      return switch (op.definition().form()) {
        case ALLOC_TILE -> {
          TurningTiles.Tile tile = tiles.get(op.result());
          if (tile == null) {
            yield false;
          }
          if (tile.isInside()) {
            name(op, tile, builder);
          } else {
            allocate(op, builder);
          }
          yield true;
        }
        case FOR -> {
          List<TurningTiles.Tile> here = loops.get(op.region());
          if (here == null) {
            yield false;
          }
          turn(op, here, builder);
          yield true;
        }
        default -> false;
      };
    }

    private void allocate(Operation allocation, IrBuilder builder) {
      Value tile = allocation.result();
      Value both = new Value(new MultiTileType((TileType) tile.type(), PLACES), tile.name());
      places.put(tile, both);
      builder.append(
          Operation.create(
              Op.ALLOC_MULTI_TILE.definition(),
              List.of(List.of()),
              List.of(both),
              allocation.attributes(),
              List.of(),
              allocation.location()));
    }

    /** The place of an iteration, with the valid region of the allocation. */
    private void name(Operation allocation, TurningTiles.Tile tile, IrBuilder builder) {
      Value result = allocation.result();
      builder.append(
          Operation.create(
              Op.MULTI_TILE_GET.definition(),
              List.of(List.of(places.get(result)), List.of(turns.get(tile.loop().region()))),
              List.of(result),
              Attributes.EMPTY,
              List.of(),
              allocation.location()));
      TileType type = (TileType) result.type();
      if (!type.hasStaticValid()) {
        Value rows =
            allocation
                .optional(RoleName.VALID_ROW)
                .orElseGet(() -> builder.index(type.validRows()));
        Value columns =
            allocation
                .optional(RoleName.VALID_COL)
                .orElseGet(() -> builder.index(type.validColumns()));
        builder.createGrouped(
            Op.SET_VALIDSHAPE,
            List.of(List.of(result), List.of(rows), List.of(columns)),
            List.of(),
            Attributes.EMPTY);
      }
    }

    /** The loop counts its iterations; odd ones use the second places. */
    private void turn(Operation loop, List<TurningTiles.Tile> here, IrBuilder builder) {
      Region body = loop.region();
      Value count = new Value(ElementType.INDEX);
      here.stream()
          .filter(TurningTiles.Tile::isInside)
          .forEach(tile -> allocate(tile.allocation(), builder));
      IrBuilder first = newBuilder().at(loop.location());
      turns.put(body, first.remainder(count, PLACES));
      for (TurningTiles.Tile tile : here) {
        if (!tile.isInside()) {
          name(tile.allocation().mapOperands(this::current), tile, first);
        }
      }
      List<Operation> statements = new ArrayList<>(first.operations());
      statements.addAll(body.operations());
      Operation yield = statements.removeLast();
      IrBuilder last = newBuilder().at(yield.location());
      Value next = last.add(count, last.index(1));
      statements.addAll(last.operations());
      statements.add(yield.withGroups(List.of(with(yield.operands(), next))));
      List<List<Value>> groups = new ArrayList<>(loop.groups());
      groups.set(groups.size() - 1, with(loop.group(RoleName.INIT), builder.index(0)));
      builder.append(
          Operation.create(
              loop.definition(),
              groups,
              with(loop.results(), new Value(ElementType.INDEX)),
              loop.attributes(),
              List.of(rewriteRegion(new Region(with(body.arguments(), count), statements))),
              loop.location()));
    }

    private static List<Value> with(List<Value> values, Value last) {
      List<Value> more = new ArrayList<>(values);
      more.add(last);
      return more;
    }
  }
}
