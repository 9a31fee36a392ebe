package org.ptoc.ir.catalog;

/**
 * What one row does differently from the other rows of its form; the verifier and the lowerings
 * read it.
 */
public enum Trait {
  /** Gather: result and data have 32 bits, so have the offsets (spec/11, pto.vgather2_bc). */
  WORD_OFFSETS,
  /** Gather: each offset selects 32 bytes (spec/11, pto.vgatherb). */
  BLOCK_OFFSETS,
  /** Only floats take a scratch tile and a precision (spec/50, 2.9). */
  FLOAT_SCRATCH,
  /** The offset is part of the instruction and must be a constant (spec/00, 4.9). */
  IMMEDIATE_OFFSET,
  /**
   * The configuration word of the UB helper has repeat strides besides the count (spec/10,
   * pto.vtranspose).
   */
  STRIDED_CONFIG,
  /** Which operand is the stride of which side is not documented (spec/00, 4.4). */
  UNCERTAIN_STRIDE_ORDER,
  /**
   * Sets how often the loops of transfers run; the other rows of its form set strides (spec/00,
   * 4.4).
   */
  LOOP_SIZES,
  /** Gives the stride of a dimension; the other row of its form gives the extent (spec/20, 2.1). */
  ASKS_STRIDE,
  /** Gives the valid columns; the other row of its form gives the valid rows (spec/50, 2.9). */
  ASKS_COLUMNS,
  /** The result of the reduction is a 32-bit index (spec/20, 7.1 and 7.2). */
  INDEX_RESULT,
  /** The second source is one value per row (spec/20, 7.3). */
  ROW_CARRIER,
  /** The second source is one value per column (spec/20, 7.3). */
  COLUMN_CARRIER,
  /** At least one source must cover the destination (spec/20, 7.4). */
  NEEDS_COVERING_SOURCE,
  /** Source and destination have one physical shape (spec/20, 8.3). */
  SAME_PHYSICAL_SHAPE,
  /** The destination is at least as large as the source in both dimensions (spec/20, 8.3). */
  GROWS,
  /** Source and destination are the same storage (spec/20, 8.3). */
  SAME_STORAGE,
  /**
   * The destination must not be a source where tile operations use scratch tiles (spec/20, section
   * 3, rule 6).
   */
  NOT_IN_PLACE_BESIDE_SCRATCH,
  /** The destination must not be a source, whatever the other rows of its form allow. */
  NOT_IN_PLACE,
  /** The scalar may be {@code f32} for any tile (spec/20, 6.2). */
  SINGLE_PRECISION_SCALAR,
  /**
   * 32-bit integers can only be compared for equality where vector instructions repeat (spec/20,
   * 6.5).
   */
  EQUALITY_ONLY_FOR_INT32,
  /** The left factor of the product is one row (spec/60, 2.7). */
  ONE_ROW,
  /** Adds to what the accumulators hold (spec/60, 3.6). */
  ACCUMULATES,
  /** The pointer leads into GM; the other rows of its form take those into UB too. */
  GLOBAL_MEMORY,
  /** A signal between the cube core and one vector core, where the profile has that. */
  BETWEEN_TWO_CORES,
  /** A signal between all cores of a kind, of all blocks. */
  ALL_BLOCKS,
  /** Each member of a group has the rows of its number (spec/70, 4.2). */
  BY_ROWS,
  /** For vector cores only. */
  VECTOR_CORE,
  /** Signless integers count as signed ones (spec/80, 2.4). */
  SIGNED_LANES,
  /**
   * Signless integers count as unsigned ones, whatever other rows of the form do (spec/80, 2.4).
   */
  UNSIGNED_LANES,
  /** An older name: attributes that the newer name requires have defaults. */
  OLDER_NAME,
  /** Active lanes are side by side in memory (spec/80, 4.11). */
  PACKED_LANES,
  /** Counts everything up to a bin (spec/80, 4.10). */
  CUMULATIVE,
  /** One element in every lane of its group (spec/80, 2.4). */
  BROADCASTS,
  /** For the cube core only: a region of its code, or a register of it (spec/00, 1.6). */
  CUBE_CORE
}
