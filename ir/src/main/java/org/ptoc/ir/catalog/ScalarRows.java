package org.ptoc.ir.catalog;

import static org.ptoc.ir.catalog.OpCatalog.scalar;
import static org.ptoc.ir.catalog.Shape.*;
import static org.ptoc.ir.catalog.Vocabulary.*;

import java.util.List;

/** Operations of the arith, scf, func and builtin dialects (spec/00, 5). */
final class ScalarRows {
  private ScalarRows() {}

  static List<OpDefinition> rows() {
    return List.of(
        // mnemonic                    shape            semantics
        scalar("arith.constant",       CONSTANT,        "value", VALUE),
        scalar("arith.addi",           INTEGER_BINARY,  "lhs + rhs", MATH_FLAGS),
        scalar("arith.subi",           INTEGER_BINARY,  "lhs - rhs", MATH_FLAGS),
        scalar("arith.muli",           INTEGER_BINARY,  "lhs * rhs", MATH_FLAGS),
        scalar("arith.divsi",          INTEGER_BINARY,  "signed quotient toward zero"),
        scalar("arith.divui",          INTEGER_BINARY,  "unsigned quotient"),
        scalar("arith.remsi",          INTEGER_BINARY,  "signed remainder, sign of lhs"),
        scalar("arith.remui",          INTEGER_BINARY,  "unsigned remainder"),
        scalar("arith.ceildivsi",      INTEGER_BINARY,  "signed quotient toward +inf"),
        scalar("arith.ceildivui",      INTEGER_BINARY,  "unsigned quotient toward +inf"),
        scalar("arith.floordivsi",     INTEGER_BINARY,  "signed quotient toward -inf"),
        scalar("arith.andi",           INTEGER_BINARY,  "lhs & rhs"),
        scalar("arith.ori",            INTEGER_BINARY,  "lhs | rhs"),
        scalar("arith.xori",           INTEGER_BINARY,  "lhs ^ rhs"),
        scalar("arith.shli",           INTEGER_BINARY,  "lhs << rhs", MATH_FLAGS),
        scalar("arith.shrsi",          INTEGER_BINARY,  "lhs >> rhs, arithmetic"),
        scalar("arith.shrui",          INTEGER_BINARY,  "lhs >> rhs, logical"),
        scalar("arith.minsi",          INTEGER_BINARY,  "signed minimum"),
        scalar("arith.maxsi",          INTEGER_BINARY,  "signed maximum"),
        scalar("arith.minui",          INTEGER_BINARY,  "unsigned minimum"),
        scalar("arith.maxui",          INTEGER_BINARY,  "unsigned maximum"),
        scalar("arith.cmpi",           INTEGER_COMPARE, "lhs predicate rhs", INTEGER_PREDICATE),
        scalar("arith.cmpf",           FLOAT_COMPARE,   "lhs predicate rhs", FLOAT_PREDICATE, MATH_FLAGS),
        scalar("arith.addf",           FLOAT_BINARY,    "lhs + rhs", MATH_FLAGS),
        scalar("arith.subf",           FLOAT_BINARY,    "lhs - rhs", MATH_FLAGS),
        scalar("arith.mulf",           FLOAT_BINARY,    "lhs * rhs", MATH_FLAGS),
        scalar("arith.divf",           FLOAT_BINARY,    "lhs / rhs", MATH_FLAGS),
        scalar("arith.negf",           FLOAT_UNARY,     "-input", MATH_FLAGS),
        scalar("arith.maximumf",       FLOAT_BINARY,    "maximum, NaN wins", MATH_FLAGS),
        scalar("arith.minimumf",       FLOAT_BINARY,    "minimum, NaN wins", MATH_FLAGS),
        scalar("arith.maxnumf",        FLOAT_BINARY,    "maximum, NaN loses", MATH_FLAGS),
        scalar("arith.minnumf",        FLOAT_BINARY,    "minimum, NaN loses", MATH_FLAGS),
        scalar("arith.select",         SELECT_SCALAR,   "condition ? lhs : rhs"),
        scalar("arith.index_cast",     SCALAR_CAST,     "index <-> integer, signed"),
        scalar("arith.index_castui",   SCALAR_CAST,     "index <-> integer, unsigned"),
        scalar("arith.extsi",          SCALAR_CAST,     "sign extension"),
        scalar("arith.extui",          SCALAR_CAST,     "zero extension"),
        scalar("arith.trunci",         SCALAR_CAST,     "low bits"),
        scalar("arith.extf",           SCALAR_CAST,     "exact widening"),
        scalar("arith.truncf",         SCALAR_CAST,     "narrowing to nearest even"),
        scalar("arith.sitofp",         SCALAR_CAST,     "signed integer to float"),
        scalar("arith.uitofp",         SCALAR_CAST,     "unsigned integer to float"),
        scalar("arith.fptosi",         SCALAR_CAST,     "float to signed integer toward zero, saturating"),
        scalar("arith.fptoui",         SCALAR_CAST,     "float to unsigned integer toward zero, saturating"),
        scalar("arith.bitcast",        SCALAR_CAST,     "same bits"),
        scalar("builtin.unrealized_conversion_cast", UNREALIZED_CAST, "same bits, other signedness"),
        scalar("scf.for",              FOR,             "for (iv = lower; iv < upper; iv += step)"),
        scalar("scf.if",               IF,              "condition ? region 0 : region 1"),
        scalar("scf.while",            WHILE,           "region 0 decides, region 1 steps"),
        scalar("scf.yield",            YIELD,           "values of the region"),
        scalar("scf.condition",        CONDITION,       "go on with region 1 when true"),
        scalar("func.return",          RETURN,          "end of the function"),
        scalar("func.call",            CALL,            "call of a function of the module", CALLEE));
  }
}
