package org.ptoc.tools.debug;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.session.DebugSession;
import org.ptoc.emulator.session.Observer;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Pipe;

/** What the pipes of a core execute next, found by going on for a while and coming back. */
final class PipeQueues {
  /** Instructions of all cores that are looked through. */
  private static final int MOST_AHEAD = 100_000;

  private final Debugger debugger;
  private final int core;
  private final Map<Pipe, String> next = new EnumMap<>(Pipe.class);

  private PipeQueues(Debugger debugger) {
    this.debugger = debugger;
    this.core = debugger.core().number();
  }

  /**
   * The next word of each pipe of the selected core, and what the pipe waits for where that word is
   * a wait.
   *
   * @param looksAhead false for a state that does not go on, of which one word is known
   */
  static Map<Pipe, String> of(Debugger debugger, boolean looksAhead) {
    PipeQueues queues = new PipeQueues(debugger);
    DebugSession session = debugger.session();
    if (session.hasEnded(queues.core)) {
      return queues.next;
    }
    int[] now = debugger.core().run().core().signals();
    queues.add(debugger.word(), now);
    if (looksAhead && !session.isOver()) {
      long here = session.position();
      session.run(here + MOST_AHEAD, queues.observer(now));
      session.goTo(here);
    }
    return queues.next;
  }

  private Observer observer(int[] now) {
    CodeMap code = debugger.code(core);
    Set<Pipe> all = EnumSet.noneOf(Pipe.class);
    for (int word = 0; word < code.size(); word++) {
      all.add(code.at(word).queue());
    }
    return new Observer() {
      @Override
      public boolean[] marks(int of, int words) {
        return code.marks(_ -> of == core);
      }

      @Override
      public boolean before(int of, int word) {
        add(word, now);
        return next.size() == all.size();
      }
    };
  }

  private void add(int word, int[] now) {
    Instruction instruction = debugger.code(core).at(word);
    next.computeIfAbsent(
        instruction.queue(),
        _ ->
            debugger.place(core, word).replaceFirst("^.*word", "word")
                + ", "
                + (instruction.performs(ControlOperation.WAIT_FLAG)
                    ? wait(instruction, now)
                    : instruction));
  }

  private String wait(Instruction wait, int[] now) {
    Core state = debugger.core().run().core();
    boolean inRegister = wait.field(FieldName.DYN) != 0;
    long event = inRegister ? state.x[wait.code(FieldName.X)] : wait.field(FieldName.ID);
    Values.Event waited = new Values.Event(wait.pipe(FieldName.P1), wait.queue(), (int) event);
    return "waits for event "
        + event
        + " of "
        + waited.source()
        + ", "
        + (Values.signals(now, waited) > 0 ? "which is set" : "which is not set");
  }
}
