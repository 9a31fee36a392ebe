package org.ptoc.ir;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;

/**
 * A single block: structured control flow needs no more.
 *
 * @param arguments values that the region's operation defines on entry, for example an induction
 *     variable
 * @param operations body in program order; a terminator, where the operation needs one, is the last
 */
public record Region(List<Value> arguments, List<Operation> operations) {
  public Region {
    arguments = List.copyOf(arguments);
    operations = List.copyOf(operations);
  }

  /** A region without arguments. */
  public static Region of(List<Operation> operations) {
    return new Region(List.of(), operations);
  }

  /** All operations at any depth; an operation precedes the operations of its regions. */
  public Stream<Operation> walk() {
    return operations.stream().mapMulti(Region::visit);
  }

  /** The operations of {@link #walk}. */
  public List<Operation> all() {
    return walk().toList();
  }

  /** The names of the functions that the operations call, once for each call. */
  public Stream<String> callees() {
    return walk()
        .filter(operation -> operation.definition().form() == OperationForm.CALL)
        .flatMap(call -> call.attributes().text(AttributeName.CALLEE).stream());
  }

  private static void visit(Operation operation, Consumer<Operation> visitor) {
    visitor.accept(operation);
    for (Region region : operation.regions()) {
      region.operations.forEach(inner -> visit(inner, visitor));
    }
  }
}
