package org.ptoc.ir.verify;

import static org.ptoc.ir.Block.gm;
import static org.ptoc.ir.Block.results;
import static org.ptoc.ir.Block.ub;
import static org.ptoc.ir.diagnostic.DiagnosticCode.*;
import static org.ptoc.ir.type.ElementType.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/**
 * Pointers, transfers, synchronisation, SFU helpers and scalar operations (spec/00, 4 and 5,
 * spec/10, 10).
 */
class MachineRulesTest {
  private final Subject s = new Subject();

  private Value v(Type type) {
    return s.v(type);
  }

  private Value n(long value) {
    return s.constant(value, I64);
  }

  // Pointers.

  @Test
  void pointerCasts() {
    s.block().op("pto.castptr", results(ub(F32)), v(I64));
    s.block().op("pto.castptr", results(gm(F32)), v(gm(I8)));
    s.block().op("pto.castptr", results(I64), v(ub(I8)));
    s.isLegal();
    s.block().op("pto.castptr", results(ub(F32)), v(gm(F32)));
    s.block().op("pto.castptr", results(I64), v(I64));
    s.block().op("pto.castptr", results(ub(F32)), v(I32));
    s.has(WRONG_MEMORY_SPACE, TYPE_MISMATCH, TYPE_MISMATCH);
  }

  @Test
  void pointerArithmeticKeepsTheType() {
    s.block().op("pto.addptr", results(ub(I16)), v(ub(F16)), v(INDEX));
    s.has(TYPE_MISMATCH);
  }

  @Test
  void scalarAccessesHaveTheElementType() {
    s.block().op("pto.load_scalar", results(F32), v(gm(F32)), v(INDEX));
    s.block().effect("pto.store_scalar", v(I8), v(ub(I8)), v(INDEX));
    s.isLegal();
    s.block().op("pto.load_scalar", results(I32), v(gm(F32)), v(INDEX));
    s.says(
        TYPE_MISMATCH,
        "pto.load_scalar: result is i32, but must be f32, the element type of source");
  }

  @Test
  void tileAddressesStandAnywhereAndHaveTheTilesType() {
    Subject inside = Subject.inVecscope();
    Value tile = inside.v(TileType.plain(MemorySpace.UB, 8, 64, F32));
    inside.block().op("pto.tile_buf_addr", results(ub(F32)), tile);
    inside.isLegal();
    inside.block().op("pto.tile_buf_addr", results(ub(I32)), tile);
    inside.has(TYPE_MISMATCH);
    s.block()
        .op("pto.tile_buf_addr", results(ub(F32)), s.v(TileType.plain(MemorySpace.UB, 8, 64, F32)));
    s.isLegal();
  }

  // Transfers.

  private void transferIn(
      Type from, Type to, Value length, Value rows, Value gmStride, Value ubStride) {
    s.block().effect("pto.mte_gm_ub", v(from), v(to), n(0), length, rows, gmStride, ubStride);
  }

  @Test
  void transfersGoFromGlobalMemoryToUb() {
    transferIn(gm(F32), ub(I32), n(256), n(16), n(256), n(256));
    s.isLegal();
    transferIn(ub(F32), ub(F32), n(256), n(16), n(256), n(256));
    s.says(WRONG_MEMORY_SPACE, "pto.mte_gm_ub: source is !pto.ptr<f32, ub>, but must point to gm");
  }

  @Test
  void elementSizesOfTransfersAgree() {
    transferIn(gm(F16), ub(F32), n(256), n(16), n(256), n(256));
    s.says(
        TYPE_MISMATCH,
        "pto.mte_gm_ub: source has elements of 2 bytes (f16), but dest of 4 (f32); the sizes must"
            + " be equal");
  }

  @Test
  void unifiedBufferSidesAreAligned() {
    transferIn(gm(F32), ub(F32), n(4), n(16), n(3), n(48));
    s.says(BAD_CONSTANT, "pto.mte_gm_ub: dest_stride is 48 bytes, but must be a multiple of 32");
  }

