package org.ptoc.tools.watch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.ir.object.IndexedExtent;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds indices of gathers and scatters that lead out of their tile, into bytes of UB that belong
 * to something else. What the tile is stands in the object ({@link IndexedExtent}) for operations
 * whose tiles have constant addresses.
 */
public final class BoundsChecker implements ExecutionListener {
  private final Program program;
  private final List<List<IndexedExtent>> extents = new ArrayList<>();
  private final Findings findings;
  private final Set<Integer> reported = new HashSet<>();
  private Optional<Core> state = Optional.empty();

  /** A checker of one block. */
  public BoundsChecker(Program program, KernelObject kernel, Findings findings) {
    this.program = program;
    this.findings = findings;
    Map<List<Integer>, List<IndexedExtent>> byPlace = new HashMap<>();
    for (IndexedExtent each : kernel.extents()) {
      byPlace
          .computeIfAbsent(List.of(each.line(), each.column()), _ -> new ArrayList<>())
          .add(each);
    }
    for (SourcePosition each : kernel.positions()) {
      extents.add(byPlace.getOrDefault(List.of(each.line(), each.column()), List.of()));
    }
  }

  @Override
  public boolean wantsPieces() {
    return true;
  }

  @Override
  public void started(Core core) {
    state = Optional.of(core);
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    if (extents.get(word).isEmpty() || state.isEmpty()) {
      return;
    }
    Instruction instruction = program.at(word);
    Optional<Boolean> direction = direction(instruction);
    if (direction.isPresent()) {
      record
          .pieces()
          .visit(
              (space, address, length, isWrite) -> {
                if (space == AddressSpace.UB
                    && isWrite == direction.get()
                    && !isOffset(instruction, record, address)) {
                  check(word, address, length, isWrite);
                }
              });
    }
  }

  /** Whether a word writes, or reads, where an index says; empty for others. */
  private static Optional<Boolean> direction(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Unit(UnitOperation unit) -> {
        if (unit == UnitOperation.SCATTER) {
          yield Optional.of(true);
        }
        boolean gathers =
            unit == UnitOperation.GATHER
                || unit == UnitOperation.GATHER_BLOCKS
                || unit == UnitOperation.GATHER_BYTE_OFFSETS;
        yield gathers ? Optional.of(false) : Optional.empty();
      }
      case Semantics.Scalar(ScalarOperation scalar) ->
          scalar == ScalarOperation.STORE ? Optional.of(true) : Optional.empty();
      case Semantics.Lanes _, Semantics.Control _ -> Optional.empty();
    };
  }

  /** A gather of A2/A3 reads its offsets from UB, too. */
  private boolean isOffset(Instruction instruction, ExecutionRecord record, long address) {
    if (instruction.definition().format() != WordFormat.U) {
      return false;
    }
    long offsets = state.orElseThrow().x[instruction.code("xn")];
    long lanes = Core.VECTOR_BYTES / instruction.type().bytes();
    return address >= offsets && address < offsets + record.repeats() * lanes * Integer.BYTES;
  }

  private void check(int word, long address, long length, boolean isWrite) {
    boolean inside = false;
    boolean known = false;
    for (IndexedExtent each : extents.get(word)) {
      known |= each.write() == isWrite;
      inside |=
          each.write() == isWrite && address >= each.start() && address + length <= each.end();
    }
    if (known && !inside && reported.add(word)) {
      IndexedExtent tile =
          extents.get(word).stream()
              .filter(each -> each.write() == isWrite)
              .findFirst()
              .orElseThrow();
      findings.found(
          word,
          (isWrite ? "scatters to" : "gathers from")
              + " UB byte 0x"
              + Long.toHexString(address)
              + " by an index that leads out of its tile, which has bytes 0x"
              + Long.toHexString(tile.start())
              + " to 0x"
              + Long.toHexString(tile.end()),
          word);
    }
  }
}
