package org.ptoc.tools.watch;

import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.ptoc.emulator.machine.AccessPieces;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds stores of an operation over bytes that another word of it has stored and nobody has read:
 * they lead out of their tile into the one behind, under a mask of more lanes than are meant. Only
 * one run of a vector region is looked at.
 */
final class OverwrittenStores {
  private static final int WORD_BITS = 27;

  private final Findings findings;

  /** Words of regions that stand on the line of their operation. */
  private final BitSet own = new BitSet();

  private final BitSet begins = new BitSet();
  private final BitSet reported = new BitSet();

  /** For each byte of the unified buffer which run of a region has stored it last, and its word. */
  private final ShadowMemory stores = new ShadowMemory();

  private long runs;
  private int present;
  private final AccessPieces.Visitor visitor = this::piece;

  OverwrittenStores(
      Program program, List<VectorRegion> regions, IntUnaryOperator lines, Findings findings) {
    this.findings = findings;
    for (VectorRegion region : regions) {
      int line = lines.applyAsInt(region.first());
      begins.set(region.first());
      for (int word = region.first(); word < region.end(); word++) {
        own.set(word, line > 0 && lines.applyAsInt(word) == line && !followsData(program.at(word)));
      }
    }
  }

  /** Whether lanes say where a word stores: several may say the same. */
  private static boolean followsData(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit)
        && unit.places() == UnitOperation.Places.LANES;
  }

  void executed(int word, ExecutionRecord record) {
    if (begins.get(word)) {
      runs++;
    } else if (own.get(word)) {
      present = word;
      record.pieces().visit(visitor);
    }
  }

  private void piece(AddressSpace space, long address, long length, boolean isWrite) {
    if (space != AddressSpace.UB) {
      return;
    }
    if (!isWrite) {
      stores.fill(address, length, 0);
      return;
    }
    stores.visit(address, length, (from, end, value) -> overwritten(value));
    stores.fill(address, length, runs << WORD_BITS | present);
  }

  private void overwritten(long value) {
    int earlier = (int) value & (1 << WORD_BITS) - 1;
    if (value >>> WORD_BITS == runs && earlier != present && !reported.get(present)) {
      reported.set(present);
      findings.found(present, "stores over what another word of the operation has stored", earlier);
    }
  }
}
