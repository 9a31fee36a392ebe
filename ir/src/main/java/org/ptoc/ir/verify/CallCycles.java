package org.ptoc.ir.verify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;

/** Functions that call each other in a circle: calls are inlined, so they cannot recurse. */
final class CallCycles {
  private final Map<String, Function> functions;
  private final Predicate<String> chosen;
  private final Diagnostics diagnostics;
  private final Set<String> done = new HashSet<>();
  private final Set<String> active = new HashSet<>();
  private final Deque<Frame> stack = new ArrayDeque<>();

  private CallCycles(
      Map<String, Function> functions, Predicate<String> chosen, Diagnostics diagnostics) {
    this.functions = functions;
    this.chosen = chosen;
    this.diagnostics = diagnostics;
  }

  private record Frame(String name, Iterator<Operation> calls) {}

  /** Reports the call that closes each circle, in one walk over all calls. */
  static void report(
      Map<String, Function> functions, Predicate<String> chosen, Diagnostics diagnostics) {
    CallCycles cycles = new CallCycles(functions, chosen, diagnostics);
    functions.values().stream().map(Function::name).sorted().filter(chosen).forEach(cycles::walk);
  }

  private void walk(String start) {
    enter(start);
    while (!stack.isEmpty()) {
      Frame frame = stack.peek();
      if (!frame.calls.hasNext()) {
        active.remove(frame.name);
        done.add(frame.name);
        stack.pop();
        continue;
      }
      Operation call = frame.calls.next();
      String callee = call.attributes().text(AttributeName.CALLEE).orElse("");
      if (active.contains(callee)) {
        cycle(frame.name, callee, call);
      } else {
        enter(callee);
      }
    }
  }

  private void enter(String name) {
    Function function = functions.get(name);
    if (function != null && !done.contains(name) && active.add(name)) {
      List<Operation> calls = new ArrayList<>();
      function.body().ifPresent(body -> collect(body, calls));
      stack.push(new Frame(name, calls.iterator()));
    }
  }

  private static void collect(Region region, List<Operation> calls) {
    for (Operation op : region.all()) {
      if (op.definition().form() == OperationForm.CALL) {
        calls.add(op);
      }
    }
  }

  private void cycle(String caller, String callee, Operation call) {
    if (chosen.test(caller)) {
      diagnostics.report(
          DiagnosticCode.RECURSIVE_CALL,
          call.location(),
          "@"
              + callee
              + (caller.equals(callee) ? " calls itself" : " reaches itself through @" + caller)
              + "; calls are inlined, so they cannot recurse");
    }
  }
}
