package org.ptoc.vector;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;

/** Kernels of the scalar operations of spec/00, 5: operands from memory, results to memory. */
final class ScalarVariations {
  private static final List<ElementType> INTEGERS =
      List.of(
          ElementType.I1,
          ElementType.I8,
          ElementType.I16,
          ElementType.I32,
          ElementType.I64,
          ElementType.INDEX);
  private static final List<ElementType> FLOATS =
      List.of(ElementType.F16, ElementType.BF16, ElementType.F32);

  private final OpDefinition op;
  private final List<Variation> all = new ArrayList<>();

  private ScalarVariations(OpDefinition op) {
    this.op = op;
  }

  static List<Variation> of(OpDefinition op) {
    ScalarVariations variations = new ScalarVariations(op);
    switch (op.form()) {
      case INTEGER_BINARY ->
          INTEGERS.stream()
              .filter(type -> type != ElementType.I1 || isLogic(op))
              .forEach(variations::binary);
      case FLOAT_BINARY -> FLOATS.forEach(variations::binary);
      case FLOAT_UNARY ->
          FLOATS.forEach(
              type ->
                  variations.add(
                      "canon",
                      type,
                      type,
                      "%y = arith.negf %x0 : " + type,
                      1,
                      o -> o[0] ^ 1L << type.bits() - 1));
      case INTEGER_COMPARE -> INTEGERS.forEach(variations::compare);
      case FLOAT_COMPARE -> FLOATS.forEach(variations::compare);
      case SELECT_SCALAR -> {
        INTEGERS.forEach(variations::select);
        FLOATS.forEach(variations::select);
      }
      case SCALAR_CAST -> ((TypeSet.Pairs) op.types(Profile.A5)).pairs().forEach(variations::cast);
      case CONSTANT -> {
        INTEGERS.forEach(variations::constant);
        FLOATS.forEach(variations::constant);
      }
      default -> throw new IllegalArgumentException(op.name());
    }
    return variations.all;
  }

  private static boolean isLogic(OpDefinition op) {
    return List.of("andi", "ori", "xori", "addi", "subi", "muli").contains(op.shortName());
  }

  private interface Function {
    long of(long[] operands);
  }

  /** A type that memory has, for a type that only registers have. */
  private static ElementType stored(ElementType type) {
    return type == ElementType.I1
        ? ElementType.I8
        : type == ElementType.INDEX ? ElementType.I64 : type;
  }

  private static String load(int number, ElementType type) {
    String from = "%a" + number;
    String to = "%x" + number;
    return switch (type) {
      case I1 -> to + " = arith.trunci " + from + " : i8 to i1\n      ";
      case INDEX -> to + " = arith.index_cast " + from + " : i64 to index\n      ";
      default -> "";
    };
  }

  private static String store(ElementType type) {
    return switch (type) {
      case I1 -> "\n      %r0 = arith.extui %y : i1 to i8";
      case INDEX -> "\n      %r0 = arith.index_cast %y : index to i64";
      default -> "";
    };
  }

  private void add(
      String form,
      ElementType type,
      ElementType result,
      String text,
      int operands,
      Function function) {
    all.add(Variation.of(op, form, type, probe(type, result, text, operands, function)));
  }

  /** The text computes {@code %y} from {@code %x0}, {@code %x1}. */
  private Probe probe(
      ElementType type, ElementType result, String text, int operands, Function function) {
    String body = text;
    String before = "";
    for (int i = 0; i < operands; i++) {
      before += load(i, type);
      if (stored(type) == type) {
        body = body.replace("%x" + i, "%a" + i);
      }
    }
    if (stored(result) == result) {
      body = body.replace("%y", "%r0");
    }
    List<Slot> inputs = new ArrayList<>();
    for (int i = 0; i < operands; i++) {
      inputs.add(new Slot.Scalar(stored(type)));
    }
    Probe.Reference reference =
        (in, out) -> {
          long[] values = new long[operands];
          for (int i = 0; i < operands; i++) {
            long bits = Lanes.get(in[i], 0, stored(type).bytes());
            values[i] = type == ElementType.I1 ? bits & 1 : bits;
          }
          long bits = function.of(values);
          Lanes.put(out[0], 0, stored(result).bytes(), result == ElementType.I1 ? bits & 1 : bits);
        };
    return Probe.of(
            inputs,
            List.of(new Slot.Scalar(stored(result))),
            before + body + store(result),
            reference)
        .outside()
        .with(this::operand);
  }

