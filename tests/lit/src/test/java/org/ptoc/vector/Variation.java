package org.ptoc.vector;

import java.util.List;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.type.ElementType;

/**
 * One cell of the coverage page with the kernels that fill it.
 *
 * @param form id of the textual form (spec/10, section 0)
 * @param column element type of the first source, or {@code -}
 * @param probes kernels that all must agree with their references
 */
record Variation(OpDefinition op, String form, String column, List<Probe> probes) {
  Variation {
    probes = List.copyOf(probes);
  }

  static Variation of(OpDefinition op, String form, ElementType column, Probe... probes) {
    return new Variation(op, form, column.spelling(), List.of(probes));
  }
}
