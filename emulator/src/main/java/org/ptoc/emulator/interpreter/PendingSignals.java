package org.ptoc.emulator.interpreter;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.ptoc.ir.isa.Pipe;

/** Which wait belongs to which signal: the first to the first, of each event and each buffer. */
final class PendingSignals {
  private final Map<Flag, Deque<Pending>> sets = new HashMap<>();
  private final Map<Flag, Deque<Pending>> waits = new HashMap<>();
  private final Map<Long, Map<Pipe, Pending>> releases = new HashMap<>();
  private final Map<Long, List<Pipe>> users = new HashMap<>();

  /** An event between two pipes. */
  record Flag(Pipe source, Pipe destination, long event) {}

  void set(Flag flag, Pending set) {
    Deque<Pending> waiting = waits.get(flag);
    if (waiting != null && !waiting.isEmpty()) {
      waiting.poll().waitFor(set);
    } else {
      sets.computeIfAbsent(flag, _ -> new ArrayDeque<>()).add(set);
    }
  }

  void await(Flag flag, Pending wait) {
    Deque<Pending> given = sets.get(flag);
    if (given != null && !given.isEmpty()) {
      wait.waitFor(given.poll());
    } else {
      wait.waitForSignal();
      waits.computeIfAbsent(flag, _ -> new ArrayDeque<>()).add(wait);
    }
  }

  /** A pipe takes a buffer, after the others that have released it where it waits for them. */
  void take(long buffer, Pending token, boolean waits) {
    use(buffer, token.pipe());
    if (waits) {
      releases
          .getOrDefault(buffer, Map.of())
          .forEach(
              (pipe, release) -> {
                if (pipe != token.pipe()) {
                  token.waitFor(release);
                }
              });
    }
  }

  /** A pipe releases a buffer, after all that the other users have issued where it waits. */
  void release(
      long buffer, Pending token, boolean waits, Function<Pipe, List<Pending>> lastOfPipe) {
    if (waits) {
      for (Pipe pipe : users.getOrDefault(buffer, List.of())) {
        if (pipe != token.pipe()) {
          lastOfPipe.apply(pipe).forEach(token::waitFor);
        }
      }
    }
    releases.computeIfAbsent(buffer, _ -> new EnumMap<>(Pipe.class)).put(token.pipe(), token);
  }

  private void use(long buffer, Pipe pipe) {
    List<Pipe> pipes = users.computeIfAbsent(buffer, _ -> new ArrayList<>());
    if (!pipes.contains(pipe)) {
      pipes.add(pipe);
    }
  }
}
