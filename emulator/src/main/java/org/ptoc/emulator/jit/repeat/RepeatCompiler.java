package org.ptoc.emulator.jit.repeat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Makes the class of an operation and element type. */
final class RepeatCompiler {
  private static final String NAME = Type.getInternalName(RepeatCompiler.class) + "$Kernel";

  private RepeatCompiler() {}

  /**
   * The compiled form of the words with this work.
   *
   * @throws IllegalArgumentException when there is none
   */
  static CompiledRepeat compile(RepeatWork work) {
    Passes passes = Passes.of(work);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(
        Opcodes.V21,
        Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
        NAME,
        null,
        "java/lang/Object",
        new String[] {Type.getInternalName(LaneKernel.class)});
    MethodVisitor constructor = writer.visitMethod(0, "<init>", "()V", null, null);
    constructor.visitCode();
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    end(constructor);
    String descriptor =
        Type.getMethodDescriptor(
            Type.VOID_TYPE, Type.getType(TypedLanes.class), Type.LONG_TYPE, Type.INT_TYPE);
    MethodVisitor run = writer.visitMethod(Opcodes.ACC_PUBLIC, "run", descriptor, null, null);
    run.visitCode();
    RepeatCode.write(run, passes);
    end(run);
    writer.visitEnd();
    return new CompiledRepeat(define(writer.toByteArray()), passes);
  }

  private static void end(MethodVisitor method) {
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
  }

  private static LaneKernel define(byte[] bytes) {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    try {
      Class<?> type = lookup.defineHiddenClass(bytes, true).lookupClass();
      return (LaneKernel)
          lookup.in(type).findConstructor(type, MethodType.methodType(void.class)).invoke();
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable failure) {
      throw new IllegalStateException("generated class without constructor", failure);
    }
  }
}
