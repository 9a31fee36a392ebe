package org.ptoc.tools.watch;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.isa.DecodedWord;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;

/**
 * Prints a line for each executed word of a run, core after core. Cores that wait for each other
 * run by turns: their lines are kept, and printed in the order of the cores at the end.
 *
 * <p>The trace is for people: number of the instruction, offset, text, repeats, memory, the values
 * written, and the source line where it changes. The commit log is for comparing runs: block, byte
 * offset, bits, text, memory ranges and every bit that was written, nothing that depends on the way
 * the kernel was compiled or on the host (docs/emulator.md). Both show a read as {@code
 * UB[0x40+0x100]} and a write as {@code UB[0x40+0x100]=}; the range is the bounds of all pieces
 * when an instruction touches many.
 */
public final class ExecutionLog {
  /** The form of the lines. */
  public enum Form {
    TRACE,
    COMMITS
  }

  private static final int TEXT_COLUMNS = 44;

  private final Form form;
  private final PrintStream target;
  private final long mostLines;
  private final SortedMap<CoreName, CoreLines> kept = new TreeMap<>();
  private long lines;

  /**
   * A core of a run.
   *
   * @param rank the rank of its device, where there are several
   * @param name {@code AIC}, {@code AIV0} or {@code AIV1} where its block has several cores, else
   *     empty
   */
  public record CoreName(OptionalInt rank, int block, String name) implements Comparable<CoreName> {
    private static final Comparator<CoreName> ORDER =
        Comparator.<CoreName>comparingInt(core -> core.rank().orElse(0))
            .thenComparing(CoreName::block)
            .thenComparing(CoreName::name);

    @Override
    public int compareTo(CoreName other) {
      return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
      return words(" ");
    }

    /** In words, with something between them. */
    public String words(String between) {
      return (rank.isPresent() ? "rank " + rank.getAsInt() + between : "")
          + "block "
          + block
          + (name.isEmpty() ? "" : between + name);
    }
  }

  /**
   * @param target takes the lines; the caller flushes it
   * @param mostLines instructions that are logged at most, of all cores
   */
  public ExecutionLog(Form form, PrintStream target, long mostLines) {
    this.mostLines = mostLines;
    this.form = form;
    this.target = target;
  }

  /**
   * The listeners of cores with one text.
   *
   * @param texts assembly text of each word
   * @param words each word decoded
   * @param names the core of a number
   * @param takesTurns whether the cores run by turns
   */
  public IntFunction<ExecutionListener> of(
      KernelObject kernel,
      String[] texts,
      DecodedWord[] words,
      IntFunction<CoreName> names,
      boolean takesTurns) {
    return number -> {
      CoreName name = names.apply(number);
      Appendable out = takesTurns ? kept.computeIfAbsent(name, _ -> new CoreLines()) : target;
      return new CoreLog(kernel, texts, words, name, out);
    };
  }

  /** Prints the lines that were kept. */
  public void finish() {
    kept.values().forEach(lines -> lines.print(target));
    kept.clear();
  }

  /** True if more instructions were executed than are logged. */
  public boolean isCut() {
    return lines > mostLines;
  }

  /** The lines of a core, packed but for the last ones. */
  private static final class CoreLines implements Appendable {
    private static final int PART = 1 << 16;

    private final List<byte[]> packed = new ArrayList<>();
    private final StringBuilder last = new StringBuilder();

    @Override
    public Appendable append(CharSequence text) {
      last.append(text);
      if (last.length() >= PART) {
        packed.add(pack(last.toString()));
        last.setLength(0);
      }
      return this;
    }

    @Override
    public Appendable append(CharSequence text, int start, int end) {
      return append(text.subSequence(start, end));
    }

    @Override
    public Appendable append(char each) {
      return append(String.valueOf(each));
    }

    private static byte[] pack(String text) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
        out.write(text.getBytes(StandardCharsets.UTF_8));
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
      return bytes.toByteArray();
    }

    void print(PrintStream target) {
      try {
        for (byte[] part : packed) {
          new InflaterInputStream(new ByteArrayInputStream(part)).transferTo(target);
        }
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
      target.append(last);
    }
  }

  private final class CoreLog implements ExecutionListener {
    private final KernelObject kernel;
    private final String[] texts;
    private final DecodedWord[] words;
    private final CoreName name;
    private final Appendable out;
    private final StringBuilder line = new StringBuilder(160);
    private long number;
    private Optional<SourcePosition> last = Optional.empty();
    private Optional<Core> core = Optional.empty();

    CoreLog(
        KernelObject kernel, String[] texts, DecodedWord[] words, CoreName name, Appendable out) {
      this.kernel = kernel;
      this.texts = texts;
      this.words = words;
      this.name = name;
      this.out = out;
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
      print(line.append('\n'));
    }

    private void print(CharSequence text) {
      try {
        out.append(text);
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
    }

    private void trace(int word, ExecutionRecord record) {
      if (number == 0 && !name.name().isEmpty()) {
        print("; " + name + "\n");
      }
      SourcePosition position = kernel.positions().get(word);
      boolean sameLine =
          last.isPresent()
              && last.get().line() == position.line()
              && last.get().file().equals(position.file());
      if (position.isKnown() && !sameLine) {
        // Its name alone: a log does not tell where it was made.
        String file = position.file().substring(position.file().lastIndexOf('/') + 1);
        print("; " + Printable.of(file) + ":" + position.line() + "\n");
      }
      last = Optional.of(position);
      line.append(name.block()).append(':').append(number++);
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
      line.append(name).append(" 0x").append(HexFormat.of().toHexDigits(8L * word, 6));
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
