package org.ptoc.backend.a5.address;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.passes.build.IrBuilder;

/** An {@code scf.for} taken apart, to be changed and built again. */
final class LoopDraft {
  private final Operation loop;
  private final Value variable;
  private final List<Carried> carried = new ArrayList<>();
  private final List<Operation> body;

  /**
   * A value that iterations hand on: before the first, in an iteration, for the next, after the
   * last.
   */
  record Carried(Value initial, Value argument, Value next, Value result) {}

  LoopDraft(Operation loop, Region region) {
    this.loop = loop;
    this.variable = region.arguments().getFirst();
    this.body = new ArrayList<>(region.operations());
    boolean yields = !body.isEmpty() && body.getLast().definition().form() == OperationForm.YIELD;
    List<Value> next = yields ? body.removeLast().operands() : List.of();
    List<Value> initial = loop.group(RoleName.INIT);
    for (int i = 0; i < initial.size(); i++) {
      carried.add(
          new Carried(initial.get(i), region.arguments().get(i + 1), next.get(i), loop.result(i)));
    }
  }

  Value variable() {
    return variable;
  }

  Value lower() {
    return loop.operand(RoleName.LOWER);
  }

  Value step() {
    return loop.operand(RoleName.STEP);
  }

  /** The carried values; changing the list changes the loop. */
  List<Carried> carried() {
    return carried;
  }

  /** The operations of an iteration without the terminator; changing the list changes the loop. */
  List<Operation> body() {
    return body;
  }

  /** How many iterations the loop makes, where that is known and positive. */
  OptionalLong trips(IrBuilder builder) {
    OptionalLong lower = builder.constantOf(lower());
    OptionalLong upper = builder.constantOf(loop.operand(RoleName.UPPER));
    OptionalLong step = builder.constantOf(step());
    if (lower.isEmpty() || upper.isEmpty() || step.isEmpty() || step.getAsLong() <= 0) {
      return OptionalLong.empty();
    }
    long distance = upper.getAsLong() - lower.getAsLong();
    return distance > 0
        ? OptionalLong.of(Math.ceilDiv(distance, step.getAsLong()))
        : OptionalLong.empty();
  }

  Operation build() {
    List<Value> arguments = new ArrayList<>();
    arguments.add(variable);
    carried.forEach(value -> arguments.add(value.argument()));
    List<Operation> operations = new ArrayList<>(body);
    operations.add(terminator());
    return Operation.create(
        loop.definition(),
        List.of(
            List.of(lower()),
            List.of(loop.operand(RoleName.UPPER)),
            List.of(step()),
            carried.stream().map(Carried::initial).toList()),
        carried.stream().map(Carried::result).toList(),
        loop.attributes(),
        List.of(new Region(arguments, operations)),
        loop.location());
  }

  private Operation terminator() {
    List<Value> next = carried.stream().map(Carried::next).toList();
    return Operation.create(
        Op.YIELD.definition(),
        List.of(next),
        List.of(),
        Attributes.EMPTY,
        List.of(),
        loop.location());
  }
}
