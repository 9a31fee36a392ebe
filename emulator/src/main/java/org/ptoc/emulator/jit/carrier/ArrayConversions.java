package org.ptoc.emulator.jit.carrier;

import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.carrier.LaneCode.Value;
import org.ptoc.emulator.jit.segment.LaneConversion;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.ir.isa.DataType;

/**
 * Conversions between lanes of arrays, where it can be with instructions that the JVM vectorises.
 * Which NaN comes out is not defined for f32 and f16.
 */
final class ArrayConversions extends ScalarConversions {
  /** Added and subtracted again it rounds every number below 2^22 to an integer, ties to even. */
  private static final float UNITS = 0x1.8p23f;

  /** Beyond the range of every integer of 8 bits. */
  private static final float MOST_BEFORE_BYTES = 1024;

  /** The most bits of integers that convert to f32 exactly here. */
  private static final int EXACT_BITS = 16;

  private final ArrayLaneCode code;

  ArrayConversions(ArrayLaneCode code, LaneConversion conversion) {
    super(code, conversion);
    this.code = code;
  }

  @Override
  boolean isNearestNumber() {
    return isNearest() && (to == DataType.FP32 || from.bits() <= EXACT_BITS);
  }

  /** Arrays hold integers with their signs, and so do local variables that have more bits. */
  @Override
  void pushSource(Value source) {
    if (from == DataType.FP16 || from == DataType.FP32) {
      code.pushNumber(source);
    } else if (from.kind() == DataType.Kind.SIGNED) {
      code.pushBits(source);
    } else {
      super.pushSource(source);
    }
  }

  /** Halves are below 2^16 or infinite, which they stay. */
  @Override
  void roundToInteger() {
    boolean bytes = conversion.saturate() && to.bytes() == 1;
    if (!isNearest() || from != DataType.FP16 && !bytes) {
      super.roundToInteger();
      return;
    }
    if (from != DataType.FP16) {
      clamp(MOST_BEFORE_BYTES);
    }
    mv.visitLdcInsn(UNITS);
    mv.visitInsn(Opcodes.FADD);
    mv.visitLdcInsn(UNITS);
    mv.visitInsn(Opcodes.FSUB);
    mv.visitInsn(Opcodes.F2I);
  }

  @Override
  Value finishNumber() {
    if (to == DataType.FP32) {
      return code.storeNumber();
    }
    if (to != DataType.FP16 || !conversion.roundsOnly() && !isNearest()) {
      encode();
      return place();
    }
    if (conversion.saturate()) { // The store decides the result of a NaN.
      clamp(Float16.decode(Float16.MAX_FINITE));
    }
    return code.storeNumber(to);
  }

  /** Cuts the {@code float} on the stack to a range around 0; a NaN stays one. */
  private void clamp(float most) {
    Class<?> f = float.class;
    mv.visitLdcInsn(-most);
    code.callOther(Math.class, "max", f, f, f);
    mv.visitLdcInsn(most);
    code.callOther(Math.class, "min", f, f, f);
  }

  @Override
  Value place() {
    return code.storeBits(to);
  }
}
