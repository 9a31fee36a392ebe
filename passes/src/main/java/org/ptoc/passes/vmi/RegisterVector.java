package org.ptoc.passes.vmi;

import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;

/**
 * A logical vector in registers.
 *
 * @param element type of the lanes; signless integers of the text are unsigned here (spec/80, 2.2)
 * @param lanes number of lanes
 * @param form how the lanes lie in the registers
 * @param registers the registers part after part; one register for all of them if all lanes are
 *     equal
 */
record RegisterVector(
    ElementType element, int lanes, Form form, boolean isUniform, List<Value> registers) {
  RegisterVector {
    registers = List.copyOf(registers);
  }

  static RegisterVector of(ElementType element, int lanes, Form form, List<Value> registers) {
    return new RegisterVector(element, lanes, form, false, registers);
  }

  /** All lanes are those of one register, whose lanes are equal. */
  static RegisterVector uniform(ElementType element, int lanes, Value register) {
    return new RegisterVector(element, lanes, Form.CONTIGUOUS, true, List.of(register));
  }

  /** A register by number, counted over all parts. */
  Value register(int number) {
    return registers.get(isUniform ? 0 : number);
  }
}
