package org.ptoc.tools.report;

import java.util.ArrayList;
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
    List<Object> heads =
        new ArrayList<>(List.of("block", "pc", "word", "instr", "pipe", "count", "cycles", "busy"));
    for (StallReason reason : StallReason.values()) {
      heads.add("stall_" + reason.name().toLowerCase(Locale.ROOT));
    }
    heads.addAll(List.of("operands", "file", "line"));
    CsvRows rows = new CsvRows().add(heads);
    for (int block = 0; block < run.timing().blocks().size(); block++) {
      instructions(run, block, rows);
    }
    return rows.toString();
  }

  private static void instructions(TimedRun run, int number, CsvRows rows) {
    BlockTiming block = run.timing().blocks().get(number);
    long[] waiting = LineCosts.waiting(run, block);
    Map<StallReason, long[]> stalls = stalls(run, block);
    for (int word = 0; word < run.program().size(); word++) {
      if (block.executionsOfWord().get(word) == 0) {
        continue;
      }
      long cycles = block.cyclesOfWord().get(word);
      List<Object> cells = new ArrayList<>(List.of(number, "0x" + Long.toHexString(8L * word)));
      cells.addAll(List.of(run.bits(word), run.mnemonic(word)));
      cells.add(run.program().at(word).definition().pipe());
      cells.addAll(List.of(block.executionsOfWord().get(word), cycles, cycles - waiting[word]));
      for (StallReason reason : StallReason.values()) {
        cells.add(Objects.requireNonNull(stalls.get(reason))[word]);
      }
      SourcePosition position = run.position(word);
      cells.addAll(List.of(run.assembly(word), Printable.of(position.file()), position.line()));
      rows.add(cells);
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

  /** {@code pipes.csv}: a row for each pipe of each block. */
  public static String pipes(TimedRun run) {
    CsvRows rows =
        new CsvRows()
            .add(
                List.of(
                    "block",
                    "pipe",
                    "cycles",
                    "active_start",
                    "active_end",
                    "busy",
                    "idle",
                    "instructions"));
    for (int number = 0; number < run.timing().blocks().size(); number++) {
      BlockTiming block = run.timing().blocks().get(number);
      for (PipeUsage pipe : block.pipes()) {
        List<TimedEvent> events =
            block.events().stream().filter(event -> event.pipe() == pipe.pipe()).toList();
        long start = events.isEmpty() ? 0 : events.getFirst().start();
        long end = events.isEmpty() ? 0 : events.getLast().done();
        rows.add(
            List.of(
                number,
                pipe.pipe().spelling(),
                block.cycles(),
                start,
                end,
                pipe.busy(),
                pipe.idle(),
                pipe.instructions()));
      }
    }
    return rows.toString();
  }
}
