package org.ptoc.emulator;

/** What a kernel parameter is (spec/40, 12.4). */
public enum ParameterKind {
  SCALAR,
  /** The address of a buffer in global memory. */
  POINTER
}
