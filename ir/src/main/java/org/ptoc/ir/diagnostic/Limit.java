package org.ptoc.ir.diagnostic;

import org.ptoc.ir.object.KernelProperties;

/**
 * What no input may exceed, so that time and memory stay in proportion to it. {@code
 * docs/limits.md} is the same table for users; a test compares the two and goes to each limit and
 * one step beyond.
 */
public enum Limit {
  SOURCE_BYTES(32L << 20, DiagnosticCode.FILE_TOO_LARGE),
  OBJECT_BYTES(256L << 20, DiagnosticCode.FILE_TOO_LARGE),
  DATA_BYTES(Integer.MAX_VALUE - 64L, DiagnosticCode.FILE_TOO_LARGE),
  NESTING(200, DiagnosticCode.NESTED_TOO_DEEP),
  NAME_BYTES(4096, DiagnosticCode.TEXT_LIMIT),
  ALIAS_PARTS(1_000_000, DiagnosticCode.TEXT_LIMIT),
  PARAMETERS(65_535, DiagnosticCode.CODE_LIMIT),
  CALL_DEPTH(200, DiagnosticCode.INLINE_LIMIT),
  INLINED_OPERATIONS(200_000, DiagnosticCode.INLINE_LIMIT),
  ERRORS(1_000, DiagnosticCode.MORE_ERRORS),
  BLOCKS(KernelProperties.MOST_BLOCKS, DiagnosticCode.USAGE),
  WORK(100_000_000_000L, DiagnosticCode.WORK_LIMIT),
  TRACE_LINES(10_000_000, DiagnosticCode.OUTPUT_LIMIT),
  TIMELINE_EVENTS(250_000, DiagnosticCode.OUTPUT_LIMIT);

  private final long value;
  private final DiagnosticCode code;

  Limit(long value, DiagnosticCode code) {
    this.value = value;
    this.code = code;
  }

  /** The largest value that is accepted, in the unit that the name says. */
  public long value() {
    return value;
  }

  /** What is reported of a larger one. */
  public DiagnosticCode code() {
    return code;
  }
}
