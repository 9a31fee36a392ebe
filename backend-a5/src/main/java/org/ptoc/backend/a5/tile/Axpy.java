package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PlacedOperands;

/** {@code taxpy} of half precision into single precision (spec/50, 2.9). */
final class Axpy {
  private Axpy() {}

  static void widening(PlacedOperands operands) {
    IrBuilder builder = operands.builder();
    TileHandle source = operands.tile(RoleName.SRC);
    TileHandle destination = operands.tile(RoleName.DST);
    Value own = ScalarOperand.of(builder, operands.op().operand(RoleName.SCALAR), source.element());
    Value scalar = builder.value(Arithmetic.EXTF, ElementType.F32, own);
    if (Elementwise.isEmpty(builder, destination)) {
      return;
    }
    builder.vecscope(
        body ->
            Columns.rows(
                body,
                destination.rows(),
                List.of(source, destination),
                (inner, row, pointers) ->
                    Columns.forEach(
                        inner,
                        ElementType.F32,
                        destination.columns(),
                        (iteration, offset, mask, partial) -> {
                          Value halves =
                              Columns.loadSpread(
                                  iteration, source, pointers.get(0), offset, 2, partial);
                          Value all = Columns.pattern(iteration, ElementType.F16, "PAT_ALL");
                          Value wide =
                              Conversion.convert(
                                  iteration, halves, all, ElementType.F32, "", "", "EVEN");
                          Value sum =
                              Columns.load(
                                  iteration, destination, pointers.get(1), offset, partial);
                          Columns.store(
                              iteration,
                              accumulate(
                                  new Lanes(iteration, ElementType.F32, mask), wide, scalar, sum),
                              pointers.get(1),
                              offset,
                              mask);
                        })));
  }

  /** {@code sum + source * scalar}, rounded once. */
  static Value accumulate(Lanes lanes, Value source, Value scalar, Value sum) {
    return lanes.builder().value(Op.VAXPY, sum.type(), source, sum, scalar, lanes.mask());
  }
}
