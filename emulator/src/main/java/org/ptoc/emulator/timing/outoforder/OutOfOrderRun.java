package org.ptoc.emulator.timing.outoforder;

import java.util.function.Consumer;
import org.ptoc.emulator.timing.region.MicroEvent;
import org.ptoc.emulator.timing.region.RegionCounters;
import org.ptoc.emulator.timing.trace.RegionTrace;
import org.ptoc.emulator.timing.trace.TraceCursor;

/**
 * One region on its way through the out-of-order pipeline. The letters of the steps are those of
 * spec/30, section 11.
 */
final class OutOfOrderRun {
  /** No program waits that long; reaching it means that nothing can ever move again. */
  private static final int LONGEST_STANDSTILL = 100_000;

  private final PipelineState state;
  private final TraceCursor cursor;
  private final DispatchStage dispatch;
  private final ExecuteStage execute;
  private final PipelineImage image;
  private final boolean ordered;

  /**
   * The counters before the first cycle that represents all cycles up to the next move, if there
   * are any.
   */
  private final RegionCounters standing;

  private int nextMove;

  OutOfOrderRun(
      OutOfOrderPipeline pipeline, RegionTrace trace, boolean ordered, RegionCounters counters) {
    this.state = new PipelineState(pipeline, counters);
    this.cursor = new TraceCursor(trace.root());
    this.ordered = ordered;
    this.standing = counters.copy();
    this.dispatch = new DispatchStage(state, cursor);
    this.execute = new ExecuteStage(state, ordered);
    this.image = new PipelineImage(state, dispatch, execute, cursor, ordered);
  }

  /**
   * Passes every micro-operation to {@code consumer} when it retires; only meaningful without memo.
   */
  void observe(Consumer<MicroEvent> consumer) {
    execute.observe(consumer);
  }

  /** Cycles from launch to drained. */
  public long run(boolean memoise) {
    IterationMemo memo = new IterationMemo(this);
    dispatch.fill();
    state.cycle = state.parameters.dispatchGate();
    while (!dispatch.isExhausted() || state.retired < state.fetched) {
      state.moved = false;
      state.arrive();
      dispatch.fill();
      dispatch.dispatch();
      execute.execute();
      state.registers.endCycle();
      account();
      if (memoise) {
        memo.endCycle(cursor.takeCrossing());
        standStill();
      }
      state.cycle++;
    }
    return memo.skipped()
        + Math.max(state.parameters.startup(), state.lastDone)
        + state.parameters.drain();
  }

  /**
   * Leaves out cycles in which nothing moves: they count what the first of them counts, up to the
   * one in which something is due.
   */
  private void standStill() {
    if (state.moved) {
      nextMove = 0;
      return;
    }
    if (nextMove > state.cycle) {
      int times = nextMove - state.cycle - 1;
      state.counters.repeatSince(standing, times);
      state.standstill += times;
      state.cycle += times;
      nextMove = 0;
      return;
    }
    int next = Math.min(execute.nextChange(), dispatch.nextOpening());
    if (next != PipelineState.NEVER && next > state.cycle + 2) {
      nextMove = next;
      standing.copyFrom(state.counters);
    }
  }

  /**
   * Every cycle between start-up and the last completion belongs to the oldest word that is not
   * retired.
   */
  private void account() {
    if (state.cycle >= state.parameters.startup() && state.retired < state.fetched) {
      state.counters.addCycles(oldestWord(), 1);
    }
    if (++state.standstill > LONGEST_STANDSTILL) {
      throw new IllegalStateException("vector region cannot proceed at word " + oldestWord());
    }
  }

  private int oldestWord() {
    return state.flight.word[state.flight.slot(state.retired)];
  }

  // What the memo of iterations needs.

  TraceCursor cursor() {
    return cursor;
  }

  RegionCounters counters() {
    return state.counters;
  }

  PipelineImage image() {
    return image;
  }

  public int cycle() {
    return state.cycle;
  }

  boolean isSteady() {
    return state.cycle >= state.parameters.startup() && !dispatch.isExhausted();
  }

  boolean isOrdered() {
    return ordered;
  }

  /** Cycles by which the next iteration of the innermost loop is open already. */
  int iterationSlack() {
    return dispatch.iterationSlack();
  }

  /** Moves the opening of iterations, as if iterations that were left out had been dispatched. */
  void addIterationSlack(int cycles) {
    dispatch.addIterationSlack(cycles);
  }

  /**
   * Moves the bytes of everything in flight, as if iterations that were left out had moved them.
   */
  void moveAddresses(int distance) {
    for (int s = state.retired; s < state.fetched; s++) {
      state.flight.address[state.flight.slot(s)] += distance;
    }
  }
}
