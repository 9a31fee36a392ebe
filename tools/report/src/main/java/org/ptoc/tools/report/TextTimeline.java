package org.ptoc.tools.report;

import org.ptoc.emulator.timing.constant.CycleWindow;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.tools.toolchain.TimedRun;

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
   * @param window the cycles that it shows; it begins within the run
   */
  public static String of(TimedRun run, int width, CycleWindow window) {
    long last =
        Math.max(
            run.slowest().cycles(), run.cube().map(cube -> cube.slowest().cycles()).orElse(0L));
    String name = run.cube().isPresent() ? " of the vector cores" : "";
    return lanes(run, name, width, window, last)
        + run.cube().map(cube -> lanes(cube, " of the cube core", width, window, last)).orElse("");
  }

  private static String lanes(TimedRun run, String name, int width, CycleWindow window, long last) {
    BlockTiming block = run.slowest();
    long end = Math.max(window.from() + 1, Math.min(window.to(), last));
    CycleWindow shown = new CycleWindow(window.from(), end);
    long total = shown.to() - shown.from();
    int columns = (int) Math.min(width - MARGIN, total);
    StringBuilder text = new StringBuilder("\ntimeline of block " + run.timing().slowestBlock());
    text.append(name).append(", model ").append(run.model()).append(", one column is ");
    text.append(Numbers.ratio(total, columns)).append(" cycles\n");
    for (Pipe pipe : run.program().core().pipes()) {
      text.append(Numbers.left(pipe.spelling(), 5)).append('|');
      text.append(lane(block, pipe, shown, columns).stripTrailing()).append('\n');
    }
    axis(text, shown, columns);
    text.append("      # busy   + busy for less than half of the column   . waiting\n");
    return Width.fitted(text.toString(), width);
  }

  private static String lane(BlockTiming block, Pipe pipe, CycleWindow shown, int columns) {
    long total = shown.to() - shown.from();
    long[] busy = new long[columns];
    long[] waiting = new long[columns];
    for (TimedEvent event : block.events()) {
      if (event.pipe() == pipe) {
        boolean scalar = event.kind() == TimedEvent.Kind.SCALAR;
        share(busy, scalar ? event.waitedFrom() : event.start(), event.done(), shown);
        share(waiting, event.waitedFrom(), scalar ? event.waitedFrom() : event.start(), shown);
      }
    }
    StringBuilder lane = new StringBuilder();
    for (int i = 0; i < columns; i++) {
      boolean half = 2 * busy[i] >= total;
      lane.append(busy[i] > 0 ? half ? '#' : '+' : waiting[i] > 0 ? '.' : ' ');
    }
    return lane.toString();
  }

  /**
   * Adds a stretch of time to its columns, in units of a cycle divided by the number of columns.
   */
  private static void share(long[] columns, long from, long to, CycleWindow shown) {
    long total = shown.to() - shown.from();
    long first = Math.max(0, from - shown.from()) * columns.length;
    long end = (to - shown.from()) * columns.length;
    for (long column = first / total; column < columns.length && column * total < end; column++) {
      long part = Math.min(end, (column + 1) * total) - Math.max(first, column * total);
      columns[(int) column] += part;
    }
  }

  /** Ticks at round numbers of cycles. */
  private static void axis(StringBuilder text, CycleWindow shown, int columns) {
    StringBuilder marks = new StringBuilder("-".repeat(columns));
    StringBuilder numbers = new StringBuilder();
    long total = shown.to() - shown.from();
    long step = RoundSteps.least(total, Math.max(1, columns / TICK));
    long first = (shown.from() + step - 1) / step * step;
    for (long cycle = first; cycle < shown.to(); cycle += step) {
      int column = (int) ((cycle - shown.from()) * columns / total);
      marks.setCharAt(column, '|');
      numbers.append(" ".repeat(Math.max(0, column - numbers.length()))).append(cycle);
    }
    text.append("     +").append(marks).append("\n      ").append(numbers).append(" cycles\n");
  }
}
