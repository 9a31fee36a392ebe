package org.ptoc.emulator.jit.segment;

/**
 * The places of the lanes of a load or store in memory: lane n at {@code n / copies % period *
 * stride} from the address, and one block further for each block in front of it when blocks belong
 * to two registers in turn.
 *
 * @param unit bytes of one lane in memory
 * @param stride distance of the lanes in bytes, 0 where all read the same
 * @param copies neighbouring lanes that read the same, a power of two
 * @param period lanes after which all begins anew, a power of two; 0 for never
 * @param alternating whether every other block of 32 bytes is left out
 */
public record LanePlaces(int unit, int stride, int copies, int period, boolean alternating) {
  public static final int BLOCK_BYTES = 32;

  /** Lanes behind each other. */
  static LanePlaces dense(int unit) {
    return strided(unit, unit);
  }

  /** Lanes that stand {@code stride} bytes apart. */
  static LanePlaces strided(int unit, int stride) {
    return new LanePlaces(unit, stride, 1, 0, false);
  }

  /** True if the lanes are consecutive in memory, in their order. */
  public boolean isDense() {
    return isOneToOne() && stride == unit && !alternating;
  }

  /** True if all lanes read the same bytes. */
  public boolean isBroadcast() {
    return stride == 0;
  }

  /** True if every vector of lanes reads the same bytes when lanes are counted on. */
  public boolean isFixed() {
    return stride == 0 || period > 0;
  }

  private boolean isOneToOne() {
    return !isFixed() && copies == 1;
  }

  /**
   * Bytes from the first to the last of {@code lanes} lanes, including skipped ones between them.
   */
  int bytes(int lanes) {
    if (stride == 0) {
      return unit;
    }
    int different = period > 0 ? period : lanes / copies;
    return different * stride * (alternating ? 2 : 1);
  }

  /** True if accesses with these places to one address meet in no other way than lane by lane. */
  boolean matches(LanePlaces other) {
    return isOneToOne()
        && other.isOneToOne()
        && stride == other.stride
        && unit == other.unit
        && alternating == other.alternating;
  }
}
