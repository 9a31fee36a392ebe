package org.ptoc.ir.catalog;

import java.util.Optional;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;

/**
 * What a row names of the machine and of other rows, where rows of one form differ in it.
 *
 * @param combining how two values are put together
 * @param word the instruction that the operation becomes
 * @param register the special register that is read or written
 * @param element the type that stores combine from then on
 * @param scratch what the scratch operand must hold for the vendor's library
 * @param tile the tile operation that computes in each element what the row computes in each lane
 * @param scalarForm whether the scalar unit of a device carries the operation out where it has no
 *     scratch operand
 */
record Links(
    Optional<Combining> combining,
    Optional<Mnemonic> word,
    Optional<SpecialRegister> register,
    Optional<ElementType> element,
    Optional<DeviceScratch> scratch,
    Optional<NamedOperation> tile,
    boolean scalarForm) {
  static final Links NONE =
      new Links(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          false);

  Links with(Combining how) {
    return new Links(Optional.of(how), word, register, element, scratch, tile, scalarForm);
  }

  Links with(Mnemonic instruction) {
    return new Links(
        combining, Optional.of(instruction), register, element, scratch, tile, scalarForm);
  }

  Links with(SpecialRegister special) {
    return new Links(combining, word, Optional.of(special), element, scratch, tile, scalarForm);
  }

  Links with(ElementType type) {
    return new Links(combining, word, register, Optional.of(type), scratch, tile, scalarForm);
  }

  Links with(DeviceScratch rule) {
    return new Links(combining, word, register, element, Optional.of(rule), tile, scalarForm);
  }

  Links asTile(NamedOperation operation) {
    return new Links(
        combining, word, register, element, scratch, Optional.of(operation), scalarForm);
  }

  Links onScalarUnit() {
    return new Links(combining, word, register, element, scratch, tile, true);
  }
}
