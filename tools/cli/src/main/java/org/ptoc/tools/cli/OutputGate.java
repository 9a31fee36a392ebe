package org.ptoc.tools.cli;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Lets files be written, any number at a time, until the process is stopped: then it waits for
 * those that are under way, so that none is left half or under a name for the time being.
 */
final class OutputGate {
  private static final long PATIENCE_SECONDS = 3;
  private static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();

  private OutputGate() {}

  /** What writes a file. */
  interface Writer<T> {
    T write();
  }

  static <T> T pass(Writer<T> writer) {
    LOCK.readLock().lock();
    try {
      return writer.write();
    } finally {
      LOCK.readLock().unlock();
    }
  }

  /** Nothing passes any more; waits a little for what does. */
  static void close() {
    try {
      LOCK.writeLock().tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