  @Test
  void stridesOfSingleRowsAndPassesAreFree() {
    transferIn(gm(F32), ub(F32), n(4), n(1), n(3), n(48));
    s.isLegal();
    s.block()
        .effect(
            "pto.mte_gm_ub",
            v(gm(F32)),
            v(ub(F32)),
            n(0),
            n(64),
            n(1),
            n(64),
            n(64),
            List.of(n(1), n(64), n(7)));
    s.isLegal();
    transferIn(gm(F32), ub(F32), n(4), v(I64), n(3), n(48));
    s.has(BAD_CONSTANT);
  }

  @Test
  void unifiedBufferAddressesOfTransfersAreAligned() {
    s.block().effect("pto.mte_ub_gm", s.at(16, ub(F32)), v(gm(F32)), n(64), n(1), n(64), n(64));
    s.has(BAD_ADDRESS);
  }

  @Test
  void fieldsOfTransfersHaveWidths() {
    transferIn(gm(F32), ub(F32), n(1L << 21), n(-1), n(1L << 40), n(1L << 21));
    s.has(BAD_CONSTANT, BAD_CONSTANT, BAD_CONSTANT, BAD_CONSTANT);
  }

  @Test
  void loopsHaveThreeNumbersAndAlignedStridesInUb() {
    Value g = v(gm(F32));
    Value u = v(ub(F32));
    s.block()
        .effect("pto.mte_gm_ub", g, u, n(0), n(64), n(1), n(64), n(64), List.of(n(2), n(7), n(64)));
    s.block()
        .effect(
            "pto.mte_ub_gm",
            u,
            g,
            n(64),
            n(1),
            n(64),
            n(64),
            List.of(),
            List.of(n(2), n(64), n(7)));
    s.isLegal();
    s.block()
        .effect("pto.mte_gm_ub", g, u, n(0), n(64), n(1), n(64), n(64), List.of(n(2), n(64), n(7)));
    s.says(
        BAD_CONSTANT,
        "pto.mte_gm_ub: loop 1 stride in UB is 7 bytes, but must be a multiple of 32");
  }

  @Test
  void incompleteLoopsAreRejected() {
    s.block()
        .effect(
            "pto.mte_gm_ub",
            v(gm(F32)),
            v(ub(F32)),
            n(0),
            n(64),
            n(1),
            n(64),
            n(64),
            List.of(n(2), n(64)));
    s.has(WRONG_OPERAND_COUNT);
  }

  @Test
  void paddingIsAtMostABlockOnEachSide() {
    Value g = v(gm(F32));
    Value u = v(ub(F32));
    s.block()
        .effect(
            "pto.mte_gm_ub", g, u, n(0), n(64), n(1), n(64), n(64), List.of(), v(F32), n(0), n(8));
    s.isLegal();
    s.block()
        .effect(
            "pto.mte_gm_ub", g, u, n(0), n(64), n(1), n(64), n(64), List.of(), v(F32), n(0), n(9));
    s.says(BAD_CONSTANT, "pto.mte_gm_ub: pad_right is 9, but must be 0 to 8");
  }

  @Test
  void paddingTakesBothCountsAndAPlainValue() {
    Value g = v(gm(F32));
    Value u = v(ub(F32));
    s.block()
        .effect(
            "pto.mte_gm_ub",
            g,
            u,
            n(0),
            n(64),
            n(1),
            n(64),
            n(64),
            List.of(),
            v(UI32),
            n(1),
            List.of());
    s.has(WRONG_OPERAND_COUNT, TYPE_MISMATCH);
  }

  @Test
  void blocksWithinUbHaveShortFields() {
    s.block().effect("pto.mte_ub_ub", v(ub(F32)), v(ub(F32)), n(65535), n(1), n(0), n(0));
    s.isLegal();
    s.block().effect("pto.mte_ub_ub", v(ub(F32)), v(gm(F32)), n(65536), n(1), n(0), n(0));
    s.has(WRONG_MEMORY_SPACE, BAD_CONSTANT);
  }

