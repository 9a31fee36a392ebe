package org.ptoc.passes.vmi;

import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Loads and stores of rows of lanes: copies between tiles where elements lie in whole blocks,
 * gathers of other elements, and the scalar unit for the rest.
 *
 * @param pointer where the program's pointer leads
 * @param offset in elements, an {@code index}
 * @param aligned false where the address is known not to be a multiple of a block
 */
record TileAccess(
    TileCode code, TileMasks masks, Profile profile, Value pointer, Value offset, boolean aligned) {
  /**
   * Distances of lanes from the address: {@code (lane / period) * step + lane % period} in
   * elements.
   *
   * @param step an {@code index}
   */
  record Layout(int lanes, int period, Value step) {}

  private IrBuilder builder() {
    return code.builder();
  }

  Layout dense(int lanes) {
    return new Layout(lanes, lanes, builder().index(lanes));
  }

  /** The address in bytes, an {@code i64}. */
  private Value address() {
    int bytes = ((PointerType) pointer.type()).element().bytes();
    Value base = builder().value(Op.CASTPTR, ElementType.I64, pointer);
    Value distance = builder().mul(offset, builder().index(bytes));
    return builder().add(base, builder().cast(distance, ElementType.I64));
  }

  /** The elements as rows of a tile at the address; empty where rows are no whole blocks. */
  private Optional<TileType> rows(Layout layout, ElementType element) {
    if (layout.lanes() == layout.period()) {
      return aligned ? Optional.of(TileCode.row(layout.lanes(), element)) : Optional.empty();
    }
    OptionalLong step = builder().constantOf(layout.step());
    int bytes = element.bytes();
    boolean isBlocks =
        aligned
            && layout.lanes() % layout.period() == 0
            && layout.period() * bytes % TileCode.BLOCK == 0
            && step.isPresent()
            && step.getAsLong() >= layout.period()
            && step.getAsLong() * bytes % TileCode.BLOCK == 0
            && step.getAsLong() * bytes * layout.lanes() / layout.period()
                <= profile.unifiedBufferBytes();
    return isBlocks
        ? Optional.of(
            TileCode.rows(
                layout.lanes() / layout.period(), (int) step.getAsLong(), layout.period(), element))
        : Optional.empty();
  }

  private static TileType dense(TileType rows) {
    return rows.rows() == 1
        ? rows
        : TileCode.rows(rows.rows(), rows.validColumns(), rows.validColumns(), rows.element());
  }

  // Loads.

  Value load(Layout layout, ElementType element) {
    Optional<TileType> rows = rows(layout, element);
    if (rows.isPresent()) {
      Value result = code.tile(dense(rows.get()));
      code.copy(code.at(rows.get(), address()), result);
      return code.seen(result, TileCode.row(layout.lanes(), element));
    }
    if (element.bits() == Byte.SIZE) {
      return bytes(layout, element);
    }
    return gather(
        code.whole(
            code.numbers(
                new TileCode.Positions(layout.lanes(), layout.period(), layout.step(), 1))),
        element);
  }

  /** Elements from positions behind the address; {@code positions} are of 32 bits. */
  Value gather(Value positions, ElementType element) {
    Value first = builder().cast(inBlock(element), ElementType.I32);
    return code.gathered(block(element), code.apply(Op.TADDS, positions, first));
  }

  /** All memory from the block of the address on: as far as the profile has any. */
  private Value block(ElementType element) {
    Value start =
        builder()
            .value(
                Arithmetic.ANDI,
                ElementType.I64,
                address(),
                builder().i64(-TileCode.BLOCK)); // Not folded: nothing has its place there.
    int elements = profile.unifiedBufferBytes() / element.bytes();
    return code.at(TileCode.row(elements, element), start);
  }

  /** The first element in its block. */
  private Value inBlock(ElementType element) {
    Value bytes = builder().and(address(), builder().i64(TileCode.BLOCK - 1L));
    return builder().cast(builder().divide(bytes, element.bytes()), ElementType.INDEX);
  }

  private Value bytes(Layout layout, ElementType element) {
    Value result = code.tile(TileCode.row(layout.lanes(), element));
    Value to = code.pointer(result, ElementType.UI8);
    Value from = elements(ElementType.UI8);
    eachLane(
        layout,
        LogicalMask.all(layout.lanes()),
        (inner, lane, place) -> move(inner, from, place, to, lane));
    return result;
  }

  // Stores.

  void store(Value row, Layout layout, LogicalMask mask) {
    ElementType element = TileCode.element(row);
    Optional<TileType> rows = rows(layout, element);
    if (rows.isEmpty() || rows.get().rows() > 1 && !mask.isAll()) {
      scatter(row, layout, mask);
      return;
    }
    Value target = code.at(rows.get(), address());
    Optional<Value> count = masks.prefix(mask);
    if (mask.isAll() || rows.get().rows() > 1) {
      code.copy(code.seen(row, dense(rows.get())), target);
    } else if (count.isPresent()) {
      code.copy(code.first(row, count.get()), code.first(target, count.get()));
    } else {
      code.copy(masks.chosen(mask, row, code.copyOf(target)), target);
    }
  }

  /** Elements one after the other: the last of several at one place stays. */
  private void scatter(Value row, Layout layout, LogicalMask mask) {
    ElementType word = ElementType.UI8.withBits(TileCode.element(row).bits());
    Value from = code.pointer(row, word);
    Value to = elements(word);
    eachLane(layout, mask, (inner, lane, place) -> move(inner, from, lane, to, place));
  }

  // The scalar unit.

  private interface LaneBody {
    void emit(IrBuilder inner, Value lane, Value place);
  }

  private static void move(IrBuilder builder, Value from, Value source, Value to, Value target) {
    ElementType element = ((PointerType) from.type()).element();
    Value value = builder.value(Op.LOAD_SCALAR, element, from, source);
    builder.effect(Op.STORE_SCALAR, Attributes.EMPTY, value, to, target);
  }

  private Value elements(ElementType element) {
    return builder().value(Op.CASTPTR, new PointerType(element, MemorySpace.UB), address());
  }

  private void eachLane(Layout layout, LogicalMask mask, LaneBody body) {
    Optional<Value> count = mask.isAll() ? Optional.empty() : masks.prefix(mask);
    boolean isDense = mask.isAll() || count.isPresent();
    Optional<Value> bits =
        isDense ? Optional.empty() : Optional.of(code.pointer(masks.bits(mask), ElementType.UI8));
    code.meet();
    Value end = count.orElse(builder().index(layout.lanes()));
    builder()
        .loop(
            builder().index(0),
            end,
            builder().index(1),
            (inner, lane) -> {
              Value whole = inner.divide(lane, layout.period());
              Value rest = inner.remainder(lane, layout.period());
              Value place =
                  layout.period() == layout.lanes()
                      ? lane
                      : inner.add(inner.mul(whole, layout.step()), rest);
              if (bits.isEmpty()) {
                body.emit(inner, lane, place);
              } else {
                inner.when(
                    isSet(inner, bits.get(), lane), active -> body.emit(active, lane, place));
              }
            });
    code.meet();
  }

  private static Value isSet(IrBuilder builder, Value bits, Value lane) {
    Value eight =
        builder.value(Op.LOAD_SCALAR, ElementType.UI8, bits, builder.divide(lane, Byte.SIZE));
    Value word = builder.cast(eight, ElementType.I32);
    Value number = builder.cast(builder.remainder(lane, Byte.SIZE), ElementType.I32);
    Value shifted = builder.value(Arithmetic.SHRUI, ElementType.I32, word, number);
    return builder.compare("ne", builder.and(shifted, builder.i32(1)), builder.i32(0));
  }
}
