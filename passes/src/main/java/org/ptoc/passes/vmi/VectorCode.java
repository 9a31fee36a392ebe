package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.NamedOperation;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;

/** Vector operations on single registers, written like expressions. */
record VectorCode(IrBuilder builder) {
  private static final List<Integer> PATTERNS = List.of(1, 2, 3, 4, 8, 16, 32, 64, 128);

  static VectorRegisterType type(ElementType element) {
    return VectorRegisterType.full(element);
  }

  static ElementType elementOf(Value register) {
    return ((VectorRegisterType) register.type()).element();
  }

  /** The type of a lane in registers: signless integers are unsigned (spec/80, 2.2). */
  static ElementType physical(ElementType element) {
    return element.kind() == ElementType.Kind.SIGNLESS
        ? ElementType.UI8.withBits(element.bits())
        : element;
  }

  /** The unsigned integer of a width. */
  static ElementType unsigned(int bits) {
    return ElementType.UI8.withBits(bits);
  }

  static MaskType maskType(int bits) {
    return MaskType.of(unsigned(bits));
  }

  static int lanes(int bits) {
    return VectorRegisterType.REGISTER_BITS / bits;
  }

  // Masks.

  /** All lanes of a width. */
  Value all(int bits) {
    return pattern(bits, "PAT_ALL");
  }

  private Value pattern(int bits, String name) {
    MaskType type = maskType(bits);
    return builder.once(
        Op.pattern(type), type, Attributes.of(AttributeName.PATTERN, new Attribute.Text(name)));
  }

  /** The first lanes of a width. */
  Value prefix(int bits, long count) {
    if (count <= 0) {
      return pattern(bits, "PAT_ALLF");
    }
    if (count >= lanes(bits)) {
      return all(bits);
    }
    return PATTERNS.contains((int) count)
        ? pattern(bits, "PAT_VL" + count)
        : lessThan(bits, builder.i32(count)).result(0);
  }

  /** The lanes below a number, and what is left of it. */
  Operation lessThan(int bits, Value count) {
    MaskType type = maskType(bits);
    return builder.create(
        Op.lessThan(type), List.of(count), List.of(type, ElementType.I32), Attributes.EMPTY);
  }

  Value and(Value lhs, Value rhs) {
    return builder.value(Op.PAND, lhs.type(), lhs, rhs, rhs);
  }

  Value or(Value lhs, Value rhs, int bits) {
    return builder.value(Op.POR, lhs.type(), lhs, rhs, all(bits));
  }

  Value xor(Value lhs, Value rhs, int bits) {
    return builder.value(Op.PXOR, lhs.type(), lhs, rhs, all(bits));
  }

  Value not(Value mask, int bits) {
    return builder.value(Op.PNOT, mask.type(), mask, all(bits));
  }

  // Registers.

  /** The same bits as another element type. */
  Value cast(Value register, ElementType element) {
    return elementOf(register) == element
        ? register
        : builder.value(Op.VBITCAST, type(element), register);
  }

  /** The bits as unsigned integers of a width. */
  Value bits(Value register, int width) {
    return cast(register, unsigned(width));
  }

  private int width(Value register) {
    return elementOf(register).bits();
  }

  /** An operation on registers under the mask of all lanes. */
  Value apply(NamedOperation name, Value first, Value... others) {
    return masked(name, all(width(first)), first, others);
  }

  /** An operation on registers, 0 in lanes that the mask excludes. */
  Value masked(NamedOperation name, Value mask, Value first, Value... others) {
    List<Value> operands = new ArrayList<>();
    operands.add(first);
    operands.addAll(List.of(others));
    operands.add(mask);
    return builder.create(name, operands, List.of(first.type()), Attributes.EMPTY).result();
  }

  /** The register where a mask is set, 0 elsewhere. */
  Value zeroed(Value register, Value mask) {
    ElementType element = elementOf(register);
    Value plain = bits(register, element.bits());
    return cast(builder.value(Op.VMOV, plain.type(), plain, mask), element);
  }

  Value select(Value mask, Value whenSet, Value otherwise) {
    ElementType element = elementOf(whenSet);
    Value one = bits(whenSet, element.bits());
    Value other = bits(otherwise, element.bits());
    return cast(builder.value(Op.VSEL, one.type(), one, other, mask), element);
  }

