package org.ptoc.passes.cube;

import java.util.List;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;
import org.ptoc.passes.codegen.DataTypes;

/** Words of the cube core as operations of the IR, at one place of a program. */
public final class CubeWords {
  private final IrBuilder builder;
  private final CubeTarget target;

  public CubeWords(IrBuilder builder, CubeTarget target) {
    this.builder = builder;
    this.target = target;
  }

  public IrBuilder builder() {
    return builder;
  }

  CubeTarget target() {
    return target;
  }

  /** A configuration word to fill in. */
  public WordBuilder word(ConfigurationWord layout) {
    return new WordBuilder(builder, layout);
  }

  /** The type code of elements in words; unlike in vector words scales and halves have one. */
  static int type(ElementType element) {
    return element == ElementType.F8E8M0
        ? DataType.E8M0.code()
        : DataTypes.ofConversion(element).code();
  }

  /** A word that reads registers and has an element type. */
  public void typed(Mnemonic mnemonic, int type, Value... registers) {
    emit(mnemonic, IrBuilder.fields(OperandRole.DT.with(type)), registers);
  }

  void emit(Mnemonic mnemonic, Attributes fields, Value... registers) {
    builder.machine(target.profile(), mnemonic, List.of(registers), List.of(), fields);
  }

  void set(SpecialRegister register, Value value) {
    target.set(builder, register, value);
  }

  /** What a special register holds. */
  Value get(SpecialRegister register) {
    return builder
        .machine(
            target.profile(),
            Mnemonic.MOV_X_SPR,
            List.of(),
            List.of(ElementType.I64),
            IrBuilder.fields(OperandRole.SPR.with(register.code())))
        .result();
  }

  /** {@code ceil(value / unit)} for a non-negative value, as {@code i64}. */
  Value ceil(Value value, long unit) {
    return builder.ceilDivide(wide(value), unit);
  }

  /** The number of units in a multiple of one, as {@code i64}. */
  Value units(Value value, long unit) {
    return builder.divide(wide(value), unit);
  }

  Value wide(Value value) {
    return builder.cast(value, ElementType.I64);
  }
}
