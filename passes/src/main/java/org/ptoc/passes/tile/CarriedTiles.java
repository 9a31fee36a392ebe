package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.storage.TileGroups;

/**
 * Gives tiles that loops carry a place of their own where they need one. A tile made inside the
 * body must outlive the iteration, so its data is copied into a tile outside the loop; a tile that
 * every iteration hands on unchanged needs no carrying at all. What remains are tiles of outside
 * that change roles, which lowering carries as addresses: they stay the tiles that other names
 * name, so they are never copied.
 */
public final class CarriedTiles implements Pass {
  @Override
  public String name() {
    return "carried-tiles";
  }

  @Override
  public Function run(Function function, PassContext context) {
    Function continued = ContinuedTiles.of(function);
    return new Settling(continued).apply(continued);
  }

  private static final class Settling extends Rewriter {
    Settling(Function function) {
      super(function);
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      return switch (op.definition().form().regionRule()) {
        case COUNTED_LOOP -> {
          boolean carries = op.results().stream().anyMatch(CarriedTiles::isTile);
          if (carries) {
            settle(op, builder);
          }
          yield carries;
        }
        case CONDITIONAL_LOOP -> {
          Set<Value> made = made(op);
          boolean remakes = op.regions().getFirst().arguments().stream().anyMatch(made::contains);
          if (remakes) {
            settleWhile(op, made, builder);
          }
          yield remakes;
        }
        case NONE, ONCE, BRANCHES -> false;
      };
    }

    /** All that may name the memory of a tile that an iteration makes anew at the same place. */
    private static Set<Value> made(Operation loop) {
      Set<Value> made = new HashSet<>();
      for (Region region : loop.regions()) {
        for (Operation op : region.all()) {
          if (TileLowering.isAllocation(op) && op.group(RoleName.ADDR).isEmpty()) {
            made.add(op.result());
          }
        }
      }
      return reached(made, loop);
    }

    /** Some values of a loop, and all that may name their memory. */
    private static Set<Value> reached(Set<Value> values, Operation loop) {
      Set<Value> reached = new HashSet<>(values);
      int before;
      do {
        before = reached.size();
        BiConsumer<Value, Value> reach =
            (from, to) -> {
              if (reached.contains(from)) {
                reached.add(to);
              }
            };
        TileGroups.visit(loop, reach);
        loop.regions().forEach(region -> region.all().forEach(op -> TileGroups.visit(op, reach)));
      } while (reached.size() > before);
      return reached;
    }

    /** Carried tiles that are made anew get homes outside, which the end of an iteration fills. */
    private void settleWhile(Operation op, Set<Value> made, IrBuilder builder) {
      Region before = op.regions().getFirst();
      Region after = op.regions().getLast();
      List<Operation> statements = new ArrayList<>(after.operations());
      Operation yield = statements.removeLast();
      List<Value> initial = new ArrayList<>();
      List<Value> arguments = new ArrayList<>();
      List<Value> next = new ArrayList<>();
      Homes homes = new Homes();
      for (int i = 0; i < before.arguments().size(); i++) {
        Value argument = before.arguments().get(i);
        Value start = op.group(RoleName.INIT).get(i);
        if (made.contains(argument)) {
          replace(argument, homes.add(argument, start, yield.operandAt(i), builder));
        } else {
          initial.add(start);
          arguments.add(argument);
          next.add(yield.operandAt(i));
        }
      }
      statements.addAll(homes.handOver(op, builder.nested().at(yield.location())));
      statements.add(yield.withGroups(List.of(next)));
      List<Region> settled =
          List.of(
              rewriteRegion(new Region(arguments, before.operations())),
              rewriteRegion(new Region(after.arguments(), statements)));
      builder.append(
          Operation.create(
              op.definition(),
              List.of(initial),
              op.results(),
              op.attributes(),
              settled,
              op.location()));
    }

    private void settle(Operation op, IrBuilder builder) {
      List<Value> initial = op.group(RoleName.INIT);
      Region body = op.region();
      List<Operation> statements = new ArrayList<>(body.operations());
      Operation yield = statements.removeLast();
      Set<Value> made = made(op);
      List<Value> keptInitial = new ArrayList<>();
      List<Value> arguments = new ArrayList<>(List.of(body.arguments().getFirst()));
      List<Value> results = new ArrayList<>();
      List<Value> next = new ArrayList<>();
      Homes homes = new Homes();
      for (int i = 0; i < initial.size(); i++) {
        Value argument = body.arguments().get(i + 1);
        Value start = initial.get(i);
        boolean unchanged = yield.operandAt(i) == argument;
        if (isTile(argument) && (unchanged || made.contains(argument))) {
          Value home = unchanged ? start : homes.add(argument, start, yield.operandAt(i), builder);
          replace(argument, home);
          replace(op.result(i), home);
        } else {
          keptInitial.add(start);
          arguments.add(argument);
          results.add(op.result(i));
          next.add(yield.operandAt(i));
        }
      }
      statements.addAll(homes.handOver(op, builder.nested().at(yield.location())));
      statements.add(yield.withGroups(List.of(next)));
      List<List<Value>> groups = new ArrayList<>(op.groups());
      groups.set(groups.size() - 1, keptInitial);
      Region settled = rewriteRegion(new Region(arguments, statements));
      builder.append(
          Operation.create(
              op.definition(), groups, results, op.attributes(), List.of(settled), op.location()));
    }
  }

  /** The tiles outside of a loop that hold what its iterations hand on. */
  private static final class Homes {
    private final List<Value> arguments = new ArrayList<>();
    private final List<Value> homes = new ArrayList<>();
    private final List<Value> handedOn = new ArrayList<>();

    /** A home for an argument, with what it starts with. */
    Value add(Value argument, Value start, Value next, IrBuilder builder) {
      Value home = TileMaker.copyOf(start, builder);
      arguments.add(argument);
      homes.add(home);
      handedOn.add(next);
      return home;
    }

    /**
     * Copies at the end of an iteration; what may be in another home is read before any is written.
     */
    List<Operation> handOver(Operation loop, IrBuilder builder) {
      Set<Value> inHomes = Settling.reached(Set.copyOf(arguments), loop);
      List<Value> safe = new ArrayList<>();
      for (Value value : handedOn) {
        safe.add(
            homes.size() > 1 && inHomes.contains(value) ? TileMaker.copyOf(value, builder) : value);
      }
      for (int i = 0; i < homes.size(); i++) {
        TileMaker.copy(safe.get(i), homes.get(i), builder);
      }
      return builder.operations();
    }
  }

  private static boolean isTile(Value value) {
    return value.type() instanceof TileType;
  }
}
