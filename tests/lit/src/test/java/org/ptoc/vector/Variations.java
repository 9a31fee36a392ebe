package org.ptoc.vector;

import java.util.List;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.Profile;

/**
 * All cells of an operation on A5, one for each textual form and element type that the catalogue
 * calls legal.
 */
final class Variations {
  private Variations() {}

  /** True for what exists on A5 and belongs to the vector path: no tiles, no views, no cube. */
  static boolean covers(OpDefinition op) {
    return op.types(Profile.A5).exists()
        && !op.isTileOperation()
        && !isElsewhere(op)
        && !op.form().isAboutCube()
        && !op.has(Trait.GLOBAL_MEMORY)
        && switch (op.form()) {
          case MACHINE,
              UNSUPPORTED,
              MAKE_VIEW,
              PARTITION,
              VIEW_QUERY,
              VIEW_ADDRESS,
              ALLOC_TILE,
              ALLOC_MULTI_TILE,
              MULTI_TILE_GET,
              ASSIGN_TILE,
              SUBVIEW,
              SET_VALID,
              GET_VALID,
              VALID_EXTENT,
              BITCAST_TILE,
              TILE_ADDRESS,
              PIPE_BARRIER_SYNC,
              EVENT_PAIR,
              FENCE,
              POINTER_TO_INTEGER,
              INTEGER_TO_POINTER,
              ATOMIC_OPERATION,
              ATOMIC_TYPE,
              FLAG_MEMORY,
              CACHE_DROP,
              CACHE_CLEAN,
              PRINT,
              TRAP,
              DECLARE_LOCAL,
              LOCAL_SET,
              LOCAL_GET,
              STRUCT_SET,
              STRUCT_GET,
              EVENT_SET,
              EVENT_GET,
              LANE_SHIFT ->
              false;
          default -> true;
        };
  }

  /** True for signals and pipes between cores (multicore) and logical vectors (LogicalPrograms). */
  private static boolean isElsewhere(OpDefinition op) {
    return op.spec().startsWith("70") || op.spec().startsWith("80");
  }

  static List<Variation> of(OpDefinition op) {
    if (!op.types(Profile.A5).exists()) {
      return List.of();
    }
    return switch (op.form()) {
      case UNARY,
          MOVE,
          BINARY,
          BITWISE,
          BINARY_OPTIONAL_MASK,
          SHIFT,
          VECTOR_SCALAR,
          SHIFT_SCALAR,
          MULTIPLY_ACCUMULATE,
          AXPY ->
          LaneVariations.of(op);
      case CARRY,
          CARRY_CHAIN,
          WIDE_MULTIPLY,
          COMPARE,
          COMPARE_SCALAR,
          EXP_DIFFERENCE,
          TRUNCATE,
          SCALE_CONVERT,
          SELECT,
          LANE_LOOKUP,
          INTERLEAVE,
          INTERLEAVE_HALF,
          SQUEEZE,
          PREFIX_COUNT,
          SLIDE,
          REDUCE_SUM,
          REDUCE,
          EXTREMUM_WITH_MASK,
          HISTOGRAM,
          SPLAT,
          INDEX_VECTOR,
          DUPLICATE,
          FUSED_CONVERT,
          PACK,
          UNPACK ->
          VectorVariations.of(op);
      case CONVERT -> ConvertVariations.of(op);
      case PATTERN_B8,
          PATTERN_B16,
          PATTERN_B32,
          LESS_THAN_B8,
          LESS_THAN_B16,
          LESS_THAN_B32,
          LOOP_BOUND_B8,
          LOOP_BOUND_B16,
          LOOP_BOUND_B32,
          MASK_BINARY,
          MASK_UNARY,
          MASK_PACK,
          MASK_UNPACK,
          MASK_INTERLEAVE_B8,
          MASK_INTERLEAVE_B16,
          MASK_INTERLEAVE_B32,
          MASK_BITCAST ->
          MaskVariations.of(op);
      case LOAD, LOAD_DUAL, STORE, STORE_DUAL, LOAD_BLOCKS, STORE_BLOCKS, VECTOR_BITCAST ->
          MemoryVariations.of(op);
      case GATHER, SCATTER -> IndexedVariations.of(op);
      case LOAD_ALIGN,
          LOAD_UNALIGNED,
          INIT_ALIGN,
          STORE_UNALIGNED,
          FLUSH_ALIGN,
          STORE_SQUEEZED,
          FLUSH_SQUEEZED,
          CLEAR_SPECIAL,
          STORE_SPECIAL,
          MASK_LOAD,
          MASK_LOAD_IMMEDIATE,
          MASK_STORE,
          MASK_STORE_IMMEDIATE,
          MASK_STORE_UNALIGNED ->
          StreamVariations.of(op);
      case BIT_SORT, MERGE_SORT, MERGE_COUNTS, UB_CONFIGURED -> SortVariations.of(op);
      case CONSTANT,
          INTEGER_BINARY,
          FLOAT_BINARY,
          FLOAT_UNARY,
          INTEGER_COMPARE,
          FLOAT_COMPARE,
          SELECT_SCALAR,
          SCALAR_CAST ->
          ScalarVariations.of(op);
      case TRANSFER_IN, TRANSFER_OUT, TRANSFER_WITHIN, COPY_IN, COPY_OUT, SET_LOOP, SET_PAD_VALUE ->
          TransferVariations.of(op);
      case CAST_POINTER,
          ADD_POINTER,
          LOAD_SCALAR,
          STORE_SCALAR,
          FLAG,
          BUFFER,
          PIPE_BARRIER,
          MEMORY_BARRIER,
          QUERY,
          SET_CONTROL,
          GET_CONTROL,
          SET_BIT,
          VECSCOPE,
          STRICT_VECSCOPE,
          SECTION,
          FOR,
          YIELD,
          IF,
          WHILE,
          CONDITION,
          RETURN,
          CALL,
          UNREALIZED_CAST ->
          SystemVariations.of(op);
      default -> List.of();
    };
  }
}
