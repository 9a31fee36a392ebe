package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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

/**
 * Gives tiles that loops carry a place of their own where they need one. A tile made inside the
 * body must outlive the iteration, so its data is copied into a tile outside the loop; a tile that
 * every iteration hands on unchanged needs no carrying at all. What remains are tiles of outside
 * that change roles, which lowering carries as addresses.
 */
public final class CarriedTiles implements Pass {
  @Override
  public String name() {
    return "carried-tiles";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return new Settling(function).apply(function);
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
          boolean remakes = remakes(op);
          if (remakes) {
            settleWhile(op, builder);
          }
          yield remakes;
        }
        case NONE, ONCE, BRANCHES -> false;
      };
    }

    /** True when an iteration hands on a tile that the next one would make at the same place. */
    private static boolean remakes(Operation loop) {
      Region before = loop.regions().getFirst();
      Region after = loop.regions().getLast();
      Set<Value> made = DefinedValues.in(loop);
      before.arguments().forEach(made::remove);
      List<Value> forwarded = before.operations().getLast().group(RoleName.VALUES);
      for (int i = 0; i < forwarded.size(); i++) {
        if (!made.contains(forwarded.get(i))) {
          made.remove(after.arguments().get(i));
        }
      }
      return after.operations().getLast().operands().stream()
          .anyMatch(value -> isTile(value) && made.contains(value));
    }

    /** All carried tiles get homes outside, which the end of an iteration fills. */
    private void settleWhile(Operation op, IrBuilder builder) {
      Region before = op.regions().getFirst();
      Region after = op.regions().getLast();
      List<Operation> statements = new ArrayList<>(after.operations());
      Operation yield = statements.removeLast();
      List<Value> initial = new ArrayList<>();
      List<Value> arguments = new ArrayList<>();
      List<Value> next = new ArrayList<>();
      List<Value> homes = new ArrayList<>();
      List<Value> handedOn = new ArrayList<>();
      for (int i = 0; i < before.arguments().size(); i++) {
        Value argument = before.arguments().get(i);
        Value start = op.group(RoleName.INIT).get(i);
        if (isTile(argument)) {
          Value home = TileMaker.copyOf(start, builder);
          replace(argument, home);
          homes.add(home);
          handedOn.add(yield.operandAt(i));
        } else {
          initial.add(start);
          arguments.add(argument);
          next.add(yield.operandAt(i));
        }
      }
      statements.addAll(
          handOver(handedOn, homes, after.arguments(), builder.nested().at(yield.location())));
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
      Set<Value> inside = DefinedValues.in(body);
      boolean copies = false;
      for (int i = 0; i < initial.size(); i++) {
        Value next = yield.operandAt(i);
        copies |= isTile(next) && inside.contains(next) && !body.arguments().contains(next);
      }
      List<Value> keptInitial = new ArrayList<>();
      List<Value> arguments = new ArrayList<>(List.of(body.arguments().getFirst()));
      List<Value> results = new ArrayList<>();
      List<Value> next = new ArrayList<>();
      List<Value> homes = new ArrayList<>();
      List<Value> handedOn = new ArrayList<>();
      for (int i = 0; i < initial.size(); i++) {
        Value argument = body.arguments().get(i + 1);
        Value start = initial.get(i);
        boolean unchanged = yield.operandAt(i) == argument;
        if (isTile(argument) && (unchanged || copies)) {
          Value home = unchanged ? start : TileMaker.copyOf(start, builder);
          if (!unchanged) {
            homes.add(home);
            handedOn.add(yield.operandAt(i));
          }
          replace(argument, home);
          replace(op.result(i), home);
        } else {
          keptInitial.add(start);
          arguments.add(argument);
          results.add(op.result(i));
          next.add(yield.operandAt(i));
        }
      }
      statements.addAll(
          handOver(handedOn, homes, body.arguments(), builder.nested().at(yield.location())));
      statements.add(yield.withGroups(List.of(next)));
      List<List<Value>> groups = new ArrayList<>(op.groups());
      groups.set(groups.size() - 1, keptInitial);
      Region settled = rewriteRegion(new Region(arguments, statements));
      builder.append(
          Operation.create(
              op.definition(), groups, results, op.attributes(), List.of(settled), op.location()));
    }

    /**
     * Copies at the end of an iteration; carried tiles that change places are read before any is
     * written.
     */
    private static List<Operation> handOver(
        List<Value> from, List<Value> to, List<Value> arguments, IrBuilder builder) {
      List<Value> safe = new ArrayList<>();
      for (Value value : from) {
        safe.add(
            arguments.contains(value) && from.size() > 1
                ? TileMaker.copyOf(value, builder)
                : value);
      }
      for (int i = 0; i < from.size(); i++) {
        TileMaker.copy(safe.get(i), to.get(i), builder);
      }
      return builder.operations();
    }
  }

  private static boolean isTile(Value value) {
    return value.type() instanceof TileType;
  }
}
