package org.ptoc.tools.referee;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.ScalarWidth;

/**
 * The words of local memory in which a program keeps scalars that have no register. There are none
 * in a program that also computes addresses of local memory, for it may write any word there.
 */
final class ScalarSlots {
  private final Map<Long, Integer> numbers = new HashMap<>();
  private final Map<Long, Long> widths = new HashMap<>();

  private ScalarSlots() {}

  /** The slots of a program. */
  static ScalarSlots of(Program program) {
    ScalarSlots slots = new ScalarSlots();
    for (Instruction instruction : program.instructions()) {
      if (instruction.accesses(AddressSpace.LOCAL)) {
        Long width = slots.widths.putIfAbsent(place(instruction), instruction.field(FieldName.W));
        boolean isSame = width == null || width == instruction.field(FieldName.W);
        if (!isSame || !isWord(instruction)) {
          slots.numbers.clear();
          return slots;
        }
        slots.numbers.putIfAbsent(place(instruction), slots.numbers.size());
      }
    }
    return slots;
  }

  /** How many there are. */
  int count() {
    return numbers.size();
  }

  /** The slot that an instruction loads or stores, from 0 on. */
  OptionalInt slot(Instruction instruction) {
    Integer number =
        instruction.accesses(AddressSpace.LOCAL) ? numbers.get(place(instruction)) : null;
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }

  /** The slot that an instruction loads. */
  OptionalInt loaded(Instruction instruction) {
    return instruction.performs(ScalarOperation.LOAD) ? slot(instruction) : OptionalInt.empty();
  }

  /** The slot that an instruction stores. */
  OptionalInt stored(Instruction instruction) {
    return instruction.performs(ScalarOperation.STORE) ? slot(instruction) : OptionalInt.empty();
  }

  private static long place(Instruction instruction) {
    return instruction.field(FieldName.IMM24);
  }

  /** True if an instruction has the address of a whole i64 or i32 as a constant. */
  private static boolean isWord(Instruction instruction) {
    int zero = RegisterClass.X.constantRegister();
    return instruction.code(FieldName.XB) == zero
        && instruction.code(FieldName.XO) == zero
        && instruction.field(FieldName.IMM24) % Long.BYTES == 0
        && (instruction.field(FieldName.W) == ScalarWidth.I64.code()
            || instruction.field(FieldName.W) == ScalarWidth.I32.code()
                && (instruction.performs(ScalarOperation.STORE)
                    || instruction.field(FieldName.SG) != 0));
  }
}
