package org.ptoc.tools.report;

import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.ir.isa.Pipe;

/** The timeline of the slowest block for a terminal. */
public final class TextTimeline {
  /** Columns beside the lanes: the name of the pipe, and room behind the last number. */
  private static final int MARGIN = 8;

  /** Columns for each tick and its number at least. */
  private static final int TICK = 10;

  private TextTimeline() {}

  /**
   * The timeline of a run.
   *
   * @param width columns of its lines, from {@link Width#LEAST}
   */
  public static String of(TimedRun run, int width) {
    BlockTiming block = run.slowest();
    int columns = (int) Math.min(width - MARGIN, Math.max(1, block.cycles()));
    StringBuilder text = new StringBuilder("\ntimeline of block " + run.timing().slowestBlock());
    text.append(", model ").append(run.model()).append(", one column is ");
    text.append(Numbers.ratio(block.cycles(), columns)).append(" cycles\n");
    for (Pipe pipe : run.program().core().pipes()) {
      text.append(Numbers.left(pipe.spelling(), 5)).append('|');
      text.append(lane(block, pipe, columns).stripTrailing()).append('\n');
    }
    axis(text, block.cycles(), columns);
    text.append("      # busy   + busy for less than half of the column   . waiting\n");
    return Width.fitted(text.toString(), width);
  }

  private static String lane(BlockTiming block, Pipe pipe, int columns) {
    long[] busy = new long[columns];
    long[] waiting = new long[columns];
    for (TimedEvent event : block.events()) {
      if (event.pipe() == pipe) {
        boolean scalar = event.kind() == TimedEvent.Kind.SCALAR;
        share(busy, scalar ? event.waitedFrom() : event.start(), event.done(), block.cycles());
        share(
            waiting,
            event.waitedFrom(),
            scalar ? event.waitedFrom() : event.start(),
            block.cycles());
      }
    }
    StringBuilder lane = new StringBuilder();
    for (int i = 0; i < columns; i++) {
      boolean half = 2 * busy[i] >= block.cycles();
      lane.append(busy[i] > 0 ? half ? '#' : '+' : waiting[i] > 0 ? '.' : ' ');
    }
    return lane.toString();
  }

  /**
   * Adds a stretch of time to its columns, in units of a cycle divided by the number of columns.
   */
  private static void share(long[] columns, long from, long to, long total) {
    long first = from * columns.length;
    long end = to * columns.length;
    for (long column = first / total; column < columns.length && column * total < end; column++) {
      long part = Math.min(end, (column + 1) * total) - Math.max(first, column * total);
      columns[(int) column] += part;
    }
  }

  /** Ticks at round numbers of cycles. */
  private static void axis(StringBuilder text, long total, int columns) {
    StringBuilder marks = new StringBuilder("-".repeat(columns));
    StringBuilder numbers = new StringBuilder();
    long step = RoundSteps.least(Math.max(1, total), Math.max(1, columns / TICK));
    for (long cycle = 0; cycle < total; cycle += step) {
      int column = (int) (cycle * columns / total);
      marks.setCharAt(column, '|');
      numbers.append(" ".repeat(Math.max(0, column - numbers.length()))).append(cycle);
    }
    text.append("     +").append(marks).append("\n      ").append(numbers).append(" cycles\n");
  }
}
