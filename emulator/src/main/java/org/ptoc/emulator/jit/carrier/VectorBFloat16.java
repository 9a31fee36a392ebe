package org.ptoc.emulator.jit.carrier;

import java.util.List;
import org.ptoc.emulator.jit.carrier.LaneCode.Value;
import org.ptoc.emulator.jit.carrier.VectorValues.Bits;
import org.ptoc.emulator.jit.segment.LaneConversion;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;

/**
 * Arithmetic on bf16, vector by vector: lanes with even numbers and those with odd ones are the
 * parts of lanes of four bytes, which become f32 numbers, and the results of both go back to these
 * parts. The same works for f16, and was slower than arrays of halves.
 */
record VectorBFloat16(VectorLaneCode code) {

  Value apply(LaneFunction function, List<Value> arguments) {
    VectorLaneCode wide = code.wide();
    Bits parts = part(wide, function, arguments, 0).with("OR", part(wide, function, arguments, 1));
    parts.push();
    wide.invoke(wide.bitsClass, "reinterpretAsShorts", "()L" + code.bitsClass + ";");
    code.continueAfter(wide);
    return code.storeBits();
  }

  private Bits part(VectorLaneCode wide, LaneFunction function, List<Value> arguments, int part) {
    List<Value> numbers = arguments.stream().map(each -> number(wide, each, part)).toList();
    Value result = new VectorFunctions(wide, DataType.FP32).apply(function, numbers);
    LaneConversion narrow =
        new LaneConversion(DataType.FP32, DataType.BF16, Rounding.NEAREST_EVEN, false, part);
    return wide.bits(new VectorConversions(wide, narrow).convert(result));
  }

  private Value number(VectorLaneCode wide, Value argument, int part) {
    if (code.isZero(argument)) {
      return wide.constant(0);
    }
    code.pushBits(argument);
    code.invoke(code.bitsClass, "reinterpretAsInts", "()L" + wide.bitsClass + ";");
    LaneConversion widening =
        new LaneConversion(DataType.BF16, DataType.FP32, Rounding.NEAREST_EVEN, false, part);
    return new VectorConversions(wide, widening).convert(wide.storeBits());
  }
}
