package org.ptoc.passes.storage;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
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
  public static boolean isNamed(Value value) {
    return value.type() instanceof TileType || value.type() instanceof PointerType;
  }

  private void join(Value first, Value second) {
    Value left = representative(first);
    Value right = representative(second);
    if (left != right) {
      parents.put(left, right);
    }
  }

  private void scan(Region region) {
    region.all().forEach(op -> visit(op, this::join));
  }

  /**
   * The ways in which an operation hands on memory: the second value may name that of the first.
   */
  public static void visit(Operation op, BiConsumer<Value, Value> visitor) {
    carried(
        op,
        (from, to) -> {
          if (isNamed(from)) {
            visitor.accept(from, to);
          }
        });
    if (!op.definition().form().regionRule().isControlFlow()) {
      named(op, visitor);
    }
  }

  /** The values that control flow hands on, and those that it defines of them. */
  static void carried(Operation op, BiConsumer<Value, Value> visitor) {
    switch (op.definition().form().regionRule()) {
      case COUNTED_LOOP -> {
        List<Value> arguments = op.region().arguments();
        pairs(op.group(RoleName.INIT), arguments.subList(1, arguments.size()), visitor);
        pairs(op.group(RoleName.INIT), op.results(), visitor);
        ends(op.region(), OperationForm.YIELD, arguments.subList(1, arguments.size()), visitor);
        ends(op.region(), OperationForm.YIELD, op.results(), visitor);
      }
      case BRANCHES ->
          op.regions().forEach(branch -> ends(branch, OperationForm.YIELD, op.results(), visitor));
      case CONDITIONAL_LOOP -> {
        Region before = op.regions().getFirst();
        Region after = op.regions().getLast();
        pairs(op.group(RoleName.INIT), before.arguments(), visitor);
        ends(before, OperationForm.CONDITION, op.results(), visitor);
        ends(before, OperationForm.CONDITION, after.arguments(), visitor);
        ends(after, OperationForm.YIELD, before.arguments(), visitor);
      }
      case NONE, ONCE -> {}
    }
  }

  /** What names the memory of a tile is one with it. */
  private static void named(Operation op, BiConsumer<Value, Value> visitor) {
    OperationForm form = op.definition().form();
    if (form == OperationForm.ASSIGN_TILE) {
      visitor.accept(op.operand(RoleName.TILE), op.result());
    }
    form.memoryRole()
        .ifPresent(
            role -> {
              Value named = form.isTile() ? op.operand(RoleName.DST) : op.result();
              if (isNamed(named) || isNamed(op.operandAt(role))) {
                visitor.accept(op.operandAt(role), named);
              }
            });
  }

  private static void ends(
      Region region, OperationForm end, List<Value> to, BiConsumer<Value, Value> visitor) {
    if (!region.operations().isEmpty()
        && region.operations().getLast().definition().form() == end) {
      pairs(region.operations().getLast().group(RoleName.VALUES), to, visitor);
    }
  }

  private static void pairs(List<Value> from, List<Value> to, BiConsumer<Value, Value> visitor) {
    for (int i = 0; i < Math.min(from.size(), to.size()); i++) {
      visitor.accept(from.get(i), to.get(i));
    }
  }
}
