package org.ptoc.junit;

import org.opentest4j.AssertionFailedError;
import org.ptoc.ir.diagnostic.Diagnostic;

/**
 * A launch trapped or reached its instruction limit. The message has the trap, the kernel and block, the number, byte
 * offset and text of the word, its operands, and the source line when it is known (spec/40, 10.1).
 */
public final class KernelTrapError extends AssertionFailedError {
  private static final long serialVersionUID = 1;

  private final transient Diagnostic diagnostic;

  KernelTrapError(Diagnostic diagnostic) {
    super(DiagnosticText.of(diagnostic));
    this.diagnostic = diagnostic;
  }

  /** The trap as a value: its location is the source line, its notes tell the word. */
  public Diagnostic diagnostic() {
    return diagnostic;
  }
}
