package org.ptoc.tools.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import org.ptoc.tools.toolchain.TimedRun;

/**
 * Cycles of the tasks of a grid under one model. A task is a launch of its own; it keeps a core, or
 * the cores of its blocks, busy as long as the slowest of them.
 *
 * @param tasks cycles of each task, at least one
 */
public record GridCycles(List<Long> tasks) {
  public GridCycles {
    tasks = List.copyOf(tasks);
  }

  /**
   * The tasks of a run.
   *
   * @param count number of tasks, at least 1
   * @param model the position of the model in {@link TimedRun#models}
   */
  public static GridCycles of(TimedRun run, int count, int model) {
    List<Long> tasks = new ArrayList<>(Collections.nCopies(count, 0L));
    add(run, model, tasks);
    run.cube().ifPresent(part -> add(part, model, tasks));
    return new GridCycles(tasks);
  }

  private static void add(TimedRun run, int model, List<Long> tasks) {
    var cores = run.models().get(model).blocks();
    for (int core = 0; core < cores.size(); core++) {
      int task = (int) ((long) core * tasks.size() / cores.size());
      tasks.set(task, Math.max(tasks.get(task), cores.get(core).cycles()));
    }
  }

  /** Cycles of all tasks one after another. */
  public long serial() {
    return tasks.stream().mapToLong(Long::longValue).sum();
  }

  /** Cycles of the longest task. */
  public long longest() {
    return Collections.max(tasks);
  }

  /**
   * Cycles of the core that ends last, when each task in order goes to the core that is free first.
   *
   * @param cores at least 1
   */
  public long on(int cores) {
    PriorityQueue<Long> ends = new PriorityQueue<>();
    long last = 0;
    for (long task : tasks) {
      long end = task + (ends.size() < cores ? 0 : ends.remove());
      ends.add(end);
      last = Math.max(last, end);
    }
    return last;
  }
}
