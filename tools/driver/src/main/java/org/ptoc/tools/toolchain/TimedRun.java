package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ptoc.emulator.timing.RunTiming;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingSet;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.region.RegionTimeline;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.isa.Disassembler;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourcePosition;

/**
 * Everything that reports need to know of a run.
 *
 * @param kernel what ran
 * @param program its words
 * @param timing the time under the model that was asked for, with its timeline
 * @param others the time under further models, for their totals only
 * @param regions vector regions in detail
 * @param ranks devices that ran the kernel; the timing has the blocks of all of them, in order
 * @param cube the same of the cube cores beside the vector cores of this run
 */
public record TimedRun(
    KernelObject kernel,
    Program program,
    RunTiming timing,
    List<RunTiming> others,
    RegionDetails regions,
    int ranks,
    Optional<TimedRun> cube) {
  public TimedRun {
    others = List.copyOf(others);
  }

  /** A run of one kind of core. */
  public TimedRun(
      KernelObject kernel,
      Program program,
      RunTiming timing,
      List<RunTiming> others,
      RegionDetails regions) {
    this(kernel, program, timing, others, regions, 1, Optional.empty());
  }

  /** Cycles of the slowest core under each model: those that were asked for, then the others. */
  public List<Long> totals() {
    List<Long> totals = new ArrayList<>();
    for (int i = 0; i < models().size(); i++) {
      int model = i;
      long beside = cube.map(run -> run.models().get(model).cycles()).orElse(0L);
      totals.add(Math.max(models().get(model).cycles(), beside));
    }
    return totals;
  }

  /** The same run of the kernel of its name in another object, whose places have other names. */
  public TimedRun of(ObjectFile object) {
    return new TimedRun(
        object.kernel(kernel.name()).orElse(kernel),
        program,
        timing,
        others,
        regions,
        ranks,
        cube.map(run -> run.of(object)));
  }

  /** Gives executions of vector regions in detail. */
  public interface RegionDetails {
    /**
     * At most {@code most} executions of {@code block}, in order, from number {@code first}, which
     * counts from 0.
     */
    List<RegionTimeline> of(int block, int first, int most);
  }

  /** Cycles of the slowest core of each rank under the model that was asked for. */
  public List<Long> cyclesOfRanks() {
    List<BlockTiming> blocks = timing.blocks();
    int each = blocks.size() / ranks;
    return IntStream.range(0, ranks)
        .mapToObj(
            rank ->
                Math.max(
                    blocks.subList(rank * each, (rank + 1) * each).stream()
                        .mapToLong(BlockTiming::cycles)
                        .max()
                        .orElse(0),
                    cube.map(run -> run.cyclesOfRanks().get(rank)).orElse(0L)))
        .toList();
  }

  /** The block whose time is the time of the run; the first one if there are several. */
  public BlockTiming slowest() {
    return timing.blocks().get(timing.slowestBlock());
  }

  /** True if the run was timed; else there are counts of instructions only. */
  public boolean hasCycles() {
    return timing.set().model() != TimingModel.NONE;
  }

  /** The model that was asked for, then the others. */
  public List<RunTiming> models() {
    List<RunTiming> models = new ArrayList<>();
    models.add(timing);
    models.addAll(others);
    return models;
  }

  /** The model and the version of its constants: {@code documented, version 1}. */
  public String model() {
    String changes =
        timing.set().changes().stream().map(change -> ", " + change).collect(Collectors.joining());
    return timing.set().model().spelling() + ", constants version " + TimingSet.VERSION + changes;
  }

  /** The name of the instruction of a word, which counts from 0. */
  public String mnemonic(int word) {
    return program.at(word).definition().mnemonic();
  }

  /** The text of a word as the disassembler writes it. */
  public String assembly(int word) {
    return Disassembler.text(program.at(word));
  }

  /** The word as 16 hexadecimal digits. */
  public String bits(int word) {
    String digits = Long.toHexString(program.at(word).word());
    return "0x" + "0".repeat(16 - digits.length()) + digits;
  }

  /** The source line that a word was made from. */
  public SourcePosition position(int word) {
    return kernel.positions().get(word);
  }

  /** {@code file:line}, empty for words that no source line made. */
  public String place(int word) {
    SourcePosition position = position(word);
    return position.isKnown() ? Printable.of(position.file()) + ":" + position.line() : "";
  }
}
