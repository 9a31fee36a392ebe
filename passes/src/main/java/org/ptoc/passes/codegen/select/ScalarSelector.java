package org.ptoc.passes.codegen.select;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.ScalarWords;
import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.EncodedName;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.type.BuiltinVectorType;
import org.ptoc.passes.codegen.InstructionBuilder;
import org.ptoc.passes.codegen.InstructionSelector;
import org.ptoc.passes.codegen.Selection;
import org.ptoc.passes.codegen.VirtualRegister;

/** Integer and float arithmetic, comparisons and selection of the arith dialect (spec/00, 5). */
final class ScalarSelector implements InstructionSelector {
  private static final Map<String, FloatPredicate> FLOAT_PREDICATES = floatPredicates();
  private final CastSelector casts = new CastSelector();

  /**
   * How a float predicate is made of an ordered condition: {@code negated} also holds for unordered
   * operands.
   */
  private record FloatPredicate(Condition condition, boolean negated) {}

  private static Map<String, FloatPredicate> floatPredicates() {
    Map<String, FloatPredicate> predicates = new HashMap<>();
    for (Condition condition : Condition.values()) {
      if (condition.code() >= Condition.OEQ.code()) {
        predicates.put(condition.spelling(), new FloatPredicate(condition, false));
      }
    }
    predicates.put("ueq", new FloatPredicate(Condition.ONE, true));
    predicates.put("une", new FloatPredicate(Condition.OEQ, true));
    predicates.put("ult", new FloatPredicate(Condition.OGE, true));
    predicates.put("ule", new FloatPredicate(Condition.OGT, true));
    predicates.put("ugt", new FloatPredicate(Condition.OLE, true));
    predicates.put("uge", new FloatPredicate(Condition.OLT, true));
    return predicates;
  }

  @Override
  public boolean select(Operation op, Selection s) {
    if (op.operandCount() > 0 && ScalarTypes.width(op.operandAt(op.operandCount() - 1)).isEmpty()) {
      return false;
    }
    return switch (op.definition().form()) {
      case CONSTANT -> constant(op, s);
      case INTEGER_BINARY -> integer(op, Arithmetic.of(op.definition()), s);
      case FLOAT_BINARY -> real(op, Arithmetic.of(op.definition()).words(), s);
      case FLOAT_UNARY -> negate(op, s);
      case INTEGER_COMPARE -> compareIntegers(op, s);
      case FLOAT_COMPARE -> compareFloats(op, s);
      case SELECT_SCALAR -> choose(op, s);
      case SCALAR_CAST -> casts.select(op, s);
      case UNREALIZED_CAST -> casts.selectUnrealized(op, s);
      default -> false;
    };
  }

  private static ScalarWidth width(Value value) {
    return ScalarTypes.width(value).orElseThrow();
  }

  private static boolean constant(Operation op, Selection s) {
    if (op.result().type() instanceof BuiltinVectorType) {
      return true; // Nothing reads one: it names the executed counts of a merge (spec/50, F14).
    }
    Optional<ValueMap.Binding.Known> known = ConstantImages.of(op);
    known.ifPresent(binding -> ((FunctionSelection) s).bind(op.result(), binding));
    return known.isPresent();
  }

  private static boolean integer(Operation op, Arithmetic operation, Selection s) {
    ScalarWords words = operation.words();
    Value left = op.operandAt(0);
    Value right = op.operandAt(1);
    if (words.immediate() != ScalarWords.Immediate.NONE
        && operation.algebra().commutes()
        && s.constant(left).isPresent()
        && s.constant(right).isEmpty()) {
      Value other = left;
      left = right;
      right = other;
    }
    OptionalLong constant = s.constant(right);
    if (constant.isPresent() && immediate(op, words, left, constant.getAsLong(), s)) {
      return true;
    }
    return registers(op, words, left, right, s);
  }

