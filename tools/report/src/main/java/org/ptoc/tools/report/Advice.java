package org.ptoc.tools.report;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ptoc.emulator.timing.constant.WhatIf;
import org.ptoc.emulator.timing.pipe.PipeUsage;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.json.Json;
import org.ptoc.tools.toolchain.TimedRun;

/**
 * Changes of a kernel that save cycles. Each is tried: the cycle model runs again without the flags
 * and barriers in question, or with one signal more. Nothing is estimated.
 *
 * @param model the cycle model
 * @param total cycles of the kernel as it is
 * @param entries what saves cycles, the most first
 * @param bounds what no order of the pipes gets below, for the slowest core
 */
public record Advice(String model, long total, List<Entry> entries, List<Bound> bounds) {
  /** The most changes that are tried. */
  private static final int MOST = 64;

  public Advice {
    entries = List.copyOf(entries);
    bounds = List.copyOf(bounds);
  }

  /** What a change is. */
  public enum Kind {
    /** A flag or barrier that this run does not need is removed. */
    REMOVE("remove"),
    /** Iterations of a loop use one buffer more in turn. */
    BUFFER("buffer"),
    /** As {@link #BUFFER}, for every loop at once. */
    BUFFERS("buffers");

    private final String spelling;

    Kind(String spelling) {
      this.spelling = spelling;
    }

    public String spelling() {
      return spelling;
    }
  }

  /**
   * A change.
   *
   * @param kind what it is
   * @param saved cycles that it saves alone, at least 1
   * @param place the line to change
   * @param change what to do there
   * @param evidence why it is possible, and what must hold
   */
  public record Entry(
      Kind kind, long saved, SourcePosition place, String change, String evidence) {}

  /**
   * A least number of cycles.
   *
   * @param pipe the pipe that is busy
   * @param cycles of that
   * @param reason why
   */
  public record Bound(String pipe, long cycles, String reason) {}

  private record Candidate(WhatIf order, Kind kind, int word, String change, String evidence) {}

  /** A wait that takes signals of an earlier iteration. */
  private static final class Carried {
    private final Set<WhatIf.Flag> flags = new HashSet<>();
    private final Set<Integer> setters = new TreeSet<>();
    private long waited;
  }

  /**
   * The advice on a run.
   *
   * @param run the run, with its timeline
   * @param unneeded flags and barriers that it does not need, in groups that belong together
   * @param again times the kernel once more in other orders: the total of the kernel as it is, then
   *     one for each
   */
  public static Advice of(
      TimedRun run, List<BitSet> unneeded, Function<List<WhatIf>, List<Long>> again) {
    List<Candidate> candidates = new ArrayList<>();
    unneeded.forEach(group -> candidates.add(removal(run, group)));
    Map<Boolean, List<TimedCore>> kinds =
        TimedCore.ofSlowestBlock(run).stream()
            .collect(Collectors.partitioningBy(core -> core.run() != run));
    kinds.values().stream()
        .filter(cores -> !cores.isEmpty())
        .forEach(cores -> buffers(cores, candidates));
    List<Candidate> tried = candidates.subList(0, Math.min(MOST, candidates.size()));
    List<Entry> entries = new ArrayList<>();
    if (!tried.isEmpty()) {
      List<Long> totals = again.apply(tried.stream().map(Candidate::order).toList());
      for (int i = 0; i < tried.size(); i++) {
        Candidate each = tried.get(i);
        long saved = totals.getFirst() - totals.get(i + 1);
        if (saved > 0) {
          entries.add(
              new Entry(
                  each.kind(),
                  saved,
                  part(run, each.order()).position(each.word()),
                  each.change(),
                  each.evidence()));
        }
      }
    }
    // All buffers together are news only where they save more than each of them.
    entries.removeIf(each -> each.kind() == Kind.BUFFERS && !savesMost(each, entries));
    entries.sort(Comparator.comparingLong(Entry::saved).reversed());
    return new Advice(run.model(), run.totals().getFirst(), entries, bounds(run));
  }

  private static boolean savesMost(Entry one, List<Entry> entries) {
    return entries.stream()
        .allMatch(other -> other.kind() != Kind.BUFFER || other.saved() < one.saved());
  }

  private static TimedRun part(TimedRun run, WhatIf order) {
    return run.cube().filter(cube -> cube.program().core() == order.core()).orElse(run);
  }

  private static Candidate removal(TimedRun run, BitSet group) {
    Set<Integer> words = group.stream().boxed().collect(Collectors.toSet());
    int word = group.length() - 1;
    return new Candidate(
        new WhatIf(run.program().core(), words, Set.of()),
        Kind.REMOVE,
        word,
        "remove "
            + words.stream()
                .sorted()
                .map(run::assembly)
                .distinct()
                .collect(Collectors.joining(" / ")),
        "in this run the other flags and barriers order all accesses to the same bytes;"
            + " ptoc check --sync says whether that holds for all arguments");
  }

  /** Waits whose signal comes from behind them in the text, that is from an earlier iteration. */
  private static void buffers(List<TimedCore> cores, List<Candidate> candidates) {
    Map<Integer, Carried> waits = new TreeMap<>();
    cores.forEach(core -> follow(core, waits));
    TimedRun run = cores.getFirst().run();
    Set<WhatIf.Flag> all = new HashSet<>();
    waits.forEach(
        (word, carried) -> {
          all.addAll(carried.flags);
          candidates.add(buffer(run, word, carried));
        });
    if (waits.size() > 1) {
      candidates.add(
          new Candidate(
              new WhatIf(run.program().core(), Set.of(), all),
              Kind.BUFFERS,
              waits.keySet().iterator().next(),
              "twice as many buffers for all waits of this kind",
              waits.keySet().stream()
                  .map(word -> place(run.position(word)))
                  .distinct()
                  .collect(Collectors.joining(", "))));
    }
  }

