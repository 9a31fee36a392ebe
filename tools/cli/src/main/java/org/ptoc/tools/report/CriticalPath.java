package org.ptoc.tools.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.ir.isa.Pipe;

/**
 * The chain of instructions that decides when a block ends: each one begins when the one before it
 * ends, or as soon as the scalar pipe has fetched it. The cycles of all segments add up to those of
 * the block.
 */
final class CriticalPath {

  /**
   * Instructions of one pipe and source line that follow each other on the path.
   *
   * @param pipe where they ran
   * @param word one of them, the longest
   * @param instructions how many
   * @param start first cycle, with the wait for the fetch; of grouped segments that of the first
   *     one
   * @param cycles what they add to the total
   */
  record Segment(Pipe pipe, int word, long instructions, long start, long cycles) {}

  private static final int MOST_SHOWN = 16;

  private final TimedRun run;
  private final List<TimedEvent> events;

  private CriticalPath(TimedRun run, BlockTiming block) {
    this.run = run;
    this.events = block.events();
  }

  /** The segments of a block in the order of time; empty without a timeline. */
  static List<Segment> of(TimedRun run, BlockTiming block) {
    return block.events().isEmpty() ? List.of() : new CriticalPath(run, block).segments();
  }

  /** The same segments with those of one pipe and line together, the longest first. */
  static List<Segment> grouped(TimedRun run, List<Segment> path) {
    Map<String, Segment> groups = new LinkedHashMap<>();
    for (Segment segment : path) {
      groups.merge(key(run, segment.pipe(), segment.word()), segment, CriticalPath::join);
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
   * @param rest cycles of the block that they leave out
   */
  record Listing(boolean isGrouped, List<Segment> segments, long rest) {}

  /** The segments that reports show. */
  static Listing listing(TimedRun run, BlockTiming block) {
    List<Segment> path = of(run, block);
    boolean grouped = path.size() > MOST_SHOWN;
    List<Segment> all = grouped ? grouped(run, path) : path;
    List<Segment> shown = List.copyOf(all.subList(0, Math.min(MOST_SHOWN, all.size())));
    return new Listing(
        grouped, shown, block.cycles() - shown.stream().mapToLong(Segment::cycles).sum());
  }

  private static Segment join(Segment one, Segment other) {
    int word = other.cycles() > one.cycles() ? other.word() : one.word();
    return new Segment(
        one.pipe(),
        word,
        one.instructions() + other.instructions(),
        one.start(),
        one.cycles() + other.cycles());
  }

  private static String key(TimedRun run, Pipe pipe, int word) {
    String place = run.place(word);
    return pipe + " " + (place.isEmpty() ? "word " + word : place);
  }

  private List<Segment> segments() {
    List<Segment> segments = new ArrayList<>();
    long last = 0;
    String lastKey = "";
    for (int i : steps()) {
      TimedEvent event = events.get(i);
      Segment next = new Segment(event.pipe(), event.word(), 1, last, event.done() - last);
      String key = key(run, event.pipe(), event.word());
      if (key.equals(lastKey)) {
        next = join(segments.removeLast(), next);
      }
      segments.add(next);
      lastKey = key;
      last = event.done();
    }
    return segments;
  }

  /** The events of the path in the order of time. */
  private List<Integer> steps() {
    int[] before = predecessors();
    int at = 0;
    for (int i = 0; i < events.size(); i++) {
      at = events.get(i).done() >= events.get(at).done() ? i : at;
    }
    List<Integer> steps = new ArrayList<>();
    while (at >= 0) {
      steps.add(at);
      at = before[at];
    }
    Collections.reverse(steps);
    return steps;
  }

  /** For each event the one that it waited for, -1 for the first. */
  private int[] predecessors() {
    Map<Integer, Integer> links = new HashMap<>();
    for (Link link : Link.of(run.program(), events)) {
      if (link.kind() != Link.Kind.BUFFER) {
        links.put(link.to(), link.from());
      }
    }
    int[] before = new int[events.size()];
    int[] last = new int[Pipe.values().length];
    java.util.Arrays.fill(last, -1);
    for (int i = 0; i < before.length; i++) {
      before[i] = predecessor(i, links.getOrDefault(i, -1), last);
      last[events.get(i).pipe().ordinal()] = i;
    }
    return before;
  }

  private int predecessor(int i, int link, int[] last) {
    TimedEvent event = events.get(i);
    if (endsAt(link, event.start())) {
      return link;
    }
    int same = last[event.pipe().ordinal()];
    if (endsAt(same, event.start())) {
      return same;
    }
    if (event.kind() == TimedEvent.Kind.BARRIER) {
      for (int other : last) {
        if (endsAt(other, event.start())) {
          return other;
        }
      }
    }
    return last[Pipe.S.ordinal()];
  }

  private boolean endsAt(int i, long cycle) {
    return i >= 0 && events.get(i).done() == cycle;
  }
}
