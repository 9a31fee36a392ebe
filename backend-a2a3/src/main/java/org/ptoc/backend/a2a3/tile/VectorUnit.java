package org.ptoc.backend.a2a3.tile;

import java.util.List;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;

/**
 * Emits vector instructions and the mask and mode changes around them (spec/21, 6). Compiled code
 * is in normal mode with a full mask except inside {@link #firstLanes} and {@link #counted}, which
 * restore both.
 */
final class VectorUnit {
  static final int BLOCK_BYTES = 32;
  static final int REPEAT_BYTES = 256;
  static final int MAX_REPEAT = 255;
  static final int DENSE_REPEAT_STRIDE = 8;

  /** Bits of the two mask registers. */
  static final int MASK_BITS = 128;

  private static final int MASK_LANES = 64;

  /** CTRL bit 56 selects count mode; it is bit 24 of the upper half. */
  private static final int COUNT_MODE_BIT = 56 - 32;

  private VectorUnit() {}

  /**
   * Runs {@code body} with only the first lanes of each repeat active; {@code lanes} is 1 to 128.
   */
  static void firstLanes(IrBuilder builder, long lanes, Runnable body) {
    long low = lanes >= MASK_LANES ? -1 : (1L << lanes) - 1;
    long high =
        lanes >= 2 * MASK_LANES ? -1 : lanes > MASK_LANES ? (1L << lanes - MASK_LANES) - 1 : 0;
    withMask(builder, builder.i64(high), builder.i64(low), body);
  }

  /**
   * Runs {@code body} with as many lanes active as the run says.
   *
   * @param lanes 1 to {@code most}, {@code i64}
   * @param most 1 to 128
   */
  static void firstLanes(IrBuilder builder, Value lanes, int most, Runnable body) {
    Value all = builder.i64(-1);
    Value none = builder.i64(0);
    Value bits = builder.i64(MASK_LANES);
    if (most <= MASK_LANES) {
      withMask(builder, none, shifted(builder, all, builder.sub(bits, lanes)), body);
      return;
    }
    Value above = builder.maxSigned(builder.sub(lanes, bits), none);
    Value below = builder.maxSigned(builder.sub(bits, lanes), none);
    Value least = builder.sub(bits, above);
    Value high =
        builder.value(
            Arithmetic.SELECT,
            ElementType.I64,
            builder.compare("ne", above, none),
            shifted(builder, all, least),
            none);
    withMask(builder, high, shifted(builder, all, below), body);
  }

  /** No mask depends on a distance beyond the width, which would trap. */
  private static Value shifted(IrBuilder builder, Value value, Value count) {
    Value distance = builder.and(count, builder.i64(MASK_LANES - 1));
    return builder.value(Arithmetic.SHRUI, ElementType.I64, value, distance);
  }

  /** Runs {@code body} under a mask. */
  static void withMask(IrBuilder builder, Value high, Value low, Runnable body) {
    setMask(builder, high, low);
    body.run();
    setMask(builder, builder.i64(-1), builder.i64(-1));
  }

  /**
   * Runs {@code body} in count mode: the first {@code count} elements are processed and the repeat
   * fields are not used.
   */
  static void counted(IrBuilder builder, Value count, Runnable body) {
    controlBit(builder, 1);
    setMask(builder, builder.i64(0), count);
    body.run();
    controlBit(builder, 0);
    setMask(builder, builder.i64(-1), builder.i64(-1));
  }

  private static void setMask(IrBuilder builder, Value high, Value low) {
    writeSpecial(builder, SpecialRegister.MASK0, low);
    writeSpecial(builder, SpecialRegister.MASK1, high);
  }

  private static void writeSpecial(IrBuilder builder, SpecialRegister register, Value value) {
    builder.machine(
        Profile.A2A3,
        Mnemonic.MOV_SPR_X,
        List.of(value),
        List.of(),
        IrBuilder.fields(OperandRole.SPR.with(register.code())));
  }

  private static void controlBit(IrBuilder builder, int value) {
    builder.machine(
        Profile.A2A3,
        Mnemonic.SPR_BIT_HI,
        List.of(),
        List.of(),
        IrBuilder.fields(
            OperandRole.SPR.with(SpecialRegister.CTRL.code()),
            OperandRole.ID.with(COUNT_MODE_BIT),
            OperandRole.VALUE.with(value)));
  }

  /** Dependent vector instructions need this between them. */
  static void barrier(IrBuilder builder) {
    builder.effect(Op.BARRIER, Attributes.of(AttributeName.PIPE, new Attribute.Text("PIPE_V")));
  }

  /** An instruction with all its operand registers, the configuration word last. */
  static void emit(IrBuilder builder, Mnemonic mnemonic, DataType type, Value... operands) {
    builder.machine(
        Profile.A2A3,
        mnemonic,
        List.of(operands),
        List.of(),
        IrBuilder.fields(OperandRole.DT.with(type.code())));
  }

  /** The configuration word of a one-source or scalar instruction with dense blocks. */
  static Value unaryWord(IrBuilder builder, long repeat, long destination, long first) {
    return new WordBuilder(builder, ConfigurationWord.UNA)
        .set(ConfigurationField.REPEAT, repeat)
        .set(ConfigurationField.DESTINATION_BLOCK, 1)
        .set(ConfigurationField.FIRST_BLOCK, 1)
        .set(ConfigurationField.DESTINATION_REPEAT, destination & 0xFF)
        .set(ConfigurationField.DESTINATION_REPEAT_HIGH, destination >> 8)
        .set(ConfigurationField.FIRST_REPEAT, first)
        .word();
  }
}
