package org.ptoc.emulator.jit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.ptoc.emulator.interpreter.CompiledLoop;
import org.ptoc.emulator.interpreter.LoopEngine;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.Program;

/** Compiles the loops of one program when they are entered. Safe for use by several threads. */
public final class JitEngine implements LoopEngine {
  private final Program program;
  private final AtomicReferenceArray<Entry> entries;

  /** A loop that was tried: its compiled form, empty when there is none, and a line of the log. */
  private record Entry(Optional<CompiledLoop> loop, String note) {}

  private JitEngine(Program program) {
    this.program = program;
    this.entries = new AtomicReferenceArray<>(program.size());
  }

  /** An engine that compiles a loop the first time that it is entered. */
  public static JitEngine of(Program program) {
    return new JitEngine(program);
  }

  @Override
  public Optional<CompiledLoop> enter(Core core, int word, long passes) {
    Entry entry = entries.get(word);
    return entry == null ? compile(word).loop() : entry.loop();
  }

  private synchronized Entry compile(int word) {
    Entry known = entries.get(word);
    if (known != null) {
      return known;
    }
    int end = word + 1 + program.at(word).code("imm32");
    Entry entry = switch (new LoopCompiler(program).compile(word + 1, end)) {
      case LoopCompiler.Result.Compiled(CompiledLoop loop, int fused) -> new Entry(
          Optional.of(loop),
          "compiled, " + fused + " of " + (end - word - 1) + " words in lane loops");
      case LoopCompiler.Result.Refused(String reason) -> new Entry(Optional.empty(), "interpreted: " + reason);
    };
    entries.set(word, entry);
    return entry;
  }

  /** What became of the loops that were entered, in program order. */
  public List<String> log() {
    List<String> lines = new ArrayList<>();
    for (int word = 0; word < entries.length(); word++) {
      Entry entry = entries.get(word);
      if (entry != null) {
        lines.add("loop at word " + word + ": " + entry.note());
      }
    }
    return lines;
  }
}
