package org.ptoc.emulator.timing;

import java.util.Arrays;
import java.util.function.ToIntBiFunction;

/** Distances between pairs of words of a program, looked up once for each pair. Threads may race to the same value. */
final class PairTable {
  private static final byte UNKNOWN = -1;

  private final MicroOperation[] operations;
  private final ToIntBiFunction<MicroOperation, MicroOperation> rule;
  private final byte[][] rows;

  PairTable(MicroOperation[] operations, ToIntBiFunction<MicroOperation, MicroOperation> rule) {
    this.operations = operations;
    this.rule = rule;
    this.rows = new byte[operations.length][];
  }

  int get(int first, int second) {
    byte[] row = rows[first];
    if (row == null) {
      row = new byte[operations.length];
      Arrays.fill(row, UNKNOWN);
      rows[first] = row;
    }
    int value = row[second];
    if (value == UNKNOWN) {
      value = rule.applyAsInt(operations[first], operations[second]);
      row[second] = (byte) value;
    }
    return value;
  }
}
