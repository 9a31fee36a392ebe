package org.ptoc.ir.catalog;

import static org.ptoc.ir.catalog.OpCatalog.scalar;
import static org.ptoc.ir.catalog.OperationForm.*;
import static org.ptoc.ir.catalog.AttributeVocabulary.*;

import java.util.List;

/** Operations of the scf, func and builtin dialects (spec/00, 5). */
final class ScalarRows {
  // @formatter:off
  private ScalarRows() {}

  static List<OpDefinition> rows() {
    return List.of(
        // mnemonic                    form             semantics
        scalar("builtin.unrealized_conversion_cast", UNREALIZED_CAST, "same bits, other signedness"),
        scalar("scf.for",              FOR,             "for (iv = lower; iv < upper; iv += step)"),
        scalar("scf.if",               IF,              "condition ? region 0 : region 1"),
        scalar("scf.while",            WHILE,           "region 0 decides, region 1 steps"),
        scalar("scf.yield",            YIELD,           "values of the region"),
        scalar("scf.condition",        CONDITION,       "go on with region 1 when true"),
        scalar("func.return",          RETURN,          "end of the function"),
        scalar("func.call",            CALL,            "call of a function of the module", CALLEE));
  }
  // @formatter:on
}
