package org.ptoc.tools.referee;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.emulator.interpreter.step.ScalarMath;
import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.isa.WordFormat;

/** Scalar operations on what is known; integers count as wide enough. */
final class Scalars {
  /** For each level: all iterations that a state represents have the same remainder modulo this. */
  private final long modulus;

  Scalars(long modulus) {
    this.modulus = modulus;
  }

  /** The result of an operation on registers. */
  Quantity apply(
      Situation at, Instruction instruction, ScalarOperation operation, Quantity a, Quantity b) {
    ScalarWidth width = instruction.width();
    boolean signed = isSigned(instruction);
    if (a.isNumber() && b.isNumber()) {
      return numbers(instruction, operation, width, signed, a.number(), b.number());
    }
    long[] remainders = at.remainders;
    Quantity result =
        switch (operation) {
          case MOVE -> a;
          case EXTEND -> isWide(width) ? a : Quantity.UNKNOWN;
          case ADD -> isWide(width) ? a.plus(b) : Quantity.UNKNOWN;
          case SUBTRACT -> isWide(width) ? a.minus(b) : Quantity.UNKNOWN;
          case MULTIPLY ->
              isWide(width) && b.isNumber()
                  ? product(instruction, operation, a, b, b.number())
                  : isWide(width) && a.isNumber() ? b.times(a.number()) : Quantity.UNKNOWN;
          case SHIFT_LEFT ->
              isWide(width) && b.isNumber() && b.number() >= 0 && b.number() < 32
                  ? product(instruction, operation, a, b, 1L << b.number())
                  : Quantity.UNKNOWN;
          case AND ->
              b.isNumber() ? remainder(a, b.number() + 1, true, remainders) : Quantity.UNKNOWN;
          case REMAINDER ->
              b.isNumber() ? remainder(a, b.number(), false, remainders) : Quantity.UNKNOWN;
          default -> Quantity.UNKNOWN;
        };
    if (!result.isUnknown()) {
      return result;
    }
    ScalarRange range = ScalarRange.apply(operation, width, signed, range(at, a), range(at, b));
    Quantity named =
        opaque(
            operation.name() + width + signed,
            a,
            b,
            new Quantity.Origin.Result(instruction, operation, a, b, Quantity.ZERO));
    return range.isNumber() || named.isUnknown() ? Quantity.ofWord(at.word, range) : named;
  }

  /** The product of a sum of a named value and a number is the sum of their products. */
  private static Quantity product(
      Instruction instruction, ScalarOperation operation, Quantity a, Quantity b, long factor) {
    if (!a.isNamed() || a.number() == 0 || !a.isFixed()) {
      return a.times(factor);
    }
    Quantity named = a.withoutNumber();
    return opaque(
            operation.name() + instruction.width() + isSigned(instruction),
            named,
            b,
            new Quantity.Origin.Result(instruction, operation, named, b, Quantity.ZERO))
        .plus(Quantity.of(a.number() * factor));
  }

  private static boolean isSigned(Instruction instruction) {
    return instruction.definition().format() == WordFormat.S
        && instruction.field(FieldName.SG) != 0;
  }

  /** The range of a value in all runs that a situation covers. */
  static ScalarRange range(Situation at, Quantity value) {
    ScalarRange moved = ScalarRange.of(value.number());
    for (long step : value.growth()) {
      if (step != 0) {
        moved =
            moved.plus(
                step > 0 ? new ScalarRange(0, Long.MAX_VALUE) : new ScalarRange(Long.MIN_VALUE, 0));
      }
    }
    return value.name().isEmpty() ? moved : named(at, value).plus(moved);
  }

  private static ScalarRange computed(Situation at, Quantity.Origin.Result result) {
    return switch (result.operation()) {
      case SELECT -> range(at, result.a()).or(range(at, result.b()));
      case COMPARE ->
          compare(at, result.instruction(), result.a(), result.b())
              .map(ScalarRange::of)
              .orElse(ScalarRange.TRUTH);
      default ->
          ScalarRange.apply(
              result.operation(),
              result.instruction().width(),
              isSigned(result.instruction()),
              range(at, result.a()),
              range(at, result.b()));
    };
  }

  /** The range of a named value. */
  private static ScalarRange named(Situation at, Quantity value) {
    ScalarRange computed =
        switch (value.origin()) {
          case Quantity.Origin.Source(var range) -> range;
          case Quantity.Origin.Result result -> computed(at, result);
        };
    ScalarRange bound = at.bounds.get(value.name());
    return bound == null ? computed : computed.and(bound);
  }

