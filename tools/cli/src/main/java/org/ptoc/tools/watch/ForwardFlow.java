package org.ptoc.tools.watch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Forward data flow over the words of a scope: what holds in front of each of them, however it is
 * reached.
 *
 * @param <S> what holds, a value that changes
 */
final class ForwardFlow<S> {
  private final VectorRegion region;
  private final List<Optional<S>> before;

  /** What words and ways that meet do to what holds. */
  interface Rule<S> {
    S copy(S state);

    /** Changes what holds in front of a word to what holds behind it. */
    void step(int word, S state);

    /** Takes along what holds on another way; whether that has changed anything. */
    boolean join(S state, S other);
  }

  private ForwardFlow(VectorRegion region) {
    this.region = region;
    this.before =
        new ArrayList<>(Collections.nCopies(region.end() - region.first(), Optional.empty()));
  }

  /** Solves the equations of a scope, in front of whose first word {@code entry} holds. */
  static <S> ForwardFlow<S> of(VectorRegion region, S entry, Rule<S> rule) {
    ForwardFlow<S> flow = new ForwardFlow<>(region);
    flow.before.set(0, Optional.of(entry));
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int word = region.first(); word < region.end(); word++) {
        Optional<S> here = flow.before(word);
        if (here.isPresent()) {
          S after = rule.copy(here.get());
          rule.step(word, after);
          for (int next : region.successors(word)) {
            changed |= flow.join(next, after, rule);
          }
        }
      }
    }
    return flow;
  }

  private boolean join(int word, S more, Rule<S> rule) {
    Optional<S> known = before(word);
    if (known.isEmpty()) {
      before.set(word - region.first(), Optional.of(rule.copy(more)));
      return true;
    }
    return rule.join(known.get(), more);
  }

  /** What holds in front of a word; empty where no way leads. */
  Optional<S> before(int word) {
    return before.get(word - region.first());
  }
}