  private static void follow(TimedCore core, Map<Integer, Carried> waits) {
    Map<WhatIf.Flag, Deque<Integer>> signals = new HashMap<>();
    for (TimedEvent event : core.timing().events()) {
      if (event.kind() == TimedEvent.Kind.SET_FLAG) {
        signals.computeIfAbsent(flag(core.run(), event), _ -> new ArrayDeque<>()).add(event.word());
      } else if (event.kind() == TimedEvent.Kind.WAIT_FLAG) {
        WhatIf.Flag flag = flag(core.run(), event);
        Deque<Integer> given = signals.getOrDefault(flag, new ArrayDeque<>());
        int setter = given.isEmpty() ? -1 : given.remove();
        if (setter > event.word()) {
          Carried carried = waits.computeIfAbsent(event.word(), _ -> new Carried());
          carried.flags.add(flag);
          carried.setters.add(setter);
          carried.waited += event.start() - event.waitedFrom();
        }
      }
    }
  }

  private static WhatIf.Flag flag(TimedRun run, TimedEvent event) {
    Instruction word = run.program().at(event.word());
    return new WhatIf.Flag(word.pipe(FieldName.P1), word.pipe(FieldName.P2), (int) event.number());
  }

  private static Candidate buffer(TimedRun run, int word, Carried carried) {
    WhatIf.Flag flag = Objects.requireNonNull(carried.flags.iterator().next());
    String users =
        carried.setters.stream()
            .map(each -> place(run.position(each)))
            .distinct()
            .collect(Collectors.joining(", "));
    return new Candidate(
        new WhatIf(run.program().core(), Set.of(), carried.flags),
        Kind.BUFFER,
        word,
        "twice as many buffers, so far %d, for what %s writes here"
            .formatted(carried.flags.size(), flag.to().spelling()),
        "%s waited %d cycles in all until %s was done (%s); the memory must have room"
            .formatted(flag.to().spelling(), carried.waited, flag.from().spelling(), users));
  }

  /** The busiest pipe, and bytes at the width of each port. */
  private static List<Bound> bounds(TimedRun run) {
    List<Bound> bounds = new ArrayList<>();
    run.slowest().pipes().stream()
        .max(Comparator.comparingLong(PipeUsage::busy))
        .ifPresent(
            most -> bounds.add(new Bound(most.pipe().spelling(), most.busy(), "work of the pipe")));
    for (Transfer transfer : Transfer.of(run)) {
      transfer
          .limit()
          .filter(_ -> transfer.bytes() > 0)
          .ifPresent(
              limit ->
                  bounds.add(
                      new Bound(
                          transfer.pipe().spelling(),
                          Math.ceilDiv(transfer.bytes(), limit.value()),
                          "%s, %d bytes at %d bytes per cycle"
                              .formatted(transfer.path(), transfer.bytes(), limit.value()))));
    }
    return bounds;
  }

  private static String place(SourcePosition place) {
    return place.isKnown()
        ? Path.of(place.file()).getFileName() + ":" + place.line()
        : "no source line";
  }

  /** The lines of {@code --advise}. */
  public String text() {
    StringBuilder text = new StringBuilder("\nadvice, cycles saved by each change alone\n");
    for (Entry each : entries) {
      text.append(Numbers.right("-" + each.saved(), 9)).append("  ").append(place(each.place()));
      text.append(": ").append(each.change()).append("\n           ").append(each.evidence());
      text.append('\n');
    }
    text.append(
        entries.isEmpty() ? "  no change of flags, barriers or buffers saves cycles\n" : "");
    for (Bound each : bounds) {
      text.append(Numbers.right(each.cycles(), 9)).append("  at least for ").append(each.pipe());
      text.append(": ").append(each.reason()).append(", ");
      text.append(Numbers.percent(each.cycles(), total)).append(" of the run\n");
    }
    return text.toString();
  }

  /** Adds the field {@code advice} to an object. */
  void write(Json json) {
    json.key("advice").beginObject().field("total", total).key("changes").beginArray();
    for (Entry each : entries) {
      json.beginObject().field("kind", each.kind().spelling()).field("saved", each.saved());
      json.field("file", each.place().file()).field("line", each.place().line());
      json.field("change", each.change()).field("evidence", each.evidence()).end();
    }
    json.end().key("bounds").beginArray();
    for (Bound each : bounds) {
      json.beginObject().field("pipe", each.pipe()).field("cycles", each.cycles());
      json.field("reason", each.reason()).end();
    }
    json.end().end();
  }

  /** Adds a section to a page. */
  void write(HtmlTables tables) {
    tables.heading("advice", "Advice");
    tables.begin("advice", "saved, cycles", "line", "what", "text");
    for (Entry each : entries) {
      tables
          .row()
          .number(each.saved())
          .name(place(each.place()))
          .name(each.change())
          .name(each.evidence())
          .end();
    }
    tables.end();
    bounds.forEach(
        each ->
            tables.paragraph(
                "note", each.pipe() + ": at least " + each.cycles() + " cycles, " + each.reason()));
  }
}
