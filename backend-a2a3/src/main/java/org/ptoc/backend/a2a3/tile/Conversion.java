package org.ptoc.backend.a2a3.tile;

import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Rounding;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.codegen.DataTypes;

/** {@code tcvt} (spec/20, 6.6): one {@code vconv}, with a step before it where the instruction alone differs. */
final class Conversion {
  private final ElementType from;
  private final ElementType to;
  private final Rounding rounding;
  private final boolean saturate;

  Conversion(Operation op, ElementType from, ElementType to) {
    this.from = from;
    this.to = to;
    this.rounding = rounding(op.attributes().text("rmode").orElse("RINT"));
    this.saturate =
        op.attributes().text("sat_mode").map("ON"::equals).orElse(saturatesByDefault());
  }

  private static Rounding rounding(String mode) {
    return switch (mode) {
      case "ROUND" -> Rounding.NEAREST_AWAY;
      case "FLOOR" -> Rounding.DOWN;
      case "CEIL" -> Rounding.UP;
      case "TRUNC" -> Rounding.TOWARD_ZERO;
      case "ODD" -> Rounding.TO_ODD;
      default -> Rounding.NEAREST_EVEN;
    };
  }

  /** Off for six pairs and between floats, on for every other pair into integers (spec/20, 6.6). */
  private boolean saturatesByDefault() {
    if (!to.isInteger()) {
      return false;
    }
    boolean narrow = from == ElementType.F16 && to.bits() <= 16 || from == ElementType.F32 && to.bits() == 16;
    boolean halved = from.isInteger() && from.bits() == 2 * to.bits() && to.bits() >= 16;
    return !narrow && !halved;
  }

  /** Scratch slots that the conversion takes. */
  int slots() {
    return guarded() ? 3 : inTwoSteps() ? 1 : 0;
  }

  /** Without saturation infinities and values beyond 32 bits become 0, not the low bits of a clamped value. */
  private boolean guarded() {
    return from.isFloat() && to.isInteger() && to.bits() < 32 && !saturate;
  }

  /** There is no direct instruction: through single precision, rounded to odd so that one rounding is seen. */
  private boolean inTwoSteps() {
    return from.bits() == 32 && from.isInteger() && to == ElementType.F16;
  }

  /** Only pairs that can round or saturate have these fields. */
  private void convert(Code code, Domain domain, ElementType source, Rounding mode, Area destination, Area input) {
    boolean exact =
        source == ElementType.F16 && to == ElementType.F32
            || source == ElementType.BF16 && to == ElementType.F32
            || source.bits() == 8
            || source.isInteger() && source.bits() == 16 && to == ElementType.F32
            || source.isInteger() && to.isInteger();
    boolean saturates = source.isFloat() && source != to && !exact || source.isInteger()
        && source.bits() == 2 * to.bits() && to.isInteger();
    code.convert(
        domain,
        DataTypes.of(source),
        DataTypes.of(to),
        (exact ? Rounding.DEFAULT : mode).code(),
        saturates && saturate,
        destination,
        input);
  }

  /** Emits one piece; {@code scratch} is present when {@link #slots} is not 0. */
  void emit(Code code, Domain domain, Area destination, Area source, Optional<Scratch> scratch, long pitch) {
    if (guarded()) {
      Area bits = slot(code, scratch, 0, 1, pitch);
      Area magnitude = slot(code, scratch, 1, from.bytes(), pitch);
      Area input = slot(code, scratch, 2, from.bytes(), pitch);
      DataType type = DataTypes.of(from);
      code.run(domain, "vabs", type, magnitude, source);
      long bound = from == ElementType.F32 ? 0x4F00_0000L : 0x7C00L;
      code.compare(
          domain, type, Comparison.LT, bits, magnitude, Optional.empty(), Optional.of(code.builder().i64(bound)));
      code.scalar(domain, "vdup", type, 0, magnitude);
      code.select(domain, type, input, bits, source, magnitude);
      convert(code, domain, from, rounding, destination, input);
    } else if (inTwoSteps()) {
      Area single = slot(code, scratch, 0, 4, pitch);
      code.convert(domain, DataTypes.of(from), DataType.FP32, Rounding.TO_ODD.code(), false, single, source);
      convert(code, domain, ElementType.F32, rounding, destination, single);
    } else {
      convert(code, domain, from, rounding, destination, source);
    }
  }

  private static Area slot(Code code, Optional<Scratch> scratch, int number, int bytes, long pitch) {
    return scratch.orElseThrow().slot(code.builder(), number, bytes, pitch * bytes);
  }
}
