package org.ptoc.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which functions a kernel needs. */
public final class Reachability {
  private final Map<String, Function> functions = new HashMap<>();

  private Reachability(Module module) {
    collect(module);
  }

  /**
   * @param module program, also one with errors
   */
  public static Reachability of(Module module) {
    return new Reachability(module);
  }

  /**
   * The names of the kernel and of all functions that it calls, directly or not; empty when there
   * is no such kernel.
   *
   * @param kernel name of a function of the module or of one in it
   */
  public Set<String> from(String kernel) {
    Set<String> reached = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(kernel));
    while (!open.isEmpty()) { // No recursion: chains of calls may be as long as the text.
      String name = open.pop();
      Function function = functions.get(name);
      if (function != null && reached.add(name)) {
        function.body().ifPresent(body -> body.callees().forEach(open::push));
      }
    }
    return reached;
  }

  /** The names of functions that call one of those, directly or not, and of those themselves. */
  public Set<String> to(Set<String> targets) {
    Map<String, List<String>> callers = new HashMap<>();
    functions.forEach(
        (name, function) -> {
          Deque<String> callees = new ArrayDeque<>();
          function.body().ifPresent(body -> body.callees().forEach(callees::push));
          callees.forEach(
              callee -> callers.computeIfAbsent(callee, key -> new ArrayList<>()).add(name));
        });
    Set<String> reaching = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(targets);
    while (!open.isEmpty()) {
      String name = open.pop();
      if (reaching.add(name)) {
        open.addAll(callers.getOrDefault(name, List.of()));
      }
    }
    return reaching;
  }

  private void collect(Module module) {
    // A definition beats the declarations of other modules.
    module
        .functions()
        .forEach(
            function ->
                functions.merge(
                    function.name(),
                    function,
                    (one, other) -> one.body().isPresent() ? one : other));
    module.modules().forEach(this::collect);
  }
}
