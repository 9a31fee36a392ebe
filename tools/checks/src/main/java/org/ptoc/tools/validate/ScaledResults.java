package org.ptoc.tools.validate;

import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;

/** Results of quantizations: each step is rounded to single precision (spec/50, 2.9). */
final class ScaledResults {
  private ScaledResults() {}

  static void quantize(Execution run) {
    Tile source = run.tile(RoleName.SRC);
    Expectation expected = run.expect(RoleName.DST);
    Tile result = expected.tile();
    int least = result.type().element().isSigned() ? Byte.MIN_VALUE : 0;
    for (long row = 0; row < result.rows(); row++) {
      for (long column = 0; column < result.columns(); column++) {
        float scaled = single(run.element(source, row, column)) * carried(run, RoleName.SCALE, row);
        float value =
            run.has(RoleName.OFFSET) ? scaled + carried(run, RoleName.OFFSET, row) : scaled;
        long whole = (long) Math.rint(value);
        expected.add(row, column, Math.clamp(whole, least, least + 255) & 0xFF);
      }
    }
  }

  static void dequantize(Execution run) {
    Tile source = run.tile(RoleName.SRC);
    Expectation expected = run.expect(RoleName.DST);
    ElementType type = source.type().element();
    for (long row = 0; row < expected.tile().rows(); row++) {
      for (long column = 0; column < expected.tile().columns(); column++) {
        float whole = Elements.integer(type, run.element(source, row, column));
        float value =
            (whole - carried(run, RoleName.OFFSET, row)) * carried(run, RoleName.SCALE, row);
        expected.add(row, column, Integer.toUnsignedLong(Float.floatToIntBits(value)));
      }
    }
  }

  private static float carried(Execution run, RoleName role, long row) {
    return single(run.element(run.tile(role), row, 0));
  }

  private static float single(long bits) {
    return Float.intBitsToFloat((int) bits);
  }
}
