package org.ptoc.tools.referee;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CrossSignal;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.tools.watch.BlockChecker;
import org.ptoc.tools.watch.Dependence;
import org.ptoc.tools.watch.PipeHistory;
import org.ptoc.tools.watch.SynchronizationChecker;

/** What trials have shown of a program: its dependences, and what its flags and barriers did. */
public final class Evidence {
  /** Dependences that are kept; a kernel of ordinary size has a few hundred. */
  private static final int MOST_EDGES = 100_000;

  private final Program program;
  private final Map<Edge, Facts> edges = new LinkedHashMap<>();
  private final Map<Long, Misuse> misuses = new TreeMap<>();

  /** Accesses of several cores to the same bytes of GM that nothing orders. */
  private final Map<Long, Misuse> conflicts = new TreeMap<>();

  /** Instructions whose addresses in GM depend on data, and those that data may skip or repeat. */
  private final BitSet addressedByData = new BitSet();

  private final BitSet steeredByData = new BitSet();
  private final WaitGroups groups;
  private final BitSet reached = new BitSet();

  /** Conditional branches that were taken in some trial, and that were not. */
  private final BitSet taken = new BitSet();

  private final BitSet passed = new BitSet();

  /** Numbers of the events between two pipes, as {@link Remedies#pipes} names them. */
  private final Map<String, Set<Integer>> events = new HashMap<>();

  /** Words that order pipes and had an access behind them in some trial. */
  private final BitSet beforeAccess = new BitSet();

  private boolean isCut;
  private boolean isStopped;

  /** What is known of an edge. */
  static final class Facts {
    private long from = Long.MAX_VALUE;
    private long end;
    private boolean isOrdered = true;

    /** True if they met out of order at bytes that are the same whatever the data is. */
    private boolean isAlways;

    private Optional<String> scopeBarrier = Optional.empty();
    private Optional<PipeHistory.Link> link = Optional.empty();

    private void add(Dependence found, boolean always) {
      isAlways |= always && !found.isOrdered();
      from = Math.min(from, found.from());
      end = Math.max(end, found.end());
      if (found.inScope()) {
        scopeBarrier = Optional.of(found.scopeBarrier().toString());
      }
      if (found.isOrdered() && link.isEmpty()) {
        link = found.link();
      }
      isOrdered &= found.isOrdered();
    }

    /** First byte that both touch. */
    long from() {
      return from;
    }

    /** One past the last byte that both touch. */
    long end() {
      return end;
    }

    /** True if they were in order whenever they met. */
    boolean isOrdered() {
      return isOrdered;
    }

    /** True if they are out of order only where the data of a trial makes their bytes the same. */
    boolean isDecidedByData() {
      return !isOrdered && !isAlways;
    }

    /** The kind of barrier that orders both, if they are in one vecscope. */
    Optional<String> scopeBarrier() {
      return scopeBarrier;
    }

    /** What orders them, where something does. */
    Optional<PipeHistory.Link> link() {
      return link;
    }
  }

  /**
   * A flag or buffer that is used wrongly, or words of several cores that meet in GM.
   *
   * @param word where it shows
   * @param message what is wrong
   * @param other the other word, or the same
   * @param remedy what to insert, where that is known
   */
  record Misuse(int word, String message, int other, Optional<String> remedy) {}

  /** Scratch that a device writes beside what the words of a program do, by word. */
  private final Map<Integer, Verdict.Bytes> scratch;

  public Evidence(Program program) {
    this(program, Map.of());
  }

  /**
   * Evidence of a program whose operations write scratch on a device.
   *
   * @param scratch what the vector pipe writes, by the first word of an operation
   */
  Evidence(Program program, Map<Integer, Verdict.Bytes> scratch) {
    this.program = program;
    this.scratch = Map.copyOf(scratch);
    this.groups = new WaitGroups(program.size());
  }

  /** A listener for the only core of a trial. */
  public ExecutionListener listener() {
    return listener(Optional.empty());
  }

  /**
   * A listener for one core of a trial.
   *
   * @param launch what it does beside other cores
   */
  public ExecutionListener listener(Optional<BlockChecker> launch) {
    Receiver receiver = new Receiver();
    return new Listener(launch, List.of(), receiver, receiver);
  }

  /**
   * A listener for one core of a trial that finds out which groups of waits are needed.
   *
   * @param chosen at most 64 groups
   * @param needed gets the numbers of those without which something would be out of order
   */
  ExecutionListener listener(List<BitSet> chosen, BitSet needed) {
    return new Listener(
        Optional.empty(),
        chosen,
        new Receiver(),
        new Dependence.Listener() {
          @Override
          public void found(Dependence dependence) {
            for (int i = 0; i < chosen.size(); i++) {
              if ((dependence.broken() >> i & 1) != 0) {
                needed.set(i);
              }
            }
          }

          @Override
          public void matched(int giver, int taker) {
            /* known from the trials before */
          }
        });
  }

  /** Takes something that is wrong apart from dependences. */
  public void misuse(int word, String message, int other) {
    misuses.putIfAbsent(
        (long) word << 32 | other, new Misuse(word, message, other, Optional.empty()));
  }

  /** Takes an access of a core to bytes that another core has touched. */
  public void conflict(int word, String message, int other, Optional<String> remedy) {
    conflicts.putIfAbsent((long) word << 32 | other, new Misuse(word, message, other, remedy));
  }

  /** Records that the program stopped a trial before its end. */
  public void stop() {
    isStopped = true;
  }

