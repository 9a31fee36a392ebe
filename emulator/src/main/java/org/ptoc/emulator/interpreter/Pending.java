package org.ptoc.emulator.interpreter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.ptoc.ir.isa.Pipe;

/** A word, or a vector region, that waits in the queue of its pipe. */
final class Pending {
  static final Comparator<Pending> BY_ISSUE = Comparator.comparingLong(item -> item.number);

  private final Pipe pipe;
  private final long number;
  private final int word;
  private final int last;
  private final Optional<PendingState> state;
  private final OptionalInt crossFlag;
  private final List<Pending> after = new ArrayList<>();

  /** True for a wait whose signal was not issued yet. */
  private boolean lacksSignal;

  private boolean done;

  private Pending(
      Pipe pipe,
      long number,
      int word,
      int last,
      Optional<PendingState> state,
      OptionalInt crossFlag) {
    this.crossFlag = crossFlag;
    this.pipe = pipe;
    this.number = number;
    this.word = word;
    this.last = last;
    this.state = state;
  }

  /** Words that do something, with the scalars of now. */
  static Pending work(Pipe pipe, long number, int word, int last, PendingState state) {
    return new Pending(pipe, number, word, last, Optional.of(state), OptionalInt.empty());
  }

  /** A flag, buffer or barrier. */
  static Pending order(Pipe pipe, long number, int word) {
    return new Pending(pipe, number, word, word, Optional.empty(), OptionalInt.empty());
  }

  /** A signal of a cross-core flag, or a wait for one. */
  static Pending cross(Pipe pipe, long number, int word, int flag) {
    return new Pending(pipe, number, word, word, Optional.empty(), OptionalInt.of(flag));
  }

  /** The cross-core flag that it signals or waits for. */
  OptionalInt crossFlag() {
    return crossFlag;
  }

  Pipe pipe() {
    return pipe;
  }

  /** Its place in the order of the program. */
  long number() {
    return number;
  }

  int word() {
    return word;
  }

  int last() {
    return last;
  }

  boolean isWork() {
    return state.isPresent();
  }

  PendingState state() {
    return state.orElseThrow();
  }

  /** Other items that must be done before this one. */
  List<Pending> after() {
    return after;
  }

  void waitFor(Pending other) {
    lacksSignal = false;
    if (!other.done) {
      after.add(other);
    }
  }

  void waitForSignal() {
    lacksSignal = true;
  }

  boolean isReady() {
    return !lacksSignal && after.stream().allMatch(Pending::isDone);
  }

  boolean isDone() {
    return done;
  }

  void finish() {
    done = true;
    after.clear();
  }
}
