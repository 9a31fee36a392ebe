package org.ptoc.passes.tile;

import java.util.function.Predicate;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;

/**
 * Orders the pipes of a function that does not synchronise itself: a set and a wait for each
 * dependence between two pipes that is not already implied, and a pipe barrier for a dependence
 * inside a pipe that needs one ({@link BlockOrder}). In a kernel of the cube core all pipes meet at
 * the end (spec/60, 4.3). A function with flags of its own is left alone, unless asked; then the
 * events of its own flags are not used again.
 */
public final class Synchronization implements Pass {
  private final boolean vectorPipeNeedsBarrier;

  /**
   * @param vectorPipeNeedsBarrier true when dependent operations of the vector pipe need a barrier
   *     between them (A2/A3, spec/21, 6.4)
   */
  public Synchronization(boolean vectorPipeNeedsBarrier) {
    this.vectorPipeNeedsBarrier = vectorPipeNeedsBarrier;
  }

  @Override
  public String name() {
    return "synchronization";
  }

  @Override
  public Function run(Function function, PassContext context) {
    if (function.body().isEmpty()) {
      return function;
    }
    Region body = function.body().get();
    boolean isCube = CubeCode.isIn(body);
    boolean hasOwn =
        contains(body, op -> isHandMade(op, isCube))
            || context.options().has(CodeSwitch.SYNCHRONIZED_BY_HAND);
    boolean byHand = hasOwn && !context.options().has(CodeSwitch.INSERT_SYNCHRONIZATION);
    if (byHand || !contains(body, op -> op.definition().isTileOperation())) {
      return function;
    }
    Accesses accesses = new Accesses(function);
    BlockOrder order =
        new BlockOrder(
            new PipeOverlap(vectorPipeNeedsBarrier, isCube),
            accesses,
            OwnEvents.of(body, accesses.constants()));
    BlockSchedule schedule = order.block(body, true);
    return function.withBody(
        new Region(body.arguments(), isCube ? schedule.finishMeeting() : schedule.finish()));
  }

  /** In kernels of the cube core a barrier counts as well (spec/60, 4.3). */
  private static boolean isHandMade(Operation op, boolean isCube) {
    return switch (op.definition().form()) {
      case FLAG, BUFFER, EVENT_PAIR -> true;
      case PIPE_BARRIER -> isCube;
      default -> false;
    };
  }

  private static boolean contains(Region region, Predicate<Operation> condition) {
    return region.operations().stream()
        .anyMatch(
            op ->
                condition.test(op)
                    || op.regions().stream().anyMatch(inner -> contains(inner, condition)));
  }
}
