package org.ptoc.passes.codegen;

import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Function;
import org.ptoc.ir.MachineOperands;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.type.ElementType;

/** Evaluates the IR of test functions directly. */
final class IrInterpreter {
  private final Map<Value, Long> values = new IdentityHashMap<>();
  private final Map<Long, Long> memory = new HashMap<>();

  static Map<Long, Long> run(Function function, long... arguments) {
    IrInterpreter interpreter = new IrInterpreter();
    for (int i = 0; i < arguments.length; i++) {
      interpreter.values.put(function.parameters().get(i), arguments[i]);
    }
    interpreter.body(function.body().orElseThrow());
    return interpreter.memory;
  }

  /** The operands of the terminator. */
  private long[] body(Region region) {
    long[] last = {};
    for (Operation op : region.operations()) {
      switch (op.name()) {
        case "scf.yield", "scf.condition", "func.return" -> last = operands(op);
        default -> execute(op);
      }
    }
    return last;
  }

  private long[] operands(Operation op) {
    return op.operands().stream().mapToLong(values::get).toArray();
  }

  private void bind(List<Value> targets, long[] numbers, int from) {
    for (int i = 0; i < targets.size(); i++) {
      values.put(targets.get(i), numbers[from + i]);
    }
  }

  private void execute(Operation op) {
    long[] in = operands(op);
    switch (op.name()) {
      case "arith.constant" ->
          values.put(
              op.result(),
              ((Attribute.Int) op.attributes().get(AttributeName.VALUE).orElseThrow()).value());
      case "arith.cmpi" -> {
        int code = -1;
        for (Condition condition : Condition.values()) {
          if (condition
              .spelling()
              .equals(op.attributes().text(AttributeName.PREDICATE).orElseThrow())) {
            code = condition.code();
          }
        }
        values.put(
            op.result(), Reference.compare(code, width(op.operandAt(0)), in[0], in[1]) ? 1L : 0L);
      }
      case "arith.select" -> values.put(op.result(), in[0] != 0 ? in[1] : in[2]);
      case "arith.index_cast", "arith.extsi", "arith.trunci" ->
          values.put(op.result(), Reference.signExtend(in[0], bits(op.result())));
      case "arith.extui", "arith.index_castui" ->
          values.put(
              op.result(),
              Reference.signExtend(
                  Reference.zeroExtend(in[0], bits(op.operandAt(0))), bits(op.result())));
      case "pto.store_scalar" -> memory.put(in[1] + 8 * in[2], in[0]);
      case "pto.load_scalar" -> values.put(op.result(), memory.getOrDefault(in[0] + 8 * in[1], 0L));
      case "pto.addptr" -> values.put(op.result(), in[0] + 8 * in[1]);
      case "pto.vecscope" -> body(op.region());
      case "scf.for" -> loop(op, in);
      case "scf.if" -> bind(op.results(), body(op.regions().get(in[0] != 0 ? 0 : 1)), 0);
      case "scf.while" -> loopWhile(op, in);
      default -> {
        if (op.name().startsWith("isa.")) {
          machine(op, in);
        } else {
          arithmetic(op, in);
        }
      }
    }
  }

  private static int width(Value value) {
    return switch ((ElementType) value.type()) {
      case I1 -> ScalarWidth.I1.code();
      case I8 -> ScalarWidth.I8.code();
      case I16 -> ScalarWidth.I16.code();
      case I32 -> ScalarWidth.I32.code();
      default -> ScalarWidth.I64.code();
    };
  }

  private static int bits(Value value) {
    return ((ElementType) value.type()).bits();
  }

  private void loop(Operation op, long[] in) {
    long[] carried = Arrays.copyOfRange(in, 3, in.length);
    List<Value> arguments = op.region().arguments();
    for (long i = in[0]; i < in[1]; i += in[2]) {
      values.put(arguments.getFirst(), i);
      bind(arguments.subList(1, arguments.size()), carried, 0);
      carried = body(op.region());
    }
    bind(op.results(), carried, 0);
  }

  private void loopWhile(Operation op, long[] in) {
    long[] carried = in;
    while (true) {
      bind(op.regions().get(0).arguments(), carried, 0);
      long[] decision = body(op.regions().get(0));
      if (decision[0] == 0) {
        bind(op.results(), decision, 1);
        return;
      }
      bind(op.regions().get(1).arguments(), decision, 1);
      carried = body(op.regions().get(1));
    }
  }

  private void arithmetic(Operation op, long[] in) {
    String name = op.definition().shortName();
    boolean signed = name.endsWith("si");
    String operation =
        switch (name) {
          case "addi", "subi", "muli", "andi", "xori", "shli" -> name.substring(0, 3);
          case "ori" -> "or";
          default -> name.substring(0, name.length() - 2);
        };
    values.put(
        op.result(), Reference.arithmetic(operation, bits(op.result()), signed, in[0], in[1]));
  }

  private void machine(Operation op, long[] in) {
    String name = op.definition().shortName();
    switch (name) {
      case "pset" ->
          values.put(
              op.result(),
              Reference.mix(name, MachineOperands.number(op, OperandRole.PAT).orElseThrow()));
      case "plt" -> {
        values.put(op.result(0), Reference.mix(name, in[0]));
        values.put(op.result(1), Math.max(0, in[0] - 64));
      }
      case "pand" -> values.put(op.result(), Reference.mix(name, in[0], in[1], -1L));
      case "vintlv" -> {
        values.put(op.result(0), Reference.mix("low", in));
        values.put(op.result(1), Reference.mix("high", in));
      }
      case "vsts" -> memory.put(in[1] + 4 * in[2], Reference.mix(name, in[0], in[3]));
      case "vldus" -> {
        values.put(op.result(0), Reference.mix(name, in[0], in[1]));
        values.put(op.result(1), Reference.mix("align", in[0]));
      }
      default -> values.put(op.result(), Reference.mix(name, in));
    }
  }
}
