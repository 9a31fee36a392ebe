package org.ptoc.ir.catalog;

import static org.ptoc.ir.catalog.AttributeVocabulary.*;
import static org.ptoc.ir.catalog.OpCatalog.scalar;
import static org.ptoc.ir.catalog.OpCatalog.scalarCast;
import static org.ptoc.ir.catalog.OperationForm.*;
import static org.ptoc.ir.catalog.TypeLists.*;
import static org.ptoc.ir.type.ElementType.*;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import org.ptoc.ir.type.ElementType;

/** Operations of the arith, scf, func and builtin dialects (spec/00, 5). */
final class ScalarRows {
  // @formatter:off
  private ScalarRows() {}

  private static final Set<ElementType> INTEGERS = union(EnumSet.of(I1, I8, I16, I32, I64));
  private static final TypeSet INDEX_CASTS =
      pairSet(pairs(INTEGERS, EnumSet.of(INDEX)), pairs(EnumSet.of(INDEX), INTEGERS));
  private static final TypeSet WIDER_INTEGERS =
      select(INTEGERS, INTEGERS, (from, to) -> from.bits() < to.bits());
  private static final TypeSet NARROWER_INTEGERS =
      select(INTEGERS, INTEGERS, (from, to) -> from.bits() > to.bits());
  private static final TypeSet WIDER_FLOATS =
      select(ALL_FLOATS, ALL_FLOATS, (from, to) -> from.bits() < to.bits());
  private static final TypeSet NARROWER_FLOATS =
      select(ALL_FLOATS, ALL_FLOATS, (from, to) -> from.bits() > to.bits());
  private static final TypeSet INTEGERS_TO_FLOATS = pairSet(pairs(INTEGERS, ALL_FLOATS));
  private static final TypeSet FLOATS_TO_INTEGERS = pairSet(pairs(ALL_FLOATS, INTEGERS));
  private static final TypeSet EQUAL_WIDTHS =
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

  static List<OpDefinition> rows() {
    return List.of(
        // mnemonic                    form             semantics
        scalar("arith.constant", CONSTANT, "value", VALUE),
        scalar("arith.addi", INTEGER_BINARY, "lhs + rhs", MATH_FLAGS),
        scalar("arith.subi", INTEGER_BINARY, "lhs - rhs", MATH_FLAGS),
        scalar("arith.muli", INTEGER_BINARY, "lhs * rhs", MATH_FLAGS),
        scalar("arith.divsi", INTEGER_BINARY, "signed quotient toward zero"),
        scalar("arith.divui", INTEGER_BINARY, "unsigned quotient"),
        scalar("arith.remsi", INTEGER_BINARY, "signed remainder, sign of lhs"),
        scalar("arith.remui", INTEGER_BINARY, "unsigned remainder"),
        scalar("arith.ceildivsi", INTEGER_BINARY, "signed quotient toward +inf"),
        scalar("arith.ceildivui", INTEGER_BINARY, "unsigned quotient toward +inf"),
        scalar("arith.floordivsi", INTEGER_BINARY, "signed quotient toward -inf"),
        scalar("arith.andi", INTEGER_BINARY, "lhs & rhs"),
        scalar("arith.ori", INTEGER_BINARY, "lhs | rhs"),
        scalar("arith.xori", INTEGER_BINARY, "lhs ^ rhs"),
        scalar("arith.shli", INTEGER_BINARY, "lhs << rhs", MATH_FLAGS),
        scalar("arith.shrsi", INTEGER_BINARY, "lhs >> rhs, arithmetic"),
        scalar("arith.shrui", INTEGER_BINARY, "lhs >> rhs, logical"),
        scalar("arith.minsi", INTEGER_BINARY, "signed minimum"),
        scalar("arith.maxsi", INTEGER_BINARY, "signed maximum"),
        scalar("arith.minui", INTEGER_BINARY, "unsigned minimum"),
        scalar("arith.maxui", INTEGER_BINARY, "unsigned maximum"),
        scalar("arith.cmpi", INTEGER_COMPARE, "lhs predicate rhs", INTEGER_PREDICATE),
        scalar("arith.cmpf", FLOAT_COMPARE, "lhs predicate rhs", FLOAT_PREDICATE, MATH_FLAGS),
        scalar("arith.addf", FLOAT_BINARY, "lhs + rhs", MATH_FLAGS),
        scalar("arith.subf", FLOAT_BINARY, "lhs - rhs", MATH_FLAGS),
        scalar("arith.mulf", FLOAT_BINARY, "lhs * rhs", MATH_FLAGS),
        scalar("arith.divf", FLOAT_BINARY, "lhs / rhs", MATH_FLAGS),
        scalar("arith.negf", FLOAT_UNARY, "-input", MATH_FLAGS),
        scalar("arith.maximumf", FLOAT_BINARY, "maximum, NaN wins", MATH_FLAGS),
        scalar("arith.minimumf", FLOAT_BINARY, "minimum, NaN wins", MATH_FLAGS),
        scalar("arith.maxnumf", FLOAT_BINARY, "maximum, NaN loses", MATH_FLAGS),
        scalar("arith.minnumf", FLOAT_BINARY, "minimum, NaN loses", MATH_FLAGS),
        scalar("arith.select", SELECT_SCALAR, "condition ? lhs : rhs"),
        scalarCast("arith.index_cast", INDEX_CASTS, "index <-> integer, signed"),
        scalarCast("arith.index_castui", INDEX_CASTS, "index <-> integer, unsigned"),
        scalarCast("arith.extsi", WIDER_INTEGERS, "sign extension"),
        scalarCast("arith.extui", WIDER_INTEGERS, "zero extension"),
        scalarCast("arith.trunci", NARROWER_INTEGERS, "low bits"),
        scalarCast("arith.extf", WIDER_FLOATS, "exact widening"),
        scalarCast("arith.truncf", NARROWER_FLOATS, "narrowing to nearest even"),
        scalarCast("arith.sitofp", INTEGERS_TO_FLOATS, "signed integer to float"),
        scalarCast("arith.uitofp", INTEGERS_TO_FLOATS, "unsigned integer to float"),
        scalarCast(
            "arith.fptosi", FLOATS_TO_INTEGERS, "float to signed integer toward zero, saturating"),
        scalarCast(
            "arith.fptoui",
            FLOATS_TO_INTEGERS,
            "float to unsigned integer toward zero, saturating"),
        scalarCast("arith.bitcast", EQUAL_WIDTHS, "same bits"),
        scalar(
            "builtin.unrealized_conversion_cast", UNREALIZED_CAST, "same bits, other signedness"),
        scalar("scf.for", FOR, "for (iv = lower; iv < upper; iv += step)"),
        scalar("scf.if", IF, "condition ? region 0 : region 1"),
        scalar("scf.while", WHILE, "region 0 decides, region 1 steps"),
        scalar("scf.yield", YIELD, "values of the region"),
        scalar("scf.condition", CONDITION, "go on with region 1 when true"),
        scalar("func.return", RETURN, "end of the function"),
        scalar("func.call", CALL, "call of a function of the module", CALLEE));
  }
  // @formatter:on
}
