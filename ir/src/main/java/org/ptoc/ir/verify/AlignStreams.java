package org.ptoc.ir.verify;

import java.util.HashMap;
import java.util.Map;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;

/**
 * Follows align values: load streams and store streams do not mix, and a store stream is a chain
 * (spec/00, 4.9).
 */
final class AlignStreams {
  /** Where an align value comes from; values that regions carry are in neither map. */
  enum Kind {
    LOAD,
    STORE
  }

  private final Map<Value, Kind> kinds = new HashMap<>();
  private final Map<Value, Region> consumers = new HashMap<>();

  void define(Value align, Kind kind) {
    kinds.put(align, kind);
  }

  /** True when the value is known to belong to a stream of the other kind. */
  boolean isOther(Value align, Kind kind) {
    Kind own = kinds.get(align);
    return own != null && own != kind;
  }

  /**
   * Notes a use as the next link of a store stream; false when the same region has used the value
   * already.
   */
  boolean consume(Value align, Region region) {
    return consumers.put(align, region) != region;
  }
}
