package org.ptoc.tools.referee;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.ptoc.ir.Region;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.watch.Dependence;

/**
 * Suggests insertions that order two words. Both ends of a pair of flags go into the innermost
 * region that holds both words, so that sets and waits balance, and outside of vecscopes, which may
 * not have flags (spec/00, 1.7). If the region is unknown or no event is free, it suggests a
 * barrier before the later word.
 */
public final class Remedies {
  /** Events between two pipes (spec/00, 1.5). */
  private static final int EVENTS = 8;

  private final Program program;
  private final KernelObject kernel;
  private final SourceNest nest;
  private final Map<String, Integer> chosen = new HashMap<>();
  private final Map<String, Set<Integer>> taken = new HashMap<>();
  private final Set<String> told = new HashSet<>();

  /**
   * Remedies from the instructions of a kernel alone: where the number of an event is computed, all
   * events between its pipes count as used.
   *
   * @param source the body of the kernel, where it is known
   */
  public Remedies(Program program, KernelObject kernel, Optional<Region> source) {
    this(program, kernel, source, Map.of());
    for (int word = 0; word < program.size(); word++) {
      if (program.at(word).performs(ControlOperation.SET_FLAG)
          && program.at(word).field(FieldName.DYN) != 0) {
        String pipes = pipes(program.at(word));
        IntStream.range(0, EVENTS).forEach(event -> take(pipes, event));
      }
    }
  }

  /**
   * @param events numbers of the events that trials used, by pipes as {@link #pipes} names them
   */
  Remedies(
      Program program,
      KernelObject kernel,
      Optional<Region> source,
      Map<String, Set<Integer>> events) {
    this.program = program;
    this.kernel = kernel;
    this.nest = SourceNest.of(source);
    events.forEach((pipes, used) -> used.forEach(each -> take(pipes, each)));
    for (int word = 0; word < program.size(); word++) {
      if (program.at(word).performs(ControlOperation.SET_FLAG)
          || program.at(word).performs(ControlOperation.WAIT_FLAG)) {
        Instruction flag = program.at(word);
        if (flag.field(FieldName.DYN) == 0) {
          take(pipes(flag), flag.code(FieldName.ID));
        }
      }
    }
  }

  private void take(String pipes, int event) {
    taken.computeIfAbsent(pipes, _ -> new TreeSet<>()).add(event);
  }

  private static String pipes(Instruction flag) {
    return pipes(flag.pipe(FieldName.P1), flag.pipe(FieldName.P2));
  }

  /** How the ends of a flag are written. */
  static String pipes(Pipe from, Pipe to) {
    return "<PIPE_" + from + ">, <PIPE_" + to + ">";
  }

  private SourcePosition place(int word) {
    return kernel.positions().get(word);
  }

  /** What would order two accesses that nothing orders; the same advice is given once. */
  public String of(Dependence found) {
    return of(
        Edge.of(found),
        found.inScope() ? Optional.of(found.scopeBarrier().toString()) : Optional.empty());
  }

  /**
   * The same for all accesses of two words.
   *
   * @param scopeBarrier the kind of barrier that orders both, if they are in one vecscope
   */
  String of(Edge edge, Optional<String> scopeBarrier) {
    String advice = scopeBarrier.map(kind -> inScope(edge, kind)).orElseGet(() -> advice(edge));
    return told.add(advice) ? advice : "the insertion that was told already orders this too";
  }

  private String inScope(Edge edge, String kind) {
    SourcePosition earlier = place(edge.earlier().word());
    SourcePosition later = place(edge.later().word());
    String barrier = "insert pto.mem_bar \"" + kind + "\" ";
    return barrier
        + nest.meeting(earlier, later, true)
            .map(
                meeting ->
                    meeting.isCarried()
                        ? "behind " + meeting.first().text()
                        : "in front of " + meeting.second().text())
            .orElseGet(() -> "in front of " + line(edge.later().word()));
  }

  private String advice(Edge edge) {
    Pipe from = edge.earlier().pipe();
    Pipe to = edge.later().pipe();
    if (from == to) {
      return barrier(to, edge.later().word());
    }
    Optional<SourceNest.Meeting> meeting =
        nest.meeting(place(edge.earlier().word()), place(edge.later().word()), false);
    Optional<String> advice =
        nest.isKnown()
            ? meeting.filter(SourceNest.Meeting::takesPair).flatMap(each -> pair(from, to, each))
            : pairOfWords(edge);
    return advice.orElseGet(() -> barrier(Pipe.ALL, edge.later().word()));
  }

  private String barrier(Pipe pipe, int later) {
    return "insert pto.barrier #pto.pipe<PIPE_" + pipe + "> in front of " + outside(later);
  }

  private Optional<String> pair(Pipe from, Pipe to, SourceNest.Meeting meeting) {
    String later = meeting.second().text();
    OptionalInt unused = unusedSet(from, to, meeting);
    if (unused.isPresent()) {
      int word = unused.getAsInt();
      return Optional.of(
          "insert pto.wait_flag"
              + event(from, to, program.at(word).code(FieldName.ID))
              + " in front of "
              + later
              + ": there nobody waits for the pto.set_flag of "
              + line(word));
    }
    String around =
        meeting.isCarried() ? meeting.loop().map(SourceNest.Statement::text).orElseThrow() : "";
    return pair(from, to, meeting.first().text(), later, around);
  }