  /** Divisors are not zero and do not overflow, distances are below the width (spec/00, 5). */
  private byte[] operand(Slot slot, int position, int round, Samples samples) {
    ElementType type = ((Slot.Scalar) slot).element();
    long bits = samples.lane(type);
    String name = op.shortName();
    if (position == 1 && (name.contains("div") || name.contains("rem")) && type.isInteger()) {
      long divisor = Lanes.integer(type, bits);
      bits = divisor == 0 || divisor == -1 ? 3 : bits;
    } else if (position == 1 && name.startsWith("sh")) {
      bits = samples.random().nextInt(type.bits());
    }
    return Probe.scalar(type, bits);
  }

  private void binary(ElementType type) {
    String text = "%y = " + op.name() + " %x0, %x1 : " + type.spelling();
    add(
        "canon",
        type,
        type,
        text,
        2,
        o -> type.isFloat() ? real(type, o[0], o[1]) : integer(type, o[0], o[1]));
  }

  private static BigInteger signed(ElementType type, long bits) {
    int unused = 64 - type.bits();
    return BigInteger.valueOf(bits << unused >> unused);
  }

  private static BigInteger unsigned(ElementType type, long bits) {
    return signed(type, bits).mod(BigInteger.ONE.shiftLeft(type.bits()));
  }

  private static BigInteger[] floor(BigInteger a, BigInteger b) {
    BigInteger[] parts = a.divideAndRemainder(b);
    boolean adjust = parts[1].signum() != 0 && parts[1].signum() != b.signum();
    return new BigInteger[] {adjust ? parts[0].subtract(BigInteger.ONE) : parts[0]};
  }

  private long integer(ElementType type, long a, long b) {
    BigInteger x = signed(type, a);
    BigInteger y = signed(type, b);
    BigInteger u = unsigned(type, a);
    BigInteger v = unsigned(type, b);
    BigInteger result =
        switch (op.shortName()) {
          case "addi" -> x.add(y);
          case "subi" -> x.subtract(y);
          case "muli" -> x.multiply(y);
          case "divsi" -> x.divide(y);
          case "remsi" -> x.remainder(y);
          case "divui" -> u.divide(v);
          case "remui" -> u.remainder(v);
          case "floordivsi" -> floor(x, y)[0];
          case "ceildivsi" -> floor(x.negate(), y)[0].negate();
          case "ceildivui" -> floor(u.negate(), v)[0].negate();
          case "andi" -> x.and(y);
          case "ori" -> x.or(y);
          case "xori" -> x.xor(y);
          case "shli" -> x.shiftLeft(v.intValue());
          case "shrsi" -> x.shiftRight(v.intValue());
          case "shrui" -> u.shiftRight(v.intValue());
          case "minsi" -> x.min(y);
          case "maxsi" -> x.max(y);
          case "minui" -> u.min(v);
          case "maxui" -> u.max(v);
          default -> throw new AssertionError("no reference for " + op.name());
        };
    return result.longValue();
  }

  private long real(ElementType type, long a, long b) {
    boolean nanA = Double.isNaN(LaneReferences.value(type, a));
    boolean nanB = Double.isNaN(LaneReferences.value(type, b));
    return switch (op.shortName()) {
      case "addf" -> LaneReferences.add(type, a, b);
      case "subf" -> LaneReferences.subtract(type, a, b);
      case "mulf" -> LaneReferences.multiply(type, a, b);
      case "divf" -> LaneReferences.divide(type, a, b);
      case "maximumf" -> LaneReferences.maximum(type, a, b);
      case "minimumf" -> LaneReferences.minimum(type, a, b);
      case "maxnumf" -> nanA && !nanB ? b : nanB && !nanA ? a : LaneReferences.maximum(type, a, b);
      case "minnumf" -> nanA && !nanB ? b : nanB && !nanA ? a : LaneReferences.minimum(type, a, b);
      default -> throw new AssertionError("no reference for " + op.name());
    };
  }

  private void compare(ElementType type) {
    List<String> predicates =
        type.isFloat()
            ? List.of(
                "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
                "une", "uno", "true", "false")
            : List.of("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge");
    List<Probe> probes = new ArrayList<>();
    for (String predicate : predicates) {
      String text = "%y = " + op.name() + " " + predicate + ", %x0, %x1 : " + type.spelling();
      probes.add(
          probe(
              type,
              ElementType.I1,
              text,
              2,
              o ->
                  (type.isFloat() ? ordered(predicate, type, o) : holds(predicate, type, o))
                      ? 1
                      : 0));
    }
    all.add(Variation.of(op, "canon", type, probes.toArray(Probe[]::new)));
  }

  private static boolean holds(String predicate, ElementType type, long[] o) {
    int order =
        predicate.startsWith("u")
            ? unsigned(type, o[0]).compareTo(unsigned(type, o[1]))
            : signed(type, o[0]).compareTo(signed(type, o[1]));
    return relation(predicate.length() == 3 ? predicate.substring(1) : predicate, order);
  }

