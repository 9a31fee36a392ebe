package org.ptoc.emulator.jit.staged;

import java.nio.Buffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.ShortBuffer;
import org.objectweb.asm.Opcodes;
import org.ptoc.ir.isa.DataType;

/** Elements of the arrays that flat loops work on, see {@link StagedMethod}. */
enum StagedElement {
  SINGLE(DataType.FP32, float[].class, FloatBuffer.class, Opcodes.FALOAD, Opcodes.FASTORE),
  /** Computed as floats. */
  HALF(DataType.FP16, short[].class, ShortBuffer.class, Opcodes.SALOAD, Opcodes.SASTORE),
  INTEGER(DataType.S32, int[].class, IntBuffer.class, Opcodes.IALOAD, Opcodes.IASTORE);

  final DataType type;
  final Class<?> array;

  /** The view of the unified buffer. */
  final Class<? extends Buffer> view;

  final int arrayLoad;
  final int arrayStore;

  StagedElement(
      DataType type, Class<?> array, Class<? extends Buffer> view, int arrayLoad, int arrayStore) {
    this.type = type;
    this.array = array;
    this.view = view;
    this.arrayLoad = arrayLoad;
    this.arrayStore = arrayStore;
  }

  int bytes() {
    return type.bytes();
  }

  /** The store to a local variable of a value in the loop. */
  int localStore() {
    return this == INTEGER ? Opcodes.ISTORE : Opcodes.FSTORE;
  }

  /** The load of such a variable. */
  int localLoad() {
    return this == INTEGER ? Opcodes.ILOAD : Opcodes.FLOAD;
  }
}
