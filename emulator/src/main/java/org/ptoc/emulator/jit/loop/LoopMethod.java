package org.ptoc.emulator.jit.loop;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.code.RegisterLocals;
import org.ptoc.emulator.jit.segment.CountSource;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;

/**
 * The method that runs all iterations of a loop: for each segment the scalar words, the checks and
 * the call of its lane loop, or the interpreter for the words where a check fails; for the words in
 * between the interpreter. Scalar registers live in local variables from the first iteration to the
 * last.
 */
public final class LoopMethod {
  static final String DESCRIPTOR =
      CodeWriter.descriptor(void.class, Core.class, Interpreter.class, long.class);

  static final int THIS_CORE = 1;
  private static final int INTERPRETER = 2;
  private static final int ITERATIONS = 3;
  static final int UB = 5;
  static final int VECTORS = 6;
  static final int PREDICATES = 7;
  private static final int X = 8;
  static final int OBSERVED = 9;
  private static final int FIRST_REGISTER = 10;

  final Program program;
  private final List<Part> parts;
  final LaneMethods lanes;
  final MethodVisitor mv;
  final RegisterLocals homes;
  final CodeWriter code;

  /**
   * Active lanes of the masks that no word of the body writes, by register, lane width and offset.
   */
  final Map<List<Integer>, Integer> invariantCounts = new HashMap<>();

  /** A stretch of the body; words of the interpreter are no segment. */
  public record Part(int from, int to, Optional<Segment> segment) {}

  private LoopMethod(Program program, List<Part> parts, LaneMethods lanes, MethodVisitor mv) {
    this.program = program;
    this.parts = parts;
    this.lanes = lanes;
    this.mv = mv;
    this.homes =
        RegisterLocals.of(program, parts.getFirst().from(), parts.getLast().to(), FIRST_REGISTER);
    this.code = new CodeWriter(mv, homes.end(FIRST_REGISTER));
  }

  /**
   * Writes {@code CompiledLoop.run} for a body of these parts; gives the last label of the method.
   */
  public static Label write(
      ClassVisitor visitor, Program program, List<Part> parts, LaneMethods lanes) {
    return CodeWriter.method(
        visitor,
        Opcodes.ACC_PUBLIC,
        "run",
        DESCRIPTOR,
        mv -> new LoopMethod(program, parts, lanes, mv).write());
  }

  private void write() {
    loadState(code, THIS_CORE, UB);
    code.pushField(THIS_CORE, Core.class, "record", ExecutionRecord.class);
    code.callVirtual(ExecutionRecord.class, "isActive", boolean.class);
    mv.visitVarInsn(Opcodes.ISTORE, OBSERVED);
    if (lanes.isFlat()) {
      runFlat();
    }
    homes.reload(code, X);
    countInvariantMasks();
    Label test = new Label();
    Label body = new Label();
    mv.visitJumpInsn(Opcodes.GOTO, test);
    mv.visitLabel(body);
    for (Part part : parts) {
      if (part.segment().isEmpty()) {
        interpret(part);
      } else {
        new SegmentCode(this, part.segment().get(), part).write();
      }
    }
    mv.visitVarInsn(Opcodes.LLOAD, ITERATIONS);
    code.instructions(Opcodes.LCONST_1, Opcodes.LSUB);
    mv.visitVarInsn(Opcodes.LSTORE, ITERATIONS);
    mv.visitLabel(test);
    mv.visitVarInsn(Opcodes.LLOAD, ITERATIONS);
    code.instructions(Opcodes.LCONST_0, Opcodes.LCMP);
    mv.visitJumpInsn(Opcodes.IFGT, body);
    homes.spill(code, X);
  }

  /** Loads the memory and the registers of a core to {@code first} and the next three locals. */
  static void loadState(CodeWriter code, int core, int first) {
    code.loadField(core, Core.class, "ub", byte[].class, first);
    code.loadField(core, Core.class, "vectors", byte[].class, first + 1);
    code.loadField(core, Core.class, "predicates", long[].class, first + 2);
    code.loadField(core, Core.class, "x", long[].class, first + 3);
  }

  /** Adds the {@code long} that {@code words} pushes to the words that a core has executed. */
  static void countExecuted(CodeWriter code, int core, Runnable words) {
    code.mv.visitVarInsn(Opcodes.ALOAD, core);
    code.pushField(core, Core.class, "executed", long.class);
    words.run();
    code.mv.visitInsn(Opcodes.LADD);
    code.mv.visitFieldInsn(Opcodes.PUTFIELD, Type.getInternalName(Core.class), "executed", "J");
  }

  /** Subtracts the iterations that the flat form has run; listeners observe each iteration. */
  private void runFlat() {
    Label observed = new Label();
    mv.visitVarInsn(Opcodes.ILOAD, OBSERVED);
    mv.visitJumpInsn(Opcodes.IFNE, observed);
    mv.visitVarInsn(Opcodes.LLOAD, ITERATIONS);
    mv.visitVarInsn(Opcodes.ALOAD, THIS_CORE);
    mv.visitVarInsn(Opcodes.LLOAD, ITERATIONS);
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC, lanes.owner(), FlatMethod.NAME, FlatMethod.DESCRIPTOR, false);
    mv.visitInsn(Opcodes.LSUB);
    mv.visitVarInsn(Opcodes.LSTORE, ITERATIONS);
    mv.visitLabel(observed);
  }

  private void countInvariantMasks() {
    long masks = 0;
    for (Part part : parts) {
      for (int at = part.from(); at < part.to(); at++) {
        masks |= program.at(at).written(RegisterClass.P);
      }
    }
    for (Part part : parts) {
      for (Segment segment : part.segment().stream().toList()) {
        for (CountSource source : segment.counts()) {
          if (source instanceof CountSource.Register(int predicate, int offset)
              && (masks >>> predicate & 1) == 0
              && !invariantCounts.containsKey(List.of(predicate, segment.width(), offset))) {
            countLanes(code, PREDICATES, predicate, segment.width(), offset);
            invariantCounts.put(
                List.of(predicate, segment.width(), offset), code.storeLocal(Opcodes.ISTORE));
          }
        }
      }
    }
  }

  /**
   * Pushes the number of active lanes of a mask in the array of local variable {@code array}, -1
   * for no prefix.
   */
  static void countLanes(CodeWriter code, int array, int predicate, int width, int offset) {
    code.mv.visitVarInsn(Opcodes.ALOAD, array);
    code.pushInt(predicate * Predicates.WORDS);
    code.pushInt(width);
    code.pushInt(offset);
    Class<?> i = int.class;
    code.callOther(Predicates.class, "prefixLength", i, long[].class, i, i, i);
  }

  /** Leaves the words of a part to the interpreter. */
  void interpret(Part part) {
    homes.spill(code, X);
    code.pushLocals(Opcodes.ALOAD, INTERPRETER, THIS_CORE);
    code.pushInt(part.from());
    code.pushInt(part.to());
    code.callVirtual(Interpreter.class, "runWords", void.class, Core.class, int.class, int.class);
    homes.reloadWritten(code, X);
  }
}
