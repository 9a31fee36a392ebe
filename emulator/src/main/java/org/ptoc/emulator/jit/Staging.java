package org.ptoc.emulator.jit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.emulator.unit.LittleEndian;

/** What generated code calls to bring f32 lanes from the unified buffer to arrays of floats and back. */
final class Staging {
  /** Lanes that are brought at once: few enough that they stay in the cache of the processor. */
  static final int LANES = 1024;

  private static final int INFINITY = 0x7F80_0000;

  private Staging() {}

  static float[][] arrays(Core core, int count) {
    return core.scratch.stage(count, LANES);
  }

  static FloatBuffer view(Core core) {
    return ByteBuffer.wrap(core.ub).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
  }

  /** Brings lanes from an address, which is a multiple of four. */
  static void fetch(FloatBuffer view, int address, float[] lanes, int count) {
    view.get(address / Float.BYTES, lanes, 0, count);
  }

  /** Brings lanes to an address, with the canonical NaN in the place of every NaN. */
  static void deliver(FloatBuffer view, byte[] ub, int address, float[] lanes, int count) {
    view.put(address / Float.BYTES, lanes, 0, count);
    canonical(ub, address, count);
  }

  /** Without a branch and without floats, so that the JVM vectorises it. */
  private static void canonical(byte[] ub, int address, int count) {
    for (int i = 0; i < count; i++) {
      int bits = LittleEndian.get32(ub, address + Float.BYTES * i);
      int isNaN = INFINITY - (bits & Integer.MAX_VALUE) >> Integer.SIZE - 1;
      LittleEndian.put32(ub, address + Float.BYTES * i, bits & ~isNaN | Float32.CANONICAL_NAN & isNaN);
    }
  }
}
