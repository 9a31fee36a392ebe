package org.ptoc.emulator.jit.repeat;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.interpreter.step.Repeats;
import org.ptoc.emulator.machine.Core;

/**
 * One operation of one element type in a program, and its way from the interpreter to compiled
 * code.
 */
final class RepeatedOperation {
  private final String name;
  private final RepeatWork work;
  private final long hotRepeats;
  private final AtomicLong executed = new AtomicLong();
  private final AtomicReference<State> state = new AtomicReference<>(new State.Waiting());
  private final AtomicReference<Optional<Left>> exception = new AtomicReference<>(Optional.empty());

  /** An execution that no compiled form may do. */
  private record Left(int word, String reason) {}

  private sealed interface State {
    /** Not compiled yet. */
    record Waiting() implements State {}

    /** In use. */
    record Compiled(CompiledRepeat form) implements State {}

    /** Not used, and why. */
    record Interpreted(String reason) implements State {}
  }

  /**
   * @param hotRepeats repeats to execute before it is compiled in the background; 0 compiles it at
   *     once
   */
  RepeatedOperation(String name, RepeatWork work, long hotRepeats) {
    this.name = name;
    this.work = work;
    this.hotRepeats = hotRepeats;
  }

  /** Notes an execution that no compiled form may do; the first one is shown. */
  void leave(int word, String reason) {
    if (exception.get().isEmpty()) {
      exception.compareAndSet(Optional.empty(), Optional.of(new Left(word, reason)));
    }
  }

  boolean run(Core core, Interpreter interpreter, int word, Repeats repeats) {
    return switch (state.get()) {
      case State.Compiled(CompiledRepeat form) -> {
        form.run(core.ub, repeats);
        yield true;
      }
      case State.Interpreted interpreted -> false;
      case State.Waiting waiting when hotRepeats == 0 -> {
        state.set(compiled());
        yield run(core, interpreter, word, repeats);
      }
      case State.Waiting waiting -> {
        if (executed.addAndGet(repeats.count()) - repeats.count() >= hotRepeats
            && state.compareAndSet(waiting, new State.Interpreted("not compiled yet"))) {
          RepeatTrial trial = new RepeatTrial(core.trial(), interpreter, word, repeats);
          CompilerThread.start(
              () -> state.set(tried(trial)), why -> state.set(new State.Interpreted(why)));
        }
        yield false;
      }
    };
  }

  private State tried(RepeatTrial trial) {
    State made = compiled();
    if (!(made instanceof State.Compiled(CompiledRepeat form))) {
      return made;
    }
    Optional<String> objection = trial.objection(form);
    return objection.isPresent() ? new State.Interpreted(objection.get()) : made;
  }

  private State compiled() {
    try {
      return new State.Compiled(new CompiledRepeat(work));
    } catch (IllegalArgumentException none) {
      return new State.Interpreted(String.valueOf(none.getMessage()));
    } catch (RuntimeException | LinkageError defect) {
      // A defect of the generator; the interpreter does not need it, and the log and the tests show
      // it.
      return new State.Interpreted("cannot be compiled: " + defect);
    }
  }

  /** A line of the log with the result of the compilation. */
  String log() {
    String left =
        exception
            .get()
            .map(each -> "; word " + each.word() + " was left to the interpreter: " + each.reason())
            .orElse("");
    return name
        + ": "
        + switch (state.get()) {
          case State.Compiled compiled -> "compiled, shared by all words of the operation" + left;
          case State.Interpreted(String reason) -> "interpreted: " + reason + left;
          case State.Waiting waiting when executed.get() == 0 ->
              "interpreted: " + exception.get().map(Left::reason).orElse("not executed");
          case State.Waiting waiting ->
              "interpreted: " + executed.get() + " repeats are not hot" + left;
        };
  }
}