  /**
   * Uses the immediate form when the constant has one; bits of one width fit whatever their sign.
   */
  private static boolean immediate(
      Operation op, ScalarWords words, Value left, long constant, Selection s) {
    ScalarWidth width = width(left);
    if (width == ScalarWidth.I1) {
      return false;
    }
    int bits = ScalarTypes.bits(width);
    boolean power = constant > 0 && Long.bitCount(constant) == 1;
    int exponent = Long.numberOfTrailingZeros(constant);
    return switch (words.immediate()) {
      case NONE -> false;
      case PLAIN -> immediate(op, words.constant(), left, width, constant, s);
      case NEGATED ->
          constant != Long.MIN_VALUE && immediate(op, words.constant(), left, width, -constant, s);
      case DISTANCE ->
          constant >= 0
              && constant < bits
              && immediate(op, words.constant(), left, width, constant, s);
      case SCALE ->
          power && exponent < bits - 1
              ? immediate(op, words.shift(), left, width, exponent, s)
              : immediate(op, words.constant(), left, width, constant, s);
      case POWER ->
          power && exponent < bits - 1 && immediate(op, words.shift(), left, width, exponent, s);
      case MASK -> power && immediate(op, words.constant(), left, width, constant - 1, s);
    };
  }

  private static boolean immediate(
      Operation op,
      Optional<Mnemonic> word,
      Value left,
      ScalarWidth width,
      long constant,
      Selection s) {
    if (constant != (int) constant) {
      return false;
    }
    VirtualRegister source = s.use(left);
    ScalarCode.immediate(s, word.orElseThrow(), s.define(op.result()), source, width, constant);
    return true;
  }

  private static boolean real(Operation op, ScalarWords words, Selection s) {
    return words.losesNaN()
        ? numericExtremum(op, words.register().orElseThrow(), s)
        : registers(op, words, op.operandAt(0), op.operandAt(1), s);
  }

  private static boolean registers(
      Operation op, ScalarWords words, Value left, Value right, Selection s) {
    VirtualRegister xa = s.use(left);
    VirtualRegister xb = s.use(right);
    InstructionBuilder instruction =
        s.emit(words.register().orElseThrow())
            .reg(OperandRole.XD, s.define(op.result()))
            .reg(OperandRole.XA, xa)
            .reg(OperandRole.XB, xb)
            .imm(OperandRole.W, width(left));
    if (instruction.has(OperandRole.SG)) {
      instruction.imm(OperandRole.SG, words.signed() ? 1 : 0);
    }
    instruction.append();
    return true;
  }

  /**
   * {@code maxnumf} and {@code minnumf}: an operand that is a number wins over NaN; two NaN give
   * the canonical one.
   */
  private static boolean numericExtremum(Operation op, Mnemonic mnemonic, Selection s) {
    ScalarWidth width = width(op.result());
    VirtualRegister left = s.use(op.operandAt(0));
    VirtualRegister right = s.use(op.operandAt(1));
    VirtualRegister both = ScalarCode.binary(s, mnemonic, left, right, width);
    VirtualRegister leftIsNumber = compare(left, left, Condition.OEQ, width, s);
    VirtualRegister rightIsNumber = compare(right, right, Condition.OEQ, width, s);
    VirtualRegister withoutRight = s.scratch();
    s.emit(Mnemonic.SELECT)
        .reg(OperandRole.XD, withoutRight)
        .reg(OperandRole.XA, rightIsNumber)
        .reg(OperandRole.XB, both)
        .reg(OperandRole.XC, left)
        .append();
    VirtualRegister withoutLeft = s.scratch();
    s.emit(Mnemonic.SELECT)
        .reg(OperandRole.XD, withoutLeft)
        .reg(OperandRole.XA, rightIsNumber)
        .reg(OperandRole.XB, right)
        .reg(OperandRole.XC, both)
        .append();
    s.emit(Mnemonic.SELECT)
        .reg(OperandRole.XD, s.define(op.result()))
        .reg(OperandRole.XA, leftIsNumber)
        .reg(OperandRole.XB, withoutRight)
        .reg(OperandRole.XC, withoutLeft)
        .append();
    return true;
  }

  private static VirtualRegister compare(
      VirtualRegister left,
      VirtualRegister right,
      Condition condition,
      ScalarWidth width,
      Selection s) {
    VirtualRegister result = s.scratch();
    compareInto(result, left, right, condition, width, s);
    return result;
  }

  private static void compareInto(
      VirtualRegister result,
      VirtualRegister left,
      VirtualRegister right,
      Condition condition,
      ScalarWidth width,
      Selection s) {
    ScalarCode.binary(s, Mnemonic.CMP, result, left, right, width)
        .imm(OperandRole.COND, condition)
        .append();
  }

