package org.ptoc.emulator.timing.pipe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.ptoc.emulator.machine.CrossSignal;
import org.ptoc.emulator.timing.region.RegionExecution;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Program;

/** The model {@code none}: one cycle per instruction, nothing overlaps. */
public final class InstructionCounter implements BlockTimer {
  private final Program program;
  private long bytesIn;
  private long bytesOut;
  private long products;

  InstructionCounter(Program program) {
    this.program = program;
  }

  @Override
  public void executed(int word, WordRecords records) {
    count(word, records.bytes(word));
  }

  @Override
  public void arrived(CrossSignal arrival) {
    // No clock.
  }

  @Override
  public void repeated(int begin, int end, WordRecords records, long iterations) {
    for (int word = begin; word < end; word++) {
      count(word, iterations * records.bytes(word));
    }
  }

  private void count(int word, long bytes) {
    switch (program.at(word).definition().schedulingClass()) {
      case DMA_IN, DMA_TO_L1 -> bytesIn += bytes;
      case DMA_OUT, DMA_OUT_OF_L1, FIXPIPE_TO_GM -> bytesOut += bytes;
      case MATRIX_PRODUCT -> products += bytes;
      default -> {}
    }
  }

  @Override
  public void region(RegionExecution execution) {}

  @Override
  public void addRegion(RegionExecution execution, long times) {}

  @Override
  public long cyclesSoFar() {
    return 0;
  }

  @Override
  public BlockTiming timing(long[] executions) {
    List<Long> counts = Arrays.stream(executions).boxed().toList();
    long total = Arrays.stream(executions).sum();
    List<PipeUsage> pipes = new ArrayList<>();
    for (Pipe pipe : program.core().pipes()) {
      long busy = 0;
      for (int word = 0; word < executions.length; word++) {
        busy += program.at(word).definition().pipe() == pipe ? executions[word] : 0;
      }
      pipes.add(new PipeUsage(pipe, busy, total - busy, busy));
    }
    return new BlockTiming(
        total, total, pipes, Map.of(), Map.of(), 0, bytesIn, bytesOut, products, 0, counts, counts,
        List.of(), List.of());
  }
}
