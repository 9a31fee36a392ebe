package org.ptoc.emulator.jit.loop;

import java.util.function.Consumer;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.code.CodeWriter;

/** Writes a loop over tiles of a few iterations. */
final class FlatTiles {
  private final CodeWriter code;
  private final MethodVisitor mv;
  private final int iterations;
  private final int begin;
  private final int end;

  /** A loop over the iterations in local variable {@code iterations}, a {@code long}. */
  FlatTiles(CodeWriter code, int iterations) {
    this.code = code;
    this.mv = code.mv;
    this.iterations = iterations;
    this.begin = code.newLocal(1);
    this.end = code.newLocal(1);
  }

  /** Writes the loop; {@code body} writes what happens in a tile. */
  void write(Consumer<FlatTiles> body) {
    code.clear(begin);
    code.whileBelow(
        begin,
        this::pushIterations,
        () -> {
          mv.visitVarInsn(Opcodes.ILOAD, begin);
          code.withConstant(Opcodes.IADD, IterationMode.TILE_ITERATIONS);
          pushIterations();
          code.callOther(Math.class, "min", int.class, int.class, int.class);
          mv.visitVarInsn(Opcodes.ISTORE, end);
          body.accept(this);
          mv.visitVarInsn(Opcodes.ILOAD, end);
          mv.visitVarInsn(Opcodes.ISTORE, begin);
        });
  }

  private void pushIterations() {
    mv.visitVarInsn(Opcodes.LLOAD, iterations);
    mv.visitInsn(Opcodes.L2I);
  }

  /**
   * Pushes the number of the first lane of the tile and one past the last, {@code lanes} an
   * iteration.
   */
  void pushLanes(int lanes) {
    for (int iteration : new int[] {begin, end}) {
      mv.visitVarInsn(Opcodes.ILOAD, iteration);
      code.withConstant(Opcodes.IMUL, lanes);
    }
  }
}
