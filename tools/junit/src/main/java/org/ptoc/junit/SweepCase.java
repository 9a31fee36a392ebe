package org.ptoc.junit;

import java.util.Optional;
import java.util.stream.Collectors;
import org.opentest4j.AssertionFailedError;
import org.ptoc.tools.sweep.Item;
import org.ptoc.tools.sweep.ItemResult;
import org.ptoc.tools.sweep.ItemRunner;

/** An item of a plan, for a test: what it is, and its run. Its text is the name of the test. */
public final class SweepCase {
  private final Item item;
  private final ItemRunner runner;

  SweepCase(Item item, ItemRunner runner) {
    this.item = item;
    this.runner = runner;
  }

  /** Kernel, profile, options, variables, seed and blocks. */
  public Item.Identity identity() {
    return item.identity();
  }

  /** The value of a variable; empty when the item does not have it. */
  public Optional<String> variable(String name) {
    return Optional.ofNullable(item.identity().variables().get(name));
  }

  /** Compiles and runs the item, whatever comes of it. */
  public ItemResult result() {
    return runner.run(item);
  }

  /** The same; the test fails unless the item ends well. */
  public ItemResult run() {
    ItemResult result = result();
    if (!result.isOk()) {
      throw new AssertionFailedError(
          this
              + " ended with status "
              + result.status().word()
              + result.diagnostics().stream()
                  .map(
                      message ->
                          "\n  "
                              + (message.place().isEmpty() ? "" : message.place() + ": ")
                              + message.text()
                              + " ["
                              + message.code()
                              + "]")
                  .collect(Collectors.joining()));
    }
    return result;
  }

  @Override
  public String toString() {
    return item.identity().title();
  }
}
