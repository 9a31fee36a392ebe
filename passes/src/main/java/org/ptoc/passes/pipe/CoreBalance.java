package org.ptoc.passes.pipe;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.ptoc.ir.CorePipe;
import org.ptoc.ir.CorePipes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.passes.PassContext;

/**
 * Compares what the cores of a block give and take: cross-core flags and entries of pipes (spec/70,
 * 2.5). Only what every run meets is reported.
 *
 * @param cube the code of the cube core
 * @param vectors the code of each vector core
 */
record CoreBalance(PassContext context, CorePipes pipes, EntryFlow cube, List<EntryFlow> vectors) {
  /** The numbers of flags of the second vector core, as the cube core sees them, begin here. */
  private static final int SECOND_CORE = 16;

  /** A count of something that one core does. */
  private record Side(String core, EntryFlow flow, String what) {
    Span count() {
      return flow.totals().getOrDefault(what, Span.ZERO);
    }

    /** True if the text has it. */
    boolean occurs() {
      return flow.totals().containsKey(what);
    }

    Operation first() {
      return flow.first(what);
    }
  }

  void report() {
    signals();
    for (Operation opening : cube.opened()) {
      pipes
          .of(opening)
          .filter(pipe -> pipe.vector().isPresent())
          .ifPresent(
              pipe -> {
                entries(pipe, CorePipe.TO_VECTOR);
                entries(pipe, CorePipe.TO_CUBE);
              });
    }
  }

  private Side cube(String what) {
    return new Side("the cube core", cube, what);
  }

  private Side vector(int number, String what) {
    return new Side("AIV" + number, vectors.get(number), what);
  }

  private boolean connects() {
    return context.profile().has(ProfileFeature.CONNECTED_CORES);
  }

  // Signals.

  private void signals() {
    for (String key : keys("directed")) {
      int id = Integer.parseInt(key.substring(key.lastIndexOf(' ') + 1));
      if (id < SECOND_CORE) {
        signal(cube("set " + key), vector(0, "wait " + key));
        signal(vector(0, "set " + key), cube("wait " + key));
        String second = "directed " + (id + SECOND_CORE);
        signal(cube("set " + second), vector(1, "wait " + key));
        signal(vector(1, "set " + key), cube("wait " + second));
      } else if (!keys("directed").contains("directed " + (id - SECOND_CORE))) {
        signal(cube("set " + key), vector(1, "wait directed " + (id - SECOND_CORE)));
        signal(vector(1, "set directed " + (id - SECOND_CORE)), cube("wait " + key));
      }
    }
    for (String key : keys("mode 2")) {
      boolean reduced = same(vector(0, "set " + key), vector(1, "set " + key), "signals");
      for (int i = 0; i < vectors.size(); i++) {
        signal(cube("set " + key), vector(i, "wait " + key));
        if (reduced && i == 0) {
          signal(vector(i, "set " + key), cube("wait " + key));
        }
      }
    }
    for (String key : keys("mode 1")) {
      if (same(vector(0, "set " + key), vector(1, "set " + key), "signals")) {
        signal(vector(0, "set " + key), vector(1, "wait " + key));
        signal(vector(1, "set " + key), vector(0, "wait " + key));
      }
    }
    for (String key : keys("mode 0")) {
      signal(cube("set " + key), cube("wait " + key));
      signal(vector(0, "set " + key), vector(0, "wait " + key));
    }
  }

  /** Signals of a kind by their number; none where only the run knows some number. */
  private Set<String> keys(String scope) {
    Set<String> keys = new TreeSet<>();
    for (EntryFlow flow : List.of(cube, vectors.get(0), vectors.get(1))) {
      for (String what : flow.totals().keySet()) {
        String key = what.substring(what.indexOf(' ') + 1);
        if (key.startsWith(scope + " ") && (what.startsWith("set ") || what.startsWith("wait "))) {
          keys.add(key);
        }
      }
    }
    return keys.contains(scope + " ?") ? Set.of() : keys;
  }

