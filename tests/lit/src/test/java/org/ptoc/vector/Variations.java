package org.ptoc.vector;

import java.util.List;
import org.ptoc.ir.catalog.OpDefinition;

/** All cells of an operation on A5, one for each textual form and element type that the catalogue calls legal. */
final class Variations {
  private Variations() {}

  static List<Variation> of(OpDefinition op) {
    if (!op.typesA5().exists()) {
      return List.of();
    }
    return switch (op.shape()) {
      case UNARY, MOVE, BINARY, BITWISE, BINARY_OPTIONAL_MASK, SHIFT, VECTOR_SCALAR, SHIFT_SCALAR, MULTIPLY_ACCUMULATE, AXPY ->
          LaneVariations.of(op);
      default -> List.of();
    };
  }
}
