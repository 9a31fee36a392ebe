package org.ptoc.tools.referee;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.PipeRule;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.watch.PipeHistory;

/** Derives verdicts from the observations of trials; operations are identified by their places. */
public final class Referee {
  /** Groups of waits that one round of trials checks. */
  private static final int ROUND = Long.SIZE;

  /**
   * Limit of rounds; for programs with more groups of waits, the verdict reports the skipped ones.
   */
  private static final int MOST_ROUNDS = 8;

  /** Proofs that something is redundant; each takes as long as that of the whole kernel. */
  private static final int MOST_PROOFS = 32;

  private static final Comparator<SourcePosition> PLACES =
      Comparator.comparing(SourcePosition::file)
          .thenComparingInt(SourcePosition::line)
          .thenComparingInt(SourcePosition::column);

  private static final String DATA_DECIDES =
      "; whether the bytes are the same depends on values that the kernel loads, here on those that"
          + " the trial chose";

  private final Program program;
  private final KernelObject kernel;
  private final List<Proof.Part> parts;
  private final Evidence evidence;
  private final Remedies remedies;

  /** Where the source has flags, buffers and barriers; empty when it is not known. */
  private final Optional<Set<SourcePosition>> handMade;

  private final List<Verdict> verdicts = new ArrayList<>();

  private Referee(Subject subject, Evidence evidence) {
    this.program = subject.program();
    this.kernel = subject.kernel();
    this.parts = subject.parts();
    this.evidence = evidence;
    this.remedies = new Remedies(program, kernel, subject.source(), evidence.events());
    this.handMade =
        subject
            .source()
            .map(
                body -> {
                  Set<SourcePosition> places = new HashSet<>();
                  addHandMade(body, places);
                  return places;
                });
  }

  private static void addHandMade(Region region, Set<SourcePosition> places) {
    for (Operation op : region.all()) {
      PipeRule rule = op.definition().form().pipeRule();
      boolean orders = rule == PipeRule.ORDERS_PIPES || rule == PipeRule.BARRIER;
      if (orders && op.location().isKnown()) {
        Location at = op.location();
        places.add(new SourcePosition(at.file(), at.line(), at.column()));
      }
    }
  }

  /**
   * The kernel to verify.
   *
   * @param source the body of the kernel as written, if known: it shows where operations can be
   *     inserted
   * @param parts programs whose proof shows what is redundant, the kernel among them; none if that
   *     is of no interest
   */
  public record Subject(
      Program program, KernelObject kernel, Optional<Region> source, List<Proof.Part> parts) {
    /** A kernel whose blocks have one core. */
    public Subject(Program program, KernelObject kernel, Optional<Region> source) {
      this(program, kernel, source, List.of(new Proof.Part(program, kernel)));
    }
  }

  /** What operations of a dependence have in common with those of others at the same places. */
  private record Key(
      AddressSpace space,
      SourcePosition earlier,
      Pipe from,
      boolean wrote,
      SourcePosition later,
      Pipe to,
      boolean writes,
      boolean isOrdered) {
    /** By the places in the source, then by what is touched. */
    private static final Comparator<Key> IN_ORDER =
        Comparator.comparing(Key::earlier, PLACES)
            .thenComparing(Key::later, PLACES)
            .thenComparing(Key::space)
            .thenComparing(Key::from)
            .thenComparing(Key::wrote)
            .thenComparing(Key::to)
            .thenComparing(Key::writes)
            .thenComparing(Key::isOrdered);
  }

  /** All edges between the same places. */
  private static final class Together {
    private final Edge first;
    private final Evidence.Facts facts;
    private long from = Long.MAX_VALUE;
    private long end;
    private boolean isDecidedByData = true;

    private Together(Edge first, Evidence.Facts facts) {
      this.first = first;
      this.facts = facts;
    }
  }

  /**
   * The verdicts on a kernel, in the order of the source.
   *
   * @param evidence of the trials
   * @param coverage what the trials say of runs with other arguments
   * @param repeat runs the trials once more with other listeners
   */
  public static List<Verdict> judge(
      Subject subject,
      Evidence evidence,
      Coverage coverage,
      BiConsumer<Evidence, Supplier<ExecutionListener>> repeat) {
    Referee referee = new Referee(subject, evidence);
    referee.dependences();
    referee.misuses();
    if (!evidence.isStopped()) {
      switch (coverage) {
        case Coverage.Complete() -> referee.unreached();
        case Coverage.Proved(var _) -> {
          /* what no trial came to is part of the proof */
        }
        case Coverage.Refuted(), Coverage.Sample(var _, var _) -> {
          referee.unreached();
          referee.oneSided();
        }
      }
    }
    if (!evidence.isStopped()
        && !subject.parts().isEmpty()
        && referee.verdicts.stream().noneMatch(Verdict.Missing.class::isInstance)) {
      referee.redundant(coverage, repeat);
    }
    return List.copyOf(referee.verdicts);
  }

