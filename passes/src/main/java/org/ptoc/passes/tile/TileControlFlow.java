package org.ptoc.passes.tile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RegionRule;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * Loops and conditionals around tile operations: a carried tile becomes its address and its dynamic
 * extents, and so do the extents of a tile of outside whose valid region changes inside.
 */
final class TileControlFlow {
  private final Map<Value, TileHandle> tiles;
  private final UnaryOperator<Region> regions;

  /** The tiles that each enclosing region hands on besides its own values, innermost first. */
  private final Deque<List<Value>> carried = new ArrayDeque<>();

  /**
   * @param tiles the tiles that are known; those that control flow defines come to them
   * @param regions rewrites a nested region
   */
  TileControlFlow(Map<Value, TileHandle> tiles, UnaryOperator<Region> regions) {
    this.tiles = tiles;
    this.regions = regions;
  }

  /** Rewrites a loop or conditional and what it hands on. */
  void rewrite(Operation op, IrBuilder builder) {
    List<Value> changed = changedInside(op);
    List<TileHandle> before = changed.stream().map(tiles::get).toList();
    carried.push(changed);
    RegionRule rule = op.definition().form().regionRule();
    boolean isIf = rule == RegionRule.BRANCHES;
    List<List<Value>> groups = new ArrayList<>(op.groups());
    List<TileHandle> models = new ArrayList<>();
    if (!isIf) {
      List<Value> initial = groups.removeLast();
      initial.stream()
          .filter(TileControlFlow::isTile)
          .forEach(value -> models.add(tiles.get(value)));
      groups.add(flatten(initial, changed));
    }
    List<Region> rewritten = new ArrayList<>();
    for (Region region : op.regions()) {
      rewritten.add(controlRegion(op, region, models, changed));
      if (rule == RegionRule.CONDITIONAL_LOOP && rewritten.size() == 1) {
        // The second region and the results are what the condition hands on, not what began.
        models.clear();
        ends(op).forEach(end -> models.add(end.knownIn(builder)));
      }
      if (isIf) {
        restore(changed, before);
      }
    }
    if (isIf && rewritten.size() == 1 && !changed.isEmpty()) {
      IrBuilder otherwise = builder.nested();
      otherwise.createGrouped(
          Op.YIELD, List.of(flatten(List.of(), changed)), List.of(), Attributes.EMPTY);
      rewritten.add(otherwise.region());
    }
    carried.pop();
    List<TileHandle> ends = isIf ? ends(op) : models;
    List<Value> results =
        unflatten(op.results(), ends.stream().map(end -> end.knownIn(builder)).toList(), changed);
    builder.append(
        Operation.create(
            op.definition(), groups, results, op.attributes(), rewritten, op.location()));
  }

  private Region controlRegion(
      Operation op, Region region, List<TileHandle> models, List<Value> changed) {
    List<Value> arguments = new ArrayList<>();
    List<Value> values = region.arguments();
    RegionRule rule = op.definition().form().regionRule();
    if (rule == RegionRule.COUNTED_LOOP) {
      arguments.add(values.getFirst());
      values = values.subList(1, values.size());
    }
    if (rule != RegionRule.BRANCHES) {
      arguments.addAll(unflatten(values, models, changed));
    }
    return new Region(arguments, regions.apply(region).operations());
  }

  /** The tiles that the first region hands on. */
  private List<TileHandle> ends(Operation op) {
    List<TileHandle> handles = new ArrayList<>();
    for (Value value : op.regions().getFirst().operations().getLast().operands()) {
      if (isTile(value) && tiles.containsKey(value)) {
        handles.add(tiles.get(value));
      }
    }
    return handles;
  }

  private void restore(List<Value> changed, List<TileHandle> handles) {
    for (int i = 0; i < changed.size(); i++) {
      tiles.put(changed.get(i), handles.get(i));
    }
  }

  /** Rewrites the operation that ends a region. */
  void end(Operation op, IrBuilder builder) {
    List<Value> changed = carried.isEmpty() ? List.of() : carried.peek();
    List<List<Value>> groups = new ArrayList<>(op.groups());
    groups.add(flatten(groups.removeLast(), changed));
    builder.append(op.withGroups(groups));
  }

  private static boolean isTile(Value value) {
    return value.type() instanceof TileType;
  }

  /** Known tiles whose valid region is set somewhere inside. */
  private List<Value> changedInside(Operation op) {
    Set<Value> changed = new LinkedHashSet<>();
    op.regions().forEach(region -> findChanged(region, changed));
    return List.copyOf(changed);
  }

  private void findChanged(Region region, Set<Value> changed) {
    for (Operation op : region.all()) {
      if (op.definition().form() == OperationForm.SET_VALID
          && tiles.containsKey(op.operand(RoleName.TILE))) {
        changed.add(op.operand(RoleName.TILE));
      }
    }
  }

  private List<Value> flatten(List<Value> values, List<Value> changed) {
    List<Value> flat = new ArrayList<>();
    for (Value value : values) {
      if (!isTile(value) || !tiles.containsKey(value)) {
        flat.add(value);
        continue;
      }
      TileHandle handle = tiles.get(value);
      flat.add(handle.address());
      flat.addAll(handle.dynamicExtents());
    }
    for (Value tile : changed) {
      TileHandle handle = Objects.requireNonNull(tiles.get(tile));
      flat.add(handle.rows());
      flat.add(handle.columns());
    }
    return flat;
  }

  /**
   * New values for those that control flow defines; tiles among them become known, as their models
   * are laid out.
   */
  private List<Value> unflatten(List<Value> values, List<TileHandle> models, List<Value> changed) {
    List<Value> flat = new ArrayList<>();
    int model = 0;
    for (Value value : values) {
      if (!isTile(value) || model >= models.size()) {
        flat.add(value);
        continue;
      }
      TileHandle handle = models.get(model++).renewed();
      tiles.put(value, handle);
      flat.add(handle.address());
      flat.addAll(handle.dynamicExtents());
    }
    for (Value tile : changed) {
      Value rows = new Value(ElementType.INDEX);
      Value columns = new Value(ElementType.INDEX);
      tiles.put(tile, Objects.requireNonNull(tiles.get(tile)).withExtents(rows, columns));
      flat.add(rows);
      flat.add(columns);
    }
    return flat;
  }
}
