package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PlacedOperands;

/**
 * {@code tgather} by comparison (spec/50, 2.1): the positions {@code first + i * columns + j} of
 * the elements of row i that compare with a scalar go to row i of dst, their number to counts. The
 * lanes that compare scatter their positions after the positions of earlier vectors. Positions
 * beyond the valid columns of dst are only counted.
 */
final class CompareGather {
  private final TileHandle source;
  private final TileHandle destination;
  private final TileHandle counts;
  private final long first;
  private final String mode;

  CompareGather(PlacedOperands operands) {
    this.source = operands.tile(RoleName.SRC);
    this.destination = operands.tile(RoleName.DST);
    this.counts = operands.tile(RoleName.COUNTS);
    this.first = operands.op().attributes().integer(AttributeName.OFFSET).orElse(0L);
    this.mode = operands.op().attributes().text(AttributeName.CMP_MODE).orElse("gt");
  }

  void emit(IrBuilder builder, Value threshold) {
    if (Elementwise.isEmpty(builder, destination.withExtents(source.rows(), builder.index(1)))) {
      return;
    }
    Value scalar = ScalarOperand.of(builder, threshold, source.element());
    builder.vecscope(
        body -> {
          Lanes narrow = Lanes.all(body, source.element());
          Lanes lanes = Lanes.all(body, ElementType.UI32);
          Value limit =
              WideValues.of(
                  lanes, source.element(), lanes.reinterpret(narrow.splat(scalar), lane()));
          Value numbers = Columns.pointer(body, counts);
          Columns.rows(
              body,
              source.rows(),
              List.of(source, destination),
              (inner, row, pointers) -> {
                Value total = row(inner, row, pointers, limit);
                boolean line =
                    counts.type().rows() == 1 && counts.type().baseLayout() == BaseLayout.ROW_MAJOR;
                long step = line ? 1 : Columns.rowStep(counts);
                Value at = inner.mul(row, inner.index(step));
                Columns.storeFirst(inner, total, counts.element(), numbers, at);
              });
        });
  }

  /** Narrower elements are in the low parts of unsigned lanes. */
  private ElementType lane() {
    return source.element().bits() == Integer.SIZE ? source.element() : ElementType.UI32;
  }

  /** Gathers from a row; every lane of the result holds the number of matches. */
  private Value row(IrBuilder builder, Value row, List<Value> pointers, Value limit) {
    Value start =
        builder.add(builder.mul(row, builder.index(source.type().columns())), builder.index(first));
    return Columns.forEach(
            builder,
            ElementType.UI32,
            source.columns(),
            List.of(Lanes.all(builder, ElementType.UI32).splat(0)),
            (iteration, offset, mask, partial, carried) -> {
              Value found = carried.getFirst();
              Value hits = hits(iteration, pointers.getFirst(), offset, mask, partial, limit);
              scatter(iteration, pointers.get(1), iteration.add(start, offset), hits, found);
              return List.of(
                  Lanes.all(iteration, ElementType.UI32).add(found, count(iteration, hits)));
            })
        .getFirst();
  }

  private Value hits(
      IrBuilder builder, Value pointer, Value offset, Value mask, boolean partial, Value limit) {
    int ratio = Integer.SIZE / source.element().bits();
    Value data =
        ratio == 1
            ? Columns.load(builder, source, pointer, offset, partial)
            : Columns.loadSpread(builder, source, pointer, offset, ratio, partial);
    Lanes lanes = new Lanes(builder, WideValues.type(source.element()), mask);
    Value values =
        WideValues.of(lanes, source.element(), Columns.reinterpret(builder, data, lane()));
    return lanes.compare(mode, values, limit);
  }

  /** Positions of the hits, behind as many as were found before. */
  private void scatter(IrBuilder builder, Value pointer, Value position, Value hits, Value found) {
    VectorRegisterType type = VectorRegisterType.full(ElementType.I32);
    Value start = builder.cast(position, ElementType.I32);
    Value positions = builder.value(Op.VCI, type, start);
    Value before = builder.value(Op.VUSQZ, type, positions, hits);
    Lanes lanes = Lanes.all(builder, ElementType.UI32);
    Value places = lanes.add(lanes.reinterpret(before, ElementType.UI32), found);
    Value room = builder.cast(destination.columns(), ElementType.I32);
    Value fitting = new Lanes(builder, ElementType.UI32, hits).compareScalar("lt", places, room);
    PointerType words = new PointerType(ElementType.I32, MemorySpace.UB);
    Value base = pointer.type().equals(words) ? pointer : builder.value(Op.CASTPTR, words, pointer);
    builder.createGrouped(
        Op.VSCATTER,
        List.of(List.of(positions), List.of(base), List.of(places), List.of(fitting)),
        List.of(),
        Attributes.EMPTY);
  }

  /** The number of hits in every lane. */
  private static Value count(IrBuilder builder, Value hits) {
    Lanes lanes = Lanes.all(builder, ElementType.UI32);
    Value ones = lanes.select(hits, lanes.splat(1), lanes.splat(0));
    Value sum = builder.value(Op.VCADD, lanes.type(), ones, lanes.mask());
    return builder.value(
        Op.VDUP,
        lanes.type(),
        Attributes.of(AttributeName.POSITION, new Attribute.Text("LOWEST")),
        sum,
        lanes.mask());
  }
}
