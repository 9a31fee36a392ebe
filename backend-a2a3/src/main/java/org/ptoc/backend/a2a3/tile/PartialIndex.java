package org.ptoc.backend.a2a3.tile;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.codegen.DataTypes;

/**
 * {@code tpartargmax} and {@code tpartargmin} where both sources are valid (spec/50, 2.9): the
 * second wins where it is strictly better, so that the first does in a tie and beside NaN. Words
 * are compared for equality only: the first wins where it is the better of both. Half words are
 * exact in single precision.
 */
final class PartialIndex implements Overlay.Combination {
  /** Scratch slots of an overlay of two planes, packed bits and two areas of comparable values. */
  static final int SLOTS = 6;

  private static final int BITS_SLOT = 3;

  private final Scratch scratch;
  private final ElementType element;
  private final boolean maximum;

  PartialIndex(Scratch scratch, ElementType element, boolean maximum) {
    this.scratch = scratch;
    this.element = element;
    this.maximum = maximum;
  }

  @Override
  public void emit(Code code, Domain domain, List<Overlay.Parts> planes) {
    Overlay.Parts values = planes.get(0);
    Area bits = bits(code, planes.get(1).destination());
    boolean words = element.isInteger() && element.bits() == Integer.SIZE;
    if (words) {
      Area better = wide(code, 0, planes.get(1).destination());
      Mnemonic extremum = maximum ? Mnemonic.VMAX : Mnemonic.VMIN;
      code.run(domain, extremum, DataType.S32, better, values.first(), values.second());
      compare(code, domain, DataType.S32, Comparison.EQ, bits, better, values.first());
    } else {
      second(code, domain, values, bits, planes.get(1).destination());
    }
    for (Overlay.Parts plane : planes) {
      DataType type = plane == values ? DataTypes.of(element) : DataType.S32;
      Area set = words ? plane.first() : plane.second();
      Area clear = words ? plane.second() : plane.first();
      code.select(domain, type, plane.destination(), bits, set, clear);
    }
  }

  /** The bits of the elements whose second value is strictly better. */
  private void second(Code code, Domain domain, Overlay.Parts values, Area bits, Area like) {
    Comparison strictly = maximum ? Comparison.GT : Comparison.LT;
    if (element.isFloat()) {
      compare(code, domain, DataTypes.of(element), strictly, bits, values.second(), values.first());
      return;
    }
    Area first = single(code, domain, values.first(), wide(code, 0, like));
    Area second = single(code, domain, values.second(), wide(code, 1, like));
    compare(code, domain, DataType.FP32, strictly, bits, second, first);
  }

  private static void compare(
      Code code, Domain domain, DataType type, Comparison how, Area bits, Area first, Area second) {
    code.compare(domain, type, how, bits, first, Optional.of(second), Optional.empty());
  }

  private Area single(Code code, Domain domain, Area from, Area to) {
    code.convert(domain, DataType.S16, DataType.FP32, RoundingMode.DEFAULT.code(), false, to, from);
    return to;
  }

  private Area wide(Code code, int number, Area like) {
    int slot = BITS_SLOT + 1 + number;
    return scratch.slot(code.builder(), slot, Integer.BYTES, like.pitchBytes());
  }

  /** A bit for each element; rows begin at blocks. */
  private Area bits(Code code, Area like) {
    long bytes = like.pitch() / Byte.SIZE;
    long block = VectorUnit.BLOCK_BYTES;
    return scratch.slot(code.builder(), BITS_SLOT, 1, (bytes + block - 1) / block * block);
  }
}
