package org.ptoc.ir.isa;

/**
 * Operations that are no function of single lanes: one hand-written kernel each in an execution
 * engine.
 */
public enum UnitOperation implements Semantics.Operation {
  // DMA
  COPY_GM_TO_UB(Places.SCALARS, PredicateSource.NONE),
  COPY_UB_TO_GM(Places.SCALARS, PredicateSource.NONE),
  COPY_UB_TO_UB(Places.SCALARS, PredicateSource.NONE),
  COPY_GM_TO_UB_ALIGN(Places.SCALARS, PredicateSource.NONE),
  COPY_UB_TO_GM_ALIGN(Places.SCALARS, PredicateSource.NONE),
  // Cube core (spec/60)
  COPY_GM_TO_L1(Places.SCALARS, PredicateSource.NONE),
  COPY_ROWS_TO_FRACTALS(Places.SCALARS, PredicateSource.NONE),
  COPY_COLUMNS_TO_FRACTALS(Places.SCALARS, PredicateSource.NONE),
  COPY_L1_TO_GM(Places.SCALARS, PredicateSource.NONE),
  COPY_L1_TO_UB(Places.SCALARS, PredicateSource.NONE),
  COPY_UB_TO_L1(Places.SCALARS, PredicateSource.NONE),
  LOAD_BIAS(Places.SCALARS, PredicateSource.NONE),
  LOAD_PARAMETERS(Places.SCALARS, PredicateSource.NONE),
  FILL_L1(Places.SCALARS, PredicateSource.NONE),
  LOAD_L0A(Places.SCALARS, PredicateSource.NONE),
  LOAD_L0A_TRANSPOSED(Places.SCALARS, PredicateSource.NONE),
  LOAD_L0B(Places.SCALARS, PredicateSource.NONE),
  LOAD_L0B_TRANSPOSED(Places.SCALARS, PredicateSource.NONE),
  LOAD_L0A_SCALES(Places.SCALARS, PredicateSource.NONE),
  LOAD_L0B_SCALES(Places.SCALARS, PredicateSource.NONE),
  MULTIPLY_MATRICES(Places.SCALARS, PredicateSource.NONE),
  MULTIPLY_SCALED_MATRICES(Places.SCALARS, PredicateSource.NONE),
  STORE_ACCUMULATORS(Places.SCALARS, PredicateSource.NONE),
  MOVE_ACCUMULATORS_TO_L1(Places.SCALARS, PredicateSource.NONE),
  MOVE_ACCUMULATORS_TO_UB(Places.SCALARS, PredicateSource.NONE),
  // SFU on the unified buffer
  BIT_SORT(Places.SCALARS, PredicateSource.NONE),
  MERGE_SORT(Places.COUNT, PredicateSource.NONE),
  TRANSPOSE(Places.SCALARS, PredicateSource.NONE),
  SORT_BLOCK(Places.SCALARS, PredicateSource.NONE),
  // Cross-lane
  REDUCE_ADD(Places.SCALARS, PredicateSource.NONE),
  REDUCE_MAXIMUM(Places.SCALARS, PredicateSource.NONE),
  REDUCE_MINIMUM(Places.SCALARS, PredicateSource.NONE),
  GROUP_ADD(Places.SCALARS, PredicateSource.NONE),
  GROUP_MAXIMUM(Places.SCALARS, PredicateSource.NONE),
  GROUP_MINIMUM(Places.SCALARS, PredicateSource.NONE),
  PAIR_ADD(Places.SCALARS, PredicateSource.NONE),
  DUPLICATE_LANE(Places.SCALARS, PredicateSource.NONE),
  INTERLEAVE(Places.SCALARS, PredicateSource.NONE),
  DEINTERLEAVE(Places.SCALARS, PredicateSource.NONE),
  PACK(Places.SCALARS, PredicateSource.NONE),
  UNPACK_SIGNED(Places.SCALARS, PredicateSource.NONE),
  UNPACK_UNSIGNED(Places.SCALARS, PredicateSource.NONE),
  /** Also sets the SQZN state (spec/00, 4.9). */
  SQUEEZE(Places.SCALARS, PredicateSource.NONE),
  PREFIX_COUNT(Places.SCALARS, PredicateSource.NONE),
  SELECT_LANES(Places.SCALARS, PredicateSource.NONE),
  BROADCAST_TO_BLOCKS(Places.SCALARS, PredicateSource.NONE),
  REDUCE_BY_PATTERN(Places.COUNT, PredicateSource.NONE),
  // Vector load and store
  LOAD(Places.SCALARS, PredicateSource.NONE),
  LOAD_PAIR(Places.SCALARS, PredicateSource.NONE),
  LOAD_ALIGN(Places.STREAM, PredicateSource.NONE),
  LOAD_UNALIGNED(Places.STREAM, PredicateSource.NONE),
  LOAD_BLOCKS(Places.MASKS, PredicateSource.NONE),
  GATHER(Places.LANES, PredicateSource.NONE),
  GATHER_BLOCKS(Places.LANES, PredicateSource.NONE),
  GATHER_BYTE_OFFSETS(Places.LANES, PredicateSource.NONE),
  INITIALIZE_ALIGN(Places.STREAM, PredicateSource.NONE),
  STORE(Places.MASKS, PredicateSource.NONE),
  STORE_PAIR(Places.SCALARS, PredicateSource.NONE),
  STORE_UNALIGNED(Places.STREAM, PredicateSource.NONE),
  FLUSH_ALIGN(Places.STREAM, PredicateSource.NONE),
  FLUSH_ALIGN_AT_AR(Places.COUNT, PredicateSource.NONE),
  STORE_SQUEEZED(Places.COUNT, PredicateSource.NONE),
  STORE_BLOCKS(Places.MASKS, PredicateSource.NONE),
  SCATTER(Places.LANES, PredicateSource.NONE),
  SPILL_ALIGN(Places.SCALARS, PredicateSource.NONE),
  FILL_ALIGN(Places.SCALARS, PredicateSource.NONE),
  SPILL_VECTOR(Places.SCALARS, PredicateSource.NONE),
  FILL_VECTOR(Places.SCALARS, PredicateSource.NONE),
  // Predicates
  PREDICATE_PATTERN(Places.SCALARS, PredicateSource.SCALARS),
  PREDICATE_LESS_THAN(Places.SCALARS, PredicateSource.SCALARS),
  PREDICATE_LESS_THAN_LOOP(Places.SCALARS, PredicateSource.SCALARS),
  PREDICATE_AND(Places.SCALARS, PredicateSource.LOGIC),
  PREDICATE_OR(Places.SCALARS, PredicateSource.LOGIC),
  PREDICATE_XOR(Places.SCALARS, PredicateSource.LOGIC),
  PREDICATE_NOT(Places.SCALARS, PredicateSource.LOGIC),
  PREDICATE_SELECT(Places.SCALARS, PredicateSource.CHOICE),
  PREDICATE_MOVE(Places.SCALARS, PredicateSource.CHOICE),
  PREDICATE_PACK(Places.SCALARS, PredicateSource.ARRANGEMENT),
  PREDICATE_UNPACK(Places.SCALARS, PredicateSource.ARRANGEMENT),
  PREDICATE_INTERLEAVE(Places.SCALARS, PredicateSource.ARRANGEMENT),
  PREDICATE_DEINTERLEAVE(Places.SCALARS, PredicateSource.ARRANGEMENT),
  PREDICATE_LOAD(Places.SCALARS, PredicateSource.DATA),
  PREDICATE_STORE(Places.SCALARS, PredicateSource.NONE),
  PREDICATE_STORE_UNALIGNED(Places.STREAM, PredicateSource.NONE),
  SPILL_PREDICATE(Places.SCALARS, PredicateSource.NONE),
  FILL_PREDICATE(Places.SCALARS, PredicateSource.DATA);