  private static boolean negate(Operation op, Selection s) {
    VirtualRegister source = s.use(op.operandAt(0));
    s.emit(Mnemonic.NEG)
        .reg(OperandRole.XD, s.define(op.result()))
        .reg(OperandRole.XA, source)
        .imm(OperandRole.W, width(op.result()))
        .append();
    return true;
  }

  private static boolean compareIntegers(Operation op, Selection s) {
    String predicate = op.attributes().text(AttributeName.PREDICATE).orElse("");
    Condition condition = EncodedName.bySpelling(Condition.values(), predicate).orElseThrow();
    Value left = op.operandAt(0);
    Value right = op.operandAt(1);
    ScalarWidth width = width(left);
    if (s.constant(left).isPresent() && s.constant(right).isEmpty()) {
      left = op.operandAt(1);
      right = op.operandAt(0);
      condition = condition.swapped();
    }
    OptionalLong constant = s.constant(right);
    VirtualRegister xa = s.use(left);
    if (constant.isPresent()
        && constant.getAsLong() == (int) constant.getAsLong()
        && width != ScalarWidth.I1) {
      s.emit(Mnemonic.CMPI)
          .reg(OperandRole.XD, s.define(op.result()))
          .reg(OperandRole.XA, xa)
          .imm(OperandRole.W2, width)
          .imm(OperandRole.COND, condition)
          .imm(OperandRole.IMM32, constant.getAsLong())
          .append();
      return true;
    }
    VirtualRegister xb = s.use(right);
    compareInto(s.define(op.result()), xa, xb, condition, width, s);
    return true;
  }

  private static boolean compareFloats(Operation op, Selection s) {
    String predicate = op.attributes().text(AttributeName.PREDICATE).orElse("");
    switch (predicate) {
      case "true" -> s.defineConstant(op.result(), 1);
      case "false" -> s.defineConstant(op.result(), 0);
      case "ord", "uno" -> compareOrder(op, predicate.equals("ord"), s);
      default -> {
        FloatPredicate known = FLOAT_PREDICATES.get(predicate);
        if (known == null) {
          return false;
        }
        VirtualRegister left = s.use(op.operandAt(0));
        VirtualRegister right = s.use(op.operandAt(1));
        VirtualRegister ordered = known.negated() ? s.scratch() : s.define(op.result());
        compareInto(ordered, left, right, known.condition(), width(op.operandAt(0)), s);
        if (known.negated()) {
          invert(ordered, op.result(), s);
        }
      }
    }
    return true;
  }

  private static void compareOrder(Operation op, boolean ordered, Selection s) {
    ScalarWidth width = width(op.operandAt(0));
    VirtualRegister left = s.use(op.operandAt(0));
    VirtualRegister right = s.use(op.operandAt(1));
    VirtualRegister leftIsNumber = compare(left, left, Condition.OEQ, width, s);
    VirtualRegister rightIsNumber = compare(right, right, Condition.OEQ, width, s);
    VirtualRegister both = ordered ? s.define(op.result()) : s.scratch();
    ScalarCode.binary(s, Mnemonic.AND, both, leftIsNumber, rightIsNumber, ScalarWidth.I64).append();
    if (!ordered) {
      invert(both, op.result(), s);
    }
  }

  private static void invert(VirtualRegister flag, Value result, Selection s) {
    ScalarCode.immediate(s, Mnemonic.XORI, s.define(result), flag, ScalarWidth.I64, 1);
  }

  private static boolean choose(Operation op, Selection s) {
    OptionalLong condition = s.constant(op.operandAt(0));
    if (condition.isPresent()) {
      s.alias(op.result(), op.operandAt((condition.getAsLong() & 1) != 0 ? 1 : 2));
      return true;
    }
    VirtualRegister flag = s.use(op.operandAt(0));
    VirtualRegister whenTrue = s.use(op.operandAt(1));
    VirtualRegister whenFalse = s.use(op.operandAt(2));
    s.emit(Mnemonic.SELECT)
        .reg(OperandRole.XD, s.define(op.result()))
        .reg(OperandRole.XA, flag)
        .reg(OperandRole.XB, whenTrue)
        .reg(OperandRole.XC, whenFalse)
        .append();
    return true;
  }
}