  /** True if some trial shows something that is wrong. */
  public boolean isRefuted() {
    return isStopped
        || !misuses.isEmpty()
        || conflicts.values().stream().anyMatch(each -> !isDecidedByData(each))
        || edges.values().stream().anyMatch(each -> !each.isOrdered() && !each.isDecidedByData());
  }

  /** True if the data of a trial decides that two cores meet. */
  boolean isDecidedByData(Misuse conflict) {
    return Stream.of(conflict.word(), conflict.other())
        .anyMatch(word -> addressedByData.get(word) || steeredByData.get(word));
  }

  /** True if the reason for unreached words is reported elsewhere. */
  boolean isStopped() {
    return isStopped;
  }

  Map<Edge, Facts> edges() {
    return edges;
  }

  List<Misuse> misuses() {
    return List.copyOf(misuses.values());
  }

  List<Misuse> conflicts() {
    return List.copyOf(conflicts.values());
  }

  WaitGroups groups() {
    return groups;
  }

  /** Numbers of events that trials used, by pipes as {@link Remedies#pipes} names them. */
  Map<String, Set<Integer>> events() {
    return events;
  }

  /** Words that some trial executed. */
  BitSet reached() {
    return reached;
  }

  /** Conditional branches that went one way whenever a trial came to them. */
  BitSet oneSided() {
    BitSet oneSided = (BitSet) taken.clone();
    oneSided.xor(passed);
    return oneSided;
  }

  /**
   * True if a wait or barrier had an access behind it: at the end of a kernel it orders nothing.
   */
  boolean isBeforeAccess(int word) {
    return beforeAccess.get(word);
  }

  /** True if there were more dependences than are kept. */
  public boolean isCut() {
    return isCut;
  }

  private final class Receiver implements Dependence.Listener {
    /** Bytes of GM of accesses, by their times, for each pipe. */
    private final Map<Pipe, Map<Long, DataTaint.Bytes>> earlier = new EnumMap<>(Pipe.class);

    /** Tainted bytes of the current instruction. */
    private Optional<DataTaint.Bytes> bytes = Optional.empty();

    private void keep(Pipe pipe, long time) {
      bytes.ifPresent(each -> earlier.computeIfAbsent(pipe, _ -> new HashMap<>()).put(time, each));
    }

    private boolean isAlways(Dependence dependence) {
      DataTaint.Bytes before =
          earlier
              .getOrDefault(dependence.earlier().pipe(), Map.of())
              .getOrDefault(dependence.time(), DataTaint.Bytes.FIXED);
      return dependence.space() != AddressSpace.GM
          || before.meetsAlways(bytes.orElse(DataTaint.Bytes.FIXED));
    }

    @Override
    public void found(Dependence dependence) {
      Edge edge = Edge.of(dependence);
      Facts facts = edges.get(edge);
      if (facts == null) {
        if (edges.size() >= MOST_EDGES) {
          isCut = true;
          return;
        }
        facts = new Facts();
        edges.put(edge, facts);
      }
      facts.add(dependence, isAlways(dependence));
    }

    @Override
    public void matched(int giver, int taker) {
      groups.join(giver, taker);
    }
  }

  /** Observes one core: feeds the checker and records the words that ran. */
  private final class Listener implements ExecutionListener {
    private final SynchronizationChecker checker;
    private final Receiver receiver;
    private final DataTaint taint = new DataTaint(program, addressedByData, steeredByData);
    private final List<Integer> waits = new ArrayList<>();

    /** The conditional branch in front, or -1. */
    private int branch = -1;

    private Listener(
        Optional<BlockChecker> launch,
        List<BitSet> chosen,
        Receiver receiver,
        Dependence.Listener listener) {
      this.receiver = receiver;
      checker =
          new SynchronizationChecker(program, Evidence.this::misuse, launch, listener, chosen);
    }

    @Override
    public boolean wantsPieces() {
      return true;
    }

    @Override
    public void started(Core core) {
      checker.started(core);
      taint.started(core);
    }

    @Override
    public void arrived(int word, CrossSignal arrival) {
      checker.arrived(word, arrival);
    }

    @Override
    public void executed(int word, ExecutionRecord record) {
      reached.set(word);
      receiver.bytes = taint.executed(word, record);
      if (branch >= 0) {
        (word == branch + 1 ? passed : taken).set(branch);
        branch = -1;
      }
      if (program.at(word).definition().semantics() instanceof Semantics.Control(var operation)) {
        note(operation, word);
        if (operation == ControlOperation.SET_FLAG) {
          addEvent(program.at(word), record.number());
        }
      } else if (record.ranges() > 0 && !waits.isEmpty()) {
        waits.forEach(beforeAccess::set);
        waits.clear();
      }
      Verdict.Bytes written = scratch.get(word);
      if (written != null) {
        checker.scratch(word, written.from(), written.end() - written.from());
      }
      checker.executed(word, record);
      Pipe pipe = program.at(word).definition().pipe();
      receiver.keep(pipe, checker.now(pipe));
    }

    private void addEvent(Instruction flag, long number) {
      Pipe from = flag.pipe(FieldName.P1);
      Pipe to = flag.pipe(FieldName.P2);
      events.computeIfAbsent(Remedies.pipes(from, to), _ -> new TreeSet<>()).add((int) number);
    }

    private void note(ControlOperation operation, int word) {
      branch = operation.isConditionalBranch() ? word : -1;
      if (operation == ControlOperation.WAIT_FLAG || operation == ControlOperation.BARRIER) {
        groups.add(word);
        if (!beforeAccess.get(word)) {
          waits.add(word);
        }
      }
    }

    @Override
    public void finished() {
      checker.finished();
    }
  }
}
