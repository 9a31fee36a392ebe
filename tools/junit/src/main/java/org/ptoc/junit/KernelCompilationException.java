package org.ptoc.junit;

import org.junit.jupiter.api.extension.ParameterResolutionException;

/**
 * The source of a kernel has errors. The message lists them, one a line, as {@code
 * file:line:column: error[CODE]: message}; there is no stack trace, because no Java code is to
 * blame.
 */
public final class KernelCompilationException extends ParameterResolutionException {
  private static final long serialVersionUID = 1;

  KernelCompilationException(String message) {
    super(message);
    setStackTrace(new StackTraceElement[0]);
  }
}
