package org.ptoc.tools.validate;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.numeric.Integers;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.NumberConversions;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.Conversions;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.recipe.Recipe;
import org.ptoc.passes.recipe.RecipeStep;
import org.ptoc.passes.tile.ConversionModes;

/** Results of {@code tcvt} (spec/20, 6.6). */
final class ConvertedResults {
  private ConvertedResults() {}

  /** Empty for floats of four bits. */
  static Optional<Computation> of(Operation op) {
    ElementType from = ((TileType) op.operand(RoleName.SRC).type()).element();
    ElementType to = ((TileType) op.operand(RoleName.DST).type()).element();
    if (from.kind() == ElementType.Kind.PACKED || to.kind() == ElementType.Kind.PACKED) {
      return Optional.empty();
    }
    ConversionModes modes = ConversionModes.of(op, from, to);
    if (to.isInteger() || from.isInteger() && to == ElementType.F16) {
      return Optional.of(run -> exact(run, from, to, modes));
    }
    Optional<Conversions.Pair> pair = Conversions.find(from, to);
    RecipeStep convert =
        new RecipeStep.Convert(
            0,
            DataTypes.of(from),
            DataTypes.of(to),
            pair.map(each -> rounding(each, modes)).orElse(modes.rounding()),
            modes.saturates() && pair.isPresent() && pair.get().saturates());
    RecipeStep operand = new RecipeStep.Operand(0, DataTypes.of(from), false, false);
    return Optional.of(
        new CombinedResults(new Recipe(List.of(operand, convert), List.of(0, 1), 1))::elementwise);
  }

  private static RoundingMode rounding(Conversions.Pair pair, ConversionModes modes) {
    boolean isTaken =
        pair.roundings().isEmpty() || pair.roundings().contains(modes.rounding().spelling());
    return isTaken ? modes.rounding() : RoundingMode.HYBRID;
  }

  /** The value itself is rounded; without saturation it is taken modulo the range of integers. */
  private static void exact(
      Execution run, ElementType from, ElementType to, ConversionModes modes) {
    Tile source = run.tile(RoleName.SRC);
    Tile result = run.tile(RoleName.DST);
    Expectation expected = run.expect(RoleName.DST);
    Rounding rounding = NumberConversions.rounding(modes.rounding(), DataTypes.of(to));
    for (long row = 0; row < result.rows(); row++) {
      for (long column = 0; column < result.columns(); column++) {
        long bits = run.element(source, row, column);
        expected.add(row, column, convert(bits, from, to, rounding, modes.saturates()));
      }
    }
  }

  private static long convert(
      long bits, ElementType from, ElementType to, Rounding rounding, boolean saturates) {
    long integer = from.isFloat() ? 0 : Elements.integer(from, bits);
    if (!to.isInteger()) {
      return Float16.encode((double) integer, rounding, saturates);
    }
    if (from.isFloat()) {
      double whole = Integers.roundToIntegral(Reals.decode(from, bits), rounding);
      integer =
          saturates
              ? (long) whole
              : Double.isFinite(whole) ? new BigDecimal(whole).toBigInteger().longValue() : 0;
    }
    long value = saturates ? Integers.clamp(integer, to.bits(), to.isSigned()) : integer;
    return value & -1L >>> Long.SIZE - to.bits();
  }
}
