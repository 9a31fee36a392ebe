package org.ptoc.ir.catalog;

import static org.ptoc.ir.catalog.Algebra.ANY;
import static org.ptoc.ir.catalog.Algebra.commutative;
import static org.ptoc.ir.catalog.Algebra.distance;
import static org.ptoc.ir.catalog.Algebra.divisor;
import static org.ptoc.ir.catalog.Algebra.right;
import static org.ptoc.ir.catalog.OperationForm.FLOAT_BINARY;
import static org.ptoc.ir.catalog.OperationForm.FLOAT_COMPARE;
import static org.ptoc.ir.catalog.OperationForm.FLOAT_UNARY;
import static org.ptoc.ir.catalog.OperationForm.INTEGER_BINARY;
import static org.ptoc.ir.catalog.OperationForm.INTEGER_COMPARE;
import static org.ptoc.ir.catalog.OperationForm.SCALAR_CAST;
import static org.ptoc.ir.catalog.OperationForm.SELECT_SCALAR;
import static org.ptoc.ir.catalog.ScalarWords.NONE;
import static org.ptoc.ir.catalog.ScalarWords.signed;
import static org.ptoc.ir.catalog.ScalarWords.unsigned;
import static org.ptoc.ir.catalog.TypeLists.ALL_FLOATS;
import static org.ptoc.ir.catalog.TypeLists.pairSet;
import static org.ptoc.ir.catalog.TypeLists.pairs;
import static org.ptoc.ir.catalog.TypeLists.union;
import static org.ptoc.ir.catalog.TypeSet.UNTYPED;
import static org.ptoc.ir.catalog.AttributeVocabulary.FLOAT_PREDICATE;
import static org.ptoc.ir.catalog.AttributeVocabulary.INTEGER_PREDICATE;
import static org.ptoc.ir.catalog.AttributeVocabulary.MATH_FLAGS;
import static org.ptoc.ir.catalog.AttributeVocabulary.VALUE;
import static org.ptoc.ir.type.ElementType.I1;
import static org.ptoc.ir.type.ElementType.I16;
import static org.ptoc.ir.type.ElementType.I32;
import static org.ptoc.ir.type.ElementType.I64;
import static org.ptoc.ir.type.ElementType.I8;
import static org.ptoc.ir.type.ElementType.INDEX;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;

/**
 * The operations of the arith dialect (spec/00, section 5): what they mean, which rules of
 * arithmetic they keep and which scalar words compute them. The name of a constant is the mnemonic.
 */
