package org.ptoc.backend.a5.address;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.ptoc.ir.Value;

/** By how many elements loops have moved the pointers that they carry, where that is known. */
final class Displacements {
  private final Map<Value, Long> elements = new HashMap<>();

  void put(Value result, long displacement) {
    elements.put(result, displacement);
  }

  /**
   * The distance from what a loop starts with to what it leaves.
   *
   * @param result a result of the loop
   */
  OptionalLong of(Value result) {
    Long known = elements.get(result);
    return known == null ? OptionalLong.empty() : OptionalLong.of(known);
  }
}
