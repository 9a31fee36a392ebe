package org.ptoc.tools.toolchain;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * The values that were asked for last, made once each, also when threads ask at the same time: the
 * others wait for the first.
 */
final class Recent<K, V> {
  private final Map<K, FutureTask<V>> values;

  /**
   * @param most values that are kept
   */
  Recent(int most) {
    values =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, FutureTask<V>> eldest) {
            return size() > most;
          }
        };
  }

  V get(K key, Supplier<V> maker) {
    FutureTask<V> task;
    synchronized (values) {
      task = values.computeIfAbsent(key, missing -> new FutureTask<>(maker::get));
    }
    task.run(); // Does nothing when it runs or has run.
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return maker.get();
    } catch (ExecutionException e) {
      synchronized (values) {
        values.remove(key, task);
      }
      switch (Objects.requireNonNull(e.getCause())) {
        case RuntimeException defect -> throw defect;
        case Error error -> throw error;
        default -> throw new IllegalStateException(e.getCause());
      }
    }
  }
}
