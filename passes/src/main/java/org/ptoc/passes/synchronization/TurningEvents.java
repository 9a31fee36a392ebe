package org.ptoc.passes.synchronization;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;

/**
 * The event numbers of flags that take several events in turn, computed from the number of the
 * iteration.
 */
final class TurningEvents {
  private final Operation loop;
  private final Constants constants;

  /** Which carried value is the number of the iteration. */
  private final OptionalInt counter;

  TurningEvents(Operation loop, Constants constants) {
    this.loop = loop;
    this.constants = constants;
    this.counter =
        loop.definition().form() == OperationForm.FOR
            ? IntStream.range(0, loop.results().size()).filter(this::counts).findFirst()
            : OptionalInt.empty();
  }

  /** True for a carried value that starts with zero and is one more in each iteration. */
  private boolean counts(int carried) {
    Region body = loop.region();
    Value next = body.operations().getLast().operandAt(carried);
    Value argument = body.arguments().get(carried + 1);
    return argument.type() == ElementType.INDEX
        && constants.integer(loop.group(RoleName.INIT).get(carried)).orElse(1) == 0
        && body.operations().stream()
            .anyMatch(
                op ->
                    op.results().equals(List.of(next))
                        && op.definition().form() == OperationForm.INTEGER_BINARY
                        && Arithmetic.of(op.definition()) == Arithmetic.ADDI
                        && op.operandAt(0) == argument
                        && constants.integer(op.operandAt(1)).orElse(0) == 1);
  }

  /** True when iterations can be numbered. */
  boolean arePossible() {
    if (counter.isPresent()) {
      return true;
    }
    OptionalLong step = constants.integer(loop.operand(RoleName.STEP));
    return step.isPresent()
        && step.getAsLong() > 0
        && loop.operand(RoleName.STEP).type() == ElementType.INDEX;
  }

  private IrBuilder builder() {
    return new IrBuilder(constants).at(loop.location());
  }

  private long step() {
    return constants.integer(loop.operand(RoleName.STEP)).orElseThrow();
  }

  /** Gives signals their numbers. @return operations for the head of the body */
  List<Operation> number(List<Signal> signals) {
    if (signals.isEmpty()) {
      return List.of();
    }
    IrBuilder head = builder();
    Value iteration = iteration(head);
    for (Signal signal : signals) {
      signal.setTurns(
          event(head, signal, iteration, 0), event(head, signal, iteration, -signal.distance()));
    }
    return head.operations();
  }

  private Value iteration(IrBuilder head) {
    List<Value> arguments = loop.region().arguments();
    if (counter.isPresent()) {
      return arguments.get(counter.getAsInt() + 1);
    }
    Value lower = local(head, loop.operand(RoleName.LOWER));
    return head.divide(head.sub(arguments.getFirst(), lower), step());
  }

  private Value iterations(IrBuilder tail) {
    if (counter.isPresent()) {
      return loop.result(counter.getAsInt());
    }
    Value length =
        tail.sub(
            local(tail, loop.operand(RoleName.UPPER)), local(tail, loop.operand(RoleName.LOWER)));
    return tail.ceilDivide(tail.maxSigned(length, tail.index(0)), step());
  }

  /** Waits after the loop for the flags that no iteration waited for. */
  List<Operation> drain(List<Signal> pending) {
    List<Operation> waits = new ArrayList<>();
    for (Signal signal : pending) {
      if (signal.events() == 1 || signal.distance() == signal.events()) {
        for (int event = 0; event < signal.events(); event++) {
          waits.add(signal.flag(Op.WAIT_FLAG, signal.event() + event, loop.location()));
        }
      } else {
        drainSome(signal, waits);
      }
    }
    return waits;
  }

  private void drainSome(Signal signal, List<Operation> waits) {
    IrBuilder tail = builder();
    Value iterations = iterations(tail);
    for (int earlier = signal.distance(); earlier > 0; earlier--) {
      Value event = event(tail, signal, iterations, -earlier);
      tail.append(signal.flag(Op.WAIT_FLAG_DYN, event, loop.location()));
    }
    waits.addAll(tail.operations());
  }

  private static Value event(IrBuilder builder, Signal signal, Value iteration, int moved) {
    Value shifted = builder.add(iteration, builder.index(Math.floorMod(moved, signal.events())));
    return builder.add(builder.remainder(shifted, signal.events()), builder.index(signal.event()));
  }

  private static Value local(IrBuilder builder, Value value) {
    OptionalLong known = builder.constantOf(value);
    return known.isPresent() ? builder.like(value, known.getAsLong()) : value;
  }
}
