package org.ptoc.tools.debug;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.ptoc.emulator.session.ByteRange;
import org.ptoc.ir.isa.AddressSpace;

/** Bytes of memories as they were shown last, to find those that have changed since. */
final class ShownBytes {
  private static final int PAGE = 256;

  private final Map<ByteRange, Page> earlier = new HashMap<>();
  private final Map<ByteRange, Page> here = new HashMap<>();
  private long position = -1;

  private record Page(byte[] bytes, BitSet shown) {
    Page() {
      this(new byte[PAGE], new BitSet());
    }

    void put(int at, byte value) {
      bytes[at] = value;
      shown.set(at);
    }
  }

  /**
   * Records bytes that are shown.
   *
   * @param now the position of the run
   * @return true if one of them was shown with another value when the run was elsewhere
   */
  boolean show(ByteRange range, byte[] bytes, long now) {
    if (now != position) {
      here.forEach(
          (key, page) -> {
            Page known = earlier.computeIfAbsent(key, _ -> new Page());
            page.shown().stream().forEach(at -> known.put(at, page.bytes()[at]));
          });
      here.clear();
      position = now;
    }
    boolean hasChanged = false;
    for (int i = 0; i < bytes.length; i++) {
      long address = range.address() + i;
      int at = Math.floorMod(address, PAGE);
      ByteRange key =
          new ByteRange(
              range.space(),
              range.space() == AddressSpace.GM ? 0 : range.core(),
              address - at,
              PAGE);
      here.computeIfAbsent(key, _ -> new Page()).put(at, bytes[i]);
      Page known = earlier.get(key);
      hasChanged |= known != null && known.shown().get(at) && known.bytes()[at] != bytes[i];
    }
    return hasChanged;
  }
}
