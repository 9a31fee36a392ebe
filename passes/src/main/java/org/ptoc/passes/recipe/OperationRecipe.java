package org.ptoc.passes.recipe;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.recipe.Rewrite.Condition;
import org.ptoc.passes.tile.Precision;

/** Recipes of operations in a program. */
public final class OperationRecipe {
  private OperationRecipe() {}

  /**
   * The recipe of an elementwise tile operation. Its operands are the inputs but scratch in their
   * order; behind them stands {@code dst} with the content before.
   *
   * @param bitSerial whether shifts by tile use shifts by one scalar only
   */
  public static Recipe of(
      Operation op, List<Rewrite> rows, Constants constants, boolean bitSerial) {
    OpDefinition row = op.definition();
    DataType element = DataTypes.of(elementOf(op.operand(RoleName.DST)));
    DataType source =
        op.operands().stream()
            .filter(value -> value.type() instanceof TileType)
            .map(value -> DataTypes.of(elementOf(value)))
            .findFirst()
            .orElse(element);
    Map<String, RecipeStep.Operand> operands = new HashMap<>();
    for (int role = 0; role < row.operands().size(); role++) {
      Role each = row.operands().get(role);
      if (each.name() != RoleName.TMP) {
        Value value = op.operand(each.name());
        boolean isTile = value.type() instanceof TileType;
        boolean isDistance = !isTile && row.form() == OperationForm.TILE_SHIFT_SCALAR;
        DataType type = isTile || isDistance ? DataTypes.of(elementOf(value)) : source;
        operands.put(
            each.name().spelling(),
            new RecipeStep.Operand(operands.size(), type, !isTile, each.name() == RoleName.DST));
      }
    }
    return Legalizer.recipe(
        row.expression(), operands, element, rows, conditions(op, constants, bitSerial));
  }

  /** The recipe of an elementwise operation on two tiles of a type. */
  public static Recipe of(OpDefinition row, ElementType element, List<Rewrite> rows) {
    DataType type = DataTypes.of(element);
    Map<String, RecipeStep.Operand> operands =
        Map.of(
            RoleName.SRC0.spelling(), new RecipeStep.Operand(0, type, false, false),
            RoleName.SRC1.spelling(), new RecipeStep.Operand(1, type, false, false));
    return Legalizer.recipe(row.expression(), operands, type, rows, Set.of());
  }

  private static ElementType elementOf(Value value) {
    return value.type() instanceof TileType tile ? tile.element() : (ElementType) value.type();
  }

  private static Set<Condition> conditions(Operation op, Constants constants, boolean bitSerial) {
    Set<Condition> conditions = EnumSet.noneOf(Condition.class);
    if (Precision.takesTwoSteps(op)) {
      conditions.add(Condition.PRECISE);
    }
    if (bitSerial) {
      conditions.add(Condition.BIT_SERIAL);
    }
    if (op.definition().form().hasOperand(RoleName.SCALAR)
        && isPlain(op.operand(RoleName.SCALAR), elementOf(op.operand(RoleName.DST)), constants)) {
      conditions.add(Condition.PLAIN_SCALAR);
    }
    return conditions;
  }

  /** True if a scalar is a constant that is finite and not negative in an element type. */
  private static boolean isPlain(Value scalar, ElementType element, Constants constants) {
    OptionalLong bits = constants.bits(scalar);
    if (bits.isEmpty() || !element.isFloat()) {
      return false;
    }
    float value =
        scalar.type() == ElementType.F32
            ? Float.intBitsToFloat((int) bits.getAsLong())
            : Float.float16ToFloat((short) bits.getAsLong());
    float stored =
        element == ElementType.F16 ? Float.float16ToFloat(Float.floatToFloat16(value)) : value;
    return Float.isFinite(stored) && Float.floatToRawIntBits(stored) >= 0;
  }
}