  /** Only what orders each dependence of one run, or that nothing does. */
  public static List<Verdict> dependences(Program program, KernelObject kernel, Evidence evidence) {
    Referee referee = new Referee(new Subject(program, kernel, Optional.empty()), evidence);
    referee.dependences();
    return List.copyOf(referee.verdicts);
  }

  /**
   * Groups of flags and barriers of the source without each of which one run is in order too; none
   * where the run is not in order with all of them.
   *
   * @param run runs the kernel with the listeners that it gets, one core after the other
   */
  public static List<BitSet> unneeded(Subject subject, Consumer<Supplier<ExecutionListener>> run) {
    Evidence evidence = new Evidence(subject.program());
    run.accept(evidence::listener);
    return evidence.isRefuted() || evidence.isCut()
        ? List.of()
        : new Referee(subject, evidence).unneeded((_, listeners) -> run.accept(listeners));
  }

  private SourcePosition place(int word) {
    return kernel.positions().get(word);
  }

  private void dependences() {
    Map<Key, Together> places = new LinkedHashMap<>();
    evidence
        .edges()
        .forEach(
            (edge, facts) -> {
              Together together =
                  places.computeIfAbsent(
                      key(edge, facts.isOrdered()), _ -> new Together(edge, facts));
              together.from = Math.min(together.from, facts.from());
              together.end = Math.max(together.end, facts.end());
              together.isDecidedByData &= facts.isDecidedByData();
            });
    List<Map.Entry<Key, Together>> sorted = new ArrayList<>(places.entrySet());
    sorted.sort(Map.Entry.comparingByKey(Key.IN_ORDER));
    sorted.forEach(
        entry -> {
          Key key = entry.getKey();
          Together together = entry.getValue();
          Edge edge = together.first;
          Verdict.Side earlier =
              new Verdict.Side(edge.earlier().word(), key.earlier(), key.from(), key.wrote());
          Verdict.Side later =
              new Verdict.Side(edge.later().word(), key.later(), key.to(), key.writes());
          Verdict.Bytes bytes = new Verdict.Bytes(key.space(), together.from, together.end);
          if (together.isDecidedByData) {
            verdicts.add(
                new Verdict.Unknown(
                    key.later(),
                    "nothing orders pipe "
                        + key.to()
                        + (key.writes() ? ", which writes" : ", which reads")
                        + " GM, behind pipe "
                        + key.from()
                        + " of line "
                        + key.earlier().line()
                        + DATA_DECIDES));
          } else if (!key.isOrdered()) {
            verdicts.add(
                new Verdict.Missing(
                    earlier, later, bytes, remedies.of(edge, together.facts.scopeBarrier())));
          } else if (!key.earlier().equals(key.later())) {
            verdicts.add(new Verdict.Ordered(earlier, later, bytes, chain(together.facts)));
          }
        });
  }

  private Key key(Edge edge, boolean isOrdered) {
    return new Key(
        edge.space(),
        place(edge.earlier().word()),
        edge.earlier().pipe(),
        edge.earlier().isWrite(),
        place(edge.later().word()),
        edge.later().pipe(),
        edge.later().isWrite(),
        isOrdered);
  }

  private List<Verdict.Step> chain(Evidence.Facts facts) {
    List<Verdict.Step> steps = new ArrayList<>();
    Optional<PipeHistory.Link> link = facts.link();
    while (link.isPresent()) {
      int taker = link.get().taker();
      steps.addFirst(new Verdict.Step(mnemonic(taker), place(link.get().giver()), place(taker)));
      link = link.get().before();
    }
    return steps;
  }

  private String mnemonic(int word) {
    return program.at(word).definition().mnemonic();
  }

