package org.ptoc.passes.tile;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileType;

/**
 * Sets of tiles and pointers that may alias. A tile, its views and its address form one group, and
 * so do values that control flow passes on: initial values, block arguments, yields and results of
 * a loop; yields and results of a conditional.
 */
public final class TileGroups {
  private final Map<Value, Value> parents = new IdentityHashMap<>();

  public static TileGroups of(Function function) {
    TileGroups groups = new TileGroups();
    function.body().ifPresent(groups::scan);
    return groups;
  }

  /** One value for all of a group. */
  public Value representative(Value value) {
    Value root = value;
    while (parents.containsKey(root)) {
      root = parents.get(root);
    }
    return root;
  }

  /** True for a tile, and for a pointer, which may be the address of one. */
  static boolean isNamed(Value value) {
    return value.type() instanceof TileType || value.type() instanceof PointerType;
  }

  private void join(List<Value> first, List<Value> second) {
    for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
      if (isNamed(first.get(i))) {
        join(first.get(i), second.get(i));
      }
    }
  }

  private void join(Value first, Value second) {
    Value left = representative(first);
    Value right = representative(second);
    if (left != right) {
      parents.put(left, right);
    }
  }

  private void scan(Region region) {
    for (Operation op : region.all()) {
      switch (op.definition().form().regionRule()) {
        case COUNTED_LOOP -> {
          List<Value> arguments = op.region().arguments();
          join(op.group(RoleName.INIT), arguments.subList(1, arguments.size()));
          joinEnd(op.region(), OperationForm.YIELD, arguments.subList(1, arguments.size()));
          joinEnd(op.region(), OperationForm.YIELD, op.results());
        }
        case BRANCHES ->
            op.regions().forEach(branch -> joinEnd(branch, OperationForm.YIELD, op.results()));
        case CONDITIONAL_LOOP -> {
          Region before = op.regions().getFirst();
          join(op.group(RoleName.INIT), before.arguments());
          joinEnd(before, OperationForm.CONDITION, op.results());
          joinEnd(before, OperationForm.CONDITION, op.regions().getLast().arguments());
          joinEnd(op.regions().getLast(), OperationForm.YIELD, before.arguments());
        }
        case NONE, ONCE -> joinNamed(op);
      }
    }
  }

  /** What names the memory of a tile is one with it. */
  private void joinNamed(Operation op) {
    OperationForm form = op.definition().form();
    if (form == OperationForm.ASSIGN_TILE) {
      join(op.result(), op.operand(RoleName.TILE));
    }
    form.memoryRole()
        .ifPresent(
            role -> {
              Value named = form.isTile() ? op.operand(RoleName.DST) : op.result();
              if (isNamed(named) || isNamed(op.operandAt(role))) {
                join(named, op.operandAt(role));
              }
            });
  }

  private void joinEnd(Region region, OperationForm end, List<Value> with) {
    if (!region.operations().isEmpty()
        && region.operations().getLast().definition().form() == end) {
      join(region.operations().getLast().group(RoleName.VALUES), with);
    }
  }
}
