package org.ptoc.emulator.jit.carrier;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.jit.carrier.LaneCode.Value;
import org.ptoc.emulator.jit.segment.LaneConversion;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.emulator.numeric.Float8;
import org.ptoc.emulator.numeric.Integers;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.ir.isa.DataType;

/**
 * Writes a conversion lane by lane, with the steps of {@link
 * org.ptoc.emulator.unit.NumberConversions}.
 */
class ScalarConversions {
  private final ScalarLaneCode code;
  final MethodVisitor mv;
  final LaneConversion conversion;
  final DataType from;
  final DataType to;

  ScalarConversions(ScalarLaneCode code, LaneConversion conversion) {
    this.code = code;
    this.mv = code.mv;
    this.conversion = conversion;
    this.from = conversion.from();
    this.to = conversion.to();
  }

  /** The converted lane. */
  final Value convert(Value source) {
    pushSource(source);
    if (from.isFloat() && to.isInteger()) {
      roundToInteger();
      limit();
    } else if (from.isFloat() || to.isFloat() && isNearestNumber()) {
      if (!from.isFloat()) {
        mv.visitInsn(isWide(from) ? Opcodes.L2F : Opcodes.I2F);
      } else if (conversion.roundsOnly()) {
        mv.visitInsn(Opcodes.F2D);
        roundToIntegral();
        mv.visitInsn(Opcodes.D2F);
      }
      return finishNumber();
    } else if (to.isFloat()) {
      integerToBits();
    } else {
      limit();
      resize();
    }
    return place();
  }

  final boolean isNearest() {
    return conversion.rounding() == Rounding.NEAREST_EVEN;
  }

  /** True if an integer becomes a number by the instruction that gives the nearest one. */
  boolean isNearestNumber() {
    return isNearest() && to == DataType.FP32 && code.width == Float.BYTES;
  }

  /** True if the integers of a type are {@code long} on the stack. */
  private static boolean isWide(DataType type) {
    return type.bytes() == Long.BYTES || type == DataType.U32;
  }

  /** Pushes the number: a {@code float}, or an {@code int} or {@code long} that has its value. */
  void pushSource(Value source) {
    if (from == DataType.FP32 && code.width == Float.BYTES) {
      code.pushNumber(source);
      return;
    }
    pushElement(source);
    switch (from) {
      case FP32 -> code.callOther(Float.class, "intBitsToFloat", float.class, int.class);
      case FP16 -> code.callOther(Float16.class, "decode", float.class, int.class);
      case BF16 -> code.callOther(BFloat16.class, "decode", float.class, int.class);
      case E4M3 -> code.callOther(Float8.class, "decodeE4M3", float.class, int.class);
      case E5M2 -> code.callOther(Float8.class, "decodeE5M2", float.class, int.class);
      case U32 -> {
        mv.visitInsn(Opcodes.I2L);
        mv.visitLdcInsn(0xFFFF_FFFFL);
        mv.visitInsn(Opcodes.LAND);
      }
      default -> code.extend(from);
    }
  }

  /**
   * Pushes the bits of the element, with anything above them: a {@code long} for one of eight
   * bytes, else an int.
   */
  private void pushElement(Value source) {
    code.pushBits(source);
    if (conversion.isWidening() && conversion.shift() > 0) {
      code.pushInt(conversion.shift());
      mv.visitInsn(code.isLong() ? Opcodes.LUSHR : Opcodes.IUSHR);
    }
    if (code.isLong() && from.bytes() < Long.BYTES) {
      mv.visitInsn(Opcodes.L2I);
    }
  }

  /**
   * Turns the {@code float} on the stack into an integer within 32 bits, or 64 for a result of that
   * width.
   */
  void roundToInteger() {
    boolean wide = to.bytes() == Long.BYTES;
    if (conversion.rounding() == Rounding.TO_ZERO) {
      mv.visitInsn(wide ? Opcodes.F2L : Opcodes.F2I);
      return;
    }
    mv.visitInsn(Opcodes.F2D);
    roundToIntegral();
    mv.visitInsn(wide ? Opcodes.D2L : Opcodes.D2I);
  }

  private void roundToIntegral() {
    Class<?> d = double.class;
    switch (conversion.rounding()) {
      case NEAREST_EVEN -> code.callOther(Math.class, "rint", d, d);
      case DOWN -> code.callOther(Math.class, "floor", d, d);
      case UP -> code.callOther(Math.class, "ceil", d, d);
      case NEAREST_AWAY, NEAREST_TO_ZERO, TO_ZERO, TO_ODD -> {
        pushRounding();
        code.callOther(Integers.class, "roundToIntegral", d, d, Rounding.class);
      }
    }
  }

