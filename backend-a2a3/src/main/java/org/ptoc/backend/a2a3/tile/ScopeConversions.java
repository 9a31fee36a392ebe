package org.ptoc.backend.a2a3.tile;

import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Conversions;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;

/**
 * Conversions (spec/11, 5). A5 keeps an element in the lane of the wider one, in its even or odd
 * part; the instruction of the profile packs narrow elements. Bits move between both forms through
 * exact conversions of small integers.
 */
final class ScopeConversions extends ScopeCode {
  private static final int PACKED = ScopeRegisters.TEMPORARIES;
  private static final int WIDE = ScopeRegisters.TEMPORARIES + 1;

  /** Temporaries that no other code of an operation uses. */
  static final int TEMPORARIES = 2;

  ScopeConversions(
      Operation op, IrBuilder builder, ScopeRegisters registers, Map<Value, ScopeMask> masks) {
    super(op, builder, registers, masks);
  }

  boolean emit(boolean clears) {
    ElementType from = register(op().operand(RoleName.INPUT)).element();
    boolean exact =
        Conversions.find(from, element()).filter(pair -> pair.roundings().isEmpty()).isPresent();
    RoundingMode rounding =
        exact
            ? RoundingMode.DEFAULT
            : rounding(op().attributes().text(AttributeName.RND).orElse("R"));
    boolean saturates = op().attributes().text(AttributeName.SAT).filter("SAT"::equals).isPresent();
    if (from.bits() == element().bits()) {
      return compute(
          clears,
          to -> convert(lanes(), from, element(), rounding, saturates, to, in(RoleName.INPUT)));
    }
    boolean odd = op().attributes().text(AttributeName.PART).filter("ODD"::equals).isPresent();
    if (from.bits() > 32 || element().bits() > 32) {
      return false;
    }
    return from.bits() == 2 * element().bits()
        ? narrow(from, rounding, saturates, odd)
        : element().bits() == 2 * from.bits() && widen(from, rounding, saturates, odd);
  }

  private void convert(
      Domain domain,
      ElementType from,
      ElementType to,
      RoundingMode rounding,
      boolean saturates,
      Area destination,
      Area source) {
    code()
        .convert(
            domain,
            DataTypes.of(from),
            DataTypes.of(to),
            rounding.code(),
            saturates,
            destination,
            source);
  }

  private Area temporary(int number, int elementBytes) {
    return registers().temporary(builder(), number, elementBytes);
  }

  private static DataType signed(int bits) {
    return bits == 32 ? DataType.S32 : bits == 16 ? DataType.S16 : DataType.S8;
  }

  private static DataType number(int bits) {
    return bits == 32 ? DataType.FP32 : DataType.FP16;
  }

  /** Packed elements become the low part of wide lanes, the rest of which is zero. */
  private boolean narrow(ElementType from, RoundingMode rounding, boolean saturates, boolean odd) {
    int sources = register(op().operand(RoleName.INPUT)).lanes();
    ScopeMask mask = optionalMask().orElse(ScopeMask.first(builder().index(sources), sources));
    int wide = from.bits();
    Domain lanes = Domain.of(builder(), 1, VectorUnit.REPEAT_BYTES / from.bytes());
    Area packed = temporary(PACKED, element().bytes());
    Area spread = temporary(WIDE, from.bytes());
    convert(lanes, from, element(), rounding, saturates, packed, in(RoleName.INPUT));
    code()
        .convert(
            lanes,
            signed(wide / 2),
            number(wide),
            RoundingMode.DEFAULT.code(),
            false,
            spread,
            packed);
    code()
        .convert(
            lanes,
            number(wide),
            signed(wide),
            RoundingMode.TOWARD_ZERO.code(),
            false,
            spread,
            spread);
    Area low = temporary(1, from.bytes());
    fill(low, (1L << wide / 2) - 1);
    whole(Mnemonic.VAND, spread, spread, low);
    if (odd) {
      shift(Mnemonic.VSHLS, wide, spread);
    }
    Area result = registers().define(builder(), op().result()).as(from.bytes());
    clear(result);
    moveActive(mask, result, spread, ElementType.signless(wide));
    return true;
  }

  private void shift(Mnemonic mnemonic, int wide, Area area) {
    DataType type =
        mnemonic == Mnemonic.VSHRS ? signed(wide) : wide == 32 ? DataType.U32 : DataType.U16;
    Domain lanes = Domain.of(builder(), 1, VectorUnit.REPEAT_BYTES * Byte.SIZE / wide);
    code().scalar(lanes, mnemonic, type, builder().i64(wide / 2), area, area);
  }

  /**
   * A part of wide lanes becomes an integer that its narrow type holds, and with 16 bits packed
   * elements. The mask has the lanes of the source, of which only a part counts: masks with bits
   * are left out, a number of lanes is halved.
   */
  private boolean widen(ElementType from, RoundingMode rounding, boolean saturates, boolean odd) {
    Optional<ScopeMask> mask = optionalMask();
    if (mask.flatMap(ScopeMask::bits).isPresent()) {
      return false;
    }
    int wide = element().bits();
    Area spread = temporary(WIDE, element().bytes());
    copy(spread, in(RoleName.INPUT));
    if (!odd) {
      shift(Mnemonic.VSHLS, wide, spread);
    }
    if (from.isSigned() || from.isFloat()) {
      shift(Mnemonic.VSHRS, wide, spread);
    } else {
      unsigned(wide, spread);
    }
    Area result = registers().define(builder(), op().result());
    Area all = temporary(0, element().bytes());
    clear(result);
    if (from.isInteger()) {
      convert(lanes(), ElementType.signless(wide), element(), rounding, saturates, all, spread);
    } else {
      Area packed = temporary(PACKED, from.bytes());
      code()
          .convert(
              lanes(),
              signed(wide),
              signed(wide / 2),
              RoundingMode.DEFAULT.code(),
              false,
              packed,
              spread);
      convert(lanes(), from, element(), rounding, saturates, all, packed);
    }
    moveActive(halved(mask, odd), result, all, element());
    return true;
  }

  private void unsigned(int wide, Area area) {
    DataType type = wide == 32 ? DataType.U32 : DataType.U16;
    code().scalar(lanes(), Mnemonic.VSHRS, type, builder().i64(wide / 2), area, area);
  }

  private ScopeMask halved(Optional<ScopeMask> mask, boolean odd) {
    int lanes = register().lanes();
    if (mask.isEmpty()) {
      return ScopeMask.first(builder().index(lanes), lanes);
    }
    Value count =
        odd ? builder().divide(mask.get().count(), 2) : builder().ceilDivide(mask.get().count(), 2);
    return ScopeMask.first(count, lanes);
  }
}
