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
    for (int i = 0; i < count; i++) {
      int at = address + Float.BYTES * i;
      LittleEndian.put32(ub, at, canonical(LittleEndian.get32(ub, at)));
    }
  }

  /** The same for the larger of each lane and +0. */
  static void deliverRectified(FloatBuffer view, byte[] ub, int address, float[] lanes, int count) {
    view.put(address / Float.BYTES, lanes, 0, count);
    for (int i = 0; i < count; i++) {
      int at = address + Float.BYTES * i;
      int bits = canonical(LittleEndian.get32(ub, at));
      LittleEndian.put32(ub, at, bits & ~(bits >> Integer.SIZE - 1));
    }
  }

  /** Without a branch and without floats, so that the JVM vectorises the loops around it. */
  private static int canonical(int bits) {
    int isNaN = INFINITY - (bits & Integer.MAX_VALUE) >> Integer.SIZE - 1;
    return bits & ~isNaN | Float32.CANONICAL_NAN & isNaN;
  }
}
