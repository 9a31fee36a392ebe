package org.ptoc.tools.cli;

import org.ptoc.ir.object.ObjectFile;

/** What {@code ptoc --version} says; a constant, so that asking costs nothing. */
final class Version {
  static final String NUMBER = "0.1.0";

  /** Producer text of object files. */
  static final String PRODUCER = "ptoc " + NUMBER;

  private Version() {}

  static String text() {
    return PRODUCER
        + " (PTO ISA "
        + ObjectFile.ISA_MAJOR
        + "."
        + ObjectFile.ISA_MINOR
        + ", profiles a5 a2a3)";
  }
}
