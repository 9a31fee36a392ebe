package org.ptoc.tools.sweep;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.function.Consumer;

/**
 * The engine in this process: the items are halved again and again, and a thread that has nothing
 * left takes the largest half that another has not begun. Neighbours, which share their compiled
 * kernel, so stay together.
 */
public final class SweepEngine {
  private final ItemRunner runner;
  private final int threads;

  /**
   * @param threads items at the same time, at least 1
   */
  public SweepEngine(ItemRunner runner, int threads) {
    this.runner = runner;
    this.threads = threads;
  }

  /**
   * Runs all items.
   *
   * @param sink gets each result as it is there, from one thread at a time
   */
  public void run(List<Item> items, Consumer<ItemResult> sink) {
    try (ForkJoinPool pool = new ForkJoinPool(threads)) {
      pool.invoke(new Part(items, 0, items.size(), sink));
    }
  }

  private final class Part extends RecursiveAction {
    private static final long serialVersionUID = 1;

    private final transient List<Item> items;
    private final int from;
    private final int to;
    private final transient Consumer<ItemResult> sink;

    Part(List<Item> items, int from, int to, Consumer<ItemResult> sink) {
      this.items = items;
      this.from = from;
      this.to = to;
      this.sink = sink;
    }

    @Override
    protected void compute() {
      if (to - from > 1) {
        int middle = (from + to) >>> 1;
        invokeAll(new Part(items, from, middle, sink), new Part(items, middle, to, sink));
      } else if (to > from) {
        ItemResult result = runner.run(items.get(from));
        synchronized (sink) {
          sink.accept(result);
        }
      }
    }
  }
}