  @Test
  void olderTransfersHaveTheSameRules() {
    s.block()
        .effect(
            "pto.copy_gm_to_ubuf",
            v(gm(I8)),
            v(ub(I8)),
            n(0),
            n(1),
            n(32),
            n(0),
            n(0),
            v(I1),
            n(0),
            n(32),
            n(32));
    s.block()
        .effect("pto.copy_ubuf_to_gm", v(ub(I8)), v(gm(I8)), n(0), n(1), n(32), n(0), n(5), n(32));
    s.block().effect("pto.set_loop_size_outtoub", n(1), n(2));
    s.block().effect("pto.set_mov_pad_val", v(F16));
    s.isLegal();
    s.block()
        .effect("pto.copy_ubuf_to_gm", v(ub(I8)), v(gm(I8)), n(0), n(2), n(32), n(0), n(32), n(5));
    s.block().effect("pto.set_mov_pad_val", v(I64));
    s.has(BAD_CONSTANT, TYPE_MISMATCH);
  }

  // Synchronisation.

  private Subject flag(String from, String to, String event) {
    s.block()
        .with(AttributeName.SRC, from)
        .with(AttributeName.DST, to)
        .with(AttributeName.EVENT, event)
        .effect("pto.set_flag");
    return s;
  }

  @Test
  void flagsNamePipesAndEvents() {
    flag("PIPE_MTE2", "PIPE_V", "EVENT_ID7").isLegal();
    flag("PIPE_MTE9", "PIPE_V", "EVENT_ID8").has(BAD_ATTRIBUTE, BAD_ATTRIBUTE);
  }

  @Test
  void flagsDoNotTakeAllPipes() {
    flag("PIPE_ALL", "PIPE_V", "EVENT_ID0")
        .says(
            BAD_ATTRIBUTE,
            "pto.set_flag: src is PIPE_ALL, which only barriers take; name one pipe");
  }

  @Test
  void dynamicFlagsTakeAnIndex() {
    s.block()
        .with(AttributeName.SRC, "PIPE_V")
        .with(AttributeName.DST, "PIPE_S")
        .effect("pto.wait_flag_dyn", v(INDEX));
    s.isLegal();
    s.block()
        .with(AttributeName.SRC, "PIPE_V")
        .with(AttributeName.DST, "PIPE_S")
        .effect("pto.wait_flag_dyn", s.constant(8, INDEX));
    s.block()
        .with(AttributeName.SRC, "PIPE_V")
        .with(AttributeName.DST, "PIPE_S")
        .effect("pto.wait_flag_dyn");
    s.has(BAD_CONSTANT, WRONG_OPERAND_COUNT);
  }

  @Test
  void buffersHaveNumbersBelow32() {
    s.block()
        .with(AttributeName.PIPE, "PIPE_V")
        .with(AttributeName.ID, 31)
        .with(AttributeName.MODE, 1)
        .effect("pto.get_buf");
    s.block().with(AttributeName.PIPE, "PIPE_V").effect("pto.rls_buf", n(3), n(0));
    s.block()
        .with(AttributeName.PIPE, "PIPE_V")
        .with(AttributeName.MODE, 0)
        .effect("pto.get_buf_dyn", v(INDEX));
    s.isLegal();
    s.block().with(AttributeName.PIPE, "PIPE_V").with(AttributeName.ID, 32).effect("pto.get_buf");
    s.block().with(AttributeName.PIPE, "PIPE_V").effect("pto.get_buf", v(I64), n(2));
    s.block().with(AttributeName.PIPE, "PIPE_V").effect("pto.get_buf");
    s.has(BAD_ATTRIBUTE, NEEDS_CONSTANT, BAD_CONSTANT, WRONG_OPERAND_COUNT);
  }

  @Test
  void buffersExistOnBothProfiles() {
    s.on(Profile.A2A3)
        .block()
        .with(AttributeName.PIPE, "PIPE_V")
        .with(AttributeName.ID, 0)
        .with(AttributeName.MODE, 0)
        .effect("pto.get_buf");
    s.isLegal();
  }

  @Test
  void convolutionsAreNotSupported() {
    s.block().effect("pto.timg2col");
    s.says(
        NOT_SUPPORTED,
        "pto.timg2col: not supported by this version (convolutions by image to column are out of"
            + " the scope of the toolchain; write the product as tmatmul)");
  }

  // SFU helpers.

  private void bitSort(Type dest, Type source, Type indices, Value repeat) {
    s.block().effect("pto.vbitsort", v(dest), v(source), v(indices), repeat);
  }

