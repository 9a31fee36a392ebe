package org.ptoc.tools.watch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.object.SourcePosition;

/**
 * Windows that leave their views, as a program of {@link org.ptoc.passes.check.WindowChecks} prints
 * them: the first one of each place in the source, and how many there are.
 */
public final class WindowFindings {
  private final Program program;
  private final List<SourcePosition> positions;
  private final Map<SourcePosition, Finding> findings = new LinkedHashMap<>();

  /**
   * Windows of one place that leave their view.
   *
   * @param block the block of the first one
   * @param message what is wrong with it
   * @param count how many there are in all blocks
   */
  public record Finding(int block, String message, int count) {}

  /**
   * Findings of a program.
   *
   * @param positions place in the source of each word
   */
  public WindowFindings(Program program, List<SourcePosition> positions) {
    this.program = program;
    this.positions = positions;
  }

  /** What was found, by the place of the transfer. */
  public Map<SourcePosition, Finding> all() {
    return findings;
  }

  /** A listener for a block. */
  public ExecutionListener listener(int block) {
    return new Listener(block);
  }

  private final class Listener implements ExecutionListener {
    private final int block;
    private final List<Long> values = new ArrayList<>();
    private long[] registers = new long[0];

    private Listener(int block) {
      this.block = block;
    }

    @Override
    public void started(Core core) {
      registers = core.x;
    }

    @Override
    public void executed(int word, ExecutionRecord record) {
      Instruction instruction = program.at(word);
      if (instruction.performs(ControlOperation.PRINT_VALUE)) {
        values.add(registers[instruction.code(FieldName.X)]);
        if (values.size() == 1 + 3 * values.getFirst()) {
          Finding first = new Finding(block, message(), 1);
          findings.merge(
              positions.get(word),
              first,
              (known, _) -> new Finding(known.block(), known.message(), known.count() + 1));
          values.clear();
        }
      }
    }

    private String message() {
      int rank = values.getFirst().intValue();
      List<String> wrong = new ArrayList<>();
      for (int i = 0; i < rank; i++) {
        long offset = value(i, 0);
        long end = offset + value(i, 1);
        long extent = value(i, 2);
        if (offset < 0 || end > extent) {
          wrong.add(
              "dimension "
                  + i
                  + " has elements 0 to "
                  + (extent - 1)
                  + ", not "
                  + offset
                  + " to "
                  + (end - 1));
        }
      }
      StringJoiner offsets = new StringJoiner(", ", "(", ")");
      for (int i = 0; i < rank; i++) {
        offsets.add(Long.toString(value(i, 0)));
      }
      return "a window of "
          + extents(rank, 1)
          + " at "
          + offsets
          + " leaves its view of "
          + extents(rank, 2)
          + ": "
          + String.join("; ", wrong);
    }

    private String extents(int rank, int which) {
      StringJoiner text = new StringJoiner("x");
      for (int i = 0; i < rank; i++) {
        text.add(Long.toString(value(i, which)));
      }
      return text.toString();
    }

    /** Offset, size or extent of a dimension. */
    private long value(int dimension, int which) {
      return values.get(1 + 3 * dimension + which);
    }
  }
}
