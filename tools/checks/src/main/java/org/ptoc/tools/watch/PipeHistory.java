package org.ptoc.tools.watch;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;

/**
 * Which work of the pipes of a core is done when other work starts (spec/00, 1.5): a vector clock
 * for each pipe, moved on by flags, buffers and barriers. Times count the accesses of a pipe.
 *
 * <p>The scalar unit issues everything: what it did, and what it has waited for, is done before all
 * that it issues later.
 */
public final class PipeHistory {
  private static final int PIPES = Pipe.values().length;

  /** True if dependent words of one pipe need a barrier, by pipe. */
  private final boolean[] overlaps = new boolean[PIPES];

  private final long[][] seen = new long[PIPES][PIPES];

  /** What each pipe knows of other cores. */
  private final List<OtherCores> others = Stream.generate(OtherCores::new).limit(PIPES).toList();

  /** How each pipe came to know what it knows. */
  private final Link[][] links = links();

  private final long[] issued;

  /** Words that wait, or let others wait, as if they did not. */
  private final IntPredicate isLeftOut;

  /** True if what the scalar unit writes is done before all that it issues later. */
  private final boolean isScalarFirst;

  private final Map<Flag, Signals> flags = new HashMap<>();
  private final Map<Long, Buffer> buffers = new HashMap<>();

  /** An event between two pipes. */
  record Flag(Pipe source, Pipe destination, long event) {
    String text() {
      return "event " + event + " from " + source + " to " + destination;
    }
  }

  /**
   * How one pipe knows that work of another is done.
   *
   * @param giver the word that signals: a set flag, a released buffer, a barrier
   * @param taker the word that waits for it; the same for a barrier
   * @param before how the signalling pipe knew it, where the work is not its own
   */
  public record Link(int giver, int taker, Optional<Link> before) {
    private static final Link NONE = new Link(-1, -1, Optional.empty());
  }

  /** A flag that was set by a word, what was done then, and how that is known. */
  record Signal(Flag flag, int word, Knowledge knowledge) {}

  /**
   * Signals of a flag without a wait. More than one are a finding. Beyond a limit the last ones are
   * not distinguished, so that they need no memory.
   */
  private static final class Signals {
    private static final int MOST = 256;

    private final Deque<Signal> first = new ArrayDeque<>();
    private long likeTheLast;

    /** True if another signal is not distinguished from the last. */
    boolean isFull() {
      return first.size() == MOST;
    }

    /** The oldest one; there is one. */
    Signal take() {
      if (first.size() == 1 && likeTheLast > 0) {
        likeTheLast--;
        return first.element();
      }
      return first.remove();
    }
  }

  /** What is done, by pipe, how it is known, and what is done on other cores. */
  private record Knowledge(long[] done, Link[] links, Map<Integer, long[]> others) {}

  /** What is done on other cores: times of their pipes, by core. */
  private static final class OtherCores {
    private final Map<Integer, long[]> done = new HashMap<>();

    void merge(Map<Integer, long[]> more) {
      more.forEach((core, times) -> done.merge(core, times, OtherCores::later));
    }

    private static long[] later(long[] left, long[] right) {
      long[] later = left.clone();
      for (int i = 0; i < PIPES; i++) {
        later[i] = Math.max(later[i], right[i]);
      }
      return later;
    }
  }

  /** A buffer number: who has it, and what was done when each pipe last released it. */
  private static final class Buffer {
    private final int[] takers = new int[PIPES];
    private final boolean[] users = new boolean[PIPES];
    private final int[] releasers = new int[PIPES];
    private final Map<Pipe, Knowledge> released = new EnumMap<>(Pipe.class);

    private Buffer() {
      Arrays.fill(takers, -1);
    }
  }

  PipeHistory(Profile profile) {
    this(profile, new long[PIPES], word -> false, true);
  }

  /** The order on a device, where other pipes wait for the scalar unit by flags as well. */
  static PipeHistory ofDevice(Profile profile) {
    return new PipeHistory(profile, new long[PIPES], word -> false, false);
  }