  @Test
  void bitSortTakesRecordsOfItsTypeOrWords() {
    bitSort(ub(F32), ub(F32), ub(UI32), s.constant(255, INDEX));
    bitSort(ub(UI32), ub(F16), ub(F16), v(INDEX));
    s.isLegal();
    bitSort(ub(F16), ub(F32), ub(I16), s.constant(256, INDEX));
    s.has(TYPE_MISMATCH, TYPE_MISMATCH, BAD_CONSTANT);
  }

  @Test
  void bitSortIsAlignedAndDisjoint() {
    Value one = s.constant(1, INDEX);
    s.block()
        .effect("pto.vbitsort", s.at(0, ub(F32)), s.at(256, ub(F32)), s.at(384, ub(UI32)), one);
    s.isLegal();
    s.block()
        .effect("pto.vbitsort", s.at(0, ub(F32)), s.at(224, ub(F32)), s.at(400, ub(UI32)), one);
    s.has(BAD_ADDRESS, TILE_OVERLAP);
  }

  private void merge(Type type, Value count, Value config) {
    Value p = v(type);
    s.block().effect("pto.vmrgsort4", p, p, p, p, p, count, config);
  }

  @Test
  void mergeConfigurations() {
    merge(ub(F32), n(0x0001000100010001L), n(0x1F01));
    merge(ub(F16), n(0x0002000200020002L), n(0x0F02));
    s.isLegal();
    merge(ub(F32), n(0x0001000100010001L), n(0x0F00));
    merge(ub(F32), n(0x0001000100010001L), n(0x0501));
    merge(ub(F32), n(0x0001000100010002L), n(0x0F02));
    merge(ub(F32), n(0x0001000100010001L), n(0x1F02));
    merge(ub(I32), n(0), n(0x0F01));
    s.has(BAD_CONSTANT, BAD_CONSTANT, BAD_CONSTANT, BAD_CONSTANT, ILLEGAL_ELEMENT_TYPE);
  }

  @Test
  void repeatedMergesNeedConsecutiveLists() {
    Value d = s.at(4096, ub(F32));
    s.block()
        .effect(
            "pto.vmrgsort4",
            d,
            s.at(0, ub(F32)),
            s.at(8, ub(F32)),
            s.at(16, ub(F32)),
            s.at(32, ub(F32)),
            n(0x0001000100010001L),
            n(0x0F02));
    s.has(BAD_ADDRESS);
  }

  @Test
  void configuredHelpersHaveReservedBits() {
    s.block().effect("pto.vsort32", v(ub(F32)), v(ub(F32)), n(1L << 56));
    s.block().effect("pto.vtranspose", v(ub(F16)), v(ub(F16)), n(1L << 56 | 1L << 32 | 1L << 40));
    s.isLegal();
    s.block().effect("pto.vsort32", v(ub(F32)), v(ub(F32)), n(1L << 32));
    s.block().effect("pto.vtranspose", v(ub(F32)), v(ub(F16)), n(1));
    s.has(BAD_CONSTANT, TYPE_MISMATCH, BAD_CONSTANT);
  }

  @Test
  void mergesOfPlainValuesAreSuspicious() {
    Value p = v(ub(F32));
    s.block().effect("pto.vsort32", p, v(ub(F32)), n(0));
    s.block().effect("pto.vbitsort", p, v(ub(F32)), v(ub(UI32)), s.constant(1, INDEX));
    s.block().effect("pto.vmrgsort4", p, p, p, p, p, n(0x00200020), n(0x0301));
    s.isLegal();
    s.block().effect("pto.vsort32", p, v(ub(F32)), n(0));
    s.block().effect("pto.vmrgsort4", p, p, p, p, p, n(0x00200020), n(0x0301));
    s.has(SUSPICIOUS_OPERAND, SUSPICIOUS_OPERAND, SUSPICIOUS_OPERAND, SUSPICIOUS_OPERAND);
  }

  @Test
  void strideOrderIsUncertain() {
    s.block().effect("pto.set_loop1_stride_ubtoout", n(512), n(512));
    s.block().effect("pto.set_loop1_stride_outtoub", n(512), n(256));
    s.isLegal();
    s.block().effect("pto.set_loop2_stride_ubtoout", n(512), n(256));
    s.says(
        SUSPICIOUS_OPERAND,
        "pto.set_loop2_stride_ubtoout: the strides 512 and 256 differ; the first is taken for GM"
            + " and the second for UB, but no document tells their order");
  }

