package org.ptoc.tools.validate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.PrintRecord;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.recipe.Rewrite;
import org.ptoc.tools.watch.WrittenValues;

/**
 * Compares the result of each tile operation with what its row says. A mark in front of the code of
 * an operation ({@link org.ptoc.passes.tile.OperationMark}) names it and its tiles; what it must
 * leave there is computed from the memory as it stands then, and compared when the next mark comes.
 * Operations that share loops are computed one after the other and compared together.
 */
public final class TileValidator implements ExecutionListener {
  private final Program program;
  private final List<Rewrite> rewrites;
  private final Findings findings;
  private final Map<Long, Optional<MarkedOperation>> operations = new HashMap<>();
  private final Set<Integer> reported = new HashSet<>();
  private final List<Long> values = new ArrayList<>();
  private final List<Expected> expected = new ArrayList<>();
  private Optional<Core> core = Optional.empty();
  private byte[] memory = new byte[0];
  private int[] writers = new int[0];
  private long compared;

  /** What was found. */
  @FunctionalInterface
  public interface Findings {
    /**
     * A wrong element.
     *
     * @param mark the word that announced the operation
     * @param writer the word that wrote the element last; empty when none has
     */
    void found(int mark, String message, Optional<Integer> writer);
  }

  /** The result of an operation that is not compared yet. */
  private record Expected(int mark, MarkedOperation operation, Tile tile, Expectation elements) {}

  /**
   * A validator of one block.
   *
   * @param rewrites of the profile
   */
  public TileValidator(Program program, List<Rewrite> rewrites, Findings findings) {
    this.program = program;
    this.rewrites = rewrites;
    this.findings = findings;
  }

  /** Elements that were compared so far. */
  public long compared() {
    return compared;
  }

  @Override
  public void started(Core started) {
    core = Optional.of(started);
    memory = new byte[started.ub.length];
    writers = new int[started.ub.length];
    Arrays.fill(writers, -1);
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    for (int i = 0; i < record.ranges(); i++) {
      if (record.isWrite(i) && record.space(i) == AddressSpace.UB) {
        int from = (int) record.address(i);
        Arrays.fill(writers, from, from + (int) record.length(i), word);
      }
    }
    Instruction instruction = program.at(word);
    if (instruction.definition().semantics() instanceof Semantics.Control(var operation)) {
      if (operation == ControlOperation.PRINT_VALUE) {
        values.add(register(instruction));
      } else if (operation == ControlOperation.PRINT) {
        mark(word, register(instruction));
        values.clear();
      }
    }
  }

  private long register(Instruction instruction) {
    return core.orElseThrow().x[instruction.code(FieldName.X)];
  }

  private void mark(int word, long offset) {
    Optional<PrintRecord> found =
        PrintRecord.decode(core.orElseThrow().constants, offset)
            .filter(record -> record.kind() == PrintRecord.Kind.OPERATION);
    if (found.isEmpty()) {
      return;
    }
    if ((found.get().columns() & PrintRecord.CONTINUES) == 0) {
      compare();
      System.arraycopy(core.orElseThrow().ub, 0, memory, 0, memory.length);
    }
    Optional<MarkedOperation> operation =
        operations.computeIfAbsent(
            offset, unread -> MarkedOperation.read(found.get().text(), rewrites));
    if (operation.isPresent()) {
      boolean isStored = (found.get().columns() & PrintRecord.NOT_STORED) == 0;
      expect(word, operation.get(), isStored);
    }
  }

  /** Computes what an operation must leave, from what those in front of it must. */
  private void expect(int word, MarkedOperation operation, boolean isStored) {
    long[] given = values.stream().mapToLong(Long::longValue).toArray();
    Tile tile = operation.result(given);
    Expectation elements = operation.expect(given, memory);
    for (int i = 0; i < elements.size(); i++) {
      LittleEndian.put(memory, elements.place(i), tile.elementBytes(), elements.bits(i));
    }
    if (isStored) {
      expected.add(new Expected(word, operation, tile, elements));
      compared += elements.size();
    }
  }

  /** Of two operations with one place for their results the later one is compared. */
  private void compare() {
    byte[] ub = core.orElseThrow().ub;
    for (Expected each : expected) {
      Tile tile = each.tile();
      for (int i = 0; i < each.elements().size(); i++) {
        int at = each.elements().place(i);
        long right = LittleEndian.get(memory, at, tile.elementBytes());
        long is = LittleEndian.get(ub, at, tile.elementBytes());
        if (right != is
            && !isNear(tile.type().element(), right, is, each.elements().error(i))
            && reported.add(each.mark())) {
          DataType type = DataTypes.of(tile.type().element());
          findings.found(
              each.mark(),
              each.operation().name()
                  + ": dst"
                  + tile.element(at)
                  + " at UB 0x"
                  + Integer.toHexString(at)
                  + " is "
                  + WrittenValues.element(ub, at, type)
                  + ", but "
                  + each.operation().meaning()
                  + " is "
                  + WrittenValues.element(memory, at, type),
              writers[at] < 0 ? Optional.empty() : Optional.of(writers[at]));
        }
      }
    }
    expected.clear();
  }

  /** Whether a sum or product in another order may be this value. */
  private static boolean isNear(ElementType type, long right, long is, double error) {
    return error != 0 && !(Math.abs(Reals.decode(type, right) - Reals.decode(type, is)) > error);
  }

  @Override
  public void finished() {
    compare();
  }
}
