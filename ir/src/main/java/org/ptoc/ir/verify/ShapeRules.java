package org.ptoc.ir.verify;

import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.MaskType;

/** Leads every shape of the catalogue to its rule. */
final class ShapeRules {
  private ShapeRules() {}

  /**
   * Applies the rule of the operation's shape; its roles, kinds and attributes are known to be
   * right.
   */
  static void check(Check check) {
    switch (check.op().definition().form()) {
      case UNARY, MOVE, REDUCE -> VectorRules.unary(check);
      case BINARY, BINARY_OPTIONAL_MASK, BITWISE -> VectorRules.binary(check);
      case SHIFT -> VectorRules.shift(check);
      case VECTOR_SCALAR -> VectorRules.vectorScalar(check);
      case SHIFT_SCALAR -> VectorRules.shiftScalar(check);
      case CARRY -> VectorRules.carry(check);
      case CARRY_CHAIN -> VectorRules.carryChain(check);
      case MULTIPLY_ACCUMULATE -> VectorRules.multiplyAccumulate(check);
      case AXPY -> VectorRules.axpy(check);
      case WIDE_MULTIPLY -> VectorRules.wideMultiply(check);
      case COMPARE -> VectorRules.compare(check);
      case COMPARE_SCALAR -> VectorRules.compareScalar(check);
      case SELECT -> VectorRules.select(check);
      case REDUCE_SUM -> VectorRules.reduceSum(check);
      case EXTREMUM_WITH_MASK -> VectorRules.extremumWithMask(check);
      case HISTOGRAM -> VectorRules.histogram(check);
      case SPLAT -> VectorRules.splat(check);
      case INDEX_VECTOR -> VectorRules.indexVector(check);
      case DUPLICATE -> VectorRules.duplicate(check);

      case EXP_DIFFERENCE -> VectorConversionRules.expDifference(check);
      case TRUNCATE -> VectorConversionRules.truncate(check);
      case CONVERT -> VectorConversionRules.convert(check);
      case FUSED_CONVERT -> VectorConversionRules.fusedConvert(check);
      case SCALE_CONVERT -> VectorConversionRules.scaleConvert(check);

      case LANE_LOOKUP -> VectorMovementRules.laneLookup(check);
      case INTERLEAVE -> VectorMovementRules.interleave(check);
      case INTERLEAVE_HALF -> VectorMovementRules.interleaveHalf(check);
      case PACK -> VectorMovementRules.pack(check);
      case UNPACK -> VectorMovementRules.unpack(check);
      case SQUEEZE -> VectorMovementRules.squeeze(check);
      case PREFIX_COUNT -> VectorMovementRules.prefixCount(check);
      case SLIDE -> VectorMovementRules.slide(check);
      case LANE_SHIFT -> VectorMovementRules.laneShift(check);

      case LOGICAL_UNARY -> VmiRules.unary(check);
      case LOGICAL_NOT -> VmiRules.not(check);
      case LOGICAL_BINARY, LOGICAL_SHIFT -> VmiRules.binary(check);
      case LOGICAL_BITWISE -> VmiRules.bitwise(check);
      case LOGICAL_SCALAR -> VmiRules.scalar(check);
      case LOGICAL_SHIFT_SCALAR -> VmiRules.shiftScalar(check);
      case LOGICAL_MULTIPLY_ADD, LOGICAL_FUSED_MULTIPLY -> VmiRules.multiplyAdd(check);
      case LOGICAL_AXPY -> VmiRules.axpy(check);
      case LOGICAL_EXP_DIFFERENCE -> VmiRules.expDifference(check);
      case LOGICAL_PAIR -> VmiRules.pair(check);
      case LOGICAL_CARRY, LOGICAL_CARRY_CHAIN -> VmiRules.carry(check);
      case LOGICAL_COMPARE -> VmiRules.compare(check);
      case LOGICAL_COMPARE_SCALAR -> VmiRules.compareScalar(check);
      case LOGICAL_SELECT -> VmiRules.select(check);
      case LOGICAL_LOOKUP -> VmiRules.lookup(check);
      case LOGICAL_PREFIX -> VmiRules.prefix(check);
      case LOGICAL_PATTERN -> VmiRules.pattern(check);
      case LOGICAL_CONSTANT, LOGICAL_CONSTANT_MASK -> VmiRules.constant(check);
      case LOGICAL_BROADCAST -> VmiRules.broadcast(check);
      case LOGICAL_INDEX -> VmiRules.index(check);
      case LOGICAL_REDUCE -> VmiRules.reduce(check);
      case LOGICAL_CONVERT -> VmiRules.convert(check);
      case LOGICAL_CAST -> VmiRules.cast(check);
      case LOGICAL_HISTOGRAM -> VmiRules.histogram(check);
      case LOGICAL_COMPRESS -> VmiRules.compress(check);
      case LOGICAL_PREFIX_COUNT -> VmiRules.prefixCount(check);
      case LOGICAL_SHUFFLE -> VmiRules.shuffle(check);
      case LOGICAL_SPLIT -> VmiRules.split(check);
      case LOGICAL_MERGE -> VmiRules.merge(check);
      case LOGICAL_LOAD -> VmiRules.load(check);
      case LOGICAL_MASKED_LOAD -> VmiRules.maskedLoad(check);
      case LOGICAL_STORE -> VmiRules.store(check);
      case LOGICAL_COMPRESS_STORE -> VmiRules.compressStore(check);
      case LOGICAL_GATHER -> VmiRules.gather(check);
      case LOGICAL_SCATTER -> VmiRules.scatter(check);

      case LOAD -> VectorMemoryRules.load(check);
      case LOAD_DUAL -> VectorMemoryRules.loadDual(check);
      case STORE -> VectorMemoryRules.store(check);
      case STORE_DUAL -> VectorMemoryRules.storeDual(check);
      case LOAD_BLOCKS -> VectorMemoryRules.loadBlocks(check);
      case STORE_BLOCKS -> VectorMemoryRules.storeBlocks(check);
      case LOAD_ALIGN -> VectorMemoryRules.loadAlign(check);
      case LOAD_UNALIGNED -> VectorMemoryRules.loadUnaligned(check);
      case INIT_ALIGN -> VectorMemoryRules.initAlign(check);
      case STORE_UNALIGNED -> VectorMemoryRules.storeUnaligned(check);
      case FLUSH_ALIGN -> VectorMemoryRules.flushAlign(check);
      case STORE_SQUEEZED -> VectorMemoryRules.storeSqueezed(check);
      case FLUSH_SQUEEZED -> VectorMemoryRules.flushSqueezed(check);
      case STORE_SPECIAL -> VectorMemoryRules.storeSpecial(check);
      case GATHER -> VectorMemoryRules.gather(check);
      case SCATTER -> VectorMemoryRules.scatter(check);

      case PATTERN_B8 -> PredicateRules.fixed(check, MaskType.B8, RoleName.RESULT);
      case PATTERN_B16 -> PredicateRules.fixed(check, MaskType.B16, RoleName.RESULT);
      case PATTERN_B32 -> PredicateRules.fixed(check, MaskType.B32, RoleName.RESULT);
      case LESS_THAN_B8 -> PredicateRules.lessThan(check, MaskType.B8);
      case LESS_THAN_B16 -> PredicateRules.lessThan(check, MaskType.B16);
      case LESS_THAN_B32 -> PredicateRules.lessThan(check, MaskType.B32);
      case LOOP_BOUND_B8 -> PredicateRules.fixed(check, MaskType.B8, RoleName.MASK);
      case LOOP_BOUND_B16 -> PredicateRules.fixed(check, MaskType.B16, RoleName.MASK);
      case LOOP_BOUND_B32 -> PredicateRules.fixed(check, MaskType.B32, RoleName.MASK);
      case MASK_BINARY -> PredicateRules.binary(check);
      case MASK_UNARY -> PredicateRules.unary(check);
      case MASK_PACK -> PredicateRules.pack(check);
      case MASK_UNPACK -> PredicateRules.unpack(check);
      case MASK_INTERLEAVE_B8 -> PredicateRules.interleave(check, MaskType.B8);
      case MASK_INTERLEAVE_B16 -> PredicateRules.interleave(check, MaskType.B16);
      case MASK_INTERLEAVE_B32 -> PredicateRules.interleave(check, MaskType.B32);
      case MASK_LOAD -> PredicateRules.load(check);
      case MASK_LOAD_IMMEDIATE -> PredicateRules.loadImmediate(check);
      case MASK_STORE -> PredicateRules.store(check);
      case MASK_STORE_IMMEDIATE -> PredicateRules.storeImmediate(check);
      case MASK_STORE_UNALIGNED -> PredicateRules.storeUnaligned(check);

      case BIT_SORT -> SortHelperRules.bitSort(check);
      case MERGE_SORT -> SortHelperRules.mergeSort(check);
      case UB_CONFIGURED -> SortHelperRules.configured(check);

      case CAST_POINTER -> PointerRules.castPointer(check);
      case ADD_POINTER -> PointerRules.addPointer(check);
      case LOAD_SCALAR -> PointerRules.loadScalar(check);
      case STORE_SCALAR -> PointerRules.storeScalar(check);
      case TILE_ADDRESS -> PointerRules.tileAddress(check);

      case TRANSFER_IN -> TransferRules.in(check);
      case TRANSFER_OUT -> TransferRules.out(check);
      case TRANSFER_WITHIN -> TransferRules.within(check);
      case COPY_IN -> TransferRules.copyIn(check);
      case COPY_OUT -> TransferRules.copyOut(check);
      case SET_LOOP -> TransferRules.loopRegister(check);
      case SET_PAD_VALUE -> TransferRules.padValue(check);

      case FLAG -> SynchronizationRules.flag(check);
      case CACHE_DROP, CACHE_CLEAN -> SynchronizationRules.cache(check);
      case BUFFER -> SynchronizationRules.buffer(check);
      case CORE_SIGNAL -> CrossCoreRules.signal(check);
      case ALL_CORES -> CrossCoreRules.allCores(check);
      case RESERVE_BUFFER -> PipeRules.reserve(check);
      case OPEN_PIPE -> PipeRules.open(check);
      case PIPE_PUSH, PIPE_POP, PIPE_FREE, PIPE_ALLOCATE -> PipeRules.entry(check);
      case PIPE_VALUE_OPEN,
          PIPE_VALUE_OPEN_GLOBAL,
          PIPE_VALUE_PUSH,
          PIPE_VALUE_POP,
          PIPE_VALUE_FREE,
          PIPE_VALUE_ALLOCATE,
          DECLARE_ENTRY ->
          PipeRules.value(check);
      case RANK_COPY -> RankRules.copy(check);
      case RANK_NOTIFY, RANK_WAIT, RANK_TEST -> RankRules.signal(check);
      case RANK_SPREAD, RANK_GATHER, RANK_REDUCE -> RankRules.collective(check);
      case ASYNC_SESSION -> RankRules.session(check);
      case ASYNC_COPY -> RankRules.copyAtOnce(check);
      case SET_BIT -> SynchronizationRules.setBit(check);

      case MACHINE -> MachineRules.check(check);

      case CONSTANT -> ScalarRules.constant(check);
      case INTEGER_BINARY -> ScalarRules.integerBinary(check);
      case FLOAT_BINARY -> ScalarRules.floatBinary(check);
      case FLOAT_UNARY -> ScalarRules.floatUnary(check);
      case INTEGER_COMPARE -> ScalarRules.integerCompare(check);
      case FLOAT_COMPARE -> ScalarRules.floatCompare(check);
      case SELECT_SCALAR -> ScalarRules.select(check);
      case SCALAR_CAST -> ScalarRules.cast(check);
      case UNREALIZED_CAST -> ScalarRules.unrealizedCast(check);

      case FOR -> ControlRules.loop(check);
      case WHILE -> ControlRules.repeat(check);
      case IF -> ControlRules.branch(check);
      case STRICT_VECSCOPE -> ControlRules.strictScope(check);
      case VECSCOPE, SECTION -> ControlRules.plainScope(check);

      case MAKE_VIEW -> ViewRules.makeView(check);
      case PARTITION -> ViewRules.partition(check);
      case VIEW_QUERY -> ViewRules.query(check);
      case VIEW_ADDRESS -> ViewRules.address(check);
      case ALLOC_TILE -> ViewRules.alloc(check);
      case ALLOC_MULTI_TILE -> ViewRules.allocMulti(check);
      case MULTI_TILE_GET -> ViewRules.slot(check);
      case ASSIGN_TILE -> ViewRules.assign(check);
      case SUBVIEW -> ViewRules.subview(check);
      case SET_VALID -> ViewRules.setValid(check);
      case GET_VALID -> ViewRules.getValid(check);
      case RESHAPE_TILE -> ViewRules.reshape(check);

      case TILE_LOAD -> TileMemoryRules.load(check);
      case TILE_STORE -> TileMemoryRules.store(check);
      case TILE_PRODUCT -> CubeProductRules.plain(check);
      case TILE_PRODUCT_ACCUMULATE -> CubeProductRules.accumulate(check);
      case TILE_PRODUCT_BIAS -> CubeProductRules.bias(check);
      case TILE_SCALED_PRODUCT -> CubeProductRules.scaled(check);
      case TILE_SCALED_PRODUCT_ACCUMULATE -> CubeProductRules.scaledAccumulate(check);
      case TILE_SCALED_PRODUCT_BIAS -> CubeProductRules.scaledBias(check);
      case TILE_SCALE_ADDRESS -> CubeProductRules.scaleAddress(check);
      case SET_QUANTIZATION -> CubeTransferRules.quantization(check);

      case L1_LOAD -> CubeTransferRules.load(check);
      case L1_LOAD_FRACTALS -> CubeTransferRules.loadFractals(check);
      case LEFT_LOAD, RIGHT_LOAD -> CubeTransferRules.factor(check);
      case LEFT_LOAD_SCALES, RIGHT_LOAD_SCALES -> CubeTransferRules.scales(check);
      case LEFT_LOAD_BLOCKS, RIGHT_LOAD_BLOCKS -> CubeTransferRules.blocks(check);
      case LEFT_LOAD_HALVES, RIGHT_LOAD_HALVES -> CubeTransferRules.halves(check);
      case LEFT_LOAD_SCALE_BLOCKS, RIGHT_LOAD_SCALE_BLOCKS -> CubeTransferRules.scaleBlocks(check);
      case BIAS_LOAD, BIAS_COPY -> CubeTransferRules.bias(check);
      case PARAMETER_LOAD, PARAMETER_COPY -> CubeTransferRules.bursts(check);
      case L1_TO_UB, UB_TO_L1, L1_COPY_TO_UB, UB_COPY_TO_L1 -> CubeTransferRules.within(check);
      case L1_FILL, L1_FILL_MATRIX -> CubeTransferRules.fill(check);
      case L1_COPY_IN -> CubeTransferRules.copyIn(check);
      case L1_COPY_FRACTALS -> CubeTransferRules.copyFractals(check);
      case PRODUCT, PRODUCT_BIAS, SCALED_PRODUCT, SCALED_PRODUCT_BIAS ->
          CubeTransferRules.product(check);
      case PRODUCT_RAW, PRODUCT_BIAS_RAW -> CubeTransferRules.rawProduct(check);
      case ACCUMULATOR_TO_GM, ACCUMULATOR_TO_L1, ACCUMULATOR_TO_UB -> AccumulatorRules.check(check);
      case ACCUMULATOR_COPY_TO_GM, ACCUMULATOR_COPY_TO_L1, ACCUMULATOR_COPY_TO_UB ->
          AccumulatorRules.source(check);
      case SET_REGISTER_PARTS -> CubeTransferRules.registerParts(check);
      case PRODUCT_MODE -> CubeTransferRules.productMode(check);
      case TILE_UNARY -> TileRules.unary(check);
      case TILE_UNARY_SCRATCH -> TileRules.unaryWithScratch(check);
      case TILE_BINARY -> TileRules.binary(check);
      case TILE_BINARY_SCRATCH -> TileRules.binaryWithScratch(check);
      case TILE_TERNARY -> TileRules.ternary(check);
      case TILE_SCALAR_TERNARY -> TileRules.scalarTernary(check);
      case TILE_AXPY -> TileRules.axpy(check);
      case TILE_TRIANGLE -> TileRules.triangle(check);
      case TILE_SCALAR -> TileRules.scalar(check);
      case TILE_SCALAR_SCRATCH -> TileRules.scalarWithScratch(check);
      case TILE_SHIFT_SCALAR -> TileRules.shiftScalar(check);
      case TILE_DIVIDE_SCALAR -> TileRules.divideScalar(check);
      case TILE_SPLAT -> TileRules.splat(check);
      case TILE_CONVERT -> TileRules.convert(check);
      case TILE_RANDOM -> TileRules.random(check);
      case TILE_INDEX -> TileRules.index(check);
      case TILE_SET_ELEMENT -> TileElementRules.element(check, RoleName.DST);
      case TILE_GET_ELEMENT -> TileElementRules.element(check, RoleName.SRC);
      case TILE_PRINT -> PrintRules.tile(check);
      case PRINT -> PrintRules.scalar(check);
      case DECLARE_LOCAL -> LocalMemoryRules.declare(check);
      case LOCAL_SET, LOCAL_GET -> LocalMemoryRules.array(check);
      case STRUCT_SET, STRUCT_GET -> LocalMemoryRules.struct(check);
      case EVENT_SET, EVENT_GET -> LocalMemoryRules.events(check);
      case TILE_COMPARE -> TileCompareRules.compare(check);
      case TILE_COMPARE_SCALAR -> TileCompareRules.compareScalar(check);
      case TILE_SELECT -> TileCompareRules.select(check);
      case TILE_SELECT_SCALAR -> TileCompareRules.selectScalar(check);
      case TILE_ROW_REDUCE -> TileReductionRules.rows(check);
      case TILE_COLUMN_REDUCE, TILE_COLUMN_INDEX -> TileReductionRules.columns(check);
      case TILE_EXPAND -> TileReductionRules.expand(check);
      case TILE_EXPAND_BINARY -> TileReductionRules.expandBinary(check);
      case TILE_QUANTIZE -> TileQuantizationRules.quantize(check);
      case TILE_DEQUANTIZE -> TileQuantizationRules.dequantize(check);
      case TILE_PARTIAL -> TileReductionRules.partial(check);
      case TILE_PARTIAL_INDEX -> TileReductionRules.partialIndex(check);
      case TILE_FILL -> TileReductionRules.fill(check);
      case TILE_MOVE -> TileMovementRules.move(check);
      case TILE_EXTRACT -> TileMovementRules.extract(check);
      case TILE_INSERT -> TileMovementRules.insert(check);
      case TILE_GATHER -> TileGatherRules.gather(check);
      case TILE_HISTOGRAM -> TileHistogramRules.histogram(check);
      case TILE_SCATTER -> TileGatherRules.scatter(check);
      case TILE_GATHER_BLOCKS -> TileGatherRules.blocks(check);
      case TILE_MEMORY_GATHER -> TileGatherRules.memoryGather(check);
      case TILE_MEMORY_SCATTER -> TileGatherRules.memoryScatter(check);
      case TILE_PREFETCH -> TileOperands.vec(check, RoleName.DST);
      case BITCAST_TILE -> ViewRules.bitcast(check);
      case TILE_TRANSPOSE -> TileMovementRules.transpose(check);
      case TILE_CONCAT -> TileMovementRules.concat(check);
      case TILE_CONCAT_COUNTED -> TileMovementRules.concatCounted(check);
      case TILE_SHIFT -> TileSortRules.shift(check);
      case TILE_SORT -> TileSortRules.sort(check);
      case TILE_MERGE -> TileSortRules.merge(check);

      // With this label the compiler demands that no shape is missing.
      case null -> throw new IllegalArgumentException("no shape");

      // Roles, attributes and structure say everything about these.
      case VECTOR_BITCAST,
          LOGICAL_LESS_THAN,
          VALID_EXTENT,
          MASK_BITCAST,
          CLEAR_SPECIAL,
          MERGE_COUNTS,
          PIPE_BARRIER,
          PIPE_BARRIER_SYNC,
          EVENT_PAIR,
          MEMORY_BARRIER,
          FENCE,
          TILE_SYNC,
          ASYNC_DONE,
          PREFETCH_CONTEXT,
          PREFETCH_ASYNC,
          PREFETCH_SESSION,
          POINTER_TO_INTEGER,
          INTEGER_TO_POINTER,
          ATOMIC_OPERATION,
          ATOMIC_TYPE,
          FLAG_MEMORY,
          TRAP,
          QUERY,
          SET_REGISTER,
          SET_CONTROL,
          GET_CONTROL,
          YIELD,
          CONDITION,
          RETURN,
          CALL,
          IMPORT_BUFFER,
          UNSUPPORTED -> {}
    }
  }
}
