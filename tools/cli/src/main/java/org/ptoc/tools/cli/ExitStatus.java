package org.ptoc.tools.cli;

/** The exit statuses of {@code ptoc} (design, section 9). */
final class ExitStatus {
  static final int OK = 0;

  /** The program was rejected; diagnostics say why. */
  static final int REJECTED = 1;

  /** Wrong command line, unreadable or unwritable file. */
  static final int USAGE = 2;

  /** The emulated program trapped. */
  static final int TRAPPED = 3;

  /** A check or an expectation failed. */
  static final int CHECK_FAILED = 4;

  /** The memory or the stack of the process ran out. */
  static final int RESOURCES = 5;

  /** A defect of the toolchain. */
  static final int INTERNAL = 70;

  private ExitStatus() {}
}
