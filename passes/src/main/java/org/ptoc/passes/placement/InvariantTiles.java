package org.ptoc.passes.placement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RegionRule;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.synchronization.Synchronization;
import org.ptoc.passes.tile.TileLowering;

/**
 * Moves loads that read the same in every iteration out of loops, and operations on tiles that no
 * iteration changes. A loop that may run zero times becomes part of a conditional, which then holds
 * the loads too. Only where all tiles then fit, and only in functions whose pipes the compiler
 * orders and whose tiles it places.
 */
public final class InvariantTiles implements Pass {
  private final Placement placement;

  /**
   * @param placement decides whether tiles fit
   */
  public InvariantTiles(Placement placement) {
    this.placement = placement;
  }

  @Override
  public String name() {
    return "invariant-tiles";
  }

  @Override
  public Function run(Function function, PassContext context) {
    if (!context.options().has(CodeSwitch.HOIST_TILES)
        || Synchronization.isByHand(function, context.options())
        || function.body().filter(InvariantTiles::mayGain).isEmpty()) {
      return function;
    }
    LoopTiles.Names names = new LoopTiles.Names(function, context.module());
    List<Predicate<Operation>> choices = List.of(op -> true, InvariantTiles::isLoad);
    for (Predicate<Operation> choice : choices) {
      Hoist hoist = new Hoist(function, names, choice);
      Function moved = hoist.apply(function);
      if (!hoist.hasMoved) {
        return function;
      }
      if (fits(function, moved, context)) {
        return moved;
      }
    }
    return function;
  }

  private static boolean isLoad(Operation op) {
    return op.definition().form() == OperationForm.TILE_LOAD;
  }

  /** True if a loop has tile operations and the program has placed no tile. */
  private static boolean mayGain(Region region) {
    List<Operation> all = region.all();
    return all.stream()
            .filter(op -> op.definition().form() == OperationForm.FOR)
            .anyMatch(loop -> loop.region().walk().anyMatch(op -> op.definition().form().isTile()))
        && all.stream()
            .noneMatch(
                op ->
                    TileLowering.isAllocation(op)
                        && !op.group(RoleName.ADDR).isEmpty()
                        && !op.attributes().flag(AttributeName.PLACED));
  }

  /** True if the tiles have room, also twice where they had it before. */
  private boolean fits(Function before, Function after, PassContext context) {
    DoubleBuffering doubling = new DoubleBuffering(placement);
    return doubling.fitsTwice(after, context)
        || !doubling.fitsTwice(before, context) && doubling.fits(after, context);
  }

  /** A remark for each tile operation that is in fewer loops than before. */
  public List<Diagnostic> remarks(Function before, Function after) {
    Map<Operation, List<Operation>> loops = new LinkedHashMap<>();
    before.body().ifPresent(body -> findLoops(body, List.of(), loops));
    Map<Operation, List<Operation>> left = new LinkedHashMap<>();
    after.body().ifPresent(body -> findLoops(body, List.of(), left));
    List<Diagnostic> remarks = new ArrayList<>();
    left.forEach(
        (op, around) -> {
          List<Operation> old = loops.getOrDefault(op, around);
          if (around.size() < old.size()) {
            remarks.add(
                Diagnostic.of(
                    DiagnosticCode.HOISTED_TILE,
                    op.location(),
                    op.name()
                        + " is done once before the loop in line "
                        + old.get(around.size()).location().line()
                        + ", in which nothing changes its result"));
          }
        });
    return remarks;
  }

  /** The loops around each tile operation, outermost first. */
  private static void findLoops(
      Region region, List<Operation> around, Map<Operation, List<Operation>> loops) {
    for (Operation op : region.operations()) {
      if (op.definition().form().isTile()) {
        loops.put(op, around);
      }
      boolean isLoop = op.definition().form() == OperationForm.FOR;
      List<Operation> inside =
          isLoop ? Stream.concat(around.stream(), Stream.of(op)).toList() : around;
      op.regions().forEach(inner -> findLoops(inner, inside, loops));
    }
  }

  private static final class Hoist extends Rewriter {
    private final LoopTiles.Names names;
    private final Predicate<Operation> choice;
    private boolean hasMoved;

    Hoist(Function function, LoopTiles.Names names, Predicate<Operation> choice) {
      super(function);
      this.names = names;
      this.choice = choice;
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      if (op.definition().form() != OperationForm.FOR) {
        return false;
      }
      Region body = rewriteRegion(op.region());
      Loop loop = new Loop(names, body, choice, builder);
      Region rest = loop.without(body, List.of());
      if (loop.moved.isEmpty()) {
        builder.append(op.withRegions(List.of(body)));
        return true;
      }
      hasMoved = true;
      loop.needed.forEach(builder::append);
      whenItRuns(op, loop, loop.withoutNeeded(rest), builder);
      return true;
    }

