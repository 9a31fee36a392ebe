package org.ptoc.passes.cube;

import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;
import org.ptoc.passes.storage.TileGroups;

/**
 * What the tiles of parameters of a function are used for: scales that become parameters on their
 * way to the fix-pipe must say whether results of 8 bits have a sign (spec/60, 5.2).
 */
final class ParameterUses {
  /** Results that parameters are for. */
  enum Result {
    SIGNED_BYTE,
    OTHER
  }

  private final Map<Value, Set<Result>> uses = new IdentityHashMap<>();

  private final TileGroups groups;

  private ParameterUses(TileGroups groups) {
    this.groups = groups;
  }

  static ParameterUses of(Function function) {
    ParameterUses found = new ParameterUses(TileGroups.of(function));
    function.body().ifPresent(found::scan);
    return found;
  }

  /** The kinds of results that a tile of parameters and its windows are used for. */
  Set<Result> of(Value tile) {
    return uses.getOrDefault(groups.representative(tile), EnumSet.noneOf(Result.class));
  }

  private void scan(Region region) {
    for (Operation op : region.all()) {
      if (op.definition().form().hasOperand(RoleName.FP)) {
        op.optional(RoleName.FP)
            .ifPresent(
                tile ->
                    uses.computeIfAbsent(
                            groups.representative(tile), key -> EnumSet.noneOf(Result.class))
                        .add(result(op.operand(RoleName.DST).type())));
      }
    }
  }

  private static Result result(Type destination) {
    ElementType element =
        switch (destination) {
          case TileType tile -> tile.element();
          case TensorViewType view -> view.element();
          default -> throw new IllegalArgumentException("stores write tiles and views");
        };
    boolean signed = element == ElementType.I8 || element == ElementType.SI8;
    return signed ? Result.SIGNED_BYTE : Result.OTHER;
  }
}
