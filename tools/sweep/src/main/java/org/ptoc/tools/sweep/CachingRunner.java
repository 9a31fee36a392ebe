package org.ptoc.tools.sweep;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs what no cache holds. */
public final class CachingRunner implements ItemRunner {
  private final ResultCache cache;
  private final ItemRunner runner;
  private final AtomicInteger found = new AtomicInteger();

  public CachingRunner(ResultCache cache, ItemRunner runner) {
    this.cache = cache;
    this.runner = runner;
  }

  @Override
  public ItemResult run(Item item) {
    Optional<ItemResult> known = cache.get(item.key());
    if (known.isPresent()) {
      found.incrementAndGet();
      return known.get();
    }
    ItemResult result = runner.run(item);
    cache.put(result);
    return result;
  }

  /** Items that the cache held. */
  public int found() {
    return found.get();
  }
}
