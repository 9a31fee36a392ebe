package org.ptoc.emulator.jit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.lane.FunctionMethod;

/** Writes the code of one method: local variables, small constants and calls. */
class CodeWriter {
  private static final String MATH = Type.getInternalName(LaneMath.class);

  final MethodVisitor mv;
  private int nextLocal;

  CodeWriter(MethodVisitor mv, int nextLocal) {
    this.mv = mv;
    this.nextLocal = nextLocal;
  }

  /**
   * Writes a method that ends by returning; gives its last label, whose offset is the size of the
   * code.
   */
  static Label method(
      ClassVisitor visitor,
      int access,
      String name,
      String descriptor,
      Consumer<MethodVisitor> body) {
    MethodVisitor mv = visitor.visitMethod(access, name, descriptor, null, null);
    mv.visitCode();
    body.accept(mv);
    mv.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
    Label end = new Label();
    mv.visitLabel(end);
    mv.visitMaxs(0, 0);
    mv.visitEnd();
    return end;
  }

  static String descriptor(Class<?> result, Class<?>... parameters) {
    List<Type> types = new ArrayList<>();
    for (Class<?> parameter : parameters) {
      types.add(Type.getType(parameter));
    }
    return Type.getMethodDescriptor(Type.getType(result), types.toArray(Type[]::new));
  }

  final int newLocal(int slots) {
    int local = nextLocal;
    nextLocal += slots;
    return local;
  }

  /** The next local variable that is free. */
  final int nextLocal() {
    return nextLocal;
  }

  /**
   * Goes on behind the local variables of another writer of the same method, which began behind
   * those of this one.
   */
  final void continueAfter(CodeWriter other) {
    nextLocal = other.nextLocal;
  }

  final void pushInt(int value) {
    if (value >= -1 && value <= 5) {
      mv.visitInsn(Opcodes.ICONST_0 + value);
    } else if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
      mv.visitIntInsn(Opcodes.SIPUSH, value);
    } else {
      mv.visitLdcInsn(value);
    }
  }

  /** Calls a function of {@link LaneMath}. */
  final void call(String name, Class<?> result, Class<?>... parameters) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, MATH, name, descriptor(result, parameters), false);
  }

  /** Calls the method of a lane function, whose operands are on the stack. */
  final void call(FunctionMethod method) {
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(method.owner()),
        method.name(),
        method.descriptor(),
        false);
  }

  final void callOther(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(owner),
        name,
        descriptor(result, parameters),
        false);
  }
}
