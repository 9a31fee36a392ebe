package org.ptoc.passes.build;

import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.EventKinds;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.PipeRule;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Pipe;

/**
 * The event that a flag operation sets or waits for (spec/00, 4.5 and spec/20, 2.2).
 *
 * @param from the pipe that sets it
 * @param to the pipe that waits for it
 * @param number its number as written in the text; empty when a value holds it
 * @param value the value that holds its number
 */
public record EventUse(Pipe from, Pipe to, OptionalLong number, Optional<Value> value) {
  private static final String EVENT_PREFIX = "EVENT_ID";

  /**
   * The event of an operation; empty for other than flag operations, or without known pipes or an
   * event.
   */
  public static Optional<EventUse> of(Operation op) {
    OperationForm form = op.definition().form();
    if (form.pipeRule() != PipeRule.ORDERS_PIPES) {
      return Optional.empty();
    }
    Optional<Pipe> from = pipe(op, AttributeName.SRC).or(() -> kind(op, AttributeName.FROM));
    Optional<Pipe> to = pipe(op, AttributeName.DST).or(() -> kind(op, AttributeName.TO));
    Optional<Value> value =
        form.hasOperand(RoleName.EVENT_ID) ? op.optional(RoleName.EVENT_ID) : Optional.empty();
    OptionalLong number = number(op);
    boolean complete =
        from.isPresent() && to.isPresent() && (value.isPresent() || number.isPresent());
    return complete
        ? Optional.of(new EventUse(from.get(), to.get(), number, value))
        : Optional.empty();
  }

  private static OptionalLong number(Operation op) {
    Optional<String> name = op.attributes().text(AttributeName.EVENT);
    return name.isPresent() && name.get().startsWith(EVENT_PREFIX)
        ? OptionalLong.of(Long.parseLong(name.get().substring(EVENT_PREFIX.length())))
        : OptionalLong.empty();
  }

  /**
   * The pipe that an attribute names, with or without the prefix; empty when there is none of that
   * name.
   */
  public static Optional<Pipe> pipe(Operation op, AttributeName attribute) {
    return op.attributes().text(attribute).flatMap(Pipe::named);
  }

  /** The pipe of an event kind in an attribute. */
  public static Optional<Pipe> kind(Operation op, AttributeName attribute) {
    return op.attributes().text(attribute).flatMap(EventKinds::pipe);
  }
}
