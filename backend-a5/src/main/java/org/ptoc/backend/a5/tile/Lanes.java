package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;

/** Vector operations of one element type under one mask, written like expressions. */
final class Lanes {
  private final IrBuilder builder;
  private final ElementType element;
  private final Value mask;

  Lanes(IrBuilder builder, ElementType element, Value mask) {
    this.builder = builder;
    this.element = element;
    this.mask = mask;
  }

  IrBuilder builder() {
    return builder;
  }

  ElementType element() {
    return element;
  }

  Value mask() {
    return mask;
  }

  VectorRegisterType type() {
    return VectorRegisterType.full(element);
  }

  /** An operation with one vector operand. */
  Value unary(Op name, Value input) {
    return builder.value(name, input.type(), input, mask);
  }

  /** An operation with two vectors, or with a vector and a scalar. */
  Value binary(Op name, Value lhs, Value rhs) {
    return builder.value(name, lhs.type(), lhs, rhs, mask);
  }

  Value add(Value lhs, Value rhs) {
    return binary(Op.VADD, lhs, rhs);
  }

  Value sub(Value lhs, Value rhs) {
    return binary(Op.VSUB, lhs, rhs);
  }

  Value mul(Value lhs, Value rhs) {
    return binary(Op.VMUL, lhs, rhs);
  }

  Value or(Value lhs, Value rhs) {
    return binary(Op.VOR, lhs, rhs);
  }

  Value shiftLeft(Value value, long count) {
    return binary(Op.VSHLS, value, builder.integer(count, ElementType.I16));
  }

  Value shiftRight(Value value, long count) {
    return binary(Op.VSHRS, value, builder.integer(count, ElementType.I16));
  }

  /** The lanes of a mask from one vector, the others from another. */
  Value select(Value selector, Value whenSet, Value otherwise) {
    return builder.value(Op.VSEL, whenSet.type(), whenSet, otherwise, selector);
  }

  /** {@code lhs mode rhs} in active lanes. */
  Value compare(String mode, Value lhs, Value rhs) {
    return builder.value(
        Op.VCMP,
        MaskType.of(element),
        Attributes.of(AttributeName.MODE, new Attribute.Text(mode)),
        lhs,
        rhs,
        mask);
  }

  /** {@code lhs mode scalar} in active lanes. */
  Value compareScalar(String mode, Value lhs, Value scalar) {
    return builder.value(
        Op.VCMPS,
        MaskType.of(element),
        Attributes.of(AttributeName.MODE, new Attribute.Text(mode)),
        lhs,
        scalar,
        mask);
  }

  /** A scalar in every lane. */
  Value splat(Value scalar) {
    return builder.value(Op.VBR, type(), scalar);
  }

  /** A constant in every lane, from its bit pattern. */
  Value splat(long bits) {
    return splat(scalar(bits));
  }

  /** A scalar constant of the element type from its bit pattern; integers are signless. */
  Value scalar(long bits) {
    return element.isFloat()
        ? builder.pattern(bits, element)
        : builder.integer(bits, ElementType.signless(element.bits()));
  }

  /** The same bits as another element type of the same width. */
  Value reinterpret(Value vector, ElementType other) {
    VectorRegisterType type = VectorRegisterType.full(other);
    return vector.type().equals(type) ? vector : builder.value(Op.VBITCAST, type, vector);
  }

  /** The same builder and mask for another element type of the same width. */
  Lanes as(ElementType other) {
    return new Lanes(builder, other, mask);
  }

  /** Fused multiply-add: {@code acc + lhs * rhs}. */
  Value multiplyAdd(Value acc, Value lhs, Value rhs) {
    return builder.value(Op.VMULA, acc.type(), acc, lhs, rhs, mask);
  }

  /** Rounds to an integral value. */
  Value truncate(Value value, String mode) {
    return builder
        .createGrouped(
            Op.VTRC,
            List.of(List.of(value), List.of(mask)),
            List.of(value.type()),
            Attributes.of(AttributeName.RND, new Attribute.Text(mode)))
        .result();
  }
}
