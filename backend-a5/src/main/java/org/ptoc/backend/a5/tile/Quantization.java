package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PlacedOperands;

/**
 * {@code tquant} and {@code tdequant} (spec/50, 2.9): single precision, with a scale and perhaps an
 * offset for each row. Every operation rounds; a NaN becomes 0, as in conversions to integers.
 */
final class Quantization {
  private final TileHandle source;
  private final TileHandle destination;
  private final List<TileHandle> tiles = new ArrayList<>();
  private final WorkOrder order;

  private Quantization(PlacedOperands operands) {
    this.source = operands.tile(RoleName.SRC);
    this.destination = operands.tile(RoleName.DST);
    this.order = operands.order();
    tiles.addAll(List.of(source, destination, operands.tile(RoleName.SCALE)));
    operands.op().optional(RoleName.OFFSET).map(operands::tileOf).ifPresent(tiles::add);
  }

  static void emit(PlacedOperands operands) {
    Quantization quantization = new Quantization(operands);
    boolean back = operands.op().definition().form() == OperationForm.TILE_DEQUANTIZE;
    quantization.emit(
        operands.builder(), back ? quantization::dequantized : quantization::quantized);
  }

  private interface Step {
    /**
     * @param values of the source, one for each 32-bit lane
     * @param carriers the scale of the row in all lanes, and its offset if there is one
     */
    Value emit(Lanes lanes, Value values, List<Value> carriers);
  }

  private Value quantized(Lanes lanes, Value values, List<Value> carriers) {
    Value scaled = lanes.mul(values, carriers.getFirst());
    if (carriers.size() > 1) {
      scaled = lanes.add(scaled, carriers.get(1));
    }
    Value whole =
        Conversion.convert(lanes.builder(), scaled, lanes.mask(), ElementType.I32, "R", "SAT", "");
    boolean signed = destination.element().isSigned();
    Lanes words = lanes.as(ElementType.I32);
    Value least = words.binary(Op.VMAXS, whole, words.scalar(signed ? Byte.MIN_VALUE : 0));
    Value clamped = words.binary(Op.VMINS, least, words.scalar(signed ? 127 : 255));
    return words.reinterpret(clamped, destination.element());
  }

  private Value dequantized(Lanes lanes, Value values, List<Value> carriers) {
    IrBuilder builder = lanes.builder();
    boolean bytes = source.element().bits() == Byte.SIZE;
    Value all = Columns.pattern(builder, source.element(), "PAT_ALL");
    Value single =
        bytes
            ? Conversion.convert(
                builder,
                Conversion.convert(builder, values, all, ElementType.I32, "", "", "P0"),
                lanes.mask(),
                ElementType.F32,
                "R",
                "",
                "")
            : Conversion.convert(builder, values, all, ElementType.F32, "", "", "EVEN");
    return lanes.mul(lanes.sub(single, carriers.get(1)), carriers.getFirst());
  }

  private void emit(IrBuilder builder, Step step) {
    if (Elementwise.isEmpty(builder, destination)) {
      return;
    }
    builder.vecscope(
        body ->
            Columns.rows(
                body,
                destination.rows(),
                tiles,
                order,
                (inner, row, pointers) -> {
                  List<Value> carriers = new ArrayList<>();
                  for (int i = 2; i < tiles.size(); i++) {
                    carriers.add(
                        Columns.broadcast(inner, tiles.get(i), pointers.get(i), inner.index(0)));
                  }
                  Columns.forEach(
                      inner,
                      ElementType.F32,
                      destination.columns(),
                      order,
                      (iteration, offset, mask, partial) -> {
                        Value values = load(iteration, pointers.getFirst(), offset, partial);
                        Lanes lanes = new Lanes(iteration, ElementType.F32, mask);
                        store(
                            iteration,
                            step.emit(lanes, values, carriers),
                            pointers.get(1),
                            offset,
                            mask);
                      });
                }));
  }

  private Value load(IrBuilder builder, Value pointer, Value offset, boolean partial) {
    int ratio = Float.SIZE / source.element().bits();
    return ratio == 1
        ? Columns.load(builder, source, pointer, offset, partial)
        : Columns.loadSpread(builder, source, pointer, offset, ratio, partial);
  }

  private void store(IrBuilder builder, Value vector, Value pointer, Value offset, Value mask) {
    if (destination.element() == ElementType.F32) {
      Columns.store(builder, vector, pointer, offset, mask);
    } else {
      Columns.store(builder, vector, pointer, offset, mask, "PK4_B32");
    }
  }
}
