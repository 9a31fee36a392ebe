package org.ptoc.ir.isa;

import java.util.List;

/**
 * The result of decoding the text of a kernel: a program, or all faults of its words and structure.
 */
public sealed interface DecodedProgram permits Program, DecodedProgram.Faulty {

  /** The text cannot run. */
  record Faulty(List<Fault> faults) implements DecodedProgram {
    public Faulty {
      faults = List.copyOf(faults);
    }
  }

  /**
   * One fault.
   *
   * @param wordOffset number of the word in the text, 0 for the entry
   * @param word the bits, 0 when the text ends there
   * @param code the trap that executing the word would raise
   * @param message what is wrong
   */
  record Fault(int wordOffset, long word, TrapCode code, String message) {}
}
