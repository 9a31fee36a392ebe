package org.ptoc.ir.isa;

import java.util.List;

/**
 * The decoded text of one kernel. Every word is canonical and legal where it stands; loops and
 * regions nest; branches stay inside their loop body or region; control cannot run off the end.
 *
 * @param profile the instruction set
 * @param core what executes it
 * @param instructions one for each word, in order
 */
public record Program(Profile profile, CoreKind core, List<Instruction> instructions)
    implements DecodedProgram {
  public Program {
    instructions = List.copyOf(instructions);
  }

  /** Number of words. */
  public int size() {
    return instructions.size();
  }

  /** The instruction at word {@code index}. */
  public Instruction at(int index) {
    return instructions.get(index);
  }
}
