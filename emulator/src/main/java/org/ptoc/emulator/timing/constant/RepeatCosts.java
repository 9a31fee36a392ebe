package org.ptoc.emulator.timing.constant;

import org.ptoc.ir.cycles.ConstantRow;
import org.ptoc.ir.isa.SchedulingClass;

/**
 * Cycles of vector words that repeat over the unified buffer (spec/30, 3.1, 3.3 and 3.4). One
 * object per block: grouped and calibrated costs depend on whether the vector pipe was drained
 * before.
 */
public final class RepeatCosts {
  private static final int RECORDS_OF_FULL_MERGE = 128;
  private static final int CENTICYCLES_PER_RECORD = 61;

  /** The three readings of the tables. */
  public enum Formula {
    /** Each word pays start-up, completion, its repeats and the intervals between them. */
    DOCUMENTED,
    /** Only the first word behind a drained pipe pays start-up and completion. */
    GROUPED,
    /** Grouped, with slopes, heads and tails that reproduce measured kernels. */
    CALIBRATED
  }

  private final Formula formula;
  private boolean open;
  private boolean closedBefore;

  /** Costs by one reading of the tables, with no group open. */
  public RepeatCosts(Formula formula) {
    this.formula = formula;
  }

  /** The vector pipe was drained: what follows begins a group. */
  public void closeGroup() {
    closedBefore |= open;
    open = false;
  }

  /** All that later costs depend on, as a number. */
  public int state() {
    return (open ? 1 : 0) | (closedBefore ? 2 : 0);
  }

  /** Restores the result of {@link #state}. */
  public void setState(int state) {
    open = (state & 1) != 0;
    closedBefore = (state & 2) != 0;
  }

  /**
   * Cycles of one word.
   *
   * @param repeats its repeat count; a word without repeats does nothing in one cycle
   * @param records records that a merge consumed
   * @param partialMask whether lanes were inactive or the mask was a count
   */
  public long cycles(
      SchedulingClass schedulingClass,
      ConstantRow row,
      long repeats,
      long records,
      boolean partialMask) {
    if (repeats == 0) {
      return 1;
    }
    long cycles =
        switch (formula) {
          case DOCUMENTED -> documented(row, repeats);
          case GROUPED -> grouped(row, repeats);
          case CALIBRATED -> calibrated(schedulingClass, row, repeats, records, partialMask);
        };
    open = true;
    return cycles;
  }

  private static long documented(ConstantRow row, long repeats) {
    return row.value(RepeatTables.STARTUP)
        + row.value(RepeatTables.COMPLETION)
        + repeats * row.value(RepeatTables.PER_REPEAT)
        + (repeats - 1) * row.value(RepeatTables.INTERVAL);
  }

  private long grouped(ConstantRow row, long repeats) {
    long cycles = repeats * row.value(RepeatTables.PER_REPEAT);
    if (!open) {
      cycles += row.value(RepeatTables.STARTUP) + row.value(RepeatTables.COMPLETION);
      cycles += closedBefore ? row.value(RepeatTables.INTERVAL) : 0;
    }
    return cycles;
  }

  private long calibrated(
      SchedulingClass schedulingClass,
      ConstantRow row,
      long repeats,
      long records,
      boolean partialMask) {
    long cycles = repeats * row.value(RepeatTables.SLOPE);
    if (schedulingClass == SchedulingClass.MERGE_SORT
        && records != RECORDS_OF_FULL_MERGE * repeats) {
      cycles = (CENTICYCLES_PER_RECORD * records + 99) / 100;
    }
    if (!open) {
      cycles += row.value(RepeatTables.HEAD) + row.value(RepeatTables.TAIL);
    }
    return cycles + (partialMask ? row.value(RepeatTables.PARTIAL_MASK) : 0);
  }
}
