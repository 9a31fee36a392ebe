package org.ptoc.passes.synchronization;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.tile.CubeCode;

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
    Optional<BlockSchedule> schedule = schedule(function, context.options());
    if (schedule.isEmpty()) {
      return function;
    }
    Region body = function.body().orElseThrow();
    return function.withBody(new Region(body.arguments(), finish(schedule.get(), body)));
  }

  /**
   * A remark for each flag and barrier that {@link #run} puts into a function, in the order of the
   * text.
   */
  public List<Diagnostic> remarks(Function function, CompileOptions options) {
    Optional<BlockSchedule> schedule = schedule(function, options);
    if (schedule.isEmpty()) {
      return List.of();
    }
    finish(schedule.get(), function.body().orElseThrow());
    return schedule.get().orders().stream()
        .map(PipeOrder::remark)
        .distinct()
        .sorted(Comparator.comparingInt(remark -> remark.location().line()))
        .toList();
  }

  private static List<Operation> finish(BlockSchedule schedule, Region body) {
    return CubeCode.isIn(body) ? schedule.finishMeeting() : schedule.finish();
  }

  /** The operations in order; empty when the function is left alone. */
  private Optional<BlockSchedule> schedule(Function function, CompileOptions options) {
    if (function.body().isEmpty()) {
      return Optional.empty();
    }
    Region body = function.body().get();
    if (isByHand(function, options) || !contains(body, op -> op.definition().isTileOperation())) {
      return Optional.empty();
    }
    Accesses accesses = new Accesses(function);
    BlockOrder order =
        new BlockOrder(
            new PipeOverlap(
                vectorPipeNeedsBarrier,
                CubeCode.isIn(body),
                !vectorPipeNeedsBarrier && options.has(CodeSwitch.FUSE)),
            accesses,
            OwnEvents.of(body, accesses.constants()));
    return Optional.of(order.block(body, true));
  }

  /** True if the pipes of a function are ordered by the program, and nothing is added. */
  public static boolean isByHand(Function function, CompileOptions options) {
    if (options.has(CodeSwitch.INSERT_SYNCHRONIZATION) || function.body().isEmpty()) {
      return false;
    }
    Region body = function.body().get();
    boolean isCube = CubeCode.isIn(body);
    return options.has(CodeSwitch.SYNCHRONIZED_BY_HAND)
        || contains(body, op -> isHandMade(op, isCube));
  }

  private static boolean isHandMade(Operation op, boolean isCube) {
    return switch (op.definition().form().pipeRule()) {
      case ORDERS_PIPES -> true;
      case BARRIER -> isCube;
      case NONE,
          MEETING,
          IN_SCOPE,
          S,
          V,
          MEETING_V,
          M,
          MTE1,
          MTE2,
          MTE3,
          FIX,
          BY_MEMORY,
          LOWERED,
          BY_NAME ->
          false;
    };
  }

  public static boolean contains(Region region, Predicate<Operation> condition) {
    return region.operations().stream()
        .anyMatch(
            op ->
                condition.test(op)
                    || op.regions().stream().anyMatch(inner -> contains(inner, condition)));
  }
}
