package org.ptoc.ir.verify;

import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.Type;

/** Flags, buffers and control (spec/00, 4.5). */
final class SynchronizationRules {
  private static final String ALL_PIPES = "PIPE_" + Pipe.ALL.spelling();

  private SynchronizationRules() {}

  static void flag(Check check) {
    notAllPipes(check, AttributeName.SRC);
    notAllPipes(check, AttributeName.DST);
    boolean named = check.op().attributes().has(AttributeName.EVENT);
    check.require(
        named != check.has(RoleName.EVENT_ID),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        named
            ? "takes an event name or an event operand, not both"
            : "needs an event, EVENT_ID0 to EVENT_ID7 or an" + " index");
    check.range(RoleName.EVENT_ID, 0, 7);
  }

  private static void notAllPipes(Check check, AttributeName attribute) {
    check.require(
        !check.op().attributes().text(attribute).orElse("").equals(ALL_PIPES),
        DiagnosticCode.BAD_ATTRIBUTE,
        attribute + " is " + ALL_PIPES + ", which only barriers take; name one pipe");
  }

  /** The number is a literal, a constant i64, or any index. */
  static void buffer(Check check) {
    notAllPipes(check, AttributeName.PIPE);
    boolean literal = check.op().attributes().has(AttributeName.ID);
    check.require(
        literal != check.has(RoleName.ID_VALUE),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "needs one buffer number, 0 to 31");
    check.require(
        !check.has(RoleName.MODE_VALUE) || !check.op().attributes().has(AttributeName.MODE),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "takes one mode, 0 or 1");
    if (check.has(RoleName.ID_VALUE)) {
      Type type = check.type(RoleName.ID_VALUE);
      if (type == ElementType.I64) {
        PredicateRules.needsConstant(check, RoleName.ID_VALUE);
      } else if (type != ElementType.INDEX) {
        check.typeError("id_value", type, "a constant i64 or an index");
      }
      check.range(RoleName.ID_VALUE, 0, 31);
    }
    if (check.has(RoleName.MODE_VALUE)) {
      PredicateRules.needsConstant(check, RoleName.MODE_VALUE);
      check.range(RoleName.MODE_VALUE, 0, 1);
    }
  }

  /** A line is that of a place in GM; the whole cache has no place (spec/50, 2.8). */
  static void cache(Check check) {
    if (!check.has(RoleName.TARGET)) {
      check.require(
          !"single_cache_line".equals(check.op().attributes().text(AttributeName.LINES).orElse("")),
          DiagnosticCode.WRONG_OPERAND_COUNT,
          "needs a pointer or view whose line it drops; for all lines write `all`");
      return;
    }
    Type type = check.type(RoleName.TARGET);
    boolean written = check.op().definition().form() == OperationForm.CACHE_CLEAN;
    boolean cached =
        type instanceof TensorViewType
            || type instanceof PointerType pointer
                && (pointer.space() == MemorySpace.GM
                    || written && pointer.space() == MemorySpace.UB);
    check.require(
        cached,
        DiagnosticCode.WRONG_MEMORY_SPACE,
        "target is "
            + type.spelling()
            + ", but must be a view of GM or a pointer into GM"
            + (written ? " or UB" : ""));
    check.require(
        !"all".equals(check.op().attributes().text(AttributeName.LINES).orElse("")),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "takes no place for `all`; for one line write `single_cache_line`");
  }

  static void setBit(Check check) {
    check.range(RoleName.BIT, 0, 63);
  }
}
