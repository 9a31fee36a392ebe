package org.ptoc.tools.sweep;

/** Runs items. Threads may share one. */
public interface ItemRunner {
  /** The result of an item; whatever goes wrong is a result too, and nothing is thrown. */
  ItemResult run(Item item);
}
