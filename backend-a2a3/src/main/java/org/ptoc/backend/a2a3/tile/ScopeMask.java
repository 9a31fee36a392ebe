package org.ptoc.backend.a2a3.tile;

import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.passes.build.IrBuilder;

/**
 * A predicate of a vecscope: the first lanes, of which those whose bit is set when it comes from a
 * comparison.
 *
 * @param count number of lanes, {@code index}
 * @param lanes lanes of a register
 * @param bits packed bits in UB
 */
record ScopeMask(Value count, int lanes, Optional<Area> bits) {
  static ScopeMask first(Value count, int lanes) {
    return new ScopeMask(count, lanes, Optional.empty());
  }

  ScopeMask with(Area area) {
    return new ScopeMask(count, lanes, Optional.of(area));
  }

  /** True when every lane is known to be active. */
  boolean isFull(IrBuilder builder) {
    return bits.isEmpty() && builder.constantOf(count).orElse(-1) == lanes;
  }

  Domain domain(IrBuilder builder) {
    return Domain.row(builder, count);
  }
}
