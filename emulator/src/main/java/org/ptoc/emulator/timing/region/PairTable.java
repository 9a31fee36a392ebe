package org.ptoc.emulator.timing.region;

import java.util.function.ToIntBiFunction;
import org.ptoc.emulator.timing.trace.MicroOperation;
import org.ptoc.ir.cycles.IssueCost;

/**
 * Distances between pairs of words of a program, looked up once for each pair. Threads may race to
 * the same value; an entry is the distance plus one, so that whatever a thread sees is right or
 * still empty.
 */
public final class PairTable {
  private final MicroOperation[] operations;
  private final ToIntBiFunction<IssueCost, IssueCost> rule;
  private final byte[][] rows;

  /** A table over words of a program; {@code rule} gives 0 to 126 cycles. */
  public PairTable(MicroOperation[] operations, ToIntBiFunction<IssueCost, IssueCost> rule) {
    this.operations = operations;
    this.rule = rule;
    this.rows = new byte[operations.length][];
  }

  /** What the rule gives for the micro-operations at two words. */
  public int get(int first, int second) {
    byte[] row = rows[first];
    if (row == null) {
      row = new byte[operations.length];
      rows[first] = row;
    }
    int entry = row[second];
    if (entry == 0) {
      entry = rule.applyAsInt(operations[first].cost(), operations[second].cost()) + 1;
      row[second] = (byte) entry;
    }
    return entry - 1;
  }
}
