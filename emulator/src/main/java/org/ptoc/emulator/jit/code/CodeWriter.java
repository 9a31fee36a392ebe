package org.ptoc.emulator.jit.code;

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
public class CodeWriter {
  /** The method. */
  public final MethodVisitor mv;

  private int nextLocal;

  /** Code whose local variables begin with number {@code nextLocal}. */
  public CodeWriter(MethodVisitor mv, int nextLocal) {
    this.mv = mv;
    this.nextLocal = nextLocal;
  }

  /**
   * Writes a method that ends by returning; gives its last label, whose offset is the size of the
   * code.
   */
  public static Label method(
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

  /** The descriptor of a method. */
  public static String descriptor(Class<?> result, Class<?>... parameters) {
    List<Type> types = new ArrayList<>();
    for (Class<?> parameter : parameters) {
      types.add(Type.getType(parameter));
    }
    return Type.getMethodDescriptor(Type.getType(result), types.toArray(Type[]::new));
  }

  /** A new local variable. */
  public final int newLocal(int slots) {
    int local = nextLocal;
    nextLocal += slots;
    return local;
  }

  /** The next local variable that is free. */
  public final int nextLocal() {
    return nextLocal;
  }

  /**
   * Goes on behind the local variables of another writer of the same method, which began behind
   * those of this one.
   */
  public final void continueAfter(CodeWriter other) {
    nextLocal = other.nextLocal;
  }

  /** Pushes a constant. */
  public final void pushInt(int value) {
    if (value >= -1 && value <= 5) {
      mv.visitInsn(Opcodes.ICONST_0 + value);
    } else if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
      mv.visitIntInsn(Opcodes.SIPUSH, value);
    } else {
      mv.visitLdcInsn(value);
    }
  }

  /** Writes instructions that name nothing, one after the other. */
  public final void instructions(int... opcodes) {
    for (int opcode : opcodes) {
      mv.visitInsn(opcode);
    }
  }

  /** Applies an instruction to the {@code int} on the stack and a constant. */
  public final void withConstant(int opcode, int constant) {
    pushInt(constant);
    mv.visitInsn(opcode);
  }

  /** Pushes local variables by the instruction that loads their type. */
  public final void pushLocals(int opcode, int... locals) {
    for (int local : locals) {
      mv.visitVarInsn(opcode, local);
    }
  }

  /** Stores what is on the stack to a new local variable by the instruction for its type. */
  public final int storeLocal(int opcode) {
    int local = newLocal(opcode == Opcodes.LSTORE ? 2 : 1);
    mv.visitVarInsn(opcode, local);
    return local;
  }

  /** Writes a loop that goes on while the counter in a local variable is below a limit. */
  public final void whileBelow(int counter, Runnable pushLimit, Runnable body) {
    Label test = new Label();
    Label next = new Label();
    mv.visitJumpInsn(Opcodes.GOTO, test);
    mv.visitLabel(next);
    body.run();
    mv.visitLabel(test);
    mv.visitVarInsn(Opcodes.ILOAD, counter);
    pushLimit.run();
    mv.visitJumpInsn(Opcodes.IF_ICMPLT, next);
  }

  /** Sets an integer in a local variable to 0. */
  public final void clear(int local) {
    mv.visitInsn(Opcodes.ICONST_0);
    mv.visitVarInsn(Opcodes.ISTORE, local);
  }

  /** Pushes a field of the object in a local variable. */
  public final void pushField(int object, Class<?> owner, String name, Class<?> type) {
    mv.visitVarInsn(Opcodes.ALOAD, object);
    mv.visitFieldInsn(
        Opcodes.GETFIELD, Type.getInternalName(owner), name, Type.getDescriptor(type));
  }

  /** Loads a field of the object in a local variable to another one. */
  public final void loadField(int object, Class<?> owner, String name, Class<?> type, int local) {
    pushField(object, owner, name, type);
    mv.visitVarInsn(Opcodes.ASTORE, local);
  }

  /** Calls the method of a lane function, whose operands are on the stack. */
  public final void call(FunctionMethod method) {
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(method.owner()),
        method.name(),
        method.descriptor(),
        false);
  }

  /** Calls a method of an object, which is on the stack with the operands. */
  public final void callVirtual(
      Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
    mv.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        Type.getInternalName(owner),
        name,
        descriptor(result, parameters),
        false);
  }

  /** Calls a function of {@link LaneMath}. */
  public final void call(String name, Class<?> result, Class<?>... parameters) {
    callOther(LaneMath.class, name, result, parameters);
  }

  /** Calls a static method, whose operands are on the stack. */
  public final void callOther(
      Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(owner),
        name,
        descriptor(result, parameters),
        false);
  }
}
