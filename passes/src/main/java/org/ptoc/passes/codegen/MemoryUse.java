package org.ptoc.passes.codegen;

import java.util.Optional;
import java.util.OptionalInt;
import org.ptoc.ir.Function;
import org.ptoc.ir.catalog.UnlistedAttribute;

/** What a function has been given of the memories of a core, as its attributes tell. */
public final class MemoryUse {
  private MemoryUse() {}

  /** Bytes of the unified buffer that a function says it uses; empty when it does not say. */
  public static OptionalInt unifiedBufferBytes(Function function) {
    Optional<Long> known = function.attributes().integer(UnlistedAttribute.UB_BYTES);
    return known.isPresent() ? OptionalInt.of(known.get().intValue()) : OptionalInt.empty();
  }

  /** The lowest byte of LOCAL memory that variables of a function take; empty without any. */
  public static OptionalInt localStart(Function function) {
    Optional<Long> known = function.attributes().integer(UnlistedAttribute.LOCAL_START);
    return known.isPresent() ? OptionalInt.of(known.get().intValue()) : OptionalInt.empty();
  }
}
