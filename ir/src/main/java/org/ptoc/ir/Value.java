package org.ptoc.ir;

import org.ptoc.ir.type.Type;

/**
 * An SSA value. Identity is what counts: two values of one type and name are different values. The
 * name is only a hint for the printer.
 */
public final class Value {
  private final Type type;
  private final String name;

  /**
   * @param type the value's type
   * @param name name in the source without {@code %}, empty when the value has none
   */
  public Value(Type type, String name) {
    this.type = type;
    this.name = name;
  }

  public Value(Type type) {
    this(type, "");
  }

  public Type type() {
    return type;
  }

  /** Name hint without {@code %}; empty when there is none. */
  public String name() {
    return name;
  }

  @Override
  public String toString() {
    return "%" + (name.isEmpty() ? "<unnamed>" : name) + " : " + type.spelling();
  }
}
