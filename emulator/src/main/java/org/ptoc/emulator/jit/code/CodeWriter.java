package org.ptoc.emulator.jit.code;

import org.objectweb.asm.MethodVisitor;

/** Writes the code of one method, which calls functions of {@link LaneMath}. */
public class CodeWriter extends MethodCode {
  /** Code whose local variables begin with number {@code nextLocal}. */
  public CodeWriter(MethodVisitor mv, int nextLocal) {
    super(mv, nextLocal);
  }

  /** Calls a function of {@link LaneMath}. */
  public final void call(String name, Class<?> result, Class<?>... parameters) {
    callOther(LaneMath.class, name, result, parameters);
  }
}
