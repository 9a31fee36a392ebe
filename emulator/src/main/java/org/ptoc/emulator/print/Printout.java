package org.ptoc.emulator.print;

import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.machine.PrintLog;
import org.ptoc.ir.object.SourcePosition;

/**
 * What the cores of a launch have printed, in the order of blocks; the same for any number of
 * threads.
 *
 * @param cores those that have printed
 * @param numbersCores true when a block has several vector cores
 */
public record Printout(List<CorePrints> cores, boolean numbersCores) {
  /** Values of all cores that are written as text. */
  private static final long MOST_VALUES = 1L << 20;

  public Printout {
    cores = List.copyOf(cores);
  }

  /**
   * What one core has printed.
   *
   * @param block its block
   * @param core its number in the block
   * @param prints in order
   * @param cut true when it printed more than is kept
   */
  public record CorePrints(int block, int core, List<Print> prints, boolean cut) {
    public CorePrints {
      prints = List.copyOf(prints);
    }
  }

  /**
   * One print.
   *
   * @param entry what was printed
   * @param line where the program says so
   */
  public record Print(PrintLog.Entry entry, Optional<SourcePosition> line) {}

  /** How tiles and views are written (spec/50, section 6). */
  public enum Style {
    /** With the heading of devices, but the valid region alone. */
    VALID,
    /** As devices do: all physical rows and columns, borders where the valid region ends. */
    DEVICE,
    /** As the public simulator does: the valid region with a heading of its own. */
    SHORT
  }

  /** The text, in whole lines. */
  public String text(Style style) {
    StringBuilder out = new StringBuilder();
    long values = 0;
    for (CorePrints core : cores) {
      String prefix = cores.size() > 1 ? "[" + name(core) + "] " : "";
      for (Print print : core.prints()) {
        values += PrintText.values(print.entry());
        if (values > MOST_VALUES) {
          return out + "[printing ends here: " + MOST_VALUES + " values are the limit of a run]\n";
        }
        String place =
            print
                .line()
                .map(line -> line.file() + ":" + line.line() + ":" + line.column() + ": ")
                .orElse("");
        append(out, prefix, PrintText.of(print.entry(), place, style));
      }
      if (core.cut()) {
        append(
            out,
            prefix,
            "[" + name(core) + " has printed more than " + PrintLog.MOST_VALUES + " values]\n");
      }
    }
    return out.toString();
  }

  private String name(CorePrints core) {
    return "block " + core.block() + (numbersCores ? ", core " + core.core() : "");
  }

  private static void append(StringBuilder out, String prefix, String lines) {
    if (prefix.isEmpty()) {
      out.append(lines);
    } else {
      lines.lines().forEach(line -> out.append(prefix).append(line).append('\n'));
    }
  }
}
