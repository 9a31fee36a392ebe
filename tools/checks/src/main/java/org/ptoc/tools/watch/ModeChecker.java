package org.ptoc.tools.watch;

import java.util.HashSet;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds mask and count modes of A2/A3 that are left behind (spec/21, 6.3): outside the operation
 * that sets them, vector words run in normal mode with a full mask, and so does the end of a
 * kernel. Words of one source line are one operation; words without a line are checked only when
 * the kernel ends. Mask registers hold a mask in normal mode and a count in count mode: what was
 * written in one mode means nothing in the other. Both halves of a mask are written, in either
 * order. Selections take their mask from CMPMASK0 and CMPMASK1, which an operation sets for itself.
 */
public final class ModeChecker implements ExecutionListener {
  private static final int COUNT_MODE_BIT = 56;
  private static final String ONE_HALF = "has a mask of which only one half was written";

  private final Program program;
  private final IntUnaryOperator lines;
  private final Findings findings;
  private final Set<Integer> reported = new HashSet<>();
  private long low = -1;
  private long high = -1;
  private boolean counting;

  /** True if the mask registers were written in count mode, and whether they were at all. */
  private boolean maskForCount;

  private boolean maskSet;

  /** Writes of the lower half of the mask minus writes of the upper half; they come in pairs. */
  private int halves;

  /** The word that wrote the mask of selections last, -1 for none. */
  private int maskOfSelection = -1;

  private final Set<Integer> reportedSelections = new HashSet<>();
  private int maskSetter;
  private int countSetter;

  /**
   * A checker of one block.
   *
   * @param lines source line of a word, 0 when it has none
   */
  public ModeChecker(Program program, IntUnaryOperator lines, Findings findings) {
    this.program = program;
    this.lines = lines;
    this.findings = findings;
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    Instruction instruction = program.at(word);
    if (instruction.definition().semantics()
        instanceof Semantics.Control(ControlOperation operation)) {
      control(word, instruction, operation, record);
    } else {
      vector(word);
    }
  }

  /** Selections take their mask, or the address of one, from registers. */
  private void select(int word) {
    boolean selects =
        program.at(word).definition().semantics() instanceof Semantics.Lanes lanes
            && lanes.reads(Slot.SELECTOR)
            && program.at(word).definition().format() == WordFormat.U;
    if (!selects) {
      return;
    }
    int here = lines.applyAsInt(word);
    int there = maskOfSelection < 0 ? 0 : lines.applyAsInt(maskOfSelection);
    if (maskOfSelection < 0 && reportedSelections.add(word)) {
      findings.found(word, "selects by CMPMASK0, which nobody has written", word);
    } else if (here > 0 && there > 0 && here != there && reportedSelections.add(word)) {
      findings.found(word, "selects by CMPMASK0 as another operation has left it", maskOfSelection);
    }
  }

  private void vector(int word) {
    select(word);
    if (program.at(word).definition().format() == WordFormat.U && isForeign(word)) {
      report(word, "runs " + mode() + ", which another operation has left behind");
    } else if (program.at(word).definition().format() == WordFormat.U && isStale()) {
      report(
          word,
          "runs "
              + mode()
              + ", but the mask registers were "
              + (maskSet ? "written for the other mode" : "never written"));
    } else if (program.at(word).definition().format() == WordFormat.U && halves != 0) {
      report(word, ONE_HALF);
    }
  }

  /** True if the mask registers hold a count where a mask is needed, or vice versa. */
  private boolean isStale() {
    return (counting || isPartial()) && (counting != maskForCount || !maskSet);
  }

  /** A mode that is left behind often makes the next operation trap. */
  @Override
  public void trapped(int word) {
    vector(word);
  }

  private void control(
      int word, Instruction instruction, ControlOperation operation, ExecutionRecord record) {
    switch (operation) {
      case WRITE_SPECIAL -> write(word, instruction.code(FieldName.SPR), record.number());
      case SET_SPECIAL_BIT -> bit(word, instruction, 0);
      case SET_SPECIAL_HIGH_BIT -> bit(word, instruction, Integer.SIZE);
      default -> {}
    }
  }

  private void write(int word, int register, long value) {
    if (register == SpecialRegister.CTRL.code()) {
      count(word, (value >>> COUNT_MODE_BIT & 1) != 0);
    } else if (register == SpecialRegister.CMPMASK0.code()) {
      maskOfSelection = word;
    } else if (register == SpecialRegister.MASK0.code()) {
      requireNoFullCount(word, value);
      low = value;
      halves++;
      mask(word);
    } else if (register == SpecialRegister.MASK1.code()) {
      requireNoFullCount(word, value);
      high = value;
      halves--;
      mask(word);
    }
  }

  /** A full mask means nothing as a count: who writes one in count mode means to end that. */
  private void requireNoFullCount(int word, long value) {
    if (counting && maskForCount && !isPartial() && value != -1) {
      report(word, "writes a count behind a full mask, but count mode was not ended between them");
    }
  }

  private void mask(int word) {
    maskSetter = word;
    maskSet = true;
    maskForCount = counting;
  }

  private void bit(int word, Instruction instruction, int first) {
    if (instruction.code(FieldName.SPR) == SpecialRegister.CTRL.code()
        && instruction.code(FieldName.ID) + first == COUNT_MODE_BIT) {
      count(word, instruction.code(FieldName.MODE) != 0);
    }
  }

  private void count(int word, boolean on) {
    if (on && !counting) {
      countSetter = word;
    }
    if (!on && !counting && isPartial()) {
      report(word, "ends count mode, which nobody has begun, under a mask that is not full");
    }
    counting = on;
    maskForCount &= on || isPartial(); // A full mask is one, whenever it was written.
  }

  private boolean isPartial() {
    return low != -1 || high != -1;
  }

  private int setter() {
    return counting ? countSetter : maskSetter;
  }

  private String mode() {
    return counting ? "in count mode" : "under a mask that is not full";
  }

  private boolean isForeign(int word) {
    int here = lines.applyAsInt(word);
    int there = lines.applyAsInt(setter());
    return (counting || isPartial()) && here > 0 && there > 0 && here != there;
  }

  private void report(int word, String message) {
    if (reported.add(setter())) {
      findings.found(word, message, setter());
    }
  }

  @Override
  public void finished() {
    if (counting || isPartial()) {
      report(setter(), "leaves the kernel " + mode());
    } else if (halves != 0) {
      report(maskSetter, ONE_HALF);
    }
  }
}
