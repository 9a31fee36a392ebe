package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.LaneLowering;
import org.ptoc.ir.catalog.RepeatRule;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;

/**
 * One piece of an elementwise tile operation, and what it becomes by the rule that the row of the
 * operation names (spec/21, 8.3).
 *
 * @param scratch slots for intermediate results, when the rule declares some
 * @param pitch distance of their rows in elements
 */
record Elementwise(
    Code code,
    Domain domain,
    ElementType element,
    Area destination,
    List<Area> sources,
    Optional<Value> scalar,
    Optional<Scratch> scratch,
    long pitch) {

  /** The number of scratch slots for intermediate results. */
  static int slots(Operation op, Setting setting) {
    return switch (op.definition().repeats().rule()) {
      case INSTRUCTION, BITS, BITS_WITH_SCALAR -> 0;
      case NEGATION, RECIPROCAL, SUBTRACT_SCALAR -> 0;
      case THEN_ADD, ADD_SCALAR_THEN_TILE, SUBTRACT_SCALAR_ADD_TILE -> 1;
      case POWER -> Power.SLOTS;
      case PARAMETRIC_RELU -> 2;
      case LEAKY_RELU -> leakySlots(op, setting);
      case FLOOR_REMAINDER, TRUNCATED_REMAINDER -> Remainders.slots(elementOf(op));
    };
  }

  /** Emits the instructions. */
  void emit(LaneLowering<RepeatRule, Mnemonic> how) {
    switch (how.rule()) {
      case INSTRUCTION -> direct(how.by());
      case BITS -> halfWords(how.by());
      case BITS_WITH_SCALAR -> halfWordsWithScalar(how.by());
      case THEN_ADD -> inTwoSteps(how.by());
      case ADD_SCALAR_THEN_TILE -> scalarInTwoSteps(false);
      case SUBTRACT_SCALAR_ADD_TILE -> scalarInTwoSteps(true);
      case SUBTRACT_SCALAR -> subtractScalar();
      case NEGATION -> negate();
      case RECIPROCAL -> reciprocal();
      case FLOOR_REMAINDER -> Remainders.emit(this, true);
      case TRUNCATED_REMAINDER -> Remainders.emit(this, false);
      case POWER -> Power.emit(this);
      case PARAMETRIC_RELU -> parametricRelu();
      case LEAKY_RELU -> leakyRelu();
    }
  }

  IrBuilder builder() {
    return code.builder();
  }

  DataType type() {
    return DataTypes.of(element);
  }

  Area slot(int number, int elementBytes) {
    return scratch.orElseThrow().slot(builder(), number, elementBytes, pitch * elementBytes);
  }

  private void direct(Mnemonic mnemonic) {
    if (scalar.isPresent()) {
      code.scalar(
          domain,
          mnemonic,
          type(),
          Scalars.element(builder(), scalar.get(), element),
          destination,
          sources.getFirst());
    } else if (sources.size() == 1) {
      code.run(domain, mnemonic, type(), destination, sources.getFirst());
    } else {
      code.run(domain, mnemonic, type(), destination, sources.get(0), sources.get(1));
    }
  }

  /** Bitwise instructions know 16-bit lanes only. */
  private void halfWords(Mnemonic mnemonic) {
    List<Area> areas = new ArrayList<>(sources);
    areas.addFirst(destination);
    code.bitwise(domain, mnemonic, areas.toArray(Area[]::new));
  }

  /** The destination, which is disjoint from the source, first holds the scalar. */
  private void halfWordsWithScalar(Mnemonic mnemonic) {
    Domain halves = domain.asHalfWords(builder(), element.bytes());
    Value pattern = Scalars.halfWord(builder(), scalar.orElseThrow(), element);
    if (element.bits() == 32) {
      code.scalar(domain, Mnemonic.VDUP, DataType.U32, pattern, destination);
    } else {
      code.scalar(halves, Mnemonic.VDUP, DataType.U16, pattern, destination.as(2));
    }
    code.bitwise(domain, mnemonic, destination, sources.getFirst(), destination);
  }

  private void negate() {
    code.scalar(
        domain, Mnemonic.VMULS, type(), Scalars.minusOne(element), destination, sources.getFirst());
  }

  /** The destination, which is disjoint from the source, first holds ones. */
  private void reciprocal() {
    code.scalar(domain, Mnemonic.VDUP, type(), element.one(), destination);
    code.run(domain, Mnemonic.VDIV, type(), destination, destination, sources.getFirst());
  }

  private void subtractScalar() {
    Value negated = Scalars.negated(builder(), scalar.orElseThrow(), element);
    code.scalar(domain, Mnemonic.VADDS, type(), negated, destination, sources.getFirst());
  }

  /** The first result goes to scratch, because the destination may be the last source. */
  private void inTwoSteps(Mnemonic first) {
    Area sum = slot(0, element.bytes());
    code.run(domain, first, type(), sum, sources.get(0), sources.get(1));
    code.run(domain, Mnemonic.VADD, type(), destination, sum, sources.get(2));
  }

  private void scalarInTwoSteps(boolean subtracts) {
    Area sum = slot(0, element.bytes());
    Value value = scalar.orElseThrow();
    Value addend =
        subtracts
            ? Scalars.negated(builder(), value, element)
            : Scalars.element(builder(), value, element);
    code.scalar(domain, Mnemonic.VADDS, type(), addend, sum, sources.get(0));
    code.run(domain, Mnemonic.VADD, type(), destination, sum, sources.get(1));
  }

  private static ElementType elementOf(Operation op) {
    return ((TileType) op.operand(RoleName.DST).type()).element();
  }

  /**
   * The instruction tests {@code >= 0}, the operation {@code > 0}: a zero shows that when the slope
   * is infinite.
   */
  private static int leakySlots(Operation op, Setting setting) {
    return Scalars.isFinite(setting.constants(), op.operand(RoleName.SCALAR), elementOf(op))
        ? 0
        : 2;
  }

  private void leakyRelu() {
    if (scratch.isEmpty()) {
      direct(Mnemonic.VLRELU);
      return;
    }
    Area product = slot(1, element.bytes());
    Value slope = Scalars.element(builder(), scalar.orElseThrow(), element);
    code.scalar(domain, Mnemonic.VMULS, type(), slope, product, sources.getFirst());
    selectPositive(product);
  }

  private void parametricRelu() {
    Area product = slot(1, element.bytes());
    code.run(domain, Mnemonic.VMUL, type(), product, sources.getFirst(), sources.get(1));
    selectPositive(product);
  }

  private void selectPositive(Area product) {
    Area bits = slot(0, 1);
    Area input = sources.getFirst();
    code.compare(
        domain,
        type(),
        Comparison.GT,
        bits,
        input,
        Optional.empty(),
        Optional.of(builder().i64(0)));
    code.select(domain, type(), destination, bits, input, product);
  }
}
