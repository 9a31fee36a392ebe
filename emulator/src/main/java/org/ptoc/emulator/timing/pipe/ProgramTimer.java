package org.ptoc.emulator.timing.pipe;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.ptoc.emulator.timing.constant.RepeatCosts;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.emulator.timing.constant.TimingSet;
import org.ptoc.emulator.timing.outoforder.OutOfOrderPipeline;
import org.ptoc.emulator.timing.region.RegionCounters;
import org.ptoc.emulator.timing.region.RegionPipeline;
import org.ptoc.emulator.timing.region.RegionTimeline;
import org.ptoc.emulator.timing.region.RegionTiming;
import org.ptoc.emulator.timing.region.ScoreboardPipeline;
import org.ptoc.emulator.timing.trace.MicroOperation;
import org.ptoc.emulator.timing.trace.RegionTrace;
import org.ptoc.ir.cycles.ConstantRow;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.Program;

/**
 * The cycle model of one program: what every word costs, and what is known of its vector regions.
 * Immutable but for the memo; threads may share it, and its answers do not depend on who asks
 * first.
 */
public final class ProgramTimer {
  /** Executions that are remembered; more come only from regions that hardly repeat. */
  private static final int MOST_REGIONS = 4096;

  private final Program program;
  private final TimingOptions options;
  private final TimingSet set;
  private final ConstantRow[] rows;
  private final MicroOperation[] operations;
  private final WordKind[] kinds;
  private final SynchronizationWord[] synchronization;
  private final BitSet leftOut = new BitSet();
  private final RegionPipeline pipeline;
  private final Map<RegionKey, RegionTiming> regions = new ConcurrentHashMap<>();

  /** Timers of the same program whose answers may serve here too. */
  private final List<ProgramTimer> others;

  private record RegionKey(int word, RegionTrace.Key trace) {}

  private ProgramTimer(Program program, TimingOptions options, List<ProgramTimer> others) {
    this.others = List.copyOf(others);
    this.program = program;
    this.options = options;
    this.set = TimingSet.of(program.profile(), options);
    this.rows = new ConstantRow[program.size()];
    this.operations = new MicroOperation[program.size()];
    this.kinds = new WordKind[program.size()];
    this.synchronization = new SynchronizationWord[program.size()];
    for (int word = 0; word < rows.length; word++) {
      Instruction instruction = program.at(word);
      rows[word] = set.row(instruction);
      kinds[word] = WordKind.of(instruction);
      synchronization[word] = SynchronizationWord.of(instruction);
      operations[word] = new MicroOperation(instruction, rows[word]);
    }
    options.whatIf().leftOut(program.core()).forEach(leftOut::set);
    this.pipeline =
        isScoreboard()
            ? new ScoreboardPipeline(operations, options.region())
            : new OutOfOrderPipeline(operations, options.region(), options.memoise());
  }

  /**
   * Prepares {@code program} next to other timers of it: a region whose words cost the same in one
   * of them is timed only there.
   *
   * @throws IllegalArgumentException when its profile does not have the model
   */
  public static ProgramTimer of(Program program, TimingOptions options, List<ProgramTimer> others) {
    return new ProgramTimer(program, options, others);
  }

  /**
   * A timer for one block.
   *
   * @param number of this timer in the list of timers of the run
   * @param block number of the block
   */
  public BlockTimer newBlock(int number, int block) {
    return options.model() == TimingModel.NONE
        ? new InstructionCounter(program)
        : new PipelineTimer(this, number, block);
  }

  /** The constants in use. */
  public TimingSet set() {
    return set;
  }

  /** The options in use. */
  public TimingOptions options() {
    return options;
  }

  Program program() {
    return program;
  }

  /** How the model treats a word. */
  public WordKind kind(int word) {
    return kinds[word];
  }

  SynchronizationWord synchronization(int word) {
    return synchronization[word];
  }

  /** True if the model skips the word, which orders pipes. */
  boolean isLeftOut(int word) {
    return leftOut.get(word);
  }

  ConstantRow row(int word) {
    return rows[word];
  }

  /** The micro-operation of a word whose kind says that it is one. */
  public MicroOperation operation(int word) {
    return operations[word];
  }

  /** A fresh calculator for repeated vector words; the sort words of A5 always cost by groups. */
  RepeatCosts repeatCosts() {
    boolean grouped =
        options.model() == TimingModel.GROUPED
            || program.profile().has(ProfileFeature.VECTOR_REGISTERS);
    if (grouped) {
      return new RepeatCosts(RepeatCosts.Formula.GROUPED);
    }
    return new RepeatCosts(
        options.model() == TimingModel.CALIBRATED
            ? RepeatCosts.Formula.CALIBRATED
            : RepeatCosts.Formula.DOCUMENTED);
  }

  /**
   * The time of a region of {@code words} words from {@code firstWord}; equal executions are timed
   * once.
   */
  public RegionTiming region(RegionTrace trace, int firstWord, int words) {
    if (options.model() == TimingModel.NONE) {
      return new RegionTiming(0, new RegionCounters(firstWord, words));
    }
    if (!options.memoise()) {
      return pipeline.time(trace, firstWord, words);
    }
    boolean addresses = options.region().memoryOrder() && trace.mayAlias(operations);
    RegionKey key = new RegionKey(firstWord, trace.key(addresses));
    RegionTiming known = regions.get(key);
    if (known != null) {
      return known;
    }
    RegionTiming timing = timeAnew(trace, firstWord, words);
    if (regions.size() < MOST_REGIONS) {
      regions.put(key, timing);
    }
    return timing;
  }

  private RegionTiming timeAnew(RegionTrace trace, int firstWord, int words) {
    for (ProgramTimer other : others) {
      if (other.options.memoise() && costsTheSame(other, firstWord, words)) {
        return other.region(trace, firstWord, words);
      }
    }
    return pipeline.time(trace, firstWord, words);
  }

  private boolean isScoreboard() {
    return options.model() == TimingModel.SCOREBOARD;
  }

  private boolean costsTheSame(ProgramTimer other, int firstWord, int words) {
    boolean same =
        isScoreboard() == other.isScoreboard() && options.region().equals(other.options.region());
    for (int word = firstWord; word < firstWord + words && same; word++) {
      same = operations[word].costsTheSame(other.operations[word]);
    }
    return same;
  }

  /** The region in detail; empty for pipelines that have no queues to show. */
  public Optional<RegionTimeline> timeline(RegionTrace trace, int firstWord, int words) {
    return pipeline instanceof OutOfOrderPipeline queues
        ? Optional.of(queues.timeline(trace, firstWord, words))
        : Optional.empty();
  }
}