  private void signal(Side set, Side wait) {
    Span given = set.count();
    Span taken = wait.count();
    if (taken.low() > given.high()) {
      warn(
          wait.first(),
          wait.core
              + " waits "
              + times(taken)
              + ", but "
              + set.core
              + (set.occurs() ? " signals " + times(given) : " never signals")
              + ", so that it waits for ever",
          set);
    } else if (taken.isExact() && taken.high() > 0 && given.low() > taken.high()) {
      warn(
          set.first(),
          set.core + " signals " + times(given) + ", but " + wait.core + " waits " + times(taken),
          wait);
    }
  }

  /** True if both vector cores do the same, unless the counts are known and differ. */
  private boolean same(Side one, Side other, String what) {
    if (!one.count().isExact() || !other.count().isExact() || one.count().equals(other.count())) {
      return true;
    }
    warn(
        one.count().high() > 0 ? one.first() : other.first(),
        one.core
            + " "
            + what
            + " "
            + times(one.count())
            + " and "
            + other.core
            + " "
            + times(other.count())
            + ", but a signal needs both",
        one.count().high() > 0 ? other : one);
    return false;
  }

  private static String times(Span count) {
    return count.isExact()
        ? count.low() == 1 ? "once" : count.low() == 0 ? "never" : count.low() + " times"
        : count.low() > 0
            ? "at least " + (count.low() == 1 ? "once" : count.low() + " times")
            : "at most " + (count.high() == 1 ? "once" : count.high() + " times");
  }

  private void warn(Operation op, String message, Side other) {
    Diagnostic.Note[] notes =
        other.occurs()
            ? new Diagnostic.Note[] {
              new Diagnostic.Note(other.first().location(), other.core + " first does it here")
            }
            : new Diagnostic.Note[0];
    context
        .diagnostics()
        .report(DiagnosticCode.UNMATCHED_SIGNALS, op.location(), op.name() + ": " + message, notes);
  }

  // Entries.

  private void entries(CorePipe pipe, int direction) {
    if (!pipe.any().isFor(direction)) {
      return;
    }
    String atCube = EntryFlow.ring(pipe.cube().orElseThrow().operation(), direction);
    String atVector = EntryFlow.ring(pipe.vector().orElseThrow().operation(), direction);
    boolean toVector = direction == CorePipe.TO_VECTOR;
    String give = toVector ? "push " : "pop ";
    String take = toVector ? "pop " : "push ";
    boolean first = connects() && pipe.isWhole();
    Side second = vector(1, take + atVector);
    if (first && second.count().low() > 0) {
      warn(
          second.first(),
          "AIV1 "
              + (toVector ? "takes" : "gives")
              + " entries of a pipe without splits, which on a5 has AIV0 alone",
          vector(0, take + atVector));
      return;
    }
    if (!connects() && !same(vector(0, take + atVector), second, toVector ? "pops" : "pushes")) {
      return;
    }
    for (int i = 0; i < (first ? 1 : vectors.size()); i++) {
      Side own = cube(give + atCube);
      Side their = vector(i, take + atVector);
      if (own.occurs() && their.occurs()) {
        moved(pipe, toVector ? own : their, toVector ? their : own);
      }
      if (!connects()) {
        break;
      }
    }
  }

  private void moved(CorePipe pipe, Side give, Side take) {
    Span given = give.count();
    Span taken = take.count();
    long rest = given.low() - taken.high();
    if (taken.low() > given.high()) {
      warn(
          take.first(),
          take.core
              + " pops "
              + times(taken)
              + ", but "
              + give.core
              + " pushes "
              + times(given)
              + ", so that it waits for ever",
          give);
    } else if (rest > 0) {
      warn(
          give.first(),
          give.core
              + " pushes "
              + times(given)
              + ", but "
              + take.core
              + " pops "
              + times(taken)
              + (rest > pipe.any().slots()
                  ? ", so that it waits for ever for one of " + pipe.any().slots() + " slots"
                  : ": " + rest + (rest == 1 ? " entry is" : " entries are") + " left"),
          take);
    }
  }
}
