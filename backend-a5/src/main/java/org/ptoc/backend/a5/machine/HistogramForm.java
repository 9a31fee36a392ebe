package org.ptoc.backend.a5.machine;

import java.util.List;
import org.ptoc.backend.a5.tile.Lanes;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Histogram of the bytes of a vector (spec/11, 11): the 128 lanes of the result are the byte values
 * from {@code 128 * bin} on. Each source lane is compared with all of them. Lanes that the mask
 * excludes count as 65535, which is the value of no bin.
 */
final class HistogramForm {
  private static final ElementType COUNT = ElementType.UI16;
  private static final int BINS = VectorRegisterType.full(COUNT).lanes();

  private HistogramForm() {}

  static Value counts(Operation op, IrBuilder builder) {
    Value first =
        builder.cast(
            builder.mul(op.operand(RoleName.BIN), builder.integer(BINS, ElementType.I32)),
            ElementType.I16);
    Lanes lanes = Lanes.all(builder, COUNT);
    Value bins = builder.value(Op.VCI, lanes.type(), first);
    Value low = widened(op, lanes, 0);
    Value high = widened(op, lanes, 1);
    String mode = op.definition().is(Op.CHISTV2) ? "ge" : "eq";
    List<Value> counts =
        builder.loop(
            builder.index(0),
            builder.index(BINS),
            builder.index(1),
            List.of(op.operand(RoleName.ACC)),
            (body, number, carried) -> {
              Lanes inner = new Lanes(body, COUNT, lanes.mask());
              Value lane = inner.splat(body.cast(number, ElementType.I16));
              Value counted = count(inner, carried.getFirst(), low, lane, bins, mode);
              return List.of(count(inner, counted, high, lane, bins, mode));
            });
    return counts.getFirst();
  }

  /** Half of the source as 16-bit lanes. */
  private static Value widened(Operation op, Lanes lanes, int half) {
    IrBuilder builder = lanes.builder();
    Value bytes =
        builder.value(Op.VZUNPACK, lanes.type(), op.operand(RoleName.SOURCE), builder.index(half));
    Value active =
        builder
            .createGrouped(
                Op.PUNPACK,
                List.of(List.of(op.operand(RoleName.MASK))),
                List.of(MaskType.B16),
                Attributes.of(
                    AttributeName.PART, new Attribute.Text(half == 0 ? "LOWER" : "HIGHER")))
            .result();
    return lanes.select(active, bytes, lanes.splat(-1));
  }

  private static Value count(
      Lanes lanes, Value counts, Value source, Value lane, Value bins, String mode) {
    Value value = lanes.builder().value(Op.VSELR, lanes.type(), source, lane);
    Value counted = lanes.binary(Op.VADDS, counts, lanes.scalar(1));
    return lanes.select(lanes.compare(mode, bins, value), counted, counts);
  }
}
