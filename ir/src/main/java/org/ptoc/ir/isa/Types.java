package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.DataType.BF16;
import static org.ptoc.ir.isa.DataType.E4M3;
import static org.ptoc.ir.isa.DataType.E5M2;
import static org.ptoc.ir.isa.DataType.FP16;
import static org.ptoc.ir.isa.DataType.FP32;
import static org.ptoc.ir.isa.DataType.HIF8;
import static org.ptoc.ir.isa.DataType.S16;
import static org.ptoc.ir.isa.DataType.S32;
import static org.ptoc.ir.isa.DataType.S64;
import static org.ptoc.ir.isa.DataType.S8;
import static org.ptoc.ir.isa.DataType.U16;
import static org.ptoc.ir.isa.DataType.U32;
import static org.ptoc.ir.isa.DataType.U64;
import static org.ptoc.ir.isa.DataType.U8;

/** The type sets that rows share; signless integers count as signed (spec/40, 7.2). */
final class Types {
  static final TypeRule UNTYPED = TypeRule.untyped();

  // Scalar widths
  static final TypeRule INTEGER_WIDTHS =
      TypeRule.widths(
          ScalarWidth.I1, ScalarWidth.I8, ScalarWidth.I16, ScalarWidth.I32, ScalarWidth.I64);
  static final TypeRule FLOAT_WIDTHS =
      TypeRule.widths(ScalarWidth.F16, ScalarWidth.BF16, ScalarWidth.F32);
  static final TypeRule WIDTHS = INTEGER_WIDTHS.and(FLOAT_WIDTHS);
  static final TypeRule ATOMIC_WIDTHS =
      TypeRule.widths(ScalarWidth.I32, ScalarWidth.I64).and(FLOAT_WIDTHS);
  static final TypeRule IMMEDIATE_WIDTHS =
      TypeRule.widths(ScalarWidth.I8, ScalarWidth.I16, ScalarWidth.I32, ScalarWidth.I64);

  // A5 (types_a5 of spec/10 and spec/11)
  static final TypeRule FLOATS = TypeRule.of(FP16, FP32);
  static final TypeRule FLOATS_3 = TypeRule.of(FP16, BF16, FP32);
  static final TypeRule INTEGERS = TypeRule.of(S8, U8, S16, U16, S32, U32);
  static final TypeRule WORDS = TypeRule.of(S32, U32);
  static final TypeRule REDUCIBLE = INTEGERS.and(FLOATS);
  static final TypeRule COMPARABLE = INTEGERS.and(FLOATS_3);
  static final TypeRule ADDABLE = COMPARABLE.and(S64, U64);
  static final TypeRule MULTIPLIABLE = FLOATS_3.and(S16, U16, S32, U32);
  static final TypeRule BITS = ADDABLE.and(HIF8, E4M3, E5M2);
  static final TypeRule ANY = BITS;
  static final TypeRule ANY_UP_TO_32 = COMPARABLE.and(HIF8, E4M3, E5M2);
  static final TypeRule ANY_32 = TypeRule.of(S32, U32, FP32);
  static final TypeRule ANY_16_32 = ANY_32.and(S16, U16, FP16, BF16);
  static final TypeRule GATHERABLE = ANY_16_32.and(S8, U8);
  static final TypeRule RELU = TypeRule.of(S32, FP16, FP32);
  static final TypeRule SIGNED = TypeRule.of(S8, S16, S32);
  static final TypeRule ROUNDABLE = FLOATS_3.rounding(ConversionInstructions.roundings("RAFCZ"));
  static final TypeRule TRANSPOSABLE = TypeRule.of(S16, U16, FP16, BF16);

  // A2/A3 (spec/21, 6.5, with types_a2a3 of spec/10 and spec/11)
  static final TypeRule A2A3_ARITHMETIC = TypeRule.of(FP16, FP32, S16, S32);
  static final TypeRule A2A3_LOGIC = TypeRule.of(S16, U16);
  static final TypeRule A2A3_SHIFT = TypeRule.of(S16, U16, S32, U32);
  static final TypeRule A2A3_SHIFT_EACH = A2A3_SHIFT.and(S8, U8);
  static final TypeRule A2A3_COMPARE = TypeRule.of(FP16, FP32, S32);
  static final TypeRule A2A3_ABS = TypeRule.of(FP16, FP32, S16);
  static final TypeRule A2A3_TRANSPOSABLE = TypeRule.of(S16, U16, FP16);

  private Types() {}
}
