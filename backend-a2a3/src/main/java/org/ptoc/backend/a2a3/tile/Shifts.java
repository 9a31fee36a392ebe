package org.ptoc.backend.a2a3.tile;

import java.util.Optional;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.codegen.DataTypes;

/**
 * Shifts by a count for each element (spec/20, 5.3): one instruction. The bit-serial form uses
 * shifts by one scalar only (spec/21, 8.1), which know no 8-bit elements: those are shifted in the
 * halves of 16-bit lanes.
 */
final class Shifts {
  /** Slots that the bit-serial form needs besides the copy of an operand. */
  private static final int BIT_SERIAL_SLOTS = 4;

  /** Slots of the two halves of 16-bit lanes. */
  private static final int BYTE_SLOTS = 4;

  private final Code code;
  private final Domain domain;
  private final Optional<Scratch> scratch;
  private final long pitch;
  private final boolean left;
  private final boolean bitSerial;

  /** Slots for an element type; 0 when a shift is one instruction. */
  static int slots(ElementType element, boolean bitSerial) {
    return bitSerial ? BIT_SERIAL_SLOTS + (element.bits() == 8 ? BYTE_SLOTS : 0) : 0;
  }

  /**
   * @param pitch distance of rows of intermediate results in elements of the domain
   */
  Shifts(
      Code code,
      Domain domain,
      Optional<Scratch> scratch,
      long pitch,
      boolean left,
      boolean bitSerial) {
    this.code = code;
    this.domain = domain;
    this.scratch = scratch;
    this.pitch = pitch;
    this.left = left;
    this.bitSerial = bitSerial;
  }

  void emit(ElementType element, Area destination, Area value, Area count) {
    if (element.bits() == 8 && bitSerial) {
      bytes(element.isSigned(), destination, value, count);
    } else {
      shift(DataTypes.of(element), destination, value, count, 0);
    }
  }

  private Area slot(int number, int elementBytes) {
    return scratch.orElseThrow().slot(code.builder(), number, elementBytes, pitch * elementBytes);
  }

  private void shift(DataType type, Area destination, Area value, Area count, int firstSlot) {
    if (bitSerial) {
      bitSerial(type, destination, value, count, firstSlot);
    } else {
      code.run(domain, left ? Mnemonic.VSHL : Mnemonic.VSHR, type, destination, value, count);
    }
  }

  /**
   * Each half of a lane is isolated, shifted by its own count and masked; the counts are below 256
   * and so never wrap.
   */
  private void bytes(boolean signed, Area destination, Area value, Area count) {
    DataType word = DataType.U16;
    DataType shifted = signed && !left ? DataType.S16 : DataType.U16;
    Area low = slot(0, 2);
    Area high = slot(1, 2);
    Area counts = slot(2, 2);
    Area mask = slot(3, 2);
    code.scalar(domain, Mnemonic.VDUP, word, 0x00FF, mask);
    if (left) {
      code.run(domain, Mnemonic.VAND, word, low, value, mask);
    } else {
      code.scalar(domain, Mnemonic.VSHLS, word, 8, low, value);
    }
    code.run(domain, Mnemonic.VAND, word, counts, count, mask);
    shift(shifted, low, low, counts, BYTE_SLOTS);
    if (left) {
      code.run(domain, Mnemonic.VAND, word, low, low, mask);
    } else {
      code.scalar(domain, Mnemonic.VSHRS, word, 8, low, low);
    }
    code.scalar(domain, Mnemonic.VSHRS, word, 8, counts, count);
    code.run(domain, Mnemonic.VNOT, word, mask, mask);
    code.run(domain, Mnemonic.VAND, word, high, value, mask);
    shift(shifted, high, high, counts, BYTE_SLOTS);
    code.run(domain, Mnemonic.VAND, word, high, high, mask);
    code.run(domain, Mnemonic.VOR, word, destination, low, high);
  }

  /**
   * One conditional shift for each bit of the count; a count out of range gives zero or the sign.
   */
  private void bitSerial(DataType type, Area destination, Area value, Area count, int firstSlot) {
    int bytes = type.bytes();
    Area bit = slot(firstSlot, bytes);
    Area moved = slot(firstSlot + 1, bytes);
    Area limit = slot(firstSlot + 2, bytes);
    Area result = slot(firstSlot + 3, bytes);
    int width = type.bits();
    int steps = Integer.numberOfTrailingZeros(width);
    boolean arithmetic = !left && type.kind() == DataType.Kind.SIGNED;
    inRange(type, limit, count, steps);
    Area amount = count;
    if (arithmetic) {
      // Counts out of range become the largest one: limit is all ones for the others.
      negate(limit);
      or(moved, count, limit);
      code.run(domain, Mnemonic.VCOPY, type, limit, moved);
      amount = limit;
    }
    code.run(domain, Mnemonic.VCOPY, type, result, value);
    for (int step = 0; step < steps; step++) {
      code.scalar(domain, Mnemonic.VSHLS, unsigned(type), width - 1 - step, bit, amount);
      code.scalar(domain, Mnemonic.VSHRS, signed(type), width - 1, bit, bit);
      code.scalar(
          domain,
          left ? Mnemonic.VSHLS : Mnemonic.VSHRS,
          left ? unsigned(type) : type,
          1L << step,
          moved,
          result);
      and(moved, moved, bit);
      negate(bit);
      and(result, result, bit);
      or(result, result, moved);
    }
    if (arithmetic) {
      code.run(domain, Mnemonic.VCOPY, type, destination, result);
    } else {
      and(destination, result, limit);
    }
  }

  /** All ones where the count is 0 to width - 1. */
  private void inRange(DataType type, Area limit, Area count, int steps) {
    code.scalar(domain, Mnemonic.VSHRS, unsigned(type), steps, limit, count);
    code.scalar(domain, Mnemonic.VMINS, signed(type), 1, limit, limit);
    code.scalar(domain, Mnemonic.VADDS, signed(type), -1, limit, limit);
  }

  private void and(Area destination, Area first, Area second) {
    code.bitwise(domain, Mnemonic.VAND, destination, first, second);
  }

  private void or(Area destination, Area first, Area second) {
    code.bitwise(domain, Mnemonic.VOR, destination, first, second);
  }

  private void negate(Area area) {
    code.bitwise(domain, Mnemonic.VNOT, area, area);
  }

  private static DataType unsigned(DataType type) {
    return type.bytes() == 4 ? DataType.U32 : DataType.U16;
  }

  private static DataType signed(DataType type) {
    return type.bytes() == 4 ? DataType.S32 : DataType.S16;
  }
}
