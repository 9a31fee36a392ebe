package org.ptoc.emulator.jit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.interpreter.CompiledLoop;
import org.ptoc.ir.isa.Program;

/** Compiles the body of one loop. */
final class LoopCompiler {
  /** Bytes of a method; the JVM does not compile methods of 8000 or more. */
  static final int MOST_CODE_BYTES = 6000;

  /** How the reason of a refusal begins that is a defect of this package. */
  static final String DEFECT = "cannot be compiled: ";

  private static final String NAME = Type.getInternalName(LoopCompiler.class) + "$Loop";

  /** What came of it. */
  sealed interface Result {
    /** The loop, and how many of its words run in lane loops. */
    record Compiled(CompiledLoop loop, int fusedWords) implements Result {}

    /** Why there is no compiled form. */
    record Refused(String reason) implements Result {}
  }

  private final Program program;
  private final Liveness liveness;

  LoopCompiler(Program program) {
    this.program = program;
    this.liveness = Liveness.of(program);
  }

  /** Compiles the words from {@code begin} to {@code end - 1}, which are free of jumps. Never throws. */
  Result compile(int begin, int end) {
    try {
      return generate(begin, end);
    } catch (RuntimeException | LinkageError failure) {
      // A defect of the generator; the interpreter does not need it, and the log and the tests show it.
      return new Result.Refused(DEFECT + failure);
    }
  }

  private Result generate(int begin, int end) {
    List<LoopMethod.Part> parts = parts(begin, end);
    int fused = 0;
    for (LoopMethod.Part part : parts) {
      fused += part.segment().isEmpty() ? 0 : part.segment().getFirst().operations().size();
    }
    if (fused == 0) {
      return new Result.Refused("no two neighbouring words work lane by lane");
    }
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(
        Opcodes.V21, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, NAME, null, "java/lang/Object",
        new String[] {Type.getInternalName(CompiledLoop.class)});
    constructor(writer);
    List<Label> ends = new ArrayList<>();
    ends.add(LoopMethod.write(writer, program, parts, NAME));
    for (LoopMethod.Part part : parts) {
      if (!part.segment().isEmpty() && !part.segment().getFirst().operations().isEmpty()) {
        ends.add(LaneMethod.write(writer, part.lanes(), part.segment().getFirst()));
      }
    }
    writer.visitEnd();
    byte[] bytes = writer.toByteArray();
    for (Label label : ends) {
      if (label.getOffset() > MOST_CODE_BYTES) {
        return new Result.Refused("a method has " + label.getOffset() + " bytes of code");
      }
    }
    return new Result.Compiled(define(bytes), fused);
  }

  /** Segments where at least two words fuse, and stretches for the interpreter between them. */
  private List<LoopMethod.Part> parts(int begin, int end) {
    List<LoopMethod.Part> parts = new ArrayList<>();
    Set<Integer> cuts = new TreeSet<>();
    int at = begin;
    int interpreted = begin;
    while (at < end) {
      Segment segment = SegmentBuilder.build(program, liveness, at, end, cuts);
      boolean worthwhile = segment.operations().size() > 1
          || segment.operations().isEmpty() && segment.to() > at + 1;
      if (worthwhile) {
        addInterpreted(parts, interpreted, at);
        parts.add(new LoopMethod.Part(at, segment.to(), List.of(segment), "lanes" + at));
        interpreted = segment.to();
      }
      at = Math.max(segment.to(), at + 1);
    }
    addInterpreted(parts, interpreted, end);
    return parts;
  }

  private static void addInterpreted(List<LoopMethod.Part> parts, int from, int to) {
    if (from < to) {
      parts.add(new LoopMethod.Part(from, to, List.of(), ""));
    }
  }

  private static void constructor(ClassWriter writer) {
    MethodVisitor mv = writer.visitMethod(0, "<init>", "()V", null, null);
    mv.visitCode();
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    mv.visitInsn(Opcodes.RETURN);
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }

  private static CompiledLoop define(byte[] bytes) {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    try {
      Class<?> type = lookup.defineHiddenClass(bytes, true).lookupClass();
      return (CompiledLoop)
          lookup.in(type).findConstructor(type, MethodType.methodType(void.class)).invoke();
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable failure) {
      throw new IllegalStateException("generated class without constructor", failure);
    }
  }
}
