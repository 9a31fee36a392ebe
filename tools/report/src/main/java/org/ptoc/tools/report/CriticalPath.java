package org.ptoc.tools.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.tools.toolchain.TimedRun;

/**
 * The chain of instructions that decides when a run ends: each one begins when the one before it
 * ends, on its core or on the one whose signal it takes, or as soon as the scalar pipe has fetched
 * it. The cycles of all segments add up to the cycles of the slowest core.
 */
final class CriticalPath {

  /**
   * Instructions of one pipe and source line that follow each other on the path.
   *
   * @param core the core that ran them
   * @param pipe where they ran
   * @param word one of them, the longest
   * @param instructions how many
   * @param start first cycle, with the wait for the fetch; of grouped segments that of the first
   *     one
   * @param cycles what they add to the total
   */
  record Segment(TimedCore core, Pipe pipe, int word, long instructions, long start, long cycles) {
    TimedRun run() {
      return core.run();
    }

    /** The core and the pipe. */
    String where() {
      return core.lane(pipe);
    }
  }

  private static final int MOST_SHOWN = 16;

  private final List<TimedCore> cores;
  private final CoreLinks links;

  /** For each core that the path comes to, what each of its instructions waited for. */
  private final Map<TimedCore, int[]> predecessors = new HashMap<>();

  private CriticalPath(TimedRun run) {
    this.cores = TimedCore.of(run);
    this.links = new CoreLinks(cores);
  }

  /** The segments of a run in the order of time; empty without a timeline. */
  static List<Segment> of(TimedRun run) {
    return new CriticalPath(run).segments();
  }

  /** The same segments with those of one pipe and line together, the longest first. */
  static List<Segment> grouped(List<Segment> path) {
    Map<String, Segment> groups = new LinkedHashMap<>();
    for (Segment segment : path) {
      groups.merge(key(segment), segment, CriticalPath::join);
    }
    List<Segment> sorted = new ArrayList<>(groups.values());
    sorted.sort(
        Comparator.comparingLong(Segment::cycles).reversed().thenComparingLong(Segment::start));
    return sorted;
  }

  /**
   * What reports show of the path.
   *
   * @param isGrouped whether the segments of one pipe and line stand together, the longest first
   * @param segments a few of them; none without a timeline
   * @param total cycles of the slowest core
   */
  record Listing(boolean isGrouped, List<Segment> segments, long total) {
    /** Cycles that the segments leave out. */
    long rest() {
      return total - segments.stream().mapToLong(Segment::cycles).sum();
    }
  }

  /** The segments that reports show. */
  static Listing listing(TimedRun run) {
    List<Segment> path = of(run);
    boolean grouped = path.size() > MOST_SHOWN;
    List<Segment> all = grouped ? grouped(path) : path;
    return new Listing(
        grouped,
        List.copyOf(all.subList(0, Math.min(MOST_SHOWN, all.size()))),
        run.totals().getFirst());
  }

  private static Segment join(Segment one, Segment other) {
    int word = other.cycles() > one.cycles() ? other.word() : one.word();
    return new Segment(
        one.core(),
        one.pipe(),
        word,
        one.instructions() + other.instructions(),
        one.start(),
        one.cycles() + other.cycles());
  }

  private static String key(Segment segment) {
    String place = segment.run().place(segment.word());
    return segment.core().name()
        + segment.pipe()
        + " "
        + (place.isEmpty() ? "word " + segment.word() : place);
  }

  private List<Segment> segments() {
    List<Segment> segments = new ArrayList<>();
    long last = 0;
    String lastKey = "";
    for (CoreLinks.Place step : steps()) {
      TimedEvent event = step.timed();
      Segment next =
          new Segment(step.core(), event.pipe(), event.word(), 1, last, event.done() - last);
      String key = key(next);
      if (key.equals(lastKey)) {
        next = join(segments.removeLast(), next);
      }
      segments.add(next);
      lastKey = key;
      last = event.done();
    }
    return segments;
  }

  /** The instructions of the path in the order of time. */
  private List<CoreLinks.Place> steps() {
    TimedCore core = TimedCore.slowest(cores);
    List<TimedEvent> events = core.timing().events();
    int at = 0;
    for (int i = 0; i < events.size(); i++) {
      at = events.get(i).done() >= events.get(at).done() ? i : at;
    }
    List<CoreLinks.Place> steps = new ArrayList<>();
    Optional<CoreLinks.Place> next =
        events.isEmpty() ? Optional.empty() : Optional.of(new CoreLinks.Place(core, at));
    while (next.isPresent()) {
      steps.add(next.get());
      next = before(next.get());
    }
    Collections.reverse(steps);
    return steps;
  }

  /** What an instruction waited for; empty for the first. */
  private Optional<CoreLinks.Place> before(CoreLinks.Place place) {
    TimedEvent event = place.timed();
    Optional<CoreLinks.Place> giver =
        links.giver(event).filter(_ -> event.start() == event.signal());
    if (giver.isPresent() && giver.get().timed().kind() == TimedEvent.Kind.MEETING) {
      return own(giver.get());
    }
    return giver.or(() -> own(place));
  }

  private Optional<CoreLinks.Place> own(CoreLinks.Place place) {
    int before =
        predecessors.computeIfAbsent(place.core(), CriticalPath::predecessors)[place.event()];
    return before < 0 ? Optional.empty() : Optional.of(new CoreLinks.Place(place.core(), before));
  }

  /** For each instruction of a core the one of it that it waited for, -1 for the first. */
  private static int[] predecessors(TimedCore core) {
    List<TimedEvent> events = core.timing().events();
    Map<Integer, Integer> links = new HashMap<>();
    for (Link link : Link.of(core.run().program(), events)) {
      if (link.kind() != Link.Kind.BUFFER) {
        links.put(link.to(), link.from());
      }
    }
    int[] before = new int[events.size()];
    int[] last = new int[Pipe.values().length];
    Arrays.fill(last, -1);
    for (int i = 0; i < before.length; i++) {
      before[i] = predecessor(events, i, links.getOrDefault(i, -1), last);
      last[events.get(i).pipe().ordinal()] = i;
    }
    return before;
  }

  private static int predecessor(List<TimedEvent> events, int i, int link, int[] last) {
    TimedEvent event = events.get(i);
    if (endsAt(events, link, event.start())) {
      return link;
    }
    int same = last[event.pipe().ordinal()];
    if (endsAt(events, same, event.start())) {
      return same;
    }
    if (event.kind() == TimedEvent.Kind.BARRIER || event.kind() == TimedEvent.Kind.MEETING) {
      for (int other : last) {
        if (endsAt(events, other, event.start())) {
          return other;
        }
      }
    }
    return last[Pipe.S.ordinal()];
  }

  private static boolean endsAt(List<TimedEvent> events, int i, long cycle) {
    return i >= 0 && events.get(i).done() == cycle;
  }
}
