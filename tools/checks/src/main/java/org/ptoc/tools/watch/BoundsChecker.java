package org.ptoc.tools.watch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.ir.object.IndexedExtent;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds indices of gathers and scatters, and offsets of insertions, that lead out of their tile or
 * view, into bytes that belong to something else. The object has the extent ({@link IndexedExtent})
 * of tiles with constant addresses and of views that constants and parameters describe.
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
    boolean isIndexed = readsByIndex(instruction);
    record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              if (space == AddressSpace.GM) {
                check(word, space, address, 1, isWrite); // An index says where a row begins.
              } else if (space == AddressSpace.UB && (isWrite || isIndexed)) {
                long first = offsets(instruction);
                long last = first + offsetBytes(instruction, record);
                // A piece may be elements and the offsets beside them.
                outside(word, address, Math.min(address + length, first), isWrite);
                outside(word, Math.max(address, last), address + length, isWrite);
              }
            });
  }

  private void outside(int word, long start, long end, boolean isWrite) {
    if (start < end) {
      check(word, AddressSpace.UB, start, end - start, isWrite);
    }
  }

  /** True if a word reads where an index says. */
  private static boolean readsByIndex(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit)
        && (unit == UnitOperation.GATHER
            || unit == UnitOperation.GATHER_BLOCKS
            || unit == UnitOperation.GATHER_BYTE_OFFSETS);
  }

  /** Where a gather of A2/A3 reads its offsets, which lie in UB, too; behind everything if none. */
  private long offsets(Instruction instruction) {
    return instruction.definition().format() == WordFormat.U
        ? state.orElseThrow().x[instruction.code(FieldName.XN)]
        : Long.MAX_VALUE / 2;
  }

  private static long offsetBytes(Instruction instruction, ExecutionRecord record) {
    long lanes = Core.VECTOR_BYTES / instruction.type().bytes();
    return instruction.definition().format() == WordFormat.U
        ? record.repeats() * lanes * Integer.BYTES
        : 0;
  }

  private void check(int word, AddressSpace space, long address, long length, boolean isWrite) {
    boolean inside = false;
    Optional<Bytes> wanted = Optional.empty();
    for (IndexedExtent each : extents.get(word)) {
      if (each.write() == isWrite) {
        Bytes bytes = bytes(each.range());
        if (bytes.space == space) {
          wanted = wanted.or(() -> Optional.of(bytes));
          inside |= address >= bytes.start && address + length <= bytes.end;
        }
      }
    }
    if (wanted.isPresent() && !inside && reported.add(word)) {
      findings.found(
          word, (isWrite ? "writes" : "gathers from") + wanted.get().outside(address), word);
    }
  }

  /**
   * What an index may lead to.
   *
   * @param start address of the first byte
   * @param end address behind the last byte
   * @param origin address that people count from: of the parameter for GM, 0 for UB
   */
  private record Bytes(AddressSpace space, long start, long end, long origin) {
    String outside(long address) {
      return " "
          + space
          + " byte "
          + hexadecimal(address)
          + " by an index or offset that leads out of its "
          + (space == AddressSpace.GM ? "view" : "tile")
          + ", which has bytes "
          + hexadecimal(start)
          + " to "
          + hexadecimal(end);
    }

    private String hexadecimal(long address) {
      String number = "0x" + Long.toHexString(Math.abs(address - origin));
      return space == AddressSpace.GM ? (address < origin ? "-" : "") + number : number;
    }
  }

  private Bytes bytes(IndexedExtent.Range range) {
    return switch (range) {
      case IndexedExtent.Tile(long start, long end) -> new Bytes(AddressSpace.UB, start, end, 0);
      case IndexedExtent.View view -> {
        long origin = parameter(view.argument());
        long size = view.bytes();
        for (int factor : view.factors()) {
          size *= parameter(factor);
        }
        long start = origin + view.start();
        yield new Bytes(AddressSpace.GM, start, start + size, origin);
      }
    };
  }

  private long parameter(int number) {
    return ByteBuffer.wrap(state.orElseThrow().parameters)
        .order(ByteOrder.LITTLE_ENDIAN)
        .getLong(number * Long.BYTES);
  }
}