  private void misuses() {
    for (Evidence.Misuse each : evidence.misuses()) {
      verdicts.add(
          new Verdict.Misused(
              each.word(),
              place(each.word()),
              each.message(),
              each.other(),
              place(each.other()),
              each.remedy()));
    }
    for (Evidence.Misuse each : evidence.conflicts()) {
      verdicts.add(
          evidence.isDecidedByData(each)
              ? new Verdict.Unknown(
                  place(each.word()), "word " + each.word() + " " + each.message() + DATA_DECIDES)
              : new Verdict.Misused(
                  each.word(),
                  place(each.word()),
                  each.message(),
                  each.other(),
                  place(each.other()),
                  each.remedy()));
    }
    if (evidence.isCut()) {
      verdicts.add(
          new Verdict.Unknown(SourcePosition.NONE, "there are more dependences than are kept"));
    }
  }

  /** Accesses and waits that no trial came to, a line each. */
  private void unreached() {
    if (evidence.reached().isEmpty()) {
      return; // No trial ran at all, which the caller reports.
    }
    Set<SourcePosition> told = new LinkedHashSet<>();
    for (int word = 0; word < program.size(); word++) {
      if (!evidence.reached().get(word) && matters(program.at(word)) && told.add(place(word))) {
        verdicts.add(new Verdict.Unknown(place(word), "no trial came to this operation"));
      }
    }
  }

  /** Conditions that no trial has made both true and false. */
  private void oneSided() {
    Set<SourcePosition> told = new LinkedHashSet<>();
    evidence.oneSided().stream()
        .filter(word -> told.add(place(word)))
        .forEach(
            word ->
                verdicts.add(
                    new Verdict.Unknown(
                        place(word), "all trials went the same way at this condition")));
  }

  private static boolean matters(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Control(var operation) -> operation.ordersPipes();
      case Semantics.Unit unit -> true;
      case Semantics.Lanes lanes -> instruction.definition().pipe() != Pipe.S;
      case Semantics.Scalar scalar -> false;
    };
  }

  /**
   * Groups of waits without which everything is in order too: whatever the arguments are, for what
   * is needed for one of them is not redundant.
   */
  private void redundant(
      Coverage coverage, BiConsumer<Evidence, Supplier<ExecutionListener>> repeat) {
    switch (coverage) {
      case Coverage.Complete() -> unneeded(repeat).forEach(this::tellRedundant);
      case Coverage.Proved(var _) ->
          unneeded(repeat).stream()
              .limit(MOST_PROOFS)
              .filter(group -> Proof.attempt(parts, without(group)).isEmpty())
              .forEach(this::tellRedundant);
      case Coverage.Refuted(), Coverage.Sample(var _, var _) -> {
        /* other words may need them */
      }
    }
  }

  /** What the parts are without some words of this kernel. */
  private List<BitSet> without(BitSet group) {
    return parts.stream().map(part -> part.kernel().equals(kernel) ? group : new BitSet()).toList();
  }

  /** Groups of waits of the source that no trial needs; the compiler's own are not reported. */
  private List<BitSet> unneeded(BiConsumer<Evidence, Supplier<ExecutionListener>> repeat) {
    List<BitSet> unneeded = new ArrayList<>();
    List<BitSet> groups =
        evidence.groups().groups().stream()
            .filter(group -> group.stream().anyMatch(evidence::isBeforeAccess))
            .filter(this::isHandMade)
            .toList();
    int most = Math.min(groups.size(), ROUND * MOST_ROUNDS);
    for (int start = 0; start < most; start += ROUND) {
      List<BitSet> chosen = groups.subList(start, Math.min(most, start + ROUND));
      BitSet needed = new BitSet();
      repeat.accept(evidence, () -> evidence.listener(chosen, needed));
      for (int i = 0; i < chosen.size(); i++) {
        if (!needed.get(i)) {
          unneeded.add(chosen.get(i));
        }
      }
    }
    if (most < groups.size()) {
      verdicts.add(
          new Verdict.Unknown(
              SourcePosition.NONE,
              "whether "
                  + (groups.size() - most)
                  + " more flags and barriers are redundant was not looked at"));
    }
    return unneeded;
  }

  private boolean isHandMade(BitSet group) {
    return handMade
        .map(places -> group.stream().mapToObj(this::place).anyMatch(places::contains))
        .orElse(true);
  }

  /** The place of the wait comes last, in a loop that begins with it too. */
  private void tellRedundant(BitSet group) {
    int wait =
        group.stream().filter(evidence::isBeforeAccess).reduce((_, last) -> last).orElseThrow();
    verdicts.add(
        new Verdict.Redundant(
            mnemonic(wait),
            group.stream().boxed().toList(),
            Stream.concat(
                    group.stream()
                        .mapToObj(this::place)
                        .distinct()
                        .filter(each -> !each.equals(place(wait))),
                    Stream.of(place(wait)))
                .toList()));
  }
}