  @Test
  void configuredHelpersWorkInPlaceOrDisjoint() {
    s.block().effect("pto.vsort32", s.at(0, ub(F32)), s.at(0, ub(F32)), n(0));
    s.isLegal();
    s.block().effect("pto.vsort32", s.at(0, ub(F32)), s.at(64, ub(F32)), n(0));
    s.has(TILE_OVERLAP);
  }

  // Scalars.

  private Attribute number(long value, ElementType type) {
    return new Attribute.Int(value, type);
  }

  @Test
  void constantsHaveTheirType() {
    s.block().with(AttributeName.VALUE, number(-1, UI8)).op("arith.constant", results(UI8));
    s.block()
        .with(AttributeName.VALUE, new Attribute.Real(0x3C00, F16))
        .op("arith.constant", results(F16));
    s.isLegal();
    s.block().with(AttributeName.VALUE, number(1, I32)).op("arith.constant", results(I64));
    s.block()
        .with(AttributeName.VALUE, new Attribute.Real(0x3C00, F16))
        .op("arith.constant", results(F32));
    s.has(TYPE_MISMATCH, TYPE_MISMATCH);
  }

  @Test
  void arithmeticIsSignless() {
    s.block().op("arith.addi", results(INDEX), v(INDEX), v(INDEX));
    s.block().op("arith.mulf", results(BF16), v(BF16), v(BF16));
    s.block().with(AttributeName.PREDICATE, "ult").op("arith.cmpi", results(I1), v(I16), v(I16));
    s.block().op("arith.select", results(F32), v(I1), v(F32), v(F32));
    s.isLegal();
    s.block().op("arith.addi", results(SI32), v(SI32), v(SI32));
    s.block().op("arith.addi", results(F32), v(F32), v(F32));
    s.block().op("arith.mulf", results(I32), v(I32), v(I32));
    s.block().op("arith.addi", results(I32), v(I32), v(I64));
    s.has(TYPE_MISMATCH, TYPE_MISMATCH, TYPE_MISMATCH, TYPE_MISMATCH);
  }

  @Test
  void castsChangeWhatTheirNamesSay() {
    s.block().op("arith.index_cast", results(I32), v(INDEX));
    s.block().op("arith.extui", results(I64), v(I1));
    s.block().op("arith.truncf", results(BF16), v(F32));
    s.block().op("arith.fptosi", results(I8), v(F16));
    s.block().op("arith.bitcast", results(F32), v(I32));
    s.isLegal();
    s.block().op("arith.index_cast", results(I64), v(I32));
    s.block().op("arith.extui", results(I8), v(I16));
    s.block().op("arith.truncf", results(F32), v(F16));
    s.block().op("arith.sitofp", results(I8), v(F16));
    s.block().op("arith.bitcast", results(F32), v(I16));
    s.has(
        ILLEGAL_ELEMENT_TYPE,
        ILLEGAL_ELEMENT_TYPE,
        ILLEGAL_ELEMENT_TYPE,
        ILLEGAL_ELEMENT_TYPE,
        ILLEGAL_ELEMENT_TYPE);
  }

  @Test
  void unrealizedCastsKeepTheWidth() {
    s.block().op("builtin.unrealized_conversion_cast", results(I32), List.of(v(UI32)));
    s.isLegal();
    s.block().op("builtin.unrealized_conversion_cast", results(I64), List.of(v(UI32)));
    s.block().op("builtin.unrealized_conversion_cast", results(I64), List.of());
    s.has(TYPE_MISMATCH, WRONG_OPERAND_COUNT);
  }

  @Test
  void pointersToTheUnifiedBufferAreNotGlobal() {
    s.block()
        .op(
            "pto.make_tensor_view",
            List.of(new Value(F32)),
            v(new PointerType(F32, MemorySpace.UB)),
            List.of(),
            List.of());
    s.has(WRONG_MEMORY_SPACE, TYPE_MISMATCH);
  }
}
