package org.ptoc.backend.a5.tile;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.MaskPattern;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PlacedOperands;
import org.ptoc.passes.tile.ScalarScatter;
import org.ptoc.passes.tile.TileCopy;

/** {@code tscatter} by indices and by patterns (spec/50, 2.9). */
final class ScatterLowering {
  private ScatterLowering() {}

  static void scatter(PlacedOperands operands) {
    IrBuilder builder = operands.builder();
    TileHandle source = operands.tile(RoleName.SRC);
    TileHandle destination = operands.tile(RoleName.DST);
    Optional<MaskPattern> pattern = MaskPattern.of(operands.op());
    if (pattern.isEmpty()) {
      byIndex(builder, source, operands.tile(RoleName.INDEX), destination);
    } else if (pattern.get() == MaskPattern.P1111) {
      Copies.apart(builder, TileCopy.ofRows(builder, source, destination, pattern.get(), true));
    } else if (MaskPattern.takesRows(operands.op())) {
      zeros(builder, destination);
      Copies.apart(builder, TileCopy.ofRows(builder, source, destination, pattern.get(), true));
    } else {
      columns(builder, source, destination, pattern.get());
    }
  }

  private static void zeros(IrBuilder builder, TileHandle destination) {
    new Elementwise(
            List.of(),
            destination,
            (body, vectors, mask) -> new Lanes(body, destination.element(), mask).splat(0))
        .emit(builder);
  }

  /**
   * Lanes store in ascending order, so that of equal indices the last stays. The words have offsets
   * of 16 bits to narrow data and of 32 bits to wide data; other pairs go through the scalar unit.
   */
  private static void byIndex(
      IrBuilder builder, TileHandle source, TileHandle indices, TileHandle destination) {
    if (Elementwise.isEmpty(builder, indices)) {
      return;
    }
    boolean fits = indices.element().bits() == Math.max(Short.SIZE, source.element().bits());
    if (!fits) {
      ScalarScatter.byIndex(builder, source, indices, destination);
      return;
    }
    builder.vecscope(
        body -> {
          Value base = Columns.pointer(body, destination);
          Columns.rows(
              body,
              indices.rows(),
              List.of(source, indices),
              (inner, row, pointers) ->
                  Columns.forEach(
                      inner,
                      indices.element(),
                      indices.columns(),
                      (iteration, offset, mask, partial) -> {
                        Value places =
                            Columns.load(iteration, indices, pointers.get(1), offset, partial);
                        boolean bytes = source.elementBytes() == 1;
                        Value data =
                            bytes
                                ? Columns.loadSpread(
                                    iteration, source, pointers.get(0), offset, 2, partial)
                                : Columns.load(iteration, source, pointers.get(0), offset, partial);
                        iteration.createGrouped(
                            Op.VSCATTER,
                            List.of(List.of(data), List.of(base), List.of(places), List.of(mask)),
                            List.of(),
                            Attributes.EMPTY);
                      }));
        });
  }

  /** Each lane of dst gathers the element of its group of src, or 0 where the pattern has none. */
  private static void columns(
      IrBuilder builder, TileHandle source, TileHandle destination, MaskPattern pattern) {
    if (Elementwise.isEmpty(builder, destination)) {
      return;
    }
    Gather gather = GatherLowering.alongRow(source);
    ElementType index = gather.index();
    int shift = Integer.numberOfTrailingZeros(pattern.period());
    builder.vecscope(
        body ->
            Columns.rows(
                body,
                destination.rows(),
                List.of(source, destination),
                (inner, row, pointers) ->
                    Columns.forEach(
                        inner,
                        index,
                        destination.columns(),
                        (iteration, offset, mask, partial) -> {
                          Lanes lanes = new Lanes(iteration, index, mask);
                          Value numbers = gather.ascending(iteration, offset);
                          Value positions =
                              lanes.binary(Op.VAND, numbers, lanes.splat(pattern.period() - 1));
                          Value taken =
                              lanes.compareScalar("eq", positions, lanes.scalar(pattern.phase()));
                          Value groups = lanes.shiftRight(numbers, shift);
                          Value vector = gather.load(iteration, pointers.get(0), groups, taken);
                          gather.store(
                              iteration,
                              vector,
                              destination.element(),
                              pointers.get(1),
                              offset,
                              mask);
                        })));
  }
}
