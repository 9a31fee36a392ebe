package org.ptoc.tools.validate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.PrintRecord;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.passes.recipe.Rewrite;

/**
 * The tile operations that a kernel comes to with its arguments, core by core and in order: the
 * operations of a run of the kernel with a mark in front of each ({@link
 * org.ptoc.passes.tile.OperationMark}).
 */
public final class TileMarks {
  /** Number of marks of a launch that are kept: about 100 MB. */
  private static final int MOST = 1 << 19;

  private final Program program;
  private final List<SourcePosition> positions;
  private final List<Rewrite> rewrites;
  private final Map<Long, Optional<MarkedOperation>> operations = new HashMap<>();
  private final Map<Integer, List<Mark>> marks = new HashMap<>();
  private int room;

  /**
   * One mark.
   *
   * @param operation empty for one whose result is not computed
   * @param values what the mark says of the operands
   * @param continues whether the code of the operation is one with that in front
   * @param isStored whether the result goes to its tile
   */
  record Mark(
      SourcePosition position,
      Optional<MarkedOperation> operation,
      long[] values,
      boolean continues,
      boolean isStored) {
    /** True for an operation over an empty tile: no word of it is seen. */
    private boolean writesNothing() {
      return operation.filter(each -> each.writesNothing(values)).isPresent();
    }
  }

  /**
   * Marks of a kernel that has them.
   *
   * @param positions place in the source of each word
   * @param rewrites of the profile
   */
  public TileMarks(Program program, List<SourcePosition> positions, List<Rewrite> rewrites) {
    this(program, positions, rewrites, MOST);
  }

  /**
   * Marks of a kernel that has them, of which only some are kept.
   *
   * @param most number of marks of a launch; operations after them are not compared
   */
  public TileMarks(
      Program program, List<SourcePosition> positions, List<Rewrite> rewrites, int most) {
    this.room = most;
    this.program = program;
    this.positions = positions;
    this.rewrites = rewrites;
  }

  /** A listener that notes the marks of a core. */
  public ExecutionListener listener(int core) {
    List<Mark> list = new ArrayList<>();
    marks.put(core, list);
    return new Listener(list);
  }

  /** The marks of a core in order. */
  List<Mark> of(int core) {
    return Collections.unmodifiableList(marks.getOrDefault(core, List.of()));
  }

  private final class Listener implements ExecutionListener {
    private final List<Mark> list;
    private final List<Long> values = new ArrayList<>();
    private long[] registers = new long[0];
    private byte[] constants = new byte[0];

    private Listener(List<Mark> list) {
      this.list = list;
    }

    @Override
    public void started(Core core) {
      registers = core.x;
      constants = core.constants;
    }

    @Override
    public void executed(int word, ExecutionRecord record) {
      Instruction instruction = program.at(word);
      if (instruction.definition().semantics() instanceof Semantics.Control(var operation)) {
        if (operation == ControlOperation.PRINT_VALUE) {
          values.add(registers[instruction.code(FieldName.X)]);
        } else if (operation == ControlOperation.PRINT) {
          long offset = registers[instruction.code(FieldName.X)];
          PrintRecord.decode(constants, offset)
              .filter(print -> print.kind() == PrintRecord.Kind.OPERATION)
              .filter(print -> room > 0 && !writesNothing(print))
              .map(print -> mark(word, offset, print))
              .filter(mark -> !mark.writesNothing())
              .ifPresent(list::add);
          values.clear();
        }
      }
    }

    /** True if the mark belongs to a transfer with an empty tile. */
    private boolean writesNothing(PrintRecord print) {
      return print.text().isEmpty() && values.contains(0L);
    }

    private Mark mark(int word, long offset, PrintRecord print) {
      // What follows the last mark is unknown, and may belong to the same operation.
      boolean isLast = --room == 0;
      return new Mark(
          positions.get(word),
          isLast
              ? Optional.empty()
              : operations.computeIfAbsent(
                  offset,
                  unread -> MarkedOperation.read(print.text(), program.profile(), rewrites)),
          values.stream().mapToLong(Long::longValue).toArray(),
          (print.columns() & PrintRecord.CONTINUES) != 0,
          (print.columns() & PrintRecord.NOT_STORED) == 0);
    }
  }
}
