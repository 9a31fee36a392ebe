package org.ptoc.backend.a2a3.tile;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;

/** Instructions for one operation of a vecscope, whose registers lie in UB. */
abstract class ScopeCode {
  private final Operation op;
  private final IrBuilder builder;
  private final ScopeRegisters registers;
  private final Map<Value, ScopeMask> masks;
  private final Code code;

  ScopeCode(
      Operation op, IrBuilder builder, ScopeRegisters registers, Map<Value, ScopeMask> masks) {
    this.op = op;
    this.builder = builder;
    this.registers = registers;
    this.masks = masks;
    this.code = Code.following(builder);
  }

  /** Writes all lanes of a result. */
  interface Emission {
    void into(Area result);
  }

  final Operation op() {
    return op;
  }

  final IrBuilder builder() {
    return builder;
  }

  final ScopeRegisters registers() {
    return registers;
  }

  final Code code() {
    return code;
  }

  final Map<Value, ScopeMask> masks() {
    return masks;
  }

  final Area in(RoleName role) {
    return registers.find(op.operand(role)).orElseThrow();
  }

  final ScopeMask mask(RoleName role) {
    return Objects.requireNonNull(masks.get(op.operand(role)));
  }

  final Optional<ScopeMask> optionalMask() {
    return op.definition().form().hasOperand(RoleName.MASK)
        ? op.optional(RoleName.MASK).map(masks::get)
        : Optional.empty();
  }

  final void setMask(Value value, ScopeMask mask) {
    masks.put(value, mask);
  }

  static VectorRegisterType register(Value value) {
    return (VectorRegisterType) value.type();
  }

  /** Type of the first result. */
  final VectorRegisterType register() {
    return register(op.result(0));
  }

  final ElementType element() {
    return register().element();
  }

  final DataType type() {
    return DataTypes.of(element());
  }

  final Domain lanes() {
    return Domain.of(builder, 1, register().lanes());
  }

  final void run(Mnemonic mnemonic, Area... areas) {
    code.run(lanes(), mnemonic, type(), areas);
  }

  final void run(InstructionDefinition word, Area... areas) {
    code.run(lanes(), word, type(), areas);
  }

  final void scalar(Mnemonic mnemonic, Value scalar, Area... areas) {
    code.scalar(lanes(), mnemonic, type(), scalar, areas);
  }

  final void scalar(InstructionDefinition word, Value scalar, Area... areas) {
    code.scalar(lanes(), word, type(), scalar, areas);
  }

  /** A bitwise instruction on all bytes of the registers. */
  final void whole(Mnemonic mnemonic, Area... areas) {
    whole(InstructionTable.of(Profile.A2A3).get(mnemonic), areas);
  }

  final void whole(InstructionDefinition word, Area... areas) {
    Domain halves = Domain.of(builder, 1, VectorUnit.REPEAT_BYTES / 2);
    Area[] views = new Area[areas.length];
    for (int i = 0; i < areas.length; i++) {
      views[i] = areas[i].as(2);
    }
    code.run(halves, word, DataType.U16, views);
  }

  final void copy(Area to, Area from) {
    whole(Mnemonic.VCOPY, to, from);
  }

  final void splat(Area to, Value value, ElementType element) {
    Value bits = Scalars.halfWord(builder, value, element);
    int lanes = VectorUnit.REPEAT_BYTES / Math.max(2, element.bytes());
    DataType word = element.bits() == 32 ? DataType.U32 : DataType.U16;
    code.scalar(Domain.of(builder, 1, lanes), Mnemonic.VDUP, word, bits, to.as(word.bytes()));
  }

  /** All lanes hold the low bits of a number. */
  final void fill(Area to, long value) {
    DataType word = to.elementBytes() == 4 ? DataType.U32 : DataType.U16;
    long bits = value & (1L << word.bits()) - 1;
    code.scalar(
        Domain.of(builder, 1, VectorUnit.REPEAT_BYTES / word.bytes()),
        Mnemonic.VDUP,
        word,
        bits,
        to.as(word.bytes()));
  }

  final void clear(Area area) {
    fill(area.as(4), 0);
  }

  /**
   * Emits a result, whose inactive lanes are cleared when they can be seen. @return false when that
   * cannot be done
   */
  final boolean compute(Value value, boolean clears, Emission emission) {
    Area result = registers.define(builder, value);
    Optional<ScopeMask> mask = optionalMask();
    if (!clears || mask.isEmpty() || mask.get().isFull(builder)) {
      emission.into(result);
      return true;
    }
    ElementType element = register(value).element();
    if (element.bits() == 8 && mask.get().bits().isPresent()) {
      return false;
    }
    Area all = registers.temporary(builder, 0, result.elementBytes());
    emission.into(all);
    clear(result);
    moveActive(mask.get(), result, all, element);
    return true;
  }

  final boolean compute(boolean clears, Emission emission) {
    return compute(op.result(), clears, emission);
  }

  /** Copies active lanes; the others of the destination stay. */
  final void moveActive(ScopeMask mask, Area to, Area from, ElementType element) {
    Domain active = mask.domain(builder);
    if (mask.bits().isPresent()) {
      code.select(active, DataTypes.of(element), to, mask.bits().get(), from, to);
    } else {
      ByteCopy.copy(code, active, to, from, registers.temporary(builder, 2, 2));
    }
  }

  /** Packed bits of a mask that is restricted by another one. */
  final ScopeMask restricted(ScopeMask seed, Area bits) {
    if (seed.bits().isPresent()) {
      Domain words = Domain.of(builder, 1, VectorUnit.BLOCK_BYTES / 2);
      code.run(words, Mnemonic.VAND, DataType.U16, bits.as(2), bits.as(2), seed.bits().get().as(2));
    }
    return seed.with(bits);
  }

  final Comparison comparison(AttributeName attribute) {
    return op.attributes().text(attribute).flatMap(Comparison::byMode).orElse(Comparison.EQ);
  }

  static RoundingMode rounding(String letter) {
    return switch (letter) {
      case "A" -> RoundingMode.NEAREST_AWAY;
      case "F" -> RoundingMode.DOWN;
      case "C" -> RoundingMode.UP;
      case "Z" -> RoundingMode.TOWARD_ZERO;
      case "O" -> RoundingMode.TO_ODD;
      default -> RoundingMode.NEAREST_EVEN;
    };
  }
}