    private void whenItRuns(Operation op, Loop loop, Region body, IrBuilder builder) {
      Value lower = op.operand(RoleName.LOWER);
      Value upper = op.operand(RoleName.UPPER);
      OptionalLong first = builder.constantOf(lower);
      OptionalLong end = builder.constantOf(upper);
      if (first.isPresent() && end.isPresent() && first.getAsLong() < end.getAsLong()) {
        loop.emit(builder);
        builder.append(op.withRegions(List.of(body)));
        return;
      }
      Value runs = builder.compare("slt", lower, upper);
      IrBuilder inner = builder.nested();
      loop.emit(inner);
      List<Value> results = op.results().stream().map(each -> new Value(each.type())).toList();
      inner.append(
          Operation.create(
              op.definition(),
              op.groups(),
              results,
              op.attributes(),
              List.of(body),
              op.location()));
      end(inner, results);
      List<Region> branches = new ArrayList<>(List.of(inner.region()));
      if (!results.isEmpty()) {
        IrBuilder otherwise = builder.nested();
        end(otherwise, op.group(RoleName.INIT));
        branches.add(otherwise.region());
      }
      builder.append(
          Operation.create(
              Op.IF.definition(),
              List.of(List.of(runs)),
              op.results(),
              Attributes.EMPTY,
              branches,
              op.location()));
    }

    private static void end(IrBuilder builder, List<Value> values) {
      builder.createGrouped(Op.YIELD, List.of(values), List.of(), Attributes.EMPTY);
    }
  }

  /** A loop that gives up what its iterations have in common. */
  private static final class Loop {
    private final LoopTiles tiles;
    private final Predicate<Operation> choice;
    private final IrBuilder builder;

    /** What an iteration defines and nothing outside of it could. */
    private final Set<Value> inside = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Names and scalars of the loop that could be defined before it. */
    private final Map<Value, Operation> free = new IdentityHashMap<>();

    private final Set<Operation> needed = new LinkedHashSet<>();
    private final List<Moved> moved = new ArrayList<>();

    /** An operation with the conditions under which an iteration comes to it. */
    private record Moved(List<Value> conditions, Operation operation) {}

    Loop(LoopTiles.Names names, Region body, Predicate<Operation> choice, IrBuilder builder) {
      this.tiles = new LoopTiles(names, body);
      this.choice = choice;
      this.builder = builder;
    }

    Region without(Region region, List<Value> conditions) {
      inside.addAll(region.arguments());
      List<Operation> kept = new ArrayList<>();
      for (Operation op : region.operations()) {
        boolean isFree = op.operands().stream().noneMatch(inside::contains);
        if (isFree && isName(op)) {
          op.results().forEach(result -> free.put(result, op));
        } else if (isFree && op.regions().isEmpty() && choice.test(op) && tiles.isInvariant(op)) {
          tiles.give(op);
          move(op, conditions);
          continue;
        } else {
          inside.addAll(op.results());
        }
        kept.add(isFree && isConditional(op) ? conditional(op, conditions) : op);
        if (kept.getLast() == op) {
          tiles.keep(op);
        }
      }
      return new Region(region.arguments(), kept);
    }

    /** Where an iteration comes to is the same in all of them. */
    private Operation conditional(Operation op, List<Value> conditions) {
      List<Value> more = Stream.concat(conditions.stream(), op.operands().stream()).toList();
      List<Region> regions = new ArrayList<>(op.regions());
      regions.set(0, without(regions.getFirst(), more));
      regions.stream().skip(1).forEach(region -> region.operations().forEach(tiles::keep));
      return op.withRegions(regions);
    }

    private static boolean isConditional(Operation op) {
      return op.definition().form().regionRule() == RegionRule.BRANCHES;
    }

    /** True for what has no effect but to define a name or a scalar, and cannot trap. */
    private boolean isName(Operation op) {
      OperationForm form = op.definition().form();
      if (form == OperationForm.INTEGER_BINARY) {
        return op.result().type() instanceof ElementType type
            && Arithmetic.of(op.definition())
                .algebra()
                .fault()
                .isExcludedBy(builder.constantOf(op.operandAt(1)).orElse(-1), type);
      }
      return form.effect() == Effect.NONE || form == OperationForm.ALLOC_TILE;
    }

    private void move(Operation op, List<Value> conditions) {
      conditions.forEach(this::need);
      op.operands().forEach(this::need);
      moved.add(new Moved(conditions, op));
    }

    private void need(Value value) {
      Operation definition = free.get(value);
      if (definition != null && !needed.contains(definition)) {
        definition.operands().forEach(this::need);
        needed.add(definition);
      }
    }

    /** A region of the loop without what moved operations need. */
    Region withoutNeeded(Region region) {
      List<Operation> kept = new ArrayList<>();
      for (Operation op : region.operations()) {
        if (!needed.contains(op)) {
          kept.add(
              isConditional(op)
                  ? op.withRegions(op.regions().stream().map(this::withoutNeeded).toList())
                  : op);
        }
      }
      return new Region(region.arguments(), kept);
    }

    /** Appends the moved operations. */
    void emit(IrBuilder before) {
      for (int start = 0, end; start < moved.size(); start = end) {
        List<Value> conditions = moved.get(start).conditions;
        end = start;
        List<Operation> together = new ArrayList<>();
        while (end < moved.size() && moved.get(end).conditions.equals(conditions)) {
          together.add(moved.get(end++).operation);
        }
        when(conditions, together, before);
      }
    }

    private static void when(List<Value> conditions, List<Operation> operations, IrBuilder before) {
      if (conditions.isEmpty()) {
        operations.forEach(before::append);
      } else {
        before.when(
            conditions.getFirst(),
            inner -> when(conditions.subList(1, conditions.size()), operations, inner));
      }
    }
  }
}
