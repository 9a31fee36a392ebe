package org.ptoc.ir.isa;

/**
 * A fact in which profiles differ; code asks for the fact that is its reason, never for a profile.
 */
public enum ProfileFeature {
  /**
   * Vector instructions compute in 256-byte registers inside vector regions; otherwise they repeat
   * over the unified buffer under a mask of the core (spec/40, 5.1 and 1.4).
   */
  VECTOR_REGISTERS,
  /**
   * Pipe V ends each region before it begins the next; otherwise a dependent instruction on V needs
   * a barrier (spec/30, sections 3.5 and 9).
   */
  ORDERED_VECTOR_PIPE,
  /** A comparison with a scalar packs the mask of full rows as one run of bits (spec/20, 6.5). */
  LINEAR_MASKS,
  /**
   * The cube core and the vector cores of a block write into memories of each other, and have flags
   * for two of them; otherwise a flag is for all vector cores of a block, entries go through GM,
   * and a wait stalls the whole core (spec/70, 1.1 and 2.2).
   */
  CONNECTED_CORES,
  /**
   * Transfers count rows and strides in bytes and have two loops; otherwise they count blocks of 32
   * bytes (spec/40, 1.6).
   */
  BYTE_TRANSFERS,
  /** Elements may be floats of 8 and 4 bits, with and without shared scales (spec/60, 1.5). */
  SMALL_FLOATS,
  /** Loads to L1 turn the columns of a view into fractals of rows (spec/60, 2.4). */
  COLUMN_LOADS,
  /** The fix-pipe writes accumulators into on-chip tiles without fractals (spec/60, 2.8). */
  PLAIN_RESULTS,
  /**
   * Loads of biases and fix-pipe parameters convert bf16 biases and float parameters, and count
   * units of 32 and 64 bytes instead of 64 and 128 (spec/60, 3.5).
   */
  TABLE_CONVERSIONS,
  /** Products round f32 factors to tf32 on request; otherwise to hf32 (spec/60, 2.10). */
  TENSOR_FLOATS,
  /**
   * The left factor is stored by columns of fractals, and bit 61 of a product disables the one-row
   * organisation; otherwise by rows, and bit 61 is set for f32 (spec/60, 3.3 and 6.3).
   */
  LEFT_BY_COLUMNS,
  /** DMA stores L1 to GM (spec/60, 2.8). */
  L1_STORES,
  /**
   * Tile operations use scratch tiles, and those of rule 6 want destination, sources and scratch
   * apart (spec/20, section 3).
   */
  SCRATCH_TILES
}