  /** What says which bytes of memory a word touches. */
  public enum Places {
    /** Scalars, immediates and special registers; or the word has to do with registers alone. */
    SCALARS,
    /** These and the predicate that masks the word: only what is active is touched. */
    MASKS,
    /** These and what an alignment register holds of a stream. */
    STREAM,
    /** Offsets in the lanes of a vector, or in memory. */
    LANES,
    /** Scalars say where, data how many. */
    COUNT
  }

  /** What the predicates follow from that a word writes. */
  public enum PredicateSource {
    /** It writes none. */
    NONE,
    /** Scalars and immediates. */
    SCALARS,
    /** Predicates, bit by bit; a bit that its mask does not have is 0. */
    LOGIC,
    /** Predicates, bit by bit; each bit is one of those at its place. */
    CHOICE,
    /** Predicates whose bits come to other places. */
    ARRANGEMENT,
    /** Memory. */
    DATA
  }

  private final Places places;
  private final PredicateSource predicates;

  UnitOperation(Places places, PredicateSource predicates) {
    this.places = places;
    this.predicates = predicates;
  }

  /** What says which bytes of memory its words touch (spec/00, 4.8 to 4.11). */
  public Places places() {
    return places;
  }

  /** What the predicates follow from that its words write (spec/00, 4.7; spec/11, 9). */
  public PredicateSource predicates() {
    return predicates;
  }
}
