package org.ptoc.passes.tile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RegionRule;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.DefinedValues;

/**
 * Follows what memory the destinations of reshapes name, and renames them. Where ways meet on which
 * a tile names different memory it can no longer be used: there the form with a result says what is
 * meant. One walk, linear but for the nesting of uses.
 */
final class TileBindings {
  private final Function function;
  private final Set<Value> rebound;
  private final PassContext context;
  private final Constants constants;

  /** What each new name was made of. */
  private final Map<Value, Value> sources = new IdentityHashMap<>();

  /** Tiles whose own memory something has used. */
  private final Set<Value> accessed = new HashSet<>();

  private final Deque<Loop> loops = new ArrayDeque<>();
  private Map<Value, Binding> bindings = new IdentityHashMap<>();

  /**
   * The memory that a tile names; a tile without a binding has memory of its own, from outside the
   * region.
   */
  private sealed interface Binding {
    /** The same on all ways. */
    record Handle(Value value) implements Binding {}

    /**
     * Not the same on all ways.
     *
     * @param memory whose memory it is if the tile has any content
     */
    record Unsettled(Optional<Value> memory) implements Binding {}
  }

  /** A loop around the present place. */
  private record Loop(Map<Value, Binding> entry, Map<Value, Operation> early) {}

  TileBindings(Function function, Set<Value> rebound, PassContext context) {
    this.function = function;
    this.rebound = rebound;
    this.context = context;
    this.constants = Constants.of(function);
  }

  Function apply() {
    return function.body().map(body -> function.withBody(renamed(body))).orElse(function);
  }

  private Region renamed(Region region) {
    IrBuilder builder = new IrBuilder(constants);
    for (Operation op : region.operations()) {
      builder.at(op.location());
      step(op, builder);
    }
    return new Region(region.arguments(), builder.operations());
  }

  private void step(Operation op, IrBuilder builder) {
    OperationForm form = op.definition().form();
    if (form == OperationForm.ALLOC_TILE && rebound.contains(op.result())) {
      bindings.put(op.result(), new Binding.Handle(op.result()));
      builder.append(
          op.optional(RoleName.ADDR).isPresent()
              ? op
              : op.withAttributes(TileUses.mark(op.attributes(), true)));
    } else if (form == OperationForm.RESHAPE_TILE && rebound.contains(op.operand(RoleName.DST))) {
      settle(op.operand(RoleName.SRC), op, false, builder);
      bind(op.operand(RoleName.DST), handle(op.operand(RoleName.SRC)), builder);
    } else {
      Operation mapped = resolved(op, builder);
      if (op.regions().isEmpty()) {
        builder.append(mapped);
      } else {
        nested(mapped, builder);
      }
    }
  }

  private Operation resolved(Operation op, IrBuilder builder) {
    OperationForm form = op.definition().form();
    for (int role = 0; role < op.groups().size(); role++) {
      for (Value value : op.group(role)) {
        settle(value, op, form.writes(role), builder);
      }
    }
    return op.mapOperands(this::handle);
  }

  private Value handle(Value tile) {
    return bindings.get(tile) instanceof Binding.Handle(Value value) ? value : tile;
  }

  private void bind(Value tile, Value source, IrBuilder builder) {
    Value view = TileMaker.reshaped(source, handle(tile), builder);
    sources.put(view, source);
    bindings.put(tile, new Binding.Handle(view));
  }

  /** A use of a tile, for which it must name one memory. */
  private void settle(Value tile, Operation user, boolean writes, IrBuilder builder) {
    if (!rebound.contains(tile)) {
      return;
    }
    if (bindings.get(tile) instanceof Binding.Unsettled(Optional<Value> memory)) {
      if (memory.isPresent() && !writes) {
        bind(tile, memory.get(), builder);
      } else {
        refuse(tile, user, "is not the same on all ways to here");
        bindings.put(tile, new Binding.Handle(tile));
      }
    } else if (!ReshapedTiles.isAboutExtents(user.definition().form())) {
      note(tile, user);
    }
  }

  private void note(Value tile, Operation user) {
    if (handle(tile) == tile) {
      accessed.add(tile);
    }
    for (Loop loop : loops) {
      if (!Objects.equals(bindings.get(tile), loop.entry().get(tile))) {
        return;
      }
      loop.early().putIfAbsent(tile, user);
    }
  }

