package org.ptoc.emulator.machine;

import java.util.List;

/**
 * Several listeners of one block, called in their order. Iterations and regions are reported as a
 * whole only when all listeners accept that.
 */
public final class ListenerGroup implements ExecutionListener {
  private final ExecutionListener[] listeners;

  /** These listeners, in this order. */
  public ListenerGroup(List<ExecutionListener> listeners) {
    this.listeners = listeners.toArray(new ExecutionListener[0]);
  }

  @Override
  public void started(Core core) {
    for (ExecutionListener each : listeners) {
      each.started(core);
    }
  }

  @Override
  public boolean wantsPieces() {
    for (ExecutionListener each : listeners) {
      if (each.wantsPieces()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    for (ExecutionListener each : listeners) {
      each.executed(word, record);
    }
  }

  @Override
  public void arrived(int word, CrossSignal arrival) {
    for (ExecutionListener each : listeners) {
      each.arrived(word, arrival);
    }
  }

  @Override
  public boolean takesRepeatedIterations() {
    for (ExecutionListener each : listeners) {
      if (!each.takesRepeatedIterations()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void repeated(int begin, int end, long iterations) {
    for (ExecutionListener each : listeners) {
      each.repeated(begin, end, iterations);
    }
  }

  @Override
  public boolean knowsRegion(int word, long[] inputs) {
    boolean known = true;
    for (ExecutionListener each : listeners) {
      known &=
          each.knowsRegion(
              word, inputs); // All are asked: who does not know the region learns it now.
    }
    return known;
  }

  @Override
  public void repeatedRegion() {
    for (ExecutionListener each : listeners) {
      each.repeatedRegion();
    }
  }

  @Override
  public void trapped(int word) {
    for (ExecutionListener each : listeners) {
      each.trapped(word);
    }
  }

  @Override
  public void finished() {
    for (ExecutionListener each : listeners) {
      each.finished();
    }
  }
}
