package org.ptoc.tools.referee;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;

/**
 * Bytes that each pipe moved, and how often pipes waited for each other, in all blocks of a run.
 */
public final class Traffic implements ExecutionListener {
  private final Program program;
  private final Map<String, Long> counts = new TreeMap<>();

  /**
   * A line of a comparison.
   *
   * @param name what was counted
   * @param old in the first run
   * @param now in the second one
   */
  public record Row(String name, long old, long now) {}

  public Traffic(Program program) {
    this.program = program;
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    Instruction instruction = program.at(word);
    if (instruction.definition().semantics()
        instanceof Semantics.Control(ControlOperation operation)) {
      count(operation, instruction);
    } else if (record.bytes() > 0 && instruction.definition().pipe() != Pipe.M) {
      counts.merge("bytes, " + instruction.definition().pipe(), record.bytes(), Long::sum);
    }
  }

  private void count(ControlOperation operation, Instruction instruction) {
    if (operation == ControlOperation.WAIT_FLAG) {
      counts.merge(
          "waits, " + instruction.pipe(FieldName.P1) + " to " + instruction.pipe(FieldName.P2),
          1L,
          Long::sum);
    } else if (operation == ControlOperation.BARRIER) {
      counts.merge("barriers, " + instruction.pipe(FieldName.P1), 1L, Long::sum);
    }
  }

  /** What this run and a later one count, in alphabetical order. */
  public List<Row> rows(Traffic later) {
    TreeSet<String> names = new TreeSet<>(counts.keySet());
    names.addAll(later.counts.keySet());
    List<Row> rows = new ArrayList<>();
    for (String name : names) {
      rows.add(new Row(name, counts.getOrDefault(name, 0L), later.counts.getOrDefault(name, 0L)));
    }
    return rows;
  }
}
