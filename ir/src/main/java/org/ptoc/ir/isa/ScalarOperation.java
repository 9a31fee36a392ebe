package org.ptoc.ir.isa;

/**
 * Scalar operations (spec/40, section 8, classes S, I and M). Immediate forms share the operation
 * of the register form.
 */
public enum ScalarOperation implements Semantics.Operation {
  ADD,
  SUBTRACT,
  MULTIPLY,
  DIVIDE(true, false),
  REMAINDER(true, false),
  CEILING_DIVIDE(true, false),
  FLOOR_DIVIDE(true, false),
  AND,
  OR,
  XOR,
  SHIFT_LEFT,
  /** Right shift whose signedness is the {@code sg} bit. */
  SHIFT_RIGHT,
  SHIFT_RIGHT_UNSIGNED,
  SHIFT_RIGHT_SIGNED,
  MAXIMUM,
  MINIMUM,
  COMPARE,
  SELECT,
  MOVE,
  EXTEND,
  CONVERT,
  NEGATE,
  SET_BIT,
  MOVE_IMMEDIATE,
  /** Replaces bits 63:32 by the immediate. */
  MOVE_HIGH,
  LOAD(true, true),
  STORE(true, true),
  LOAD_PARAMETER(true, true),
  LOAD_CONSTANT(true, true),
  /** Adds to a number in GM; no other core accesses it meanwhile. */
  ATOMIC_ADD(true, true),
  /** Zeroes bytes of LOCAL memory, whose contents count as not written. */
  RENEW(true, true);

  private final boolean mayTrap;
  private final boolean accessesMemory;

  ScalarOperation() {
    this(false, false);
  }

  ScalarOperation(boolean mayTrap, boolean accessesMemory) {
    this.mayTrap = mayTrap;
    this.accessesMemory = accessesMemory;
  }

  /** True if some values of the operands make the operation trap. */
  public boolean mayTrap() {
    return mayTrap;
  }

  /** True if the operation depends on memory or changes it, not on registers alone. */
  public boolean accessesMemory() {
    return accessesMemory;
  }
}
