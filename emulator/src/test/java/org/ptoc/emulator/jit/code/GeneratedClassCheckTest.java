package org.ptoc.emulator.jit.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.invoke.MethodHandles;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The checker of ASM sees each generated class and refuses what it should. */
class GeneratedClassCheckTest {

  /** A class with one method that returns what {@code loadCode} puts on the stack. */
  private static byte[] supplier(int loadCode) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    HiddenClass.begin(writer, "org/ptoc/emulator/jit/code/Sample", IntSupplier.class);
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, "getAsInt", "()I", null, null);
    method.visitCode();
    method.visitInsn(loadCode);
    method.visitInsn(Opcodes.IRETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void looksAtEachClass() {
    assumeTrue(HiddenClass.class.desiredAssertionStatus(), "assertions are off");
    int before = AsmCheck.seen();
    IntSupplier three =
        HiddenClass.define(supplier(Opcodes.ICONST_3), MethodHandles.lookup(), IntSupplier.class);
    assertThat(three.getAsInt()).isEqualTo(3);
    assertThat(AsmCheck.seen()).isGreaterThan(before);
  }

  @Test
  void refusesAFloatForAnInteger() {
    byte[] wrong = supplier(Opcodes.FCONST_1);
    assertThatThrownBy(() -> GeneratedClassCheck.iterations(wrong))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("getAsInt");
  }
}
