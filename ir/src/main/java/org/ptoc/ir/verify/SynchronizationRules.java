package org.ptoc.ir.verify;

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
    notAllPipes(check, "src");
    notAllPipes(check, "dst");
    boolean named = check.op().attributes().has("event");
    check.require(
        named != check.has("event_id"),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        named
            ? "takes an event name or an event operand, not both"
            : "needs an event, EVENT_ID0 to EVENT_ID7 or an" + " index");
    check.range("event_id", 0, 7);
  }

  private static void notAllPipes(Check check, String attribute) {
    check.require(
        !check.op().attributes().text(attribute).orElse("").equals(ALL_PIPES),
        DiagnosticCode.BAD_ATTRIBUTE,
        attribute + " is " + ALL_PIPES + ", which only barriers take; name one pipe");
  }

  /** The number is a literal, a constant i64, or any index. */
  static void buffer(Check check) {
    notAllPipes(check, "pipe");
    boolean literal = check.op().attributes().has("id");
    check.require(
        literal != check.has("id_value"),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "needs one buffer number, 0 to 31");
    check.require(
        !check.has("mode_value") || !check.op().attributes().has("mode"),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "takes one mode, 0 or 1");
    if (check.has("id_value")) {
      Type type = check.type("id_value");
      if (type == ElementType.I64) {
        PredicateRules.needsConstant(check, "id_value");
      } else if (type != ElementType.INDEX) {
        check.typeError("id_value", type, "a constant i64 or an index");
      }
      check.range("id_value", 0, 31);
    }
    if (check.has("mode_value")) {
      PredicateRules.needsConstant(check, "mode_value");
      check.range("mode_value", 0, 1);
    }
  }

  /** A line is that of a place in GM; the whole cache has no place (spec/50, 2.8). */
  static void cache(Check check) {
    if (!check.has("target")) {
      check.require(
          !"single_cache_line".equals(check.op().attributes().text("lines").orElse("")),
          DiagnosticCode.WRONG_OPERAND_COUNT,
          "needs a pointer or view whose line it drops; for all lines write `all`");
      return;
    }
    Type type = check.type("target");
    boolean global =
        type instanceof TensorViewType
            || type instanceof PointerType pointer && pointer.space() == MemorySpace.GM;
    check.require(
        global,
        DiagnosticCode.WRONG_MEMORY_SPACE,
        "target is " + type.spelling() + ", but must be a view of GM or a pointer into GM");
    check.require(
        !"all".equals(check.op().attributes().text("lines").orElse("")),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "takes no place for `all`; for one line write `single_cache_line`");
  }

  static void setBit(Check check) {
    check.range("bit", 0, 63);
  }
}