  private static Optional<Long> compare(
      Situation at, Instruction instruction, Quantity a, Quantity b) {
    return decide(at, instruction.condition(), instruction.width(), a, b)
        .map(holds -> holds ? 1L : 0);
  }

  /**
   * A configuration word without some of its bits, if they can be separated from the others.
   *
   * @param ignored the bits, which are 0 in the result
   */
  static Quantity without(Situation at, Quantity word, long ignored) {
    if (ignored == 0) {
      return word;
    }
    if (word.isNumber()) {
      return Quantity.of(word.number() & ~ignored);
    }
    ScalarRange range = range(at, word);
    if (range.isNatural()
        && range.greatest() > 0
        && (-1L >>> Long.numberOfLeadingZeros(range.greatest()) & ~ignored) == 0) {
      return Quantity.ZERO;
    }
    if (!(word.origin()
            instanceof Quantity.Origin.Result(var instruction, var operation, var a, var b, var _))
        || word.number() != 0) {
      return word;
    }
    if (operation == ScalarOperation.SHIFT_LEFT
        && b.isNumber()
        && (-1L << b.number() & ~ignored) == 0) {
      return Quantity.ZERO;
    }
    if (operation != ScalarOperation.OR) {
      return word;
    }
    Quantity first = without(at, a, ignored);
    Quantity second = without(at, b, ignored);
    return first.isNumber() && second.isNumber()
        ? Quantity.of(first.number() | second.number())
        : opaque(
            "without",
            first,
            second,
            new Quantity.Origin.Result(instruction, operation, first, second, Quantity.ZERO));
  }

  /**
   * The configuration word that a selection gives where it is possible, and what then holds.
   *
   * @param at gets what holds
   */
  static Quantity possible(Situation at, Quantity word) {
    boolean isGuarded =
        word.number() == 0
            && word.origin()
                instanceof Quantity.Origin.Result(var _, var operation, var a, var _, var _)
            && operation == ScalarOperation.SELECT
            && a.equals(Quantity.of(ConfigurationWord.IMPOSSIBLE));
    if (!isGuarded) {
      return word;
    }
    Quantity.Origin.Result selection = (Quantity.Origin.Result) word.origin();
    assume(at, selection.selector(), false);
    return selection.b();
  }

  /**
   * The value for chosen values of named ones; empty where no run has them together.
   *
   * @throws Proof.Doubtful when the value cannot be computed
   */
  static OptionalLong value(Situation at, Map<String, Long> chosen, Quantity value) {
    Long known = value.name().isEmpty() ? Long.valueOf(0) : chosen.get(value.name());
    if (known != null) {
      return OptionalLong.of(value.number() + known);
    }
    if (!(value.origin()
        instanceof
        Quantity.Origin.Result(var instruction, var operation, var a, var b, var selector))) {
      throw new Proof.Doubtful(at.word, "which bytes it touches depends on arguments");
    }
    OptionalLong first = value(at, chosen, a);
    OptionalLong second = value(at, chosen, b);
    OptionalLong which = value(at, chosen, selector);
    if (first.isEmpty() || second.isEmpty() || which.isEmpty()) {
      return OptionalLong.empty();
    }
    long result = compute(at, instruction, operation, first.getAsLong(), second.getAsLong(), which);
    ScalarRange bound = at.bounds.get(value.name());
    return bound == null || ScalarRange.of(result).isWithin(bound)
        ? OptionalLong.of(value.number() + result)
        : OptionalLong.empty();
  }

  private static long compute(
      Situation at,
      Instruction instruction,
      ScalarOperation operation,
      long a,
      long b,
      OptionalLong selector) {
    ScalarWidth width = width(operation, instruction);
    return switch (operation) {
      case SELECT -> ScalarMath.select(selector.getAsLong(), a, b);
      case COMPARE -> ScalarMath.compare(a, b, instruction.condition(), width);
      default -> {
        Quantity result = numbers(instruction, operation, width, isSigned(instruction), a, b);
        if (!result.isNumber()) {
          throw new Proof.Doubtful(at.word, "which bytes it touches depends on a quotient");
        }
        yield result.number();
      }
    };
  }

