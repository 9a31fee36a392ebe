package org.ptoc.emulator.jit.repeat;

import java.lang.invoke.MethodHandles;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.code.HiddenClass;

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
    HiddenClass.begin(writer, NAME, LaneKernel.class);
    String descriptor = CodeWriter.descriptor(void.class, TypedLanes.class, long.class, int.class);
    CodeWriter.method(
        writer, Opcodes.ACC_PUBLIC, "run", descriptor, mv -> RepeatCode.write(mv, passes));
    writer.visitEnd();
    LaneKernel kernel =
        HiddenClass.define(writer.toByteArray(), MethodHandles.lookup(), LaneKernel.class);
    return new CompiledRepeat(kernel, passes);
  }
}
