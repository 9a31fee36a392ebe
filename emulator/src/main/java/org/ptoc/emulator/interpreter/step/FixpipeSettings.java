package org.ptoc.emulator.interpreter.step;

import java.util.Arrays;
import java.util.Optional;
import org.ptoc.emulator.cube.Combination;
import org.ptoc.emulator.cube.Fixpipe;
import org.ptoc.emulator.cube.Fixpipe.Relu;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.QuantizationMode;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.SaturationMode;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.TrapCode;

/**
 * The part of a fixpipe word that describes the conversion of each accumulator, read from its
 * operands, its mode word and the special registers (spec/60, 3.8, 3.9 and 6.1).
 */
final class FixpipeSettings {
  private static final int KEEP_NAN_BIT = 50;
  private static final long FIRST_ALPHA = 1L << 16;
  private static final int SCALE_BYTES = 8;
  private static final int SCALE_UNIT = 128;
  private static final int ALPHA_UNIT = 64;

  /** The low 13 bits of a scale do not exist where each column has one. */
  private static final long SCALE_MASK = ~0x1FFFL;

  private final int quantization;
  private final int relu;
  private final int clip;
  private final DataType accumulator;
  private final DataType result;
  private final SaturationMode saturation;

  FixpipeSettings(Instruction instruction) {
    this.quantization = instruction.code(FieldName.XQ);
    this.relu = instruction.code(FieldName.XR);
    this.clip = instruction.code(FieldName.XC);
    this.accumulator = instruction.type();
    this.result = instruction.resultType();
    this.saturation = SaturationMode.of(instruction.code(FieldName.SM));
  }

  /** What the mode word says. */
  Fixpipe fixpipe(Core core, ConfigurationWord layout, long word) {
    int code = (int) layout.get(word, ConfigurationField.QUANT);
    QuantizationMode mode =
        QuantizationMode.byCode(code)
            .orElseThrow(
                () -> Configuration.illegal("quantisation mode " + code + " has no meaning"));
    if (!mode.accepts(accumulator, result)) {
      throw MachineTrap.of(
          TrapCode.ILLEGAL_OPERAND_TYPE,
          mode.spelling()
              + " does not make "
              + result.spelling()
              + " of "
              + accumulator.spelling());
    }
    long relus = layout.get(word, ConfigurationField.RELU);
    long clips = layout.get(word, ConfigurationField.CLIP);
    if (relus >= Relu.values().length
        || clips > 1
        || layout.get(word, ConfigurationField.UNIT_FLAG) == 1) {
      throw Configuration.illegal(
          "relu " + relus + ", clip " + clips + " or unit flag is reserved");
    }
    boolean control = saturation == SaturationMode.CONTROL;
    boolean saturate =
        control ? !control(core, Core.NO_SATURATION_BIT) : saturation != SaturationMode.KEEP;
    boolean keepNan =
        control ? control(core, KEEP_NAN_BIT) : saturation == SaturationMode.SATURATE_KEEP_NAN;
    return new Fixpipe(
        accumulator,
        result,
        mode,
        Relu.values()[(int) relus],
        clips != 0,
        register(core, clip, SpecialRegister.CLIP_RELU),
        saturate,
        keepNan);
  }

  private static boolean control(Core core, int bit) {
    return (core.special[SpecialRegister.CTRL.code()] >>> bit & 1) != 0;
  }

  /** A register, or the special register if there is none. */
  private static long register(Core core, int number, SpecialRegister otherwise) {
    return number == RegisterClass.X.constantRegister()
        ? core.special[otherwise.code()]
        : core.x[number];
  }

  /** Fills in the parameter of each column. */
  void parameters(Core core, Fixpipe fixpipe, int code, long[] parameters, int columns) {
    if (!fixpipe.mode().isVector(code)) {
      long one = register(core, quantization, SpecialRegister.QUANT_PRE);
      Arrays.fill(parameters, 0, columns, one);
      return;
    }
    long address =
        quantization == RegisterClass.X.constantRegister()
            ? packed(core, ConfigurationField.QUANT) * SCALE_UNIT
            : core.x[quantization];
    if (address >= FIRST_ALPHA) {
      throw Configuration.illegal("scales stand in segment 0 of FB");
    }
    int bytes = columns * SCALE_BYTES;
    int at = core.cube.at(AddressSpace.FB, address, bytes, SCALE_BYTES);
    core.record.reads(AddressSpace.FB, address, bytes);
    byte[] table = core.cube.array(AddressSpace.FB);
    for (int column = 0; column < columns; column++) {
      parameters[column] = LittleEndian.get64(table, at + column * SCALE_BYTES) & SCALE_MASK;
    }
  }

  /** Fills in the factor of negative values of each column. */
  void alphas(Core core, Fixpipe fixpipe, float[] alphas, int columns) {
    if (fixpipe.relu() != Relu.VECTOR) {
      long one = register(core, relu, SpecialRegister.RELU_ALPHA);
      Arrays.fill(alphas, 0, columns, Float.intBitsToFloat((int) one));
      return;
    }
    long address =
        relu == RegisterClass.X.constantRegister()
            ? FIRST_ALPHA + packed(core, ConfigurationField.RELU) * ALPHA_UNIT
            : core.x[relu];
    if (address < FIRST_ALPHA) {
      throw Configuration.illegal("factors of negative values stand in segment 1 of FB");
    }
    int bytes = columns * Float.BYTES;
    int at = core.cube.at(AddressSpace.FB, address, bytes, Float.BYTES);
    core.record.reads(AddressSpace.FB, address, bytes);
    byte[] table = core.cube.array(AddressSpace.FB);
    for (int column = 0; column < columns; column++) {
      alphas[column] = Float.intBitsToFloat(LittleEndian.get32(table, at + column * Float.BYTES));
    }
  }

  private static long packed(Core core, ConfigurationField field) {
    long addresses =
        Configuration.checked(ConfigurationWord.FPC, core.special[SpecialRegister.FPC.code()]);
    return ConfigurationWord.FPC.get(addresses, field);
  }

  /** How a store combines with the data in GM; empty when it replaces the data. */
  Optional<Combination> combination(Core core, Fixpipe fixpipe) {
    Optional<AtomicMode> mode = AtomicMode.of(core);
    if (mode.isEmpty()) {
      return Optional.empty();
    }
    DataType expected = mode.get().type();
    if (expected != result || fixpipe.mode().resultBits(result) < Byte.SIZE) {
      throw MachineTrap.of(
          TrapCode.ILLEGAL_OPERAND_TYPE,
          "CTRL asks for atomic " + expected.spelling() + ", the store is " + result.spelling());
    }
    return Optional.of(mode.get().combination());
  }
}
