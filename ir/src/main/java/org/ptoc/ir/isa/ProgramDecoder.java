package org.ptoc.ir.isa;

import java.util.ArrayList;
import java.util.List;

/**
 * The static pass over a kernel's text: all words, then the structure (spec/40, 7.8, 10.1 and
 * 10.3).
 */
public final class ProgramDecoder {
  private ProgramDecoder() {}

  /** The program of a vector core that {@code words} are in {@code profile}, or its faults. */
  public static DecodedProgram decode(Profile profile, long[] words) {
    return decode(profile, CoreKind.VECTOR, words);
  }

  /** The program of a core that {@code words} are in {@code profile}, or all that is wrong. */
  public static DecodedProgram decode(Profile profile, CoreKind core, long[] words) {
    List<Instruction> instructions = new ArrayList<>(words.length);
    List<DecodedProgram.Fault> faults = new ArrayList<>();
    for (int i = 0; i < words.length; i++) {
      switch (InstructionDecoder.decode(profile, words[i])) {
        case Instruction instruction -> instructions.add(instruction);
        case IllegalWord illegal ->
            faults.add(new DecodedProgram.Fault(i, words[i], illegal.code(), illegal.message()));
      }
    }
    if (faults.isEmpty()) {
      new StructureChecker(profile, core, instructions, faults).check();
    }
    return faults.isEmpty()
        ? new Program(profile, core, instructions)
        : new DecodedProgram.Faulty(faults);
  }
}
