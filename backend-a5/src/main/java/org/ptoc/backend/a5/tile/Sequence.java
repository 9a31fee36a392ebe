package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/** {@code tci}: ascending or descending numbers in one row (spec/20, 8.4). */
final class Sequence {
  private final TileHandle destination;
  private final IrBuilder builder;

  Sequence(TileHandle destination, IrBuilder builder) {
    this.destination = destination;
    this.builder = builder;
  }

  void emit(Value start, boolean descending) {
    ElementType element = destination.element();
    VectorRegisterType type = VectorRegisterType.full(element);
    Attributes order =
        Attributes.of(AttributeName.ORDER, new Attribute.Text(descending ? "DESC" : "ASC"));
    builder.vecscope(
        body -> {
          Value pointer = Columns.pointer(body, destination);
          Value first = body.value(Op.VCI, type, order, start);
          Columns.forEach(
              body,
              element,
              destination.columns(),
              List.of(first),
              (iteration, offset, mask, partial, carried) -> {
                Columns.store(iteration, carried.getFirst(), pointer, offset, mask);
                Lanes lanes =
                    new Lanes(iteration, element, Columns.pattern(iteration, element, "PAT_ALL"));
                Value step = lanes.scalar(descending ? -type.lanes() : type.lanes());
                return List.of(lanes.binary(Op.VADDS, carried.getFirst(), step));
              });
        });
  }
}
