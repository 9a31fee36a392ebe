package org.ptoc.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.toolchain.TimedRun;

/**
 * What a source line costs in one block. Pipes work at the same time, so that lines together may
 * have more cycles than the block.
 *
 * @param file name of the source; empty for words that no line made
 * @param line 1 for the first, 0 for words that no line made
 * @param cycles cycles in which a pipe worked for an instruction of the line
 * @param waiting cycles in which a pipe waited for flags, buffers and barriers of the line
 * @param executions executed instructions
 * @param words numbers of its instructions, in order
 */
record LineCosts(
    String file, int line, long cycles, long waiting, long executions, List<Integer> words) {

  private record Key(String file, int line) {}

  /** All lines that have instructions, in the order of files and lines. */
  static List<LineCosts> of(TimedRun run, BlockTiming block) {
    long[] waiting = waiting(run, block);
    Map<Key, List<Integer>> words =
        new TreeMap<>(Comparator.comparing(Key::file).thenComparingInt(Key::line));
    for (int word = 0; word < run.program().size(); word++) {
      SourcePosition position = run.position(word);
      words
          .computeIfAbsent(new Key(position.file(), position.line()), key -> new ArrayList<>())
          .add(word);
    }
    List<LineCosts> lines = new ArrayList<>();
    words.forEach(
        (key, own) -> {
          long cycles = own.stream().mapToLong(word -> block.cyclesOfWord().get(word)).sum();
          long executions =
              own.stream().mapToLong(word -> block.executionsOfWord().get(word)).sum();
          long waits = own.stream().mapToLong(word -> waiting[word]).sum();
          lines.add(
              new LineCosts(
                  key.file(), key.line(), cycles - waits, waits, executions, List.copyOf(own)));
        });
    return lines;
  }

  /** For each word how long it held its pipe before it started. */
  static long[] waiting(TimedRun run, BlockTiming block) {
    long[] waiting = new long[run.program().size()];
    for (TimedEvent event : block.events()) {
      waiting[event.word()] +=
          event.kind() == TimedEvent.Kind.SCALAR ? 0 : event.start() - event.waitedFrom();
    }
    return waiting;
  }

  /** Lines that were executed, the hottest first. */
  static List<LineCosts> hottest(TimedRun run, BlockTiming block) {
    List<LineCosts> lines = new ArrayList<>(of(run, block));
    lines.removeIf(line -> line.executions() == 0);
    // The sort is stable: equal lines stay in the order of the file.
    lines.sort(Comparator.comparingLong(LineCosts::cycles).reversed());
    return lines;
  }

  /** {@code file:line}, or what the words without a line are. */
  String place() {
    return line == 0 ? "(no source line)" : Printable.of(file) + ":" + line;
  }
}
