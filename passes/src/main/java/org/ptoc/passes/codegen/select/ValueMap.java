package org.ptoc.passes.codegen.select;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.passes.codegen.VirtualRegister;

/** What the values of a function are in machine code. */
final class ValueMap {
  private final Map<Value, Binding> bindings = new IdentityHashMap<>();

  /** A register, or a constant that has no register yet. */
  sealed interface Binding {
    record InRegister(VirtualRegister register) implements Binding {}

    /**
     * @param bits what {@link org.ptoc.passes.codegen.Selection#constant} says
     * @param image what a register holds: floats sign-extended, because one word is enough then
     */
    record Known(long bits, long image) implements Binding {}
  }

  void put(Value value, Binding binding) {
    bindings.put(value, binding);
  }

  Optional<Binding> get(Value value) {
    return Optional.ofNullable(bindings.get(value));
  }
}