  private static ScalarWidth width(ScalarOperation operation, Instruction instruction) {
    return operation == ScalarOperation.SELECT ? ScalarWidth.I64 : instruction.width();
  }

  /**
   * Narrows the ranges of the values that a condition depends on.
   *
   * @return false if the condition has the other value in all runs that the situation covers
   */
  static boolean assume(Situation at, Quantity condition, boolean holds) {
    if (condition.isNumber()) {
      return condition.number() != 0 == holds;
    }
    if (!(condition.origin()
            instanceof Quantity.Origin.Result(var instruction, var operation, var a, var b, var _))
        || condition.number() != 0) {
      return true;
    }
    boolean areTruths =
        range(at, a).isWithin(ScalarRange.TRUTH) && range(at, b).isWithin(ScalarRange.TRUTH);
    return switch (operation) {
      case COMPARE ->
          compare(
              at,
              holds ? instruction.condition() : ScalarRange.opposite(instruction.condition()),
              instruction.width(),
              a,
              b);
      case OR -> holds || assume(at, a, false) && assume(at, b, false);
      case AND -> !holds || !areTruths || assume(at, a, true) && assume(at, b, true);
      case XOR -> !areTruths || !b.isNumber() || assume(at, a, holds == (b.number() == 0));
      default -> true;
    };
  }

  private static boolean compare(
      Situation at, Condition condition, ScalarWidth width, Quantity a, Quantity b) {
    ScalarRange first = range(at, a);
    ScalarRange second = range(at, b);
    if (!ScalarRange.isOfIntegers(condition) || !isPlain(condition, width, first, second)) {
      return true;
    }
    return narrow(at, a, first.when(condition, second))
        && narrow(at, b, second.when(condition.swapped(), first));
  }

  /** True if registers compare as the numbers that they hold. */
  private static boolean isPlain(
      Condition condition, ScalarWidth width, ScalarRange a, ScalarRange b) {
    if (isWide(width)) {
      return true;
    }
    ScalarRange both = a.or(b);
    return switch (condition) {
      case EQ, NE, ULT, ULE, UGT, UGE ->
          both.isWithin(ScalarRange.unsigned(width)) && both != ScalarRange.ALL;
      default ->
          both.isWithin(ScalarRange.of(width))
              && width != ScalarWidth.I1
              && both != ScalarRange.ALL;
    };
  }

  /** Notes that a value lies in a range, and what that says of the operands that it comes from. */
  static boolean narrow(Situation at, Quantity value, ScalarRange range) {
    if (range.isEmpty()) {
      return false;
    }
    boolean isNamed = !value.name().isEmpty() && !value.isUnknown() && !value.isPointer();
    if (!isNamed || !value.isFixed()) {
      return true;
    }
    ScalarRange own = range.plus(ScalarRange.of(-value.number()));
    ScalarRange known = named(at, value);
    if (known.isWithin(own)) {
      return true;
    }
    at.bounds.merge(value.name(), own, ScalarRange::and);
    return !(value.origin()
            instanceof Quantity.Origin.Result(var _, var operation, var a, var b, var _))
        || switch (operation) {
          case SHIFT_RIGHT_UNSIGNED ->
              !b.isNumber()
                  || own.greatest() >= 1L << 62 - b.number()
                  || narrow(
                      at,
                      a,
                      range(at, a).and(new ScalarRange(0, (own.greatest() + 1 << b.number()) - 1)));
          case MINIMUM -> {
            ScalarRange above = new ScalarRange(own.least(), Long.MAX_VALUE);
            yield !areSigned(at, value)
                || narrow(at, a, range(at, a).and(above)) && narrow(at, b, range(at, b).and(above));
          }
          case MAXIMUM -> {
            ScalarRange below = new ScalarRange(Long.MIN_VALUE, own.greatest());
            yield !areSigned(at, value)
                || narrow(at, a, range(at, a).and(below)) && narrow(at, b, range(at, b).and(below));
          }
          case OR ->
              !own.equals(ScalarRange.of(0))
                  || narrow(at, a, range(at, a).and(own)) && narrow(at, b, range(at, b).and(own));
          case SHIFT_LEFT ->
              !b.isNumber()
                  || narrow(
                      at,
                      a,
                      range(at, a)
                          .and(
                              new ScalarRange(
                                  own.least() == Long.MIN_VALUE
                                      ? own.least()
                                      : Math.ceilDiv(own.least(), 1L << b.number()),
                                  own.greatest() == Long.MAX_VALUE
                                      ? own.greatest()
                                      : Math.floorDiv(own.greatest(), 1L << b.number()))));
          default -> true;
        };
  }