  Value or(Value lhs, Value rhs) {
    return apply(Op.VOR, lhs, rhs);
  }

  /** {@code vintlv} or {@code vdintlv}. */
  List<Value> interleave(Op name, Value lhs, Value rhs) {
    return builder
        .create(name, List.of(lhs, rhs), List.of(lhs.type(), lhs.type()), Attributes.EMPTY)
        .results();
  }

  /** A constant in every lane, from its bits. */
  Value splat(ElementType element, long bits) {
    return builder.value(Op.VBR, type(element), scalar(element, bits));
  }

  Value scalar(ElementType element, long bits) {
    return element.isFloat()
        ? builder.pattern(bits, element)
        : builder.integer(bits, ElementType.signless(element.bits()));
  }

  /** The numbers of the lanes as unsigned integers, counted from a first one. */
  Value ramp(int bits, long first) {
    return builder.value(
        Op.VCI, type(unsigned(bits)), builder.integer(first, ElementType.signless(bits)));
  }

  /** Lane 0 in every lane. */
  Value duplicate(Value register) {
    ElementType element = elementOf(register);
    Value plain = bits(register, element.bits());
    Value everywhere =
        builder.value(
            Op.VDUP,
            plain.type(),
            Attributes.of(AttributeName.POSITION, new Attribute.Text("LOWEST")),
            plain,
            all(element.bits()));
    return cast(everywhere, element);
  }

  /** The lanes that indices of their width name. */
  Value lookup(Value register, Value indices) {
    ElementType element = elementOf(register);
    Value plain = bits(register, element.bits());
    Value found = builder.value(Op.VSELR, plain.type(), plain, bits(indices, element.bits()));
    return cast(found, element);
  }

  /** A lane in every lane. */
  Value lane(Value register, int number) {
    return number == 0
        ? duplicate(register)
        : lookup(register, splat(unsigned(width(register)), number));
  }

  /** Two registers side by side, read from a lane on. */
  Value slide(Value low, Value high, int first) {
    if (first == 0) {
      return low;
    }
    ElementType element = elementOf(low);
    Value one = bits(low, element.bits());
    Value other = bits(high, element.bits());
    Value window =
        builder.value(Op.VSLIDE, one.type(), other, one, builder.integer(first, ElementType.I16));
    return cast(window, element);
  }

  /** {@code lhs mode rhs} where the seed is set. */
  Value compare(String mode, Value lhs, Value rhs, Value seed) {
    return builder.value(Op.VCMP, seed.type(), mode(mode), lhs, rhs, seed);
  }

  /** {@code lhs mode scalar} where the seed is set. */
  Value compareScalar(String mode, Value lhs, Value scalar, Value seed) {
    return builder.value(Op.VCMPS, seed.type(), mode(mode), lhs, scalar, seed);
  }

  private static Attributes mode(String mode) {
    return Attributes.of(AttributeName.MODE, new Attribute.Text(mode));
  }

  Value shiftRight(Value register, int count) {
    return count == 0
        ? register
        : apply(Op.VSHRS, register, builder.integer(count, ElementType.I16));
  }

  /** The low halves of lanes of one or two registers, side by side. */
  Value pack(Value low, java.util.Optional<Value> high) {
    int bits = width(low);
    Value first = half(Op.VPACK, low, "LOWER", bits / 2);
    return high.map(other -> or(first, half(Op.VPACK, bits(other, bits), "HIGHER", bits / 2)))
        .orElse(first);
  }

  private Value half(Op name, Value register, String half, int bits) {
    return builder
        .createGrouped(
            name,
            List.of(List.of(bits(register, width(register)))),
            List.of(type(unsigned(bits))),
            Attributes.of(AttributeName.PART, new Attribute.Text(half)))
        .result();
  }

  /** A half of the lanes with zeros above them. */
  Value unpack(Value register, int half) {
    int bits = width(register);
    return builder.value(
        Op.VZUNPACK, type(unsigned(2 * bits)), bits(register, bits), builder.index(half));
  }

  /** Orders accesses of the same bytes. */
  void barrier(String kind) {
    builder.create(
        Op.MEM_BAR,
        List.of(),
        List.of(),
        Attributes.of(AttributeName.KIND, new Attribute.Text(kind)));
  }
}
