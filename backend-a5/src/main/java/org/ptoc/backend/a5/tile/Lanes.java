package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.NamedOperation;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;

/** Vector operations of one element type under one mask, written like expressions. */
public final class Lanes {
  private final IrBuilder builder;
  private final ElementType element;
  private final Value mask;

  public Lanes(IrBuilder builder, ElementType element, Value mask) {
    this.builder = builder;
    this.element = element;
    this.mask = mask;
  }

  /** All lanes of full vectors of an element type. */
  public static Lanes all(IrBuilder builder, ElementType element) {
    return new Lanes(builder, element, Columns.pattern(builder, element, "PAT_ALL"));
  }

  public IrBuilder builder() {
    return builder;
  }

  public ElementType element() {
    return element;
  }

  public Value mask() {
    return mask;
  }

  public VectorRegisterType type() {
    return VectorRegisterType.full(element);
  }

  /** An operation with one vector operand. */
  public Value unary(NamedOperation name, Value input) {
    return builder.value(name, input.type(), input, mask);
  }

  /** An operation with two vectors, or with a vector and a scalar. */
  public Value binary(NamedOperation name, Value lhs, Value rhs) {
    return builder.value(name, lhs.type(), lhs, rhs, mask);
  }

  public Value add(Value lhs, Value rhs) {
    return binary(Op.VADD, lhs, rhs);
  }

  public Value sub(Value lhs, Value rhs) {
    return binary(Op.VSUB, lhs, rhs);
  }

  public Value mul(Value lhs, Value rhs) {
    return binary(Op.VMUL, lhs, rhs);
  }

  public Value or(Value lhs, Value rhs) {
    return binary(Op.VOR, lhs, rhs);
  }

  public Value shiftLeft(Value value, long count) {
    return binary(Op.VSHLS, value, builder.integer(count, ElementType.I16));
  }

  public Value shiftRight(Value value, long count) {
    return binary(Op.VSHRS, value, builder.integer(count, ElementType.I16));
  }

  /** The lanes of a mask from one vector, the others from another. */
  public Value select(Value selector, Value whenSet, Value otherwise) {
    return builder.value(Op.VSEL, whenSet.type(), whenSet, otherwise, selector);
  }

  /** {@code lhs mode rhs} in active lanes. */
  public Value compare(String mode, Value lhs, Value rhs) {
    return builder.value(
        Op.VCMP,
        MaskType.of(element),
        Attributes.of(AttributeName.MODE, new Attribute.Text(mode)),
        lhs,
        rhs,
        mask);
  }

  /** {@code lhs mode scalar} in active lanes. */
  public Value compareScalar(String mode, Value lhs, Value scalar) {
    return builder.value(
        Op.VCMPS,
        MaskType.of(element),
        Attributes.of(AttributeName.MODE, new Attribute.Text(mode)),
        lhs,
        scalar,
        mask);
  }

  /** A scalar in every lane. */
  public Value splat(Value scalar) {
    return builder.value(Op.VBR, type(), scalar);
  }

  /** A constant in every lane, from its bit pattern. */
  public Value splat(long bits) {
    return splat(scalar(bits));
  }

  /** A scalar constant of the element type from its bit pattern; integers are signless. */
  public Value scalar(long bits) {
    return element.isFloat()
        ? builder.pattern(bits, element)
        : builder.integer(bits, ElementType.signless(element.bits()));
  }

  /** The same bits as another element type of the same width. */
  public Value reinterpret(Value vector, ElementType other) {
    VectorRegisterType type = VectorRegisterType.full(other);
    return vector.type().equals(type) ? vector : builder.value(Op.VBITCAST, type, vector);
  }

  /** The same builder and mask for another element type of the same width. */
  public Lanes as(ElementType other) {
    return new Lanes(builder, other, mask);
  }

  /** Fused multiply-add: {@code acc + lhs * rhs}. */
  public Value multiplyAdd(Value acc, Value lhs, Value rhs) {
    return builder.value(Op.VMULA, acc.type(), acc, lhs, rhs, mask);
  }

  /** Rounds to an integral value. */
  public Value truncate(Value value, String mode) {
    return builder
        .createGrouped(
            Op.VTRC,
            List.of(List.of(value), List.of(mask)),
            List.of(value.type()),
            Attributes.of(AttributeName.RND, new Attribute.Text(mode)))
        .result();
  }
}