  private PipeHistory(
      Profile profile, long[] issued, IntPredicate isLeftOut, boolean isScalarFirst) {
    this.issued = issued;
    this.isLeftOut = isLeftOut;
    this.isScalarFirst = isScalarFirst;
    overlaps[Pipe.MTE2.ordinal()] = true;
    overlaps[Pipe.MTE3.ordinal()] = true;
    overlaps[Pipe.V.ordinal()] = !profile.has(ProfileFeature.ORDERED_VECTOR_PIPE);
  }

  /**
   * The order that is left without the waits of some words. It observes the same words; {@link
   * #issue} is called for one of both.
   */
  PipeHistory without(Profile profile, IntPredicate words) {
    return new PipeHistory(profile, issued, words, isScalarFirst);
  }

  private static Link[][] links() {
    Link[][] links = new Link[PIPES][PIPES];
    for (Link[] each : links) {
      Arrays.fill(each, Link.NONE);
    }
    return links;
  }

  /** How a pipe knows of the work of an earlier one; empty when no signal ordered them. */
  Optional<Link> link(Pipe earlier, Pipe later) {
    return known(links[later.ordinal()][earlier.ordinal()]);
  }

  private static Optional<Link> known(Link link) {
    return link == Link.NONE ? Optional.empty() : Optional.of(link);
  }

  /** The time of an access of a pipe that begins now. */
  long issue(Pipe pipe) {
    return ++issued[pipe.ordinal()];
  }

  /** The time of the last access of a pipe. */
  long now(Pipe pipe) {
    return issued[pipe.ordinal()];
  }

  /**
   * True if all that a pipe does is done before what another begins later, without anything that
   * orders them: the scalar unit issues the others, and words of one pipe read in their order; only
   * what they write may come late.
   */
  boolean isInOrder(Pipe earlier, boolean wrote, Pipe later) {
    return earlier == Pipe.S && (isScalarFirst || !wrote)
        || earlier == later && (!wrote || !overlaps[later.ordinal()]);
  }

  /** True if an access of {@code earlier} at {@code time} is done when {@code later} works now. */
  boolean isDone(Pipe earlier, long time, Pipe later) {
    return earlier == Pipe.S && isScalarFirst
        || earlier == later && !overlaps[later.ordinal()]
        || seen[later.ordinal()][earlier.ordinal()] >= time;
  }

  /** True if an access of a pipe of another core is done when {@code later} works now. */
  boolean isDone(int core, Pipe earlier, long time, Pipe later) {
    long[] known = others.get(later.ordinal()).done.get(core);
    return known != null && known[earlier.ordinal()] >= time;
  }

  /**
   * What cores that take a signal of {@code pipe} know: what was done when the pipe had done
   * everything up to now, by core.
   *
   * @param core the number of this core
   */
  Map<Integer, long[]> given(int core, Pipe pipe) {
    Knowledge knowledge = knowledge(pipe);
    long[] own = knowledge.done();
    own[Pipe.S.ordinal()] = issued[Pipe.S.ordinal()];
    Map<Integer, long[]> all = new HashMap<>(knowledge.others());
    all.put(core, own);
    return all;
  }

  /**
   * A pipe has waited for a signal of another core; the scalar unit for all pipes.
   *
   * @param core the number of this core
   */
  void taken(int core, Pipe pipe, Map<Integer, long[]> given, int word) {
    Link[] none = new Link[PIPES];
    Arrays.fill(none, Link.NONE);
    long[] own = given.getOrDefault(core, new long[PIPES]);
    learn(pipe, Pipe.ALL, new Knowledge(own, none, given), word, word);
  }

  /** The word that has set a flag without a wait so far, or -1; then it is set. */
  int set(Flag flag, int word) {
    Signals signals = flags.computeIfAbsent(flag, _ -> new Signals());
    int before = signals.first.isEmpty() ? -1 : signals.first.getLast().word();
    if (signals.isFull()) {
      signals.likeTheLast++;
    } else {
      signals.first.add(new Signal(flag, word, knowledge(flag.source())));
    }
    return before;
  }

  /** The word that set the flag which is waited for, or -1 when it is not set. */
  int await(Flag flag, int word) {
    Signals signals = flags.computeIfAbsent(flag, _ -> new Signals());
    if (signals.first.isEmpty()) {
      return -1;
    }
    Signal signal = signals.take();
    learn(flag.destination(), flag.source(), signal.knowledge(), signal.word(), word);
    return signal.word();
  }

