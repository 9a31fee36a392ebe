package org.ptoc.tools.report;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.PipeUsage;
import org.ptoc.emulator.timing.pipe.StallReason;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.toolchain.TimedRun;

/** The figures as comma-separated tables (spec/30, section 15); times are cycles. */
public final class CsvTables {
  private CsvTables() {}

  /** {@code instr.csv}: a row for each executed instruction address of each block. */
  public static String instructions(TimedRun run) {
    StringBuilder text = new StringBuilder("block,pc,word,instr,pipe,count,cycles,busy");
    for (StallReason reason : StallReason.values()) {
      text.append(",stall_").append(reason.name().toLowerCase(Locale.ROOT));
    }
    text.append(",operands,file,line\n");
    for (int block = 0; block < run.timing().blocks().size(); block++) {
      instructions(run, block, text);
    }
    return text.toString();
  }

  private static void instructions(TimedRun run, int number, StringBuilder text) {
    BlockTiming block = run.timing().blocks().get(number);
    long[] waiting = LineCosts.waiting(run, block);
    Map<StallReason, long[]> stalls = stalls(run, block);
    for (int word = 0; word < run.program().size(); word++) {
      if (block.executionsOfWord().get(word) == 0) {
        continue;
      }
      long cycles = block.cyclesOfWord().get(word);
      text.append(number)
          .append(",0x")
          .append(Long.toHexString(8L * word))
          .append(',')
          .append(run.bits(word));
      text.append(',')
          .append(run.mnemonic(word))
          .append(',')
          .append(run.program().at(word).definition().pipe());
      text.append(',').append(block.executionsOfWord().get(word)).append(',').append(cycles);
      text.append(',').append(cycles - waiting[word]);
      for (StallReason reason : StallReason.values()) {
        text.append(',').append(Objects.requireNonNull(stalls.get(reason))[word]);
      }
      SourcePosition position = run.position(word);
      text.append(',')
          .append(quoted(run.assembly(word)))
          .append(',')
          .append(quoted(Printable.of(position.file())));
      text.append(',').append(position.line()).append('\n');
    }
  }

  private static Map<StallReason, long[]> stalls(TimedRun run, BlockTiming block) {
    Map<StallReason, long[]> stalls = new EnumMap<>(StallReason.class);
    for (StallReason reason : StallReason.values()) {
      stalls.put(reason, new long[run.program().size()]);
    }
    List<Waiting> waits = Waiting.of(block.events());
    for (int i = 0; i < waits.size(); i++) {
      int word = block.events().get(i).word();
      long cycles = waits.get(i).cycles();
      waits
          .get(i)
          .reason()
          .ifPresent(reason -> Objects.requireNonNull(stalls.get(reason))[word] += cycles);
    }
    return stalls;
  }

  private static String quoted(String text) {
    boolean plain = text.indexOf(',') < 0 && text.indexOf('"') < 0 && text.indexOf('\n') < 0;
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  /** {@code pipes.csv}: a row for each pipe of each block. */
  public static String pipes(TimedRun run) {
    StringBuilder text =
        new StringBuilder("block,pipe,cycles,active_start,active_end,busy,idle,instructions\n");
    for (int number = 0; number < run.timing().blocks().size(); number++) {
      BlockTiming block = run.timing().blocks().get(number);
      for (PipeUsage pipe : block.pipes()) {
        List<TimedEvent> events =
            block.events().stream().filter(event -> event.pipe() == pipe.pipe()).toList();
        long start = events.isEmpty() ? 0 : events.getFirst().start();
        long end = events.isEmpty() ? 0 : events.getLast().done();
        text.append(number)
            .append(',')
            .append(pipe.pipe().spelling())
            .append(',')
            .append(block.cycles());
        text.append(',').append(start).append(',').append(end).append(',').append(pipe.busy());
        text.append(',').append(pipe.idle()).append(',').append(pipe.instructions()).append('\n');
      }
    }
    return text.toString();
  }
}
