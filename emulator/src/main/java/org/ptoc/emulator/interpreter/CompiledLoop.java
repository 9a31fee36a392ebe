package org.ptoc.emulator.interpreter;

import org.ptoc.emulator.machine.Core;

/** The body of a loop in a faster form. */
public interface CompiledLoop {

  /**
   * Executes the body {@code iterations} times. The state afterwards is that of the interpreter
   * except for vector and predicate registers that nothing reads any more.
   *
   * @param interpreter executes words that are not compiled and iterations that do not fit the
   *     compiled form
   * @throws org.ptoc.emulator.machine.MachineTrap when an instruction traps, with the state of the
   *     interpreter
   */
  void run(Core core, Interpreter interpreter, long iterations);
}
