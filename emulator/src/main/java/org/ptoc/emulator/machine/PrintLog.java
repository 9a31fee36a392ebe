package org.ptoc.emulator.machine;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.PrintRecord;
import org.ptoc.ir.isa.TrapCode;

/**
 * What one core has printed: copies of the values, which become text after the run. A core keeps
 * {@link #MOST_VALUES} values and forgets what it prints afterwards.
 */
public final class PrintLog implements MachineState {
  /** Values that a core keeps. */
  public static final int MOST_VALUES = 1 << 18;

  /** What the line of a printed scalar counts. */
  public static final int LINE_VALUES = 16;

  private final List<Entry> entries = new ArrayList<>();
  private final long[] pending = new long[PrintRecord.MOST_OPERANDS];
  private int count;
  private long values;
  private boolean full;

  /**
   * One print.
   *
   * @param wordOffset the word that did it
   * @param record what it prints
   * @param values the values that the program handed over
   * @param elements the elements of a tile or view in the order in which they are printed
   */
  public record Entry(int wordOffset, PrintRecord record, long[] values, byte[] elements) {}

  @Override
  public void visit(StateVisitor visitor) {
    visitor.longs(pending);
    count = (int) visitor.number(count);
    values = visitor.number(values);
    full = visitor.truth(full);
    List<Entry> kept = visitor.value(entries());
    if (kept.size() != entries.size()) {
      entries.clear();
      entries.addAll(kept);
    }
  }

  /** What was printed, in order. */
  public List<Entry> entries() {
    return List.copyOf(entries);
  }

  /** True when something was forgotten. */
  public boolean isFull() {
    return full;
  }

  /** Takes a value for the next print. */
  public void value(long value) {
    if (count == pending.length) {
      throw MachineTrap.of(
          TrapCode.ILLEGAL_INSTRUCTION, "a print takes at most " + pending.length + " values");
    }
    pending[count++] = value;
  }

  /**
   * Prints the record at an offset of the constant section with the values that were handed over.
   */
  public void print(Core core, long offset) {
    PrintRecord record =
        PrintRecord.decode(core.constants, offset)
            .orElseThrow(
                () ->
                    MachineTrap.of(
                        TrapCode.CONSTANT_ACCESS,
                        "no print record at 0x" + Long.toHexString(offset)));
    if (count != record.operands()) {
      throw MachineTrap.of(
          TrapCode.ILLEGAL_INSTRUCTION,
          "print of " + count + " values, but its record needs " + record.operands());
    }
    count = 0;
    if (record.kind() == PrintRecord.Kind.OPERATION) {
      return;
    }
    long needed =
        switch (record.kind()) {
          case SCALAR, OPERATION -> LINE_VALUES;
          case TILE -> (long) record.rows() * record.columns();
          case VIEW -> elements();
        };
    if (full || needed > MOST_VALUES - values) {
      full = true;
      return;
    }
    values += Math.max(1, needed);
    long[] handed = new long[record.operands()];
    System.arraycopy(pending, 0, handed, 0, handed.length);
    boolean scalar = record.kind() == PrintRecord.Kind.SCALAR;
    byte[] elements = new byte[scalar ? 0 : (int) needed * record.type().bytes()];
    switch (record.kind()) {
      case SCALAR, OPERATION -> {}
      case TILE -> tile(core, record, elements);
      case VIEW -> view(core, record, elements);
    }
    entries.add(new Entry(core.programCounter, record, handed, elements));
  }

  /** Elements of the view whose values are pending; too many count as one more than fit. */
  private long elements() {
    long elements = 1;
    for (int i = 1; i <= PrintRecord.VIEW_RANK; i++) {
      long extent = Math.max(0, pending[i]);
      if (extent > MOST_VALUES || elements * extent > MOST_VALUES) {
        return MOST_VALUES + 1L;
      }
      elements *= extent;
    }
    return elements;
  }

  private void tile(Core core, PrintRecord record, byte[] elements) {
    int at = 0;
    for (int row = 0; row < record.rows(); row++) {
      for (int column = 0; column < record.columns(); column++) {
        long place = (long) row * record.rowStride() + (long) column * record.columnStride();
        at = copy(core, AddressSpace.UB, pending[0], place, record, elements, at);
      }
    }
  }

  private void view(Core core, PrintRecord record, byte[] elements) {
    int at = 0;
    long[] index = new long[PrintRecord.VIEW_RANK];
    while (at < elements.length) {
      long place = 0;
      for (int i = 0; i < index.length; i++) {
        place += index[i] * pending[1 + PrintRecord.VIEW_RANK + i];
      }
      at = copy(core, AddressSpace.GM, pending[0], place, record, elements, at);
      for (int i = index.length - 1; i >= 0 && ++index[i] == pending[1 + i]; i--) {
        index[i] = 0;
      }
    }
  }

  private static int copy(
      Core core,
      AddressSpace space,
      long base,
      long place,
      PrintRecord record,
      byte[] elements,
      int at) {
    int bytes = record.type().bytes();
    long address = base + place * bytes;
    LittleEndian.put(elements, at, bytes, core.load(space, address, bytes));
    return at + bytes;
  }
}
