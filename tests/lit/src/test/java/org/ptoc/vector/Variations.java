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
      case CARRY, CARRY_CHAIN, WIDE_MULTIPLY, COMPARE, COMPARE_SCALAR, EXP_DIFFERENCE, TRUNCATE, SCALE_CONVERT, SELECT,
              LANE_LOOKUP, INTERLEAVE, INTERLEAVE_HALF, SQUEEZE, PREFIX_COUNT, SLIDE, REDUCE_SUM, REDUCE,
              EXTREMUM_WITH_MASK, SPLAT, INDEX_VECTOR, DUPLICATE, FUSED_CONVERT, PACK, UNPACK ->
          VectorVariations.of(op);
      case CONVERT -> ConvertVariations.of(op);
      default -> List.of();
    };
  }
}
