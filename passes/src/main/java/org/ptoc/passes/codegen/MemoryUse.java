package org.ptoc.passes.codegen;

import java.util.Optional;
import java.util.OptionalInt;
import org.ptoc.ir.Function;

/** What a function has been given of the memories of a core, as its attributes tell. */
public final class MemoryUse {
  /** Function attribute, an integer: highest byte of the unified buffer that is used, plus one. */
  public static final String UB_BYTES_ATTRIBUTE = "pto.ub_bytes";

  /** Function attribute, an integer: the lowest byte of LOCAL memory that variables take. */
  public static final String LOCAL_START_ATTRIBUTE = "pto.local_start";

  private MemoryUse() {}

  /** Bytes of the unified buffer that a function says it uses; empty when it does not say. */
  public static OptionalInt unifiedBufferBytes(Function function) {
    Optional<Long> known = function.attributes().integer(UB_BYTES_ATTRIBUTE);
    return known.isPresent() ? OptionalInt.of(known.get().intValue()) : OptionalInt.empty();
  }

  /** The lowest byte of LOCAL memory that variables of a function take; empty without any. */
  public static OptionalInt localStart(Function function) {
    Optional<Long> known = function.attributes().integer(LOCAL_START_ATTRIBUTE);
    return known.isPresent() ? OptionalInt.of(known.get().intValue()) : OptionalInt.empty();
  }
}
