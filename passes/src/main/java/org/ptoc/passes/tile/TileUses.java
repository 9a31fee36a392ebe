package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.storage.TileGroups;

/**
 * How often each tile of a function is used, to find tiles that live within a few operations. Only
 * tiles that the compiler placed count: memory at an address of the program may be read in other
 * ways.
 */
public final class TileUses {
  private final TileGroups groups;
  private final Map<Value, Integer> counts = new IdentityHashMap<>();
  private final Set<Value> placed = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Value> shared = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The region of each allocation, and the tiles that some other region uses too. */
  private final Map<Value, Region> homes = new IdentityHashMap<>();

  private final Set<Value> scattered = Collections.newSetFromMap(new IdentityHashMap<>());

  private TileUses(TileGroups groups) {
    this.groups = groups;
  }

  public static TileUses of(Function function) {
    TileUses uses = new TileUses(TileGroups.of(function));
    function.body().ifPresent(uses::scan);
    return uses;
  }

  /** The mark for an allocation; an unused one has no memory of its own. */
  public static Attributes mark(Attributes attributes, boolean needed) {
    return attributes.with(AttributeName.PLACED, new Attribute.Flag(needed));
  }

  public static boolean isWithoutMemory(Operation allocation) {
    return allocation.attributes().get(AttributeName.PLACED).isPresent()
        && !allocation.attributes().flag(AttributeName.PLACED);
  }

  private void scan(Region region) {
    for (Operation op : region.operations()) {
      if (TileLowering.isAllocation(op)) {
        boolean alone =
            placed.add(groups.representative(op.result()))
                && op.attributes().flag(AttributeName.PLACED);
        if (!alone) {
          shared.add(groups.representative(op.result()));
        }
        homes.put(groups.representative(op.result()), region);
      }
      for (Value operand : op.operands()) {
        if (TileGroups.isNamed(operand)) {
          Value group = groups.representative(operand);
          counts.merge(group, 1, Integer::sum);
          if (homes.get(group) != region) {
            scattered.add(group);
          }
        }
      }
      op.regions().forEach(this::scan);
    }
  }

  /** The tiles that only these operations use, the first of them to write it whole. */
  public Set<Value> onlyWithin(List<Operation> operations) {
    Map<Value, Integer> within = new HashMap<>();
    Map<Value, List<Value>> names = new HashMap<>();
    Set<Value> read = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Value> written = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Operation op : operations) {
      for (int role = 0; role < op.groups().size(); role++) {
        for (Value operand : op.group(role)) {
          if (operand.type() instanceof TileType) {
            Value group = groups.representative(operand);
            within.merge(group, 1, Integer::sum);
            boolean reads =
                role < op.definition().form().inputRoles()
                    || op.definition().operands().get(role).keepsContent();
            if (reads && !written.contains(group)) {
              read.add(group);
            }
          }
        }
      }
      Value destination = op.operand(RoleName.DST);
      written.add(groups.representative(destination));
      names
          .computeIfAbsent(groups.representative(destination), key -> new ArrayList<>())
          .add(destination);
    }
    Set<Value> result = Collections.newSetFromMap(new IdentityHashMap<>());
    names.forEach(
        (group, values) -> {
          if (!read.contains(group)
              && !shared.contains(group)
              && Objects.equals(counts.get(group), within.get(group))) {
            result.addAll(values);
          }
        });
    return result;
  }

  /** Follows the uses in program order. */
  public Progress begin() {
    return new Progress();
  }

  /** The uses up to some place of the program. */
  public final class Progress {
    private final Map<Value, Integer> seen = new IdentityHashMap<>();

    /** Goes on behind an operation. */
    public void iteration(Operation op) {
      for (Value operand : op.operands()) {
        if (TileGroups.isNamed(operand)) {
          seen.merge(groups.representative(operand), 1, Integer::sum);
        }
      }
    }

    /**
     * True if nothing uses a tile any more: straight through its own region, for a loop might come
     * back to a use.
     */
    public boolean isOver(Value tile) {
      Value group = groups.representative(tile);
      return !shared.contains(group)
          && !scattered.contains(group)
          && Objects.equals(counts.get(group), seen.get(group));
    }
  }
}
