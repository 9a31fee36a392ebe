package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.HistogramByte;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PlacedOperands;

/**
 * {@code thistogram}: how many elements of a row have a byte of at most b, for each b (spec/50,
 * 2.9). The 256 lanes of a vector of bytes are the bins: an element adds 1 to the lanes from its
 * value on. Bytes count to 255, so that they are added to counts of 32 bits after as many elements.
 */
final class Histogram {
  private static final int BATCH = 255;

  /** Vectors that hold the counts of 32 bits. */
  private static final int VECTORS = 4;

  private final int bytes;
  private final int counted;
  private final int selected;
  private final TileHandle source;
  private final TileHandle selector;
  private final TileHandle destination;

  private Histogram(PlacedOperands operands) {
    this.source = operands.tile(RoleName.SRC);
    this.selector = operands.tile(RoleName.SELECTOR);
    this.destination = operands.tile(RoleName.DST);
    this.bytes = source.elementBytes();
    this.counted = HistogramByte.of(operands.op());
    this.selected = HistogramByte.selected(operands.op());
  }

  static void emit(PlacedOperands operands) {
    new Histogram(operands).emit(operands.builder());
  }

  private void emit(IrBuilder builder) {
    if (Elementwise.isEmpty(builder, destination)) {
      return;
    }
    builder.vecscope(
        body -> {
          VectorRegisterType numbers = VectorRegisterType.full(ElementType.I8);
          Value first = body.integer(0, ElementType.I8);
          Value bins =
              Columns.reinterpret(body, body.value(Op.VCI, numbers, first), ElementType.UI8);
          Columns.rows(
              body,
              destination.rows(),
              List.of(source, selector, destination),
              (inner, row, pointers) -> row(inner, pointers, bins));
        });
  }

  private void row(IrBuilder builder, List<Value> pointers, Value bins) {
    List<Value> wanted = new ArrayList<>();
    for (int i = 0; i < selected; i++) {
      wanted.add(Columns.broadcast(builder, selector, pointers.get(1), builder.index(i)));
    }
    PointerType type = new PointerType(ElementType.UI8, MemorySpace.UB);
    Value start = builder.value(Op.CASTPTR, type, pointers.getFirst());
    Value zero = Lanes.all(builder, ElementType.UI32).splat(0);
    List<Value> counts =
        builder.loop(
            builder.index(0),
            source.columns(),
            builder.index(BATCH),
            List.of(zero, zero, zero, zero),
            (body, from, sums) -> {
              Value left = body.minUnsigned(body.sub(source.columns(), from), body.index(BATCH));
              Value none = Lanes.all(body, ElementType.UI8).splat(0);
              Value batch =
                  body.loop(
                          body.index(0),
                          left,
                          body.index(1),
                          List.of(none),
                          (element, number, carried) -> {
                            Value at = element.mul(element.add(from, number), element.index(bytes));
                            return List.of(
                                add(element, start, at, wanted, bins, carried.getFirst()));
                          })
                      .getFirst();
              return sums(body, sums, batch);
            });
    for (int i = 0; i < VECTORS; i++) {
      Value all = Columns.pattern(builder, ElementType.UI32, "PAT_ALL");
      long lanes = VectorRegisterType.full(ElementType.UI32).lanes();
      Columns.store(builder, counts.get(i), pointers.get(2), builder.index(i * lanes), all);
    }
  }

  /** Counts an element whose bytes above the counted one are the wanted ones. */
  private Value add(
      IrBuilder builder, Value start, Value element, List<Value> wanted, Value bins, Value counts) {
    Lanes lanes = Lanes.all(builder, ElementType.UI8);
    for (int i = 0; i < wanted.size(); i++) {
      Value above = load(builder, start, element, bytes - 1 - i);
      Value equal = lanes.compare("eq", above, wanted.get(i));
      lanes = new Lanes(builder, ElementType.UI8, equal);
    }
    Value reached = lanes.compare("ge", bins, load(builder, start, element, counted));
    Lanes all = Lanes.all(builder, ElementType.UI8);
    Value more = all.binary(Op.VADDS, counts, all.scalar(1));
    return all.select(reached, more, counts);
  }

  private static Value load(IrBuilder builder, Value start, Value element, int number) {
    Value offset = builder.add(element, builder.index(number));
    return Columns.load(builder, start, offset, ElementType.UI8, "BRC_B8");
  }

  /** Adds a batch to the counts: bytes are widened twice. */
  private static List<Value> sums(IrBuilder builder, List<Value> sums, Value batch) {
    VectorRegisterType half = VectorRegisterType.full(ElementType.UI16);
    VectorRegisterType word = VectorRegisterType.full(ElementType.UI32);
    Lanes lanes = Lanes.all(builder, ElementType.UI32);
    List<Value> next = new ArrayList<>();
    for (int i = 0; i < VECTORS; i++) {
      Value halves = builder.value(Op.VZUNPACK, half, batch, builder.index(i / 2));
      Value words = builder.value(Op.VZUNPACK, word, halves, builder.index(i % 2));
      next.add(lanes.add(sums.get(i), words));
    }
    return next;
  }
}
