package org.ptoc.emulator.jit;

import org.objectweb.asm.MethodVisitor;
import org.ptoc.emulator.jit.code.MethodCode;

/** Writes the code of one method, which calls functions of {@link LaneMath}. */
class CodeWriter extends MethodCode {
  CodeWriter(MethodVisitor mv, int nextLocal) {
    super(mv, nextLocal);
  }

  /** Calls a function of {@link LaneMath}. */
  final void call(String name, Class<?> result, Class<?>... parameters) {
    callOther(LaneMath.class, name, result, parameters);
  }
}
