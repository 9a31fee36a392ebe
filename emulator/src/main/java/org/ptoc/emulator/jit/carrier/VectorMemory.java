package org.ptoc.emulator.jit.carrier;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads and stores of vectors of lanes, the elements in memory as wide as the lanes or narrower.
 */
final class VectorMemory {
  private static final String BYTES = VectorModule.PACKAGE + "ByteVector";

  /** The least bytes that a vector of the module has. */
  private static final int LEAST_BYTES = 8;

  private final VectorLaneCode code;
  private final MethodVisitor mv;
  private final VectorModule module;

  VectorMemory(VectorLaneCode code, VectorModule module) {
    this.code = code;
    this.mv = code.mv;
    this.module = module;
  }

  /**
   * True if vectors can be loaded from elements of {@code unit} bytes to lanes of {@code width},
   * and stored.
   */
  static boolean supports(int unit, int width, VectorModule module) {
    return module.bytes() * unit / width >= LEAST_BYTES;
  }

  /** Pushes lanes with the zero-extended elements. */
  void load(int array, Runnable index, int unit) {
    int bytes = module.bytes() * unit / code.width;
    pushByteSpecies(bytes);
    mv.visitVarInsn(Opcodes.ALOAD, array);
    index.run();
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        BYTES,
        "fromArray",
        "(" + VectorLaneCode.SPECIES + "[BI)L" + BYTES + ";",
        false);
    reinterpret(BYTES, VectorLaneCode.bitsClass(unit));
    if (unit < code.width) {
      String conversion = "ZERO_EXTEND_" + letter(unit) + "2" + letter(code.width);
      code.convert(VectorLaneCode.bitsClass(unit), conversion, code.bitsClass);
    }
  }

  /** Stores the low bits of the lanes on the stack. */
  void store(int array, Runnable index, int unit) {
    String stored = VectorLaneCode.bitsClass(unit);
    if (unit < code.width) {
      int bytes = module.bytes() * unit / code.width;
      code.convert(
          code.bitsClass,
          letter(code.width) + "2" + letter(unit),
          stored,
          "SPECIES_" + bytes * Byte.SIZE);
    }
    reinterpret(stored, BYTES);
    mv.visitVarInsn(Opcodes.ALOAD, array);
    index.run();
    code.invoke(BYTES, "intoArray", "([BI)V");
  }

  private void pushByteSpecies(int bytes) {
    mv.visitFieldInsn(
        Opcodes.GETSTATIC, BYTES, "SPECIES_" + bytes * Byte.SIZE, VectorLaneCode.SPECIES);
  }

  private void reinterpret(String from, String to) {
    if (!from.equals(to)) {
      String plural = to.substring(VectorModule.PACKAGE.length()).replace("Vector", "s");
      code.invoke(from, "reinterpretAs" + plural, "()L" + to + ";");
    }
  }

  private static String letter(int width) {
    return switch (width) {
      case 1 -> "B";
      case 2 -> "S";
      case 4 -> "I";
      default -> "L";
    };
  }
}
