package org.ptoc.junit;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.AssertionFailedError;
import org.ptoc.emulator.Trap;
import org.ptoc.ir.diagnostic.Diagnostic;

/**
 * A launch trapped or reached its instruction limit. The message has the trap, the kernel and
 * block, the number, byte offset and text of the word, its operands, and the source line when it is
 * known (spec/40, 10.1), and behind it what the kernel read or wrote behind the data of a buffer.
 */
public final class KernelTrapError extends AssertionFailedError {
  private static final long serialVersionUID = 1;

  private final transient Diagnostic diagnostic;
  private final transient Optional<Trap> trap;
  private final String printed;

  KernelTrapError(
      Diagnostic diagnostic, Optional<Trap> trap, List<Diagnostic> warnings, String printed) {
    super(DiagnosticText.of(Stream.concat(Stream.of(diagnostic), warnings.stream()).toList()));
    this.diagnostic = diagnostic;
    this.trap = trap;
    this.printed = printed;
  }

  /** What the kernel had printed, in the order of blocks up to the one that trapped. */
  public String printed() {
    return printed;
  }

  /**
   * Code, block, word, byte offset, operands and source line; empty when the instruction limit was
   * reached.
   */
  public Optional<Trap> trap() {
    return trap;
  }

  /** The trap as a value: its location is the source line, its notes tell the word. */
  public Diagnostic diagnostic() {
    return diagnostic;
  }
}