  private static boolean relation(String relation, int order) {
    return switch (relation) {
      case "eq" -> order == 0;
      case "ne" -> order != 0;
      case "lt" -> order < 0;
      case "le" -> order <= 0;
      case "gt" -> order > 0;
      case "ge" -> order >= 0;
      default -> throw new IllegalArgumentException(relation);
    };
  }

  private static boolean ordered(String predicate, ElementType type, long[] o) {
    double a = LaneReferences.value(type, o[0]);
    double b = LaneReferences.value(type, o[1]);
    boolean unordered = Double.isNaN(a) || Double.isNaN(b);
    return switch (predicate) {
      case "true" -> true;
      case "false" -> false;
      case "ord" -> !unordered;
      case "uno" -> unordered;
      default ->
          unordered
              ? predicate.startsWith("u")
              : relation(predicate.substring(1), a < b ? -1 : a > b ? 1 : 0);
    };
  }

  private void select(ElementType type) {
    String test = type.isFloat() ? "arith.cmpf olt" : "arith.cmpi slt";
    String text =
        "%c = "
            + test
            + ", %x0, %x1 : "
            + type.spelling()
            + "\n      %y = arith.select %c, %x1, %x0 : "
            + type.spelling();
    add(
        "canon",
        type,
        type,
        text,
        2,
        o -> (type.isFloat() ? ordered("olt", type, o) : holds("slt", type, o)) ? o[1] : o[0]);
  }

  private void constant(ElementType type) {
    List<String> literals =
        switch (type) {
          case I1 -> List.of("true", "false");
          case F32 -> List.of("0.1", "-2.5e+3", "0x7F800000", "1.0e-44");
          case F16 -> List.of("0.1", "-2.5e+3", "0x7C00");
          case BF16 -> List.of("0.1", "-2.5e+3", "0x7F80");
          default -> List.of("0", "-1", "100", "-128");
        };
    List<Probe> probes = new ArrayList<>();
    for (String literal : literals) {
      String typed = type == ElementType.I1 ? literal : literal + " : " + type.spelling();
      probes.add(probe(type, type, "%y = arith.constant " + typed, 0, o -> bits(type, literal)));
    }
    all.add(Variation.of(op, "canon", type, probes.toArray(Probe[]::new)));
  }

  private static long bits(ElementType type, String literal) {
    if (type == ElementType.I1) {
      return literal.equals("true") ? 1 : 0;
    }
    if (!type.isFloat()) {
      return Long.parseLong(literal);
    }
    return literal.startsWith("0x")
        ? Long.parseLong(literal.substring(2), 16)
        : type == ElementType.F32
            ? Float.floatToIntBits(Float.parseFloat(literal)) & 0xFFFFFFFFL
            : FloatFormat.of(type).encode(Double.parseDouble(literal));
  }

  private void cast(TypeSet.Pair types) {
    String text =
        "%y = "
            + op.name()
            + " %x0 : "
            + types.source().spelling()
            + " to "
            + types.result().spelling();
    add(
        "-> " + types.result().spelling(),
        types.source(),
        types.result(),
        text,
        1,
        o -> cast(types.source(), types.result(), o[0]));
  }

  private long cast(ElementType from, ElementType to, long bits) {
    return switch (op.shortName()) {
      case "extui", "trunci", "bitcast" -> bits;
      case "index_castui" -> unsigned(from, bits).longValue();
      case "extsi", "index_cast" -> signed(from, bits).longValue();
      case "extf", "truncf" -> FloatFormat.of(to).encode(LaneReferences.value(from, bits));
      case "sitofp" ->
          FloatFormat.of(to)
              .encode(Dyadic.of(signed(from, bits)), false, 'R', FloatFormat.Overflow.IEEE);
      case "uitofp" ->
          FloatFormat.of(to)
              .encode(Dyadic.of(unsigned(from, bits)), false, 'R', FloatFormat.Overflow.IEEE);
      case "fptosi" -> truncated(from, to, bits, true);
      case "fptoui" -> truncated(from, to, bits, false);
      default -> throw new AssertionError("no reference for " + op.name());
    };
  }

  private static long truncated(ElementType from, ElementType to, long bits, boolean signed) {
    double value = LaneReferences.value(from, bits);
    if (Double.isNaN(value)) {
      return 0;
    }
    BigInteger least = signed ? BigInteger.ONE.shiftLeft(to.bits() - 1).negate() : BigInteger.ZERO;
    BigInteger greatest =
        BigInteger.ONE.shiftLeft(signed ? to.bits() - 1 : to.bits()).subtract(BigInteger.ONE);
    if (Double.isInfinite(value)) {
      return (value > 0 ? greatest : least).longValue();
    }
    return Dyadic.of(value).toInteger('Z').max(least).min(greatest).longValue();
  }
}