public enum Arithmetic implements NamedOperation {
  // @formatter:off
  //           form             meaning                              rules                words
  CONSTANT    (OperationForm.CONSTANT, "value",                      ANY,                 NONE,                                                                       VALUE),
  ADDI        (INTEGER_BINARY,  "lhs + rhs",                         commutative(0),      unsigned(Mnemonic.ADD).plain(Mnemonic.ADDI),                                MATH_FLAGS),
  SUBI        (INTEGER_BINARY,  "lhs - rhs",                         right(0),            unsigned(Mnemonic.SUB).negated(Mnemonic.ADDI),                              MATH_FLAGS),
  MULI        (INTEGER_BINARY,  "lhs * rhs",                         commutative(1).absorbing(0), unsigned(Mnemonic.MUL).scale(Mnemonic.MULI, Mnemonic.SHLI),        MATH_FLAGS),
  DIVSI       (INTEGER_BINARY,  "signed quotient toward zero",       divisor(1),          signed(Mnemonic.DIV)),
  DIVUI       (INTEGER_BINARY,  "unsigned quotient",                 divisor(1),          unsigned(Mnemonic.DIV).power(Mnemonic.SHRUI)),
  REMSI       (INTEGER_BINARY,  "signed remainder, sign of lhs",     divisor(),           signed(Mnemonic.REM)),
  REMUI       (INTEGER_BINARY,  "unsigned remainder",                divisor(),           unsigned(Mnemonic.REM).mask(Mnemonic.ANDI)),
  CEILDIVSI   (INTEGER_BINARY,  "signed quotient toward +inf",       divisor(1),          signed(Mnemonic.CEILDIV)),
  CEILDIVUI   (INTEGER_BINARY,  "unsigned quotient toward +inf",     divisor(1),          unsigned(Mnemonic.CEILDIV)),
  FLOORDIVSI  (INTEGER_BINARY,  "signed quotient toward -inf",       divisor(1),          unsigned(Mnemonic.FLOORDIV).power(Mnemonic.SHRSI)),
  ANDI        (INTEGER_BINARY,  "lhs & rhs",                         commutative(-1).absorbing(0), unsigned(Mnemonic.AND).plain(Mnemonic.ANDI)),
  ORI         (INTEGER_BINARY,  "lhs | rhs",                         commutative(0),      unsigned(Mnemonic.OR).plain(Mnemonic.ORI)),
  XORI        (INTEGER_BINARY,  "lhs ^ rhs",                         commutative(0),      unsigned(Mnemonic.XOR).plain(Mnemonic.XORI)),
  SHLI        (INTEGER_BINARY,  "lhs << rhs",                        distance(),          unsigned(Mnemonic.SHL).distance(Mnemonic.SHLI),                             MATH_FLAGS),
  SHRSI       (INTEGER_BINARY,  "lhs >> rhs, arithmetic",            distance(),          signed(Mnemonic.SHR).distance(Mnemonic.SHRSI)),
  SHRUI       (INTEGER_BINARY,  "lhs >> rhs, logical",               distance(),          unsigned(Mnemonic.SHR).distance(Mnemonic.SHRUI)),
  MINSI       (INTEGER_BINARY,  "signed minimum",                    commutative(Long.MAX_VALUE),     signed(Mnemonic.MIN)),
  MAXSI       (INTEGER_BINARY,  "signed maximum",                    commutative(Long.MIN_VALUE),     signed(Mnemonic.MAX)),
  MINUI       (INTEGER_BINARY,  "unsigned minimum",                  commutative(-1),     unsigned(Mnemonic.MIN)),
  MAXUI       (INTEGER_BINARY,  "unsigned maximum",                  commutative(0),      unsigned(Mnemonic.MAX)),
  CMPI        (INTEGER_COMPARE, "lhs predicate rhs",                 ANY,                 NONE,                                                                       INTEGER_PREDICATE),
  CMPF        (FLOAT_COMPARE,   "lhs predicate rhs",                 ANY,                 NONE,                                                                       FLOAT_PREDICATE, MATH_FLAGS),
  ADDF        (FLOAT_BINARY,    "lhs + rhs",                         ANY,                 unsigned(Mnemonic.ADD),                                                     MATH_FLAGS),
  SUBF        (FLOAT_BINARY,    "lhs - rhs",                         ANY,                 unsigned(Mnemonic.SUB),                                                     MATH_FLAGS),
  MULF        (FLOAT_BINARY,    "lhs * rhs",                         ANY,                 unsigned(Mnemonic.MUL),                                                     MATH_FLAGS),
  DIVF        (FLOAT_BINARY,    "lhs / rhs",                         ANY,                 unsigned(Mnemonic.DIV),                                                     MATH_FLAGS),
  NEGF        (FLOAT_UNARY,     "-input",                            ANY,                 unsigned(Mnemonic.NEG),                                                     MATH_FLAGS),
  MAXIMUMF    (FLOAT_BINARY,    "maximum, NaN wins",                 ANY,                 unsigned(Mnemonic.MAX),                                                     MATH_FLAGS),
  MINIMUMF    (FLOAT_BINARY,    "minimum, NaN wins",                 ANY,                 unsigned(Mnemonic.MIN),                                                     MATH_FLAGS),
  MAXNUMF     (FLOAT_BINARY,    "maximum, NaN loses",                ANY,                 unsigned(Mnemonic.MAX).nanLoses(),                                          MATH_FLAGS),
  MINNUMF     (FLOAT_BINARY,    "minimum, NaN loses",                ANY,                 unsigned(Mnemonic.MIN).nanLoses(),                                          MATH_FLAGS),
  SELECT      (SELECT_SCALAR,   "condition ? lhs : rhs",             ANY,                 NONE),

  //           types                          meaning
  INDEX_CAST  (Casts.INDEX_CASTS,             "index <-> integer, signed"),
  INDEX_CASTUI(Casts.INDEX_CASTS,             "index <-> integer, unsigned"),
  EXTSI       (Casts.WIDER_INTEGERS,          "sign extension"),
  EXTUI       (Casts.WIDER_INTEGERS,          "zero extension"),
  TRUNCI      (Casts.NARROWER_INTEGERS,       "low bits"),
  EXTF        (Casts.WIDER_FLOATS,            "exact widening"),
  TRUNCF      (Casts.NARROWER_FLOATS,         "narrowing to nearest even"),
  SITOFP      (Casts.INTEGERS_TO_FLOATS,      "signed integer to float"),
  UITOFP      (Casts.INTEGERS_TO_FLOATS,      "unsigned integer to float"),
  FPTOSI      (Casts.FLOATS_TO_INTEGERS,      "float to signed integer toward zero, saturating"),
  FPTOUI      (Casts.FLOATS_TO_INTEGERS,      "float to unsigned integer toward zero, saturating"),
  BITCAST     (Casts.EQUAL_WIDTHS,            "same bits");
  // @formatter:on

