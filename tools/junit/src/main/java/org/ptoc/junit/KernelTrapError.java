package org.ptoc.junit;

import java.util.Optional;
import org.opentest4j.AssertionFailedError;
import org.ptoc.emulator.Trap;
import org.ptoc.ir.diagnostic.Diagnostic;

/**
 * A launch trapped or reached its instruction limit. The message has the trap, the kernel and
 * block, the number, byte offset and text of the word, its operands, and the source line when it is
 * known (spec/40, 10.1).
 */
public final class KernelTrapError extends AssertionFailedError {
  private static final long serialVersionUID = 1;

  private final transient Diagnostic diagnostic;
  private final transient Optional<Trap> trap;

  KernelTrapError(Diagnostic diagnostic, Optional<Trap> trap) {
    super(DiagnosticText.of(diagnostic));
    this.diagnostic = diagnostic;
    this.trap = trap;
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
