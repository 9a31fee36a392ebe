package org.ptoc.tools.watch;

import java.io.PrintStream;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.IntFunction;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.isa.DecodedWord;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;

/**
 * Prints a line for each executed word of a kernel. The blocks of a logged run must run one after
 * the other.
 *
 * <p>The trace is for people: number of the instruction, offset, text, repeats, memory, the values
 * written, and the source line where it changes. The commit log is for comparing runs: block, byte
 * offset, bits, text, memory ranges and every bit that was written, nothing that depends on the way
 * the kernel was compiled or on the host (docs/emulator.md). Both show a read as {@code
 * UB[0x40+0x100]} and a write as {@code UB[0x40+0x100]=}; the range is the bounds of all pieces
 * when an instruction touches many.
 */
public final class ExecutionLog implements IntFunction<ExecutionListener> {
  /** The form of the lines. */
  public enum Form {
    TRACE,
    COMMITS
  }

  private static final int TEXT_COLUMNS = 44;

  private final Form form;
  private final KernelObject kernel;
  private final String[] texts;
  private final DecodedWord[] words;
  private final PrintStream target;
  private final long mostLines;
  private long lines;

  /**
   * @param texts assembly text of each word
   * @param words each word decoded
   * @param target takes the lines; the caller flushes it
   * @param mostLines instructions that are logged at most
   */
  public ExecutionLog(
      Form form,
      KernelObject kernel,
      String[] texts,
      DecodedWord[] words,
      PrintStream target,
      long mostLines) {
    this.mostLines = mostLines;
    this.form = form;
    this.kernel = kernel;
    this.texts = texts.clone();
    this.words = words.clone();
    this.target = target;
  }

  /** True if more instructions were executed than are logged. */
  public boolean isCut() {
    return lines > mostLines;
  }

  @Override
  public ExecutionListener apply(int block) {
    return new Block(block);
  }

  private final class Block implements ExecutionListener {
    private final int block;
    private final StringBuilder line = new StringBuilder(160);
    private long number;
    private Optional<SourcePosition> last = Optional.empty();
    private Optional<Core> core = Optional.empty();

    Block(int block) {
      this.block = block;
    }

    @Override
    public void started(Core state) {
      core = Optional.of(state);
    }

    @Override
    public void executed(int word, ExecutionRecord record) {
      if (++lines > mostLines) {
        return;
      }
      line.setLength(0);
      switch (form) {
        case TRACE -> trace(word, record);
        case COMMITS -> commit(word, record);
      }
      target.append(line.append('\n'));
    }

    private void trace(int word, ExecutionRecord record) {
      SourcePosition position = kernel.positions().get(word);
      boolean sameLine =
          last.isPresent()
              && last.get().line() == position.line()
              && last.get().file().equals(position.file());
      if (position.isKnown() && !sameLine) {
        // Its name alone: a log does not tell where it was made.
        String name = position.file().substring(position.file().lastIndexOf('/') + 1);
        target.append("; " + Printable.of(name) + ":" + position.line() + "\n");
      }
      last = Optional.of(position);
      line.append(block).append(':').append(number++);
      line.append(" ".repeat(Math.max(1, 10 - line.length())));
      line.append(HexFormat.of().toHexDigits(8L * word, 6)).append("  ").append(texts[word]);
      int end = line.length();
      if (record.repeats() > 0) {
        line.append(" repeats ").append(record.repeats());
      }
      memory(record, false);
      if (core.isPresent() && words[word] instanceof Instruction instruction) {
        WrittenValues.append(instruction, core.get(), record, line);
      }
      if (line.length() > end) {
        line.insert(end, " ".repeat(Math.max(1, 18 + TEXT_COLUMNS - end)));
      }
    }

    private void commit(int word, ExecutionRecord record) {
      line.append("block ")
          .append(block)
          .append(" 0x")
          .append(HexFormat.of().toHexDigits(8L * word, 6));
      line.append(" (0x")
          .append(HexFormat.of().toHexDigits(kernel.word(word)))
          .append(") ")
          .append(texts[word]);
      memory(record, true);
      if (core.isPresent() && words[word] instanceof Instruction instruction) {
        CommittedValues.registers(instruction, core.get(), line);
      }
    }

    private void memory(ExecutionRecord record, boolean withBytes) {
      for (int i = 0; i < record.ranges(); i++) {
        line.append(' ')
            .append(record.space(i))
            .append("[0x")
            .append(Long.toHexString(record.address(i)));
        line.append("+0x")
            .append(Long.toHexString(record.length(i)))
            .append(record.isWrite(i) ? "]=" : "]");
        if (withBytes && record.isWrite(i) && core.isPresent()) {
          CommittedValues.memory(record, i, core.get(), line);
        }
      }
    }
  }
}
