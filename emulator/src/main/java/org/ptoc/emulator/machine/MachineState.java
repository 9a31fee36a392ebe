package org.ptoc.emulator.machine;

/** A part of a machine whose state can be saved and put back between two words. */
public interface MachineState {
  /** Shows all state that words change to a visitor, and takes what it gives. */
  void visit(StateVisitor visitor);
}