  private void pushRounding() {
    String owner = Type.getInternalName(Rounding.class);
    mv.visitFieldInsn(Opcodes.GETSTATIC, owner, conversion.rounding().name(), "L" + owner + ";");
  }

  /**
   * Clamps the integer on the stack to the range of the result; without saturation its low bits are
   * kept later.
   */
  private void limit() {
    boolean wide = from.isFloat() ? to.bytes() == Long.BYTES : isWide(from);
    boolean narrower = to.bytes() < (wide ? Long.BYTES : Integer.BYTES) || isUnsigned(to);
    if (!conversion.saturate() || !narrower) {
      return;
    }
    boolean signed = !isUnsigned(to);
    pushBound(Integers.clamp(Long.MIN_VALUE, to.bits(), signed), wide, "max");
    pushBound(Integers.clamp(Long.MAX_VALUE, to.bits(), signed), wide, "min");
  }

  private static boolean isUnsigned(DataType type) {
    return type.kind() == DataType.Kind.UNSIGNED;
  }

  private void pushBound(long bound, boolean wide, String function) {
    Class<?> type = wide ? long.class : int.class;
    if (wide) {
      mv.visitLdcInsn(bound);
    } else {
      code.pushInt(Math.clamp(bound, Integer.MIN_VALUE, Integer.MAX_VALUE));
    }
    code.callOther(Math.class, function, type, type, type);
  }

  /**
   * Makes the integer on the stack an {@code int}, or a {@code long} for a result of eight bytes.
   */
  private void resize() {
    boolean wide = to.bytes() == Long.BYTES;
    if (isWide(from) != wide) {
      mv.visitInsn(wide ? Opcodes.I2L : Opcodes.L2I);
    }
  }

  /** The result for the {@code float} on the stack. */
  Value finishNumber() {
    if (to == DataType.FP32 && code.width == Float.BYTES) {
      return code.storeNumber();
    }
    encode();
    return place();
  }

  /** Encodes the {@code float} on the stack. */
  final void encode() {
    if (!conversion.roundsOnly() && (!isNearest() || to.bytes() == 1)) {
      mv.visitInsn(Opcodes.F2D);
      encodeRounded();
      return;
    }
    Class<?> format = to == DataType.FP16 ? Float16.class : BFloat16.class;
    code.callOther(format, "encode", int.class, float.class);
    if (conversion.saturate() && !conversion.roundsOnly()) {
      code.callOther(format, "saturate", int.class, int.class);
    }
  }

  /** Encodes the {@code double} on the stack. */
  private void encodeRounded() {
    pushRounding();
    code.pushInt(conversion.saturate() ? 1 : 0);
    Class<?> format =
        switch (to) {
          case FP16 -> Float16.class;
          case BF16 -> BFloat16.class;
          default -> Float8.class;
        };
    String name =
        switch (to) {
          case E4M3 -> "encodeE4M3";
          case E5M2 -> "encodeE5M2";
          default -> "encode";
        };
    code.callOther(format, name, int.class, double.class, Rounding.class, boolean.class);
  }

  private void integerToBits() {
    if (to == DataType.FP32) {
      if (!isWide(from)) {
        mv.visitInsn(Opcodes.I2L);
      }
      pushRounding();
      code.callOther(Float32.class, "encode", int.class, long.class, Rounding.class);
    } else {
      mv.visitInsn(isWide(from) ? Opcodes.L2D : Opcodes.I2D);
      encodeRounded();
    }
  }

  /** Brings the bits of the result on the stack to their part of the lane. */
  Value place() {
    if (conversion.isNarrowing()) {
      if (to.bytes() < Integer.BYTES) {
        code.withConstant(Opcodes.IAND, (1 << to.bits()) - 1);
      }
      if (code.isLong()) {
        mv.visitInsn(Opcodes.I2L);
        mv.visitLdcInsn((1L << to.bits()) - 1);
        mv.visitInsn(Opcodes.LAND);
      }
      if (conversion.shift() > 0) {
        code.pushInt(conversion.shift());
        mv.visitInsn(code.isLong() ? Opcodes.LSHL : Opcodes.ISHL);
      }
    }
    return code.storeBits();
  }
}
