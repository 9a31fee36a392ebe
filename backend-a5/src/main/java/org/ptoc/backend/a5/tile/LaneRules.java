package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.recipe.OperationRecipe;
import org.ptoc.passes.recipe.Recipe;

/** What tile operations compute in the lanes: the recipes of their rows. */
public final class LaneRules {
  private LaneRules() {}

  /**
   * Computes one vector from the operands of the tile operation, tiles and scalars in their order.
   */
  interface Rule {
    Value emit(Lanes lanes, List<Value> operands);
  }

  /** The recipe of an operation. */
  static Recipe recipe(Operation op, Constants constants) {
    return OperationRecipe.of(op, Rewrites.ROWS, constants, false);
  }

  /** What an expansion or a partial operation does to two values of a type. */
  static Rule of(Combining combining, ElementType element) {
    return combining
        .tile()
        .map(tile -> of(OperationRecipe.of(tile.definition(), element, Rewrites.ROWS)))
        .orElse((lanes, in) -> exponentOfDifference(lanes, in.get(0), in.get(1)));
  }

  private static Rule of(Recipe recipe) {
    return (lanes, in) -> RecipeEmitter.emit(recipe, lanes, in);
  }

  /**
   * The fused form keeps the difference in single precision, also for half precision operands. The
   * one with a mask gives single precision; lanes outside of the mask are not stored.
   */
  private static Value exponentOfDifference(Lanes lanes, Value input, Value subtrahend) {
    return lanes
        .builder()
        .createGrouped(
            Op.VEXPDIF,
            List.of(List.of(input), List.of(subtrahend), List.of()),
            List.of(lanes.type()),
            Attributes.EMPTY)
        .result();
  }

  /** The quotient of two vectors of any element type. */
  public static Value divide(Lanes lanes, Value lhs, Value rhs) {
    return of(Combining.QUOTIENT, lanes.element()).emit(lanes, List.of(lhs, rhs));
  }
}