  private void nested(Operation op, IrBuilder builder) {
    Map<Value, Binding> before = bindings;
    List<Region> regions = new ArrayList<>();
    List<Map<Value, Binding>> ends = new ArrayList<>();
    RegionRule rule = op.definition().form().regionRule();
    switch (rule) {
      case COUNTED_LOOP, CONDITIONAL_LOOP -> {
        Loop loop = new Loop(before, new IdentityHashMap<>());
        loops.push(loop);
        bindings = new IdentityHashMap<>(before);
        for (Region region : op.regions()) {
          regions.add(renamed(region));
          ends.add(new IdentityHashMap<>(bindings));
        }
        loops.pop();
        refuseEarly(loop, ends.getLast());
        if (rule == RegionRule.COUNTED_LOOP) {
          ends.add(before);
        }
      }
      case NONE, ONCE, BRANCHES -> {
        for (Region region : op.regions()) {
          bindings = new IdentityHashMap<>(before);
          regions.add(renamed(region));
          ends.add(bindings);
        }
        if (rule == RegionRule.BRANCHES && regions.size() == 1) {
          ends.add(before);
        }
      }
    }
    bindings = before;
    Operation whole = op.withRegions(regions);
    builder.append(whole);
    merge(ends, whole, builder);
  }

  /** An operation before a reshape in a loop also follows the reshape of the iteration before. */
  private void refuseEarly(Loop loop, Map<Value, Binding> end) {
    loop.early()
        .forEach(
            (tile, user) -> {
              if (differs(tile, loop.entry(), end)) {
                refuse(tile, user, "is that of another tile from the second iteration on");
              }
            });
  }

  private void merge(List<Map<Value, Binding>> ends, Operation op, IrBuilder builder) {
    Set<Value> changed = new HashSet<>();
    for (Map<Value, Binding> end : ends) {
      for (Value tile : end.keySet()) {
        if (differs(tile, bindings, end)) {
          changed.add(tile);
        }
      }
    }
    if (changed.isEmpty()) {
      return;
    }
    Set<Value> inside = DefinedValues.in(op);
    for (Value tile : changed) {
      if (!inside.contains(tile)) {
        merge(tile, ends, inside, builder);
      }
    }
  }

  private void merge(
      Value tile, List<Map<Value, Binding>> ends, Set<Value> inside, IrBuilder builder) {
    Set<Value> memories = new HashSet<>();
    boolean known = ((TileType) tile.type()).hasStaticValid();
    for (Map<Value, Binding> end : ends) {
      Optional<Value> memory = memory(tile, end);
      memory.ifPresent(memories::add);
      known &= memory.isPresent();
    }
    if (known && !accessed.contains(tile) && memories.size() == 2) {
      memories.remove(tile); // Nothing has ever been there.
      known = memories.size() == 1 && !inside.contains(memories.iterator().next());
      Optional<Value> only = known ? Optional.of(memories.iterator().next()) : Optional.empty();
      bindings.put(tile, new Binding.Unsettled(only));
    } else if (known && memories.size() == 1 && !inside.contains(memories.iterator().next())) {
      bind(tile, memories.iterator().next(), builder);
    } else {
      bindings.put(tile, new Binding.Unsettled(Optional.empty()));
    }
  }

  private boolean differs(Value tile, Map<Value, Binding> from, Map<Value, Binding> to) {
    if (Objects.equals(from.get(tile), to.get(tile))) {
      return false;
    }
    Optional<Value> first = memory(tile, from);
    Optional<Value> second = memory(tile, to);
    return first.isEmpty()
        || second.isEmpty()
        || first.get() != second.get()
        || !((TileType) tile.type()).hasStaticValid();
  }

  /** The tile whose memory another names; empty when that is not known. */
  private Optional<Value> memory(Value tile, Map<Value, Binding> state) {
    Value root = tile;
    switch (state.getOrDefault(tile, new Binding.Handle(tile))) {
      case Binding.Unsettled _ -> {
        return Optional.empty();
      }
      case Binding.Handle(Value value) -> root = value;
    }
    while (sources.containsKey(root)) {
      root = Objects.requireNonNull(sources.get(root));
    }
    return Optional.of(root);
  }

  private void refuse(Value tile, Operation user, String why) {
    String name = tile.name().isEmpty() ? "a tile" : "%" + tile.name();
    context
        .diagnostics()
        .report(
            DiagnosticCode.TILE_CONSTRAINT,
            user.location(),
            user.name()
                + ": the memory of "
                + name
                + " "
                + why
                + ", for pto.treshape makes it a view; write %view = pto.treshape %tile : T -> T2"
                + " there, and hand it on with scf.yield");
  }
}
