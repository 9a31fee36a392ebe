package org.ptoc.maven;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.maven.plugin.MojoExecutionException;

/** Runs processes side by side, a bounded number at a time. */
final class Parallel {
  private Parallel() {}

  /** How many at a time: what is configured, or for 0 the processors, of which a compilation uses about one. */
  static int width(int configured) {
    return configured > 0 ? configured : Runtime.getRuntime().availableProcessors();
  }

  /** The results in the order of the tasks, whatever order they ended in. */
  static <T> List<T> run(List<? extends Callable<T>> tasks, int width) throws MojoExecutionException {
    if (tasks.isEmpty()) {
      return List.of();
    }
    ExecutorService pool = Executors.newFixedThreadPool(Math.min(width, tasks.size()));
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> each : pool.invokeAll(tasks)) {
        results.add(each.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MojoExecutionException("the build was interrupted", e);
    } catch (ExecutionException e) {
      throw new MojoExecutionException("cannot run ptoc: " + e.getCause().getMessage(), e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
