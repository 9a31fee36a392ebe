package org.ptoc.backend.a2a3.tile;

import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Sums with carries and products of 64 bits (spec/10 and spec/11), from 32-bit instructions that
 * wrap.
 */
final class ScopeArithmetic extends ScopeCode {
  /** Temporaries that no other code of an operation uses. */
  static final int TEMPORARIES = 7;

  private static final int WORD = Integer.BYTES;

  ScopeArithmetic(
      Operation op, IrBuilder builder, ScopeRegisters registers, Map<Value, ScopeMask> masks) {
    super(op, builder, registers, masks);
  }

  private Area temporary(int number) {
    return registers().temporary(builder(), ScopeRegisters.TEMPORARIES + number, WORD);
  }

  private void words(Mnemonic mnemonic, Area... areas) {
    code()
        .run(
            Domain.of(builder(), 1, VectorUnit.REPEAT_BYTES / WORD), mnemonic, DataType.S32, areas);
  }

  private void shift(DataType type, int distance, Area to, Area from) {
    code()
        .scalar(
            Domain.of(builder(), 1, VectorUnit.REPEAT_BYTES / WORD),
            Mnemonic.VSHRS,
            type,
            builder().i64(distance),
            to,
            from);
  }

  /**
   * @param noBorrow true when the second result of a difference is 1 where nothing is borrowed
   */
  boolean carry(boolean noBorrow) {
    boolean subtracts =
        LaneWords.semantics(op()).orElseThrow() instanceof Semantics.Lanes lanes
            && lanes.results().getFirst() instanceof LaneExpression.Apply(var function, _)
            && function == LaneFunction.SUB;
    boolean inverts = subtracts && noBorrow;
    if (op().definition().form() == OperationForm.CARRY_CHAIN) {
      carryIn(mask(RoleName.CARRY_IN), inverts);
    }
    boolean done = compute(op().result(0), true, to -> sum(to, subtracts));
    Area out = temporary(0);
    carryOut(out, subtracts);
    Area bits = registers().define(builder(), op().result(1));
    Domain all = Domain.of(builder(), 1, VectorUnit.REPEAT_BYTES / WORD);
    code()
        .compare(
            all,
            DataType.S32,
            Comparison.EQ,
            bits,
            out,
            Optional.empty(),
            Optional.of(builder().i64(inverts ? 0 : 1)));
    setMask(op().result(1), restricted(mask(RoleName.MASK), bits));
    return done;
  }

  /** One in the lanes of the incoming carry. */
  private void carryIn(ScopeMask carry, boolean inverts) {
    fill(temporary(2), inverts ? 1 : 0);
    fill(temporary(1), inverts ? 0 : 1);
    moveActive(carry, temporary(2), temporary(1), ElementType.I32);
  }

  private void sum(Area to, boolean subtracts) {
    Mnemonic mnemonic = subtracts ? Mnemonic.VSUB : Mnemonic.VADD;
    words(mnemonic, to, in(RoleName.LHS), in(RoleName.RHS));
    if (op().definition().form() == OperationForm.CARRY_CHAIN) {
      words(mnemonic, to, to, temporary(2));
    }
    copy(temporary(3), to);
  }

  /**
   * The majority of the highest bits of both operands, the first inverted for a difference, and the
   * inverted sum.
   */
  private void carryOut(Area out, boolean subtracts) {
    Area first = in(RoleName.LHS);
    Area sum = temporary(3);
    if (subtracts) {
      whole(Mnemonic.VNOT, temporary(1), first);
      first = temporary(1);
    } else {
      whole(Mnemonic.VNOT, sum, sum);
    }
    whole(Mnemonic.VOR, out, first, in(RoleName.RHS));
    whole(Mnemonic.VAND, out, out, sum);
    whole(Mnemonic.VAND, sum, first, in(RoleName.RHS));
    whole(Mnemonic.VOR, out, out, sum);
    shift(DataType.U32, Integer.SIZE - 1, out, out);
  }

  /**
   * Four products of 16-bit halves; a negative factor counts 2<sup>32</sup> too much as an unsigned
   * one.
   */
  boolean multiply() {
    ElementType element = element();
    Area low = temporary(0);
    fill(low, 0xFFFF);
    Area firstLow = temporary(1);
    Area firstHigh = temporary(2);
    Area secondLow = temporary(3);
    Area secondHigh = temporary(4);
    halves(in(RoleName.LHS), firstLow, firstHigh);
    halves(in(RoleName.RHS), secondLow, secondHigh);
    Area middle = temporary(5);
    Area part = temporary(6);
    words(Mnemonic.VMUL, middle, firstLow, secondLow);
    shift(DataType.U32, 16, middle, middle);
    words(Mnemonic.VMUL, firstLow, firstLow, secondHigh);
    words(Mnemonic.VMUL, secondLow, firstHigh, secondLow);
    words(Mnemonic.VMUL, firstHigh, firstHigh, secondHigh);
    for (Area cross : new Area[] {firstLow, secondLow}) {
      whole(Mnemonic.VAND, part, cross, low);
      words(Mnemonic.VADD, middle, middle, part);
      shift(DataType.U32, 16, part, cross);
      words(Mnemonic.VADD, firstHigh, firstHigh, part);
    }
    shift(DataType.U32, 16, middle, middle);
    words(Mnemonic.VADD, firstHigh, firstHigh, middle);
    if (element.isSigned()) {
      correct(firstHigh, in(RoleName.LHS), in(RoleName.RHS), part);
      correct(firstHigh, in(RoleName.RHS), in(RoleName.LHS), part);
    }
    return compute(
            op().result(0),
            true,
            to -> words(Mnemonic.VMUL, to, in(RoleName.LHS), in(RoleName.RHS)))
        && compute(op().result(1), true, to -> copy(to, firstHigh));
  }

  private void halves(Area from, Area low, Area high) {
    whole(Mnemonic.VAND, low, from, temporary(0));
    shift(DataType.U32, 16, high, from);
  }

  private void correct(Area high, Area factor, Area other, Area part) {
    shift(DataType.S32, Integer.SIZE - 1, part, factor);
    whole(Mnemonic.VAND, part, part, other);
    words(Mnemonic.VSUB, high, high, part);
  }
}