  private static final Map<String, Arithmetic> BY_NAME = HashMap.newHashMap(values().length);

  static {
    for (Arithmetic operation : values()) {
      BY_NAME.put(operation.mnemonic, operation);
    }
  }

  private final String mnemonic = "arith." + name().toLowerCase(Locale.ROOT);
  private final OperationForm form;
  private final TypeSet types;
  private final String meaning;
  private final Algebra algebra;
  private final ScalarWords words;
  private final List<AttributeRule> attributes;

  Arithmetic(
      OperationForm form,
      String meaning,
      Algebra algebra,
      ScalarWords words,
      AttributeRule... attributes) {
    this.form = form;
    this.types = UNTYPED;
    this.meaning = meaning;
    this.algebra = algebra;
    this.words = words;
    this.attributes = List.of(attributes);
  }

  Arithmetic(TypeSet types, String meaning) {
    this.form = SCALAR_CAST;
    this.types = types;
    this.meaning = meaning;
    this.algebra = ANY;
    this.words = NONE;
    this.attributes = List.of();
  }

  /**
   * The operation of a row of the arith dialect.
   *
   * @throws IllegalArgumentException for a row of another dialect
   */
  public static Arithmetic of(OpDefinition row) {
    Arithmetic operation = BY_NAME.get(row.name());
    if (operation == null) {
      throw new IllegalArgumentException(row.name() + " is not of the arith dialect");
    }
    return operation;
  }

  static List<OpDefinition> rows() {
    List<OpDefinition> rows = new ArrayList<>();
    for (Arithmetic operation : values()) {
      rows.add(operation.row());
    }
    return rows;
  }

  private OpDefinition row() {
    return new OpDefinition(
        mnemonic, form, types, Scope.ANYWHERE, attributes, meaning, "00#5");
  }

  @Override
  public String mnemonic() {
    return mnemonic;
  }

  /** The rules of arithmetic that it keeps. */
  public Algebra algebra() {
    return algebra;
  }

  /** The words that compute it. */
  public ScalarWords words() {
    return words;
  }

  /** Pairs of source and result type. */
  private static final class Casts {
    private static final Set<ElementType> INTEGERS = union(EnumSet.of(I1, I8, I16, I32, I64));
    static final TypeSet INDEX_CASTS =
        pairSet(pairs(INTEGERS, EnumSet.of(INDEX)), pairs(EnumSet.of(INDEX), INTEGERS));
    static final TypeSet WIDER_INTEGERS =
        select(INTEGERS, INTEGERS, (from, to) -> from.bits() < to.bits());
    static final TypeSet NARROWER_INTEGERS =
        select(INTEGERS, INTEGERS, (from, to) -> from.bits() > to.bits());
    static final TypeSet WIDER_FLOATS =
        select(ALL_FLOATS, ALL_FLOATS, (from, to) -> from.bits() < to.bits());
    static final TypeSet NARROWER_FLOATS =
        select(ALL_FLOATS, ALL_FLOATS, (from, to) -> from.bits() > to.bits());
    static final TypeSet INTEGERS_TO_FLOATS = pairSet(pairs(INTEGERS, ALL_FLOATS));
    static final TypeSet FLOATS_TO_INTEGERS = pairSet(pairs(ALL_FLOATS, INTEGERS));
    static final TypeSet EQUAL_WIDTHS =
        select(
            union(INTEGERS, ALL_FLOATS),
            union(INTEGERS, ALL_FLOATS),
            (from, to) -> from.bits() == to.bits());

    private static TypeSet select(
        Set<ElementType> sources,
        Set<ElementType> results,
        BiPredicate<ElementType, ElementType> wanted) {
      List<TypeSet.Pair> kept = new ArrayList<>();
      for (TypeSet.Pair pair : pairs(sources, results)) {
        if (wanted.test(pair.source(), pair.result())) {
          kept.add(pair);
        }
      }
      return new TypeSet.Pairs(kept);
    }
  }
}
