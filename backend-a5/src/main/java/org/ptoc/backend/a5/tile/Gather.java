package org.ptoc.backend.a5.tile;

import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Elements of 8, 16 or 32 bits at element offsets of 16 or 32 bits (spec/11, pto.vgather2; spec/50,
 * 2.1). A vector has as many lanes as offsets; narrower data stands zero-extended in them. Offsets
 * of 32 bits to narrower data take the 32-bit word around each element: such words lie in UB
 * wherever the element does.
 *
 * @param data unsigned type of the elements
 * @param index unsigned type of the offsets
 */
record Gather(ElementType data, ElementType index) {

  static Gather of(ElementType data, ElementType index) {
    return new Gather(
        ElementType.UI8.withBits(data.bits()), ElementType.UI8.withBits(index.bits()));
  }

  private boolean byWords() {
    return index.bits() == Integer.SIZE && data.bits() < Integer.SIZE;
  }

  /** How lanes are stored so that the elements lie side by side. */
  String distribution() {
    int ratio = index.bits() / data.bits();
    return ratio == 1
        ? "NORM_B" + data.bits()
        : ratio == 2 ? "PK_B" + index.bits() : "PK4_B" + index.bits();
  }

  /** Offsets {@code first}, {@code first + 1} and so on; {@code first} is an {@code index}. */
  Value ascending(IrBuilder builder, Value first) {
    Value start = builder.cast(first, ElementType.signless(index.bits()));
    ElementType numbers = ElementType.signless(index.bits());
    Value vector = builder.value(Op.VCI, VectorRegisterType.full(numbers), start);
    return Lanes.all(builder, index).reinterpret(vector, index);
  }

  /** Offsets {@code first}, {@code first + step} and so on; {@code first} is an {@code index}. */
  Value steps(IrBuilder builder, Value first, long step) {
    Lanes lanes = Lanes.all(builder, index);
    Value numbers = ascending(builder, builder.index(0));
    Value scaled = lanes.binary(Op.VMULS, numbers, lanes.scalar(step));
    Value start = builder.cast(first, ElementType.signless(index.bits()));
    return lanes.binary(Op.VADDS, scaled, start);
  }

  /** Stores what was gathered as elements of a tile, side by side. */
  void store(
      IrBuilder builder,
      Value vector,
      ElementType element,
      Value pointer,
      Value offset,
      Value mask) {
    Value stored = new Lanes(builder, element, mask).reinterpret(vector, element);
    Columns.store(builder, stored, pointer, offset, mask, distribution());
  }

  /**
   * Gathers the elements of active lanes.
   *
   * @param pointer first element, in UB
   * @param offsets unsigned or signless offsets
   */
  Value load(IrBuilder builder, Value pointer, Value offsets, Value mask) {
    Lanes lanes = new Lanes(builder, index, mask);
    Value unsigned = lanes.reinterpret(offsets, index);
    if (!byWords()) {
      ElementType result = data.bits() == index.bits() ? data : index;
      return builder.value(
          Op.VGATHER2, VectorRegisterType.full(result), as(builder, pointer, data), unsigned, mask);
    }
    int shift = Integer.numberOfTrailingZeros(Integer.SIZE / data.bits());
    Value words = lanes.shiftRight(unsigned, shift);
    Value word =
        builder.value(
            Op.VGATHER2, lanes.type(), as(builder, pointer, ElementType.UI32), words, mask);
    Value parts = lanes.binary(Op.VAND, unsigned, lanes.splat((1L << shift) - 1));
    int bits = Integer.numberOfTrailingZeros(data.bits());
    return lanes.binary(Op.VSHR, word, lanes.shiftLeft(parts, bits));
  }

  private static Value as(IrBuilder builder, Value pointer, ElementType element) {
    PointerType type = new PointerType(element, MemorySpace.UB);
    return pointer.type().equals(type) ? pointer : builder.value(Op.CASTPTR, type, pointer);
  }
}
