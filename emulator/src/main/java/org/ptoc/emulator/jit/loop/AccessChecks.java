package org.ptoc.emulator.jit.loop;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.segment.Segment;

/**
 * Writes the checks that the accesses of a segment are legal and do not disturb each other.
 *
 * @param addresses local variables that hold their addresses
 * @param bytes pushes how many bytes an access covers
 * @param mayMeet whether accesses to one and the same address do not disturb each other
 * @param failed where to go when a check fails
 */
record AccessChecks(
    CodeWriter code,
    List<Segment.Access> accesses,
    int[] addresses,
    Consumer<Segment.Access> bytes,
    BiPredicate<Segment.Access, Segment.Access> mayMeet,
    Label failed) {

  /** Checks ranges and alignment within the array in local variable {@code ub}. */
  void ranges(int ub) {
    for (int i = 0; i < addresses.length; i++) {
      Segment.Access access = accesses.get(i);
      code.mv.visitVarInsn(Opcodes.LLOAD, addresses[i]);
      bytes.accept(access);
      code.pushInt(access.alignment());
      code.mv.visitVarInsn(Opcodes.ALOAD, ub);
      code.mv.visitInsn(Opcodes.ARRAYLENGTH);
      code.call("isOutside", boolean.class, long.class, int.class, int.class, int.class);
      code.mv.visitJumpInsn(Opcodes.IFNE, failed);
    }
  }

  /** Checks that accesses overlap in no other way than lane by lane where one of them stores. */
  void overlaps() {
    for (int i = 0; i < addresses.length; i++) {
      for (int j = i + 1; j < addresses.length; j++) {
        Segment.Access a = accesses.get(i);
        Segment.Access b = accesses.get(j);
        if (a.store() || b.store()) {
          code.mv.visitVarInsn(Opcodes.LLOAD, addresses[i]);
          bytes.accept(a);
          code.mv.visitVarInsn(Opcodes.LLOAD, addresses[j]);
          bytes.accept(b);
          code.pushInt(mayMeet.test(a, b) ? 1 : 0);
          Class<?> address = long.class;
          Class<?> size = int.class;
          code.call("conflicts", boolean.class, address, size, address, size, boolean.class);
          code.mv.visitJumpInsn(Opcodes.IFNE, failed);
        }
      }
    }
  }
}
