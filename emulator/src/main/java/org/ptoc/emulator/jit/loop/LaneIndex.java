package org.ptoc.emulator.jit.loop;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.segment.LanePlaces;
import org.ptoc.emulator.jit.segment.Segment;

/**
 * Writes the code that computes the places of a lane in memory, in its register and in a predicate
 * from its number.
 */
final class LaneIndex {
  private final CodeWriter code;
  private final MethodVisitor mv;
  private final int lane;
  private final int to;
  private final int width;
  private final IterationMode mode;
  private final int[] arrays;
  private int flowBase;

  /** Positions of lanes in the memory of the machine, see the other constructor. */
  LaneIndex(CodeWriter code, int lane, int width, IterationMode mode) {
    this(code, lane, LaneMethod.TO, width, mode, new int[0]);
  }

  /**
   * Positions of lanes.
   *
   * @param lane local variable with the number of the lane
   * @param to local variable with one past the number of the last active lane
   * @param width bytes of a lane
   * @param mode whether lanes of many vectors are counted on
   * @param arrays local variables with an array for each access that has its lanes, if there are
   *     any
   */
  LaneIndex(CodeWriter code, int lane, int to, int width, IterationMode mode, int[] arrays) {
    this.code = code;
    this.mv = code.mv;
    this.lane = lane;
    this.to = to;
    this.width = width;
    this.mode = mode;
    this.arrays = arrays;
  }

  /** Pushes one past the number of the last active lane. */
  void pushEnd() {
    mv.visitVarInsn(Opcodes.ILOAD, to);
  }

  /** The local variable of the array that an access goes to. */
  int array(int access) {
    return arrays.length == 0 ? LaneMethod.UB : arrays[access];
  }

  void pushAddress(int access, LanePlaces places, int further) {
    if (arrays.length > 0) {
      mv.visitVarInsn(Opcodes.ILOAD, lane);
      return;
    }
    mv.visitVarInsn(Opcodes.ILOAD, LaneMethod.FIRST_ADDRESS + access);
    if (!places.isBroadcast()) {
      pushPlace(places);
      mv.visitInsn(Opcodes.IADD);
    }
    if (further > 0) {
      code.withConstant(Opcodes.IADD, further);
    }
  }

  /** Pushes how far behind the address the lane stands. */
  private void pushPlace(LanePlaces places) {
    mv.visitVarInsn(Opcodes.ILOAD, lane);
    if (places.copies() > 1) {
      code.withConstant(Opcodes.ISHR, Integer.numberOfTrailingZeros(places.copies()));
    }
    if (places.period() > 0) {
      code.withConstant(Opcodes.IAND, places.period() - 1);
    }
    multiply(places.stride());
    if (places.alternating()) {
      mv.visitInsn(Opcodes.DUP);
      code.withConstant(Opcodes.IAND, -LanePlaces.BLOCK_BYTES);
      mv.visitInsn(Opcodes.IADD);
    }
  }

  void pushLaneTimes(int bytes) {
    mv.visitVarInsn(Opcodes.ILOAD, lane);
    multiply(bytes);
  }

  private void multiply(int powerOfTwo) {
    if (powerOfTwo > 1) {
      code.withConstant(Opcodes.ISHL, Integer.numberOfTrailingZeros(powerOfTwo));
    }
  }

  void pushRegisterIndex(int number) {
    code.pushInt(number * Segment.VECTOR_BYTES);
    pushLaneTimes(width);
    if (mode.flat()) {
      code.withConstant(Opcodes.IAND, Segment.VECTOR_BYTES - 1);
    }
    mv.visitInsn(Opcodes.IADD);
  }

  /**
   * Pushes where the lane of a register stands that goes on to another lane loop; linear in the
   * lane for the JVM.
   */
  void pushFlowIndex(int number) {
    mv.visitVarInsn(Opcodes.ILOAD, flowBase);
    pushLaneTimes(width);
    mv.visitInsn(Opcodes.IADD);
    if (number > 0) {
      code.withConstant(Opcodes.IADD, number * IterationMode.TILE_BYTES);
    }
  }

  /**
   * Writes, in front of the loop, what {@link #pushFlowIndex} needs; the lane is the first one
   * then.
   */
  void begin() {
    if (!mode.flow().isEmpty()) {
      pushLaneTimes(width);
      code.withConstant(Opcodes.IAND, -IterationMode.TILE_BYTES);
      mv.visitInsn(Opcodes.INEG);
      flowBase = code.storeLocal(Opcodes.ISTORE);
    }
  }

  void pushLaneOfRegister() {
    mv.visitVarInsn(Opcodes.ILOAD, lane);
    if (mode.flat()) {
      code.withConstant(Opcodes.IAND, Segment.VECTOR_BYTES / width - 1);
    }
  }

  /** Pushes the number of the predicate bit {@code offset} behind that of the lane. */
  void pushBit(int offset) {
    pushLaneTimes(width);
    if (mode.flat()) {
      code.withConstant(Opcodes.IAND, Segment.VECTOR_BYTES - 1);
    }
    if (offset > 0) {
      code.withConstant(Opcodes.IADD, offset);
    }
  }
}
