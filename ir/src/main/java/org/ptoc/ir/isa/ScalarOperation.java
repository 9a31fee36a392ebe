package org.ptoc.ir.isa;

/**
 * Scalar operations (spec/40, section 8, classes S, I and M). Immediate forms share the operation
 * of the register form.
 */
public enum ScalarOperation implements Semantics.Operation {
  ADD,
  SUBTRACT,
  MULTIPLY,
  DIVIDE,
  REMAINDER,
  CEILING_DIVIDE,
  FLOOR_DIVIDE,
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
  LOAD(true),
  STORE(true),
  LOAD_PARAMETER(true),
  LOAD_CONSTANT(true),
  /** Adds to a number in GM; no other core accesses it meanwhile. */
  ATOMIC_ADD(true),
  /** Zeroes bytes of LOCAL memory, whose contents count as not written. */
  RENEW(true);

  private final boolean accessesMemory;

  ScalarOperation() {
    this(false);
  }

  ScalarOperation(boolean accessesMemory) {
    this.accessesMemory = accessesMemory;
  }

  /** True if the operation depends on memory or changes it, not on registers alone. */
  public boolean accessesMemory() {
    return accessesMemory;
  }
}
