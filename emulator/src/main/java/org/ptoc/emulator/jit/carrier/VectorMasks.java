package org.ptoc.emulator.jit.carrier;

import java.util.Locale;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.ir.isa.LaneFunction;

/** Truth values of the lanes of a vector: masks of the vector module for vectors of bits. */
final class VectorMasks {
  private static final String MASK = VectorLaneCode.MASK;

  private final VectorLaneCode code;
  private final MethodVisitor mv;

  VectorMasks(VectorLaneCode code) {
    this.code = code;
    this.mv = code.mv;
  }

  /** Pushes the mask that is set everywhere, or nowhere. */
  void pushAll(boolean holds) {
    code.pushSpecies(code.bitsClass);
    code.pushInt(holds ? 1 : 0);
    mv.visitMethodInsn(
        Opcodes.INVOKEINTERFACE, VectorModule.SPECIES, "maskAll", "(Z)L" + MASK + ";", true);
  }

  void pushImage(int predicates, int predicate, Runnable bit) {
    mv.visitVarInsn(Opcodes.ALOAD, predicates);
    code.pushInt(predicate);
    bit.run();
    code.pushInt(code.width);
    code.call("testLanes", long.class, long[].class, int.class, int.class, int.class);
    int truths = code.newLocal(2);
    mv.visitVarInsn(Opcodes.LSTORE, truths);
    code.pushSpecies(code.bitsClass);
    mv.visitVarInsn(Opcodes.LLOAD, truths);
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        MASK,
        "fromLong",
        "(" + VectorLaneCode.SPECIES + "J)L" + MASK + ";",
        false);
  }

  void combine(LaneFunction function) {
    code.invoke(MASK, function.name().toLowerCase(Locale.ROOT), "(L" + MASK + ";)L" + MASK + ";");
  }

  void invert() {
    code.invoke(MASK, "not", "()L" + MASK + ";");
  }

  void setPredicate(int predicates, int predicate, Runnable bit, int truth) {
    mv.visitVarInsn(Opcodes.ALOAD, predicates);
    code.pushInt(predicate);
    bit.run();
    code.pushTruth(truth);
    code.invoke(MASK, "toLong", "()J");
    code.pushInt(code.width);
    code.call("setLanes", void.class, long[].class, int.class, int.class, long.class, int.class);
  }
}