  /** Flags without a wait, in the order of their words. */
  List<Signal> open() {
    Stream<Signal> all = flags.values().stream().flatMap(signals -> signals.first.stream());
    return all.sorted((left, right) -> Integer.compare(left.word(), right.word())).toList();
  }

  void barrier(Pipe pipe, int word) {
    if (isLeftOut.test(word)) {
      return;
    }
    Link link = new Link(word, word, Optional.empty());
    if (pipe == Pipe.ALL) {
      for (int each = 0; each < PIPES; each++) {
        System.arraycopy(issued, 0, seen[each], 0, PIPES);
        Arrays.fill(links[each], link);
        others.get(Pipe.S.ordinal()).merge(others.get(each).done);
      }
      others.forEach(each -> each.merge(others.get(Pipe.S.ordinal()).done));
    } else {
      seen[pipe.ordinal()][pipe.ordinal()] = issued[pipe.ordinal()];
      links[pipe.ordinal()][pipe.ordinal()] = link;
    }
  }

  /**
   * A pipe takes a buffer; it waits for the others that have released it unless the mode says no.
   *
   * @return the word that took the buffer for the pipe and has not released it, or -1
   */
  int take(Pipe pipe, long number, boolean waits, int word) {
    Buffer buffer = buffer(number);
    int before = buffer.takers[pipe.ordinal()];
    buffer.takers[pipe.ordinal()] = word;
    buffer.users[pipe.ordinal()] = true;
    if (waits) {
      buffer.released.forEach(
          (other, knowledge) -> {
            if (other != pipe) {
              learn(pipe, other, knowledge, buffer.releasers[other.ordinal()], word);
            }
          });
    }
    return before;
  }

  /**
   * A pipe releases a buffer; in the mode that waits it first waits for all that use it.
   *
   * @return whether the pipe had it
   */
  boolean release(Pipe pipe, long number, boolean waits, int word) {
    Buffer buffer = buffer(number);
    boolean had = buffer.takers[pipe.ordinal()] >= 0;
    buffer.takers[pipe.ordinal()] = -1;
    for (Pipe other : Pipe.values()) {
      if (waits && other != pipe && buffer.users[other.ordinal()]) {
        learn(pipe, other, knowledge(other), word, word);
      }
    }
    buffer.released.put(pipe, knowledge(pipe));
    buffer.releasers[pipe.ordinal()] = word;
    return had;
  }

  /** Reports buffers that were not released. */
  interface Taken {
    void taken(Pipe pipe, long number, int word);
  }

  void visitTaken(Taken visitor) {
    buffers.keySet().stream()
        .sorted()
        .forEach(
            number -> {
              for (Pipe pipe : Pipe.values()) {
                int word = buffer(number).takers[pipe.ordinal()];
                if (word >= 0) {
                  visitor.taken(pipe, number, word);
                }
              }
            });
  }

  private Buffer buffer(long number) {
    return buffers.computeIfAbsent(number, _ -> new Buffer());
  }

  /** All that is done when a pipe has done everything up to now. */
  private Knowledge knowledge(Pipe pipe) {
    long[] done = seen[pipe.ordinal()].clone();
    done[pipe.ordinal()] = issued[pipe.ordinal()];
    return new Knowledge(
        done, links[pipe.ordinal()].clone(), Map.copyOf(others.get(pipe.ordinal()).done));
  }

  private void learn(Pipe taker, Pipe giver, Knowledge knowledge, int from, int word) {
    if (isLeftOut.test(word)) {
      return;
    }
    if (taker == Pipe.S) {
      for (int each = 0; each < PIPES; each++) {
        merge(each, giver, knowledge, from, word);
      }
    } else {
      merge(taker.ordinal(), giver, knowledge, from, word);
    }
  }

  private void merge(int into, Pipe giver, Knowledge knowledge, int from, int word) {
    others.get(into).merge(knowledge.others());
    for (int i = 0; i < PIPES; i++) {
      if (knowledge.done()[i] > seen[into][i]) {
        seen[into][i] = knowledge.done()[i];
        Optional<Link> before =
            i == giver.ordinal() ? Optional.empty() : known(knowledge.links()[i]);
        links[into][i] = new Link(from, word, before);
      }
    }
  }
}
