package org.ptoc.passes.codegen.emit;

import java.util.Set;
import java.util.TreeSet;
import org.ptoc.ir.Location;
import org.ptoc.ir.isa.DecodedWord;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.IllegalWord;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.WordFormat;

/**
 * The text of a kernel: one line of assembly for each word, which the assembler accepts, with
 * comments for the word number, branch targets and source lines.
 */
public final class MachineListing {
  private static final int COMMENT_COLUMN = 44;

  private final KernelCode code;
  private final StringBuilder text = new StringBuilder();

  private MachineListing(KernelCode code) {
    this.code = code;
  }

  /** The listing of {@code code}; lines end with a line feed. */
  public static String text(KernelCode code) {
    return new MachineListing(code).write();
  }

  private String write() {
    text.append("; kernel ")
        .append(code.name())
        .append(" (")
        .append(code.profile().spelling())
        .append(")\n");
    long[] words = code.words();
    Set<Integer> targets = targets(words);
    Location last = Location.NONE;
    for (int i = 0; i < words.length; i++) {
      Location location = code.locations().get(i);
      if (location.isKnown() && location.line() != last.line()) {
        text.append("; ").append(location.file()).append(':').append(location.line()).append('\n');
        last = location;
      }
      if (targets.contains(i)) {
        text.append("; L").append(i).append(":\n");
      }
      line(i, decode(words[i]));
    }
    return text.toString();
  }

  private DecodedWord decode(long word) {
    return InstructionDecoder.decode(code.profile(), word);
  }

  private Set<Integer> targets(long[] words) {
    Set<Integer> targets = new TreeSet<>();
    for (int i = 0; i < words.length; i++) {
      if (decode(words[i]) instanceof Instruction instruction && isBranch(instruction)) {
        targets.add(i + instruction.code(FieldName.IMM32));
      }
    }
    return targets;
  }

  private static boolean isBranch(Instruction instruction) {
    return instruction.definition().format() == WordFormat.B
        && instruction.definition().operand(OperandRole.IMM32).isPresent();
  }

  private void line(int index, DecodedWord decoded) {
    int start = text.length();
    switch (decoded) {
      case Instruction instruction -> text.append("  ").append(instruction);
      case IllegalWord illegal -> text.append("  ; ").append(illegal.message());
    }
    while (text.length() - start < COMMENT_COLUMN) {
      text.append(' ');
    }
    text.append(" ; ").append(index);
    if (decoded instanceof Instruction instruction && isBranch(instruction)) {
      text.append(" -> L").append(index + instruction.code(FieldName.IMM32));
    }
    text.append('\n');
  }
}
