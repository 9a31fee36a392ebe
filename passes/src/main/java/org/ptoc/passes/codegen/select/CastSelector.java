package org.ptoc.passes.codegen.select;

import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.codegen.Selection;
import org.ptoc.passes.codegen.VirtualRegister;

/**
 * Conversions between scalar types. Registers hold integers sign-extended and {@code i1} as 0 or 1,
 * so that widening a signed integer needs no instruction.
 */
final class CastSelector {
  private static final long TWO_TO_63_F32 = 0x5F00_0000L;
  private static final long TWO_TO_63_BF16 = 0x5F00L;

  boolean select(Operation op, Selection s) {
    Value input = op.operandAt(0);
    Value result = op.result();
    if (ScalarTypes.width(result).isEmpty()) {
      return false;
    }
    ScalarWidth from = ScalarTypes.width(input).orElseThrow();
    ScalarWidth to = ScalarTypes.width(result).orElseThrow();
    switch (Arithmetic.of(op.definition())) {
      case INDEX_CAST, EXTSI, TRUNCI -> resize(input, from, result, to, true, s);
      case INDEX_CASTUI, EXTUI -> resize(input, from, result, to, false, s);
      case EXTF, TRUNCF -> convert(s.use(input), from, s.define(result), to, s);
      case SITOFP -> convert(signedSource(input, from, s), atLeast8(from), s.define(result), to, s);
      case UITOFP -> unsignedToFloat(input, from, result, to, s);
      case FPTOSI -> floatToSigned(input, from, result, to, s);
      case FPTOUI -> floatToUnsigned(input, from, result, to, s);
      case BITCAST -> reinterpret(input, result, s);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Casts between signedness spellings, and groups of them. */
  boolean selectUnrealized(Operation op, Selection s) {
    if (op.operandCount() != op.results().size()) {
      return false;
    }
    for (int i = 0; i < op.operandCount(); i++) {
      reinterpret(op.operandAt(i), op.result(i), s);
    }
    return true;
  }

  private static void resize(
      Value input, ScalarWidth from, Value result, ScalarWidth to, boolean signed, Selection s) {
    int fromBits = ScalarTypes.bits(from);
    int toBits = ScalarTypes.bits(to);
    OptionalLong known = s.constant(input);
    if (known.isPresent()) {
      long value = known.getAsLong();
      s.defineConstant(
          result,
          extend(signed ? signExtend(value, fromBits) : zeroExtend(value, fromBits), toBits));
    } else if (toBits < fromBits) {
      extend(s.use(input), to, to != ScalarWidth.I1, result, s);
    } else if (toBits == fromBits
        || signed && from != ScalarWidth.I1
        || !signed && from == ScalarWidth.I1) {
      s.alias(result, input);
    } else {
      extend(s.use(input), from, signed, result, s);
    }
  }

  private static long zeroExtend(long value, int bits) {
    return bits == 64 ? value : value & (1L << bits) - 1;
  }

  private static long extend(long value, int bits) {
    return bits == 1 ? value & 1 : signExtend(value, bits);
  }

  private static long signExtend(long value, int bits) {
    return value << (64 - bits) >> (64 - bits);
  }

  private static void extend(
      VirtualRegister source, ScalarWidth width, boolean signed, Value result, Selection s) {
    extend(source, width, signed, s.define(result), s);
  }

  private static void extend(
      VirtualRegister source,
      ScalarWidth width,
      boolean signed,
      VirtualRegister target,
      Selection s) {
    s.emit(Mnemonic.EXT)
        .reg(OperandRole.XD, target)
        .reg(OperandRole.XA, source)
        .imm(OperandRole.W, width)
        .imm(OperandRole.SG, signed ? 1 : 0)
        .append();
  }

  private static void convert(
      VirtualRegister source,
      ScalarWidth from,
      VirtualRegister target,
      ScalarWidth to,
      Selection s) {
    s.emit(Mnemonic.CVT)
        .reg(OperandRole.XD, target)
        .reg(OperandRole.XA, source)
        .imm(OperandRole.FROM, from)
        .imm(OperandRole.W, to)
        .append();
  }

  private static VirtualRegister convert(
      VirtualRegister source, ScalarWidth from, ScalarWidth to, Selection s) {
    VirtualRegister target = s.scratch();
    convert(source, from, target, to, s);
    return target;
  }

  /**
   * The instruction reads booleans as signed numbers of some width, which they are after extension.
   */
  private static VirtualRegister signedSource(Value input, ScalarWidth from, Selection s) {
    VirtualRegister source = s.use(input);
    if (from != ScalarWidth.I1) {
      return source;
    }
    VirtualRegister extended = s.scratch();
    extend(source, from, true, extended, s);
    return extended;
  }

  private static ScalarWidth atLeast8(ScalarWidth width) {
    return width == ScalarWidth.I1 ? ScalarWidth.I8 : width;
  }

  private static void unsignedToFloat(
      Value input, ScalarWidth from, Value result, ScalarWidth to, Selection s) {
    VirtualRegister source = s.use(input);
    if (from == ScalarWidth.I64) {
      unsigned64ToFloat(source, result, to, s);
      return;
    }
    VirtualRegister extended = source;
    if (from != ScalarWidth.I1) {
      extended = s.scratch();
      extend(source, from, false, extended, s);
    }
    convert(extended, ScalarWidth.I64, s.define(result), to, s);
  }

  /** Halves numbers from 2^63 on, keeping the lost bit as a sticky one, and doubles the result. */
  private static void unsigned64ToFloat(
      VirtualRegister source, Value result, ScalarWidth to, Selection s) {
    VirtualRegister half = ScalarCode.immediate(s, Mnemonic.SHRUI, source, 1);
    VirtualRegister lost = ScalarCode.immediate(s, Mnemonic.ANDI, source, 1);
    VirtualRegister rounded = ScalarCode.binary(s, Mnemonic.OR, half, lost, ScalarWidth.I64);
    VirtualRegister halfFloat = convert(rounded, ScalarWidth.I64, to, s);
    VirtualRegister doubled = ScalarCode.binary(s, Mnemonic.ADD, halfFloat, halfFloat, to);
    VirtualRegister direct = convert(source, ScalarWidth.I64, to, s);
    VirtualRegister large = s.scratch();
    s.emit(Mnemonic.CMPI)
        .reg(OperandRole.XD, large)
        .reg(OperandRole.XA, source)
        .imm(OperandRole.W2, ScalarWidth.I64)
        .imm(OperandRole.COND, Condition.SLT)
        .imm(OperandRole.IMM32, 0)
        .append();
    s.emit(Mnemonic.SELECT)
        .reg(OperandRole.XD, s.define(result))
        .reg(OperandRole.XA, large)
        .reg(OperandRole.XB, doubled)
        .reg(OperandRole.XC, direct)
        .append();
  }

  /** The instruction saturates, but has no target of one bit: the numbers -1 and 0. */
  private static void floatToSigned(
      Value input, ScalarWidth from, Value result, ScalarWidth to, Selection s) {
    if (to != ScalarWidth.I1) {
      convert(s.use(input), from, s.define(result), to, s);
      return;
    }
    VirtualRegister wide = convert(s.use(input), from, ScalarWidth.I64, s);
    VirtualRegister negative = ScalarCode.signed(s, Mnemonic.MIN, wide, VirtualRegister.ZERO);
    VirtualRegister clamped = ScalarCode.signed(s, Mnemonic.MAX, negative, s.constant(-1));
    extend(clamped, ScalarWidth.I1, false, result, s);
  }

  /** Saturates to the unsigned range; the result is kept sign-extended. */
  private static void floatToUnsigned(
      Value input, ScalarWidth from, Value result, ScalarWidth to, Selection s) {
    VirtualRegister source = s.use(input);
    VirtualRegister wide = convert(source, from, ScalarWidth.I64, s);
    VirtualRegister positive = ScalarCode.signed(s, Mnemonic.MAX, wide, VirtualRegister.ZERO);
    if (to != ScalarWidth.I64) {
      VirtualRegister limit = s.constant(zeroExtend(-1, ScalarTypes.bits(to)));
      VirtualRegister clamped = ScalarCode.signed(s, Mnemonic.MIN, positive, limit);
      extend(clamped, to, to != ScalarWidth.I1, result, s);
    } else if (from == ScalarWidth.F16) {
      // Only infinity is beyond the signed range, and f32 has the limit that f16 lacks.
      largeFloatToUnsigned(
          convert(source, from, ScalarWidth.F32, s), ScalarWidth.F32, positive, result, s);
    } else {
      largeFloatToUnsigned(source, from, positive, result, s);
    }
  }

  private static void largeFloatToUnsigned(
      VirtualRegister source, ScalarWidth from, VirtualRegister small, Value result, Selection s) {
    VirtualRegister limit = s.constant(from == ScalarWidth.F32 ? TWO_TO_63_F32 : TWO_TO_63_BF16);
    VirtualRegister rest = ScalarCode.binary(s, Mnemonic.SUB, source, limit, from);
    VirtualRegister restInteger = convert(rest, from, ScalarWidth.I64, s);
    VirtualRegister large =
        ScalarCode.binary(
            s, Mnemonic.XOR, restInteger, s.constant(Long.MIN_VALUE), ScalarWidth.I64);
    VirtualRegister isLarge = s.scratch();
    s.emit(Mnemonic.CMP)
        .reg(OperandRole.XD, isLarge)
        .reg(OperandRole.XA, source)
        .reg(OperandRole.XB, limit)
        .imm(OperandRole.W, from)
        .imm(OperandRole.COND, Condition.OGE)
        .append();
    s.emit(Mnemonic.SELECT)
        .reg(OperandRole.XD, s.define(result))
        .reg(OperandRole.XA, isLarge)
        .reg(OperandRole.XB, large)
        .reg(OperandRole.XC, small)
        .append();
  }

  /** Equal bits; only what becomes a narrow integer must be sign-extended again. */
  private static void reinterpret(Value input, Value result, Selection s) {
    OptionalLong known = s.constant(input);
    if (!(result.type() instanceof ElementType to)
        || !(input.type() instanceof ElementType from)
        || to.bits() == 64) {
      s.alias(result, input);
    } else if (known.isPresent()) {
      s.defineConstant(result, extend(known.getAsLong(), to.bits()));
    } else if (to.isFloat()
        || from.kind() == ElementType.Kind.SIGNLESS
        || from.kind() == ElementType.Kind.SIGNED) {
      s.alias(result, input);
    } else {
      extend(s.use(input), ScalarTypes.ofBits(to.bits()), true, result, s);
    }
  }
}
