package org.ptoc.passes.codegen;

import org.ptoc.ir.isa.RegisterClass;

/**
 * A register before allocation. Identity is what counts; it may be written more than once, as a
 * value that a loop carries is.
 */
public final class VirtualRegister {
  /** The scalar that reads zero, X31. */
  public static final VirtualRegister ZERO = new VirtualRegister(Bank.X, -1);

  /** The predicate of all ones, P15. */
  public static final VirtualRegister ALL = new VirtualRegister(Bank.P, -1);

  private final Bank bank;
  private final int id;

  VirtualRegister(Bank bank, int id) {
    this.bank = bank;
    this.id = id;
  }

  public Bank bank() {
    return bank;
  }

  public RegisterClass registerClass() {
    return bank.registerClass();
  }

  /** Number within its function, dense from 0; -1 for a constant register. */
  public int id() {
    return id;
  }

  /** True for {@link #ZERO} and {@link #ALL}, which need no allocation. */
  public boolean isConstant() {
    return id < 0;
  }

  @Override
  public String toString() {
    return isConstant()
        ? registerClass().spelling(registerClass().constantRegister())
        : "%" + bank + "." + id;
  }
}
