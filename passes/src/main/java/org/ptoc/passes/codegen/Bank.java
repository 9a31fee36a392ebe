package org.ptoc.passes.codegen;

import org.ptoc.ir.isa.RegisterClass;

/**
 * Where a virtual register can live: one of the register files, or the LOCAL memory that keeps the
 * spilled values of one of them (spec/40, 11.3 and 11.4). Spill slots are allocated like registers.
 */
public enum Bank {
  X(RegisterClass.X, false, 29, 0, 8),
  V(RegisterClass.V, false, 32, 0, 256),
  P(RegisterClass.P, false, 15, 0, 32),
  AL(RegisterClass.AL, false, 4, 0, 64),
  X_SLOT(RegisterClass.X, true, 1024, 65_528, 8),
  V_SLOT(RegisterClass.V, true, 128, 0, 256),
  P_SLOT(RegisterClass.P, true, 256, 32_768, 32),
  AL_SLOT(RegisterClass.AL, true, 256, 40_960, 64);

  /** LOCAL byte behind the variables of the program, which grow down from here. */
  public static final int VARIABLES_END = 57_344;

  private final RegisterClass registerClass;
  private final boolean slot;
  private final int capacity;
  private final int base;
  private final int bytes;

  Bank(RegisterClass registerClass, boolean slot, int capacity, int base, int bytes) {
    this.registerClass = registerClass;
    this.slot = slot;
    this.capacity = capacity;
    this.base = base;
    this.bytes = bytes;
  }

  /** The registers of a class. */
  public static Bank of(RegisterClass registerClass) {
    return switch (registerClass) {
      case X -> X;
      case V -> V;
      case P -> P;
      case AL -> AL;
    };
  }

  /** The class of the values. */
  public RegisterClass registerClass() {
    return registerClass;
  }

  /** True for LOCAL memory. */
  public boolean isSlot() {
    return slot;
  }

  /** Numbers that the allocator may give out, from 0; fixed registers are beyond. */
  public int capacity() {
    return capacity;
  }

  /** The memory that keeps spilled values of this register file. */
  public Bank slots() {
    return switch (registerClass) {
      case X -> X_SLOT;
      case V -> V_SLOT;
      case P -> P_SLOT;
      case AL -> AL_SLOT;
    };
  }

  /** LOCAL byte address of a slot; scalar slots grow down from the top. */
  public int address(int number) {
    return this == X_SLOT ? base - bytes * number : base + bytes * number;
  }

  /** Highest LOCAL byte that {@code count} slots from 0 on touch, plus one; 0 for no slots. */
  public int end(int count) {
    if (count == 0) {
      return 0;
    }
    return this == X_SLOT ? base + bytes : base + bytes * count;
  }

  /**
   * The register that only copies and spills use: link register for scalars, last register for
   * vectors and predicates, none for aligns (spec/40, 11.3).
   */
  public int scratch() {
    return switch (registerClass) {
      case X -> 30;
      case V -> 31;
      case P -> 14;
      case AL -> -1;
    };
  }
}