  /**
   * A pair of flags.
   *
   * @param around the loop whose next iteration waits, or nothing
   */
  private Optional<String> pair(Pipe from, Pipe to, String earlier, String later, String around) {
    OptionalInt free = freeEvent(from, to, earlier + later);
    if (free.isEmpty()) {
      return Optional.empty();
    }
    String event = event(from, to, free.getAsInt());
    String pair =
        "insert pto.set_flag"
            + event
            + " behind "
            + earlier
            + " and pto.wait_flag"
            + event
            + " in front of "
            + later;
    return Optional.of(
        around.isEmpty()
            ? pair
            : pair
                + ", one more pto.set_flag in front of "
                + around
                + " and one more pto.wait_flag behind it: the later one belongs to the next"
                + " iteration");
  }

  private static String event(Pipe from, Pipe to, int event) {
    return "[" + pipes(from, to) + ", <EVENT_ID" + event + ">]";
  }

  /** A word between the first one and the second that sets a flag without a wait. */
  private OptionalInt unusedSet(Pipe from, Pipe to, SourceNest.Meeting meeting) {
    return flags(ControlOperation.SET_FLAG, pipes(from, to))
        .filter(word -> program.at(word).field(FieldName.DYN) == 0)
        .filter(word -> nest.path(place(word)).filter(meeting::holds).isPresent())
        .filter(word -> meeting.isCarried() ? isAwaitedBehind(word, meeting) : !isAwaited(word))
        .findFirst();
  }

  private IntStream flags(ControlOperation operation, String pipes) {
    return IntStream.range(0, program.size())
        .filter(
            word -> program.at(word).performs(operation) && pipes(program.at(word)).equals(pipes));
  }

  private boolean isAwaited(int set) {
    return like(set, ControlOperation.WAIT_FLAG).findAny().isPresent();
  }

  /** Words of the flag that a word sets, or perhaps of it. */
  private IntStream like(int set, ControlOperation operation) {
    Instruction flag = program.at(set);
    return flags(operation, pipes(flag))
        .filter(
            word ->
                program.at(word).field(FieldName.DYN) != 0
                    || program.at(word).field(FieldName.ID) == flag.field(FieldName.ID));
  }

  /** True if a flag is set in front of a loop and in it, and waited for behind it alone. */
  private boolean isAwaitedBehind(int set, SourceNest.Meeting meeting) {
    return like(set, ControlOperation.SET_FLAG)
            .allMatch(word -> word == set || meeting.isAround(nest.path(place(word)), -1))
        && like(set, ControlOperation.SET_FLAG).count() == 2
        && like(set, ControlOperation.WAIT_FLAG).count() == 1
        && like(set, ControlOperation.WAIT_FLAG)
            .allMatch(word -> meeting.isAround(nest.path(place(word)), 1));
  }

  /**
   * The first event between two pipes that no word names; each suggested pair has its own event.
   */
  private OptionalInt freeEvent(Pipe from, Pipe to, String where) {
    String pipes = pipes(from, to);
    Integer known = chosen.get(pipes + where);
    if (known != null) {
      return OptionalInt.of(known);
    }
    Set<Integer> used = taken.getOrDefault(pipes, Set.of());
    OptionalInt free = IntStream.range(0, EVENTS).filter(each -> !used.contains(each)).findFirst();
    free.ifPresent(
        event -> {
          take(pipes, event);
          chosen.put(pipes + where, event);
        });
    return free;
  }

  // Without the source, loops, branches and vecscopes follow from the words.

  private Optional<String> pairOfWords(Edge edge) {
    int earlier = edge.earlier().word();
    int later = edge.later().word();
    boolean isOnce = later > earlier ? isBefore(earlier, later) : isBefore(later, earlier);
    return isOnce && around(earlier).equals(around(later))
        ? pair(
            edge.earlier().pipe(),
            edge.later().pipe(),
            outside(earlier),
            outside(later),
            later > earlier ? "" : "the loop")
        : Optional.empty();
  }

  /** True if all words of one place come before those of another, and no call repeats them. */
  private boolean isBefore(int first, int second) {
    return IntStream.range(0, program.size())
        .noneMatch(
            word ->
                program.at(word).performs(ControlOperation.CALL)
                    || word >= second && isAt(first, word)
                    || word <= first && isAt(second, word));
  }

  private boolean isAt(int one, int word) {
    return one == word || place(one).isKnown() && place(one).equals(place(word));
  }

  /** The words that loop around a word, or jump over it. */
  private List<Integer> around(int word) {
    return IntStream.range(0, word)
        .filter(
            at ->
                program.at(at).definition().semantics() instanceof Semantics.Control(var operation)
                    && (operation == ControlOperation.LOOP
                        || operation == ControlOperation.BRANCH
                        || operation.isConditionalBranch())
                    && program.at(at).target(at)
                        >= (operation == ControlOperation.LOOP ? word : word + 1))
        .filter(at -> scope(at).isEmpty())
        .boxed()
        .toList();
  }

  /** The word that begins the vecscope around a word. */
  private OptionalInt scope(int word) {
    int last =
        IntStream.rangeClosed(0, word)
            .filter(
                at ->
                    program.at(at).performs(ControlOperation.REGION_BEGIN)
                        || at < word && program.at(at).performs(ControlOperation.REGION_END))
            .max()
            .orElse(-1);
    return last >= 0 && program.at(last).performs(ControlOperation.REGION_BEGIN)
        ? OptionalInt.of(last)
        : OptionalInt.empty();
  }

  /** A word, or the vecscope around it. */
  private String outside(int word) {
    return nest.outside(place(word))
        .map(SourceNest.Statement::text)
        .orElseGet(
            () -> {
              OptionalInt begin = scope(word);
              boolean isInner = begin.isPresent() && !place(begin.getAsInt()).equals(place(word));
              return isInner ? "the vecscope that holds " + line(word) : line(word);
            });
  }

  private String line(int word) {
    SourcePosition place = place(word);
    return place.isKnown() ? "line " + place.line() : "word " + word;
  }
}