  /** True if the operands of a minimum or maximum compare as the numbers that registers hold. */
  private static boolean areSigned(Situation at, Quantity value) {
    return value.origin() instanceof Quantity.Origin.Result(var instruction, var _, var a, var b, _)
        && instruction.width() == ScalarWidth.I64
        && (isSigned(instruction) || range(at, a).isNatural() && range(at, b).isNatural());
  }

  private static boolean isWide(ScalarWidth width) {
    return width == ScalarWidth.I64 || width == ScalarWidth.I32;
  }

  /** The same operation on the same values is the same value, in all iterations. */
  static Quantity opaque(String operation, Quantity a, Quantity b, Quantity.Origin origin) {
    return a.isUnknown() || b.isUnknown() || !a.isFixed() || !b.isFixed()
        ? Quantity.UNKNOWN
        : Quantity.named("(" + operation + " " + a + " " + b + ")", origin);
  }

  private static Quantity numbers(
      Instruction instruction,
      ScalarOperation operation,
      ScalarWidth width,
      boolean signed,
      long a,
      long b) {
    return switch (operation) {
      case MOVE_IMMEDIATE -> Quantity.of(b);
      case MOVE_HIGH -> Quantity.of(a & 0xFFFF_FFFFL | b << 32);
      case MOVE -> Quantity.of(a);
      case COMPARE -> Quantity.of(ScalarMath.compare(a, b, instruction.condition(), width));
      case EXTEND ->
          Quantity.of(signed ? ScalarMath.signExtend(a, width) : ScalarMath.zeroExtend(a, width));
      case SET_BIT -> Quantity.of(ScalarMath.setBit(a, b, signed));
      case ADD,
          SUBTRACT,
          MULTIPLY,
          AND,
          OR,
          XOR,
          NEGATE,
          MAXIMUM,
          MINIMUM,
          SHIFT_LEFT,
          SHIFT_RIGHT,
          SHIFT_RIGHT_UNSIGNED,
          SHIFT_RIGHT_SIGNED ->
          Quantity.of(ScalarMath.apply(a, b, operation, width, signed));
      case DIVIDE, REMAINDER, CEILING_DIVIDE, FLOOR_DIVIDE ->
          b == 0 || b == -1
              ? Quantity.UNKNOWN
              : Quantity.of(ScalarMath.apply(a, b, operation, width, signed));
      case SELECT, CONVERT, LOAD, STORE, LOAD_PARAMETER, LOAD_CONSTANT, ATOMIC_ADD, RENEW ->
          Quantity.UNKNOWN;
    };
  }

  /** What is left of a quantity that grows, where that is the same for all iterations meant. */
  private Quantity remainder(Quantity a, long divisor, boolean isMask, long[] remainders) {
    boolean isPower = divisor > 0 && (divisor & divisor - 1) == 0;
    if (!a.name().isEmpty()
        || divisor <= 0
        || isMask && !isPower
        || !a.onlyGrows()
        || a.number() < 0) {
      return Quantity.UNKNOWN;
    }
    long left = a.number();
    for (int level = 0; level < Quantity.LEVELS; level++) {
      if (a.growth()[level] * modulus % divisor != 0) {
        return Quantity.UNKNOWN;
      }
      left += a.growth()[level] * remainders[level];
    }
    return Quantity.of(left % divisor);
  }

  /** True if a condition holds, where it is the same for all iterations meant. */
  static Optional<Boolean> decide(
      Situation at, Condition condition, ScalarWidth width, Quantity a, Quantity b) {
    if (a.isNumber() && b.isNumber()) {
      return Optional.of(ScalarMath.compare(a.number(), b.number(), condition, width) != 0);
    }
    ScalarRange first = range(at, a);
    ScalarRange second = range(at, b);
    if (ScalarRange.isOfIntegers(condition) && isPlain(condition, width, first, second)) {
      if (ScalarRange.isImpossible(condition, first, second)) {
        return Optional.of(false);
      }
      if (ScalarRange.isImpossible(ScalarRange.opposite(condition), first, second)) {
        return Optional.of(true);
      }
    }
    return Optional.empty();
  }
}
