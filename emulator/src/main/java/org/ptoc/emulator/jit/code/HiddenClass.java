package org.ptoc.emulator.jit.code;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Generated classes with a constructor without parameters. */
public final class HiddenClass {
  private HiddenClass() {}

  /** Writes the head and the constructor of a class {@code name} that implements {@code type}. */
  public static void begin(ClassWriter writer, String name, Class<?> type) {
    writer.visit(
        Opcodes.V21,
        Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
        name,
        null,
        "java/lang/Object",
        new String[] {Type.getInternalName(type)});
    CodeWriter.method(
        writer,
        0,
        "<init>",
        "()V",
        mv -> {
          mv.visitVarInsn(Opcodes.ALOAD, 0);
          mv.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        });
  }

  /** An object of the class in {@code bytes}. */
  public static <T> T define(byte[] bytes, MethodHandles.Lookup lookup, Class<T> type) {
    assert GeneratedClassCheck.iterations(bytes);
    try {
      Class<?> hidden = lookup.defineHiddenClass(bytes, true).lookupClass();
      return type.cast(
          lookup.in(hidden).findConstructor(hidden, MethodType.methodType(void.class)).invoke());
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable failure) {
      throw new IllegalStateException("generated class without constructor", failure);
    }
  }
}
