package org.ptoc.emulator.jit.loop;

import java.lang.foreign.MemorySegment;
import org.ptoc.emulator.jit.carrier.LaneArray;
import org.ptoc.emulator.lane.CanonicalNumbers;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.emulator.unit.LittleEndian;

/**
 * What generated code calls to bring lanes from the unified buffer to arrays of their type and
 * back.
 */
public final class Staging {
  /** Lanes that are brought at once: few enough that they stay in the cache of the processor. */
  static final int LANES = 1024;

  private static final int INFINITY = 0x7F80_0000;

  private Staging() {}

  /** The unified buffer. */
  public static MemorySegment memory(Core core) {
    return MemorySegment.ofArray(core.ub);
  }

  // Brings lanes from an address.

  /** Fetches {@code count} consecutive lanes from a byte address. */
  public static void fetch(MemorySegment memory, int address, float[] lanes, int count) {
    MemorySegment.copy(memory, LaneArray.FLOATS, address, lanes, 0, count);
  }

  /** The same for lanes of 16 bits. */
  public static void fetch(MemorySegment memory, int address, short[] lanes, int count) {
    MemorySegment.copy(memory, LaneArray.SHORTS, address, lanes, 0, count);
  }

  /** The same for integers of 32 bits. */
  public static void fetch(MemorySegment memory, int address, int[] lanes, int count) {
    MemorySegment.copy(memory, LaneArray.INTS, address, lanes, 0, count);
  }

  // Brings lanes to an address, with the canonical NaN in the place of every NaN.

  /**
   * Brings {@code count} lanes of f32 to a byte address; {@code memory} and {@code ub} are the same
   * bytes.
   */
  public static void deliver(
      MemorySegment memory, byte[] ub, int address, float[] lanes, int count) {
    MemorySegment.copy(lanes, 0, memory, LaneArray.FLOATS, address, count);
    for (int i = 0; i < count; i++) {
      int at = address + Float.BYTES * i;
      LittleEndian.put32(ub, at, canonical(LittleEndian.get32(ub, at)));
    }
  }

  /** The same for lanes of f16. */
  public static void deliver(
      MemorySegment memory, byte[] ub, int address, short[] lanes, int count) {
    MemorySegment.copy(lanes, 0, memory, LaneArray.SHORTS, address, count);
    int bytes = Short.BYTES * count;
    int whole = bytes & -Long.BYTES;
    CanonicalNumbers.HALVES.apply(ub, address, whole);
    for (int i = whole; i < bytes; i += Short.BYTES) {
      int half = LittleEndian.get16(ub, address + i);
      LittleEndian.put16(ub, address + i, Float16.isNaN(half) ? Float16.CANONICAL_NAN : half);
    }
  }

  /** The same for integers of 32 bits, which are left as they are. */
  public static void deliver(MemorySegment memory, byte[] ub, int address, int[] lanes, int count) {
    MemorySegment.copy(lanes, 0, memory, LaneArray.INTS, address, count);
  }

  /** The same for the larger of each lane and +0. */
  public static void deliverRectified(
      MemorySegment memory, byte[] ub, int address, float[] lanes, int count) {
    MemorySegment.copy(lanes, 0, memory, LaneArray.FLOATS, address, count);
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
