package org.ptoc.ir.verify;

import static org.ptoc.ir.Block.gm;
import static org.ptoc.ir.Block.results;
import static org.ptoc.ir.Block.ub;
import static org.ptoc.ir.Block.vector;
import static org.ptoc.ir.diagnostic.DiagnosticCode.*;
import static org.ptoc.ir.type.ElementType.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.Type;

/** Vector and predicate loads and stores (spec/00, 4.8 to 4.10, spec/11, 7, 9 and 10). */
class VectorMemoryRulesTest {
  private final Subject s = Subject.inVecscope();

  private Value v(Type type) {
    return s.v(type);
  }

  @Test
  void loadsReadUbThroughPointersOfTheElementType() {
    s.block().op("pto.vlds", results(vector(F32)), v(ub(F32)), v(INDEX));
    s.block().op("pto.vlds", results(vector(F32), ub(F32)), v(ub(F32)), v(INDEX));
    s.isLegal();
    s.block().op("pto.vlds", results(vector(F32)), v(ub(I32)), v(INDEX));
    s.says(
        TYPE_MISMATCH,
        "pto.vlds: source is !pto.ptr<i32, ub>, but must be !pto.ptr<f32, ub>, as result has f32"
            + " elements");
  }

  @Test
  void loadsDoNotReadGlobalMemory() {
    s.block().op("pto.vlds", results(vector(F32)), v(gm(F32)), v(INDEX));
    s.says(WRONG_MEMORY_SPACE, "pto.vlds: source is !pto.ptr<f32>, but must be a pointer into UB");
  }

  @ParameterizedTest
  @CsvSource({
    "NORM,32",
    "BRC_B8,1",
    "BRC_B16,2",
    "BRC_B32,4",
    "US_B8,32",
    "US_B16,32",
    "DS_B8,32",
    "DS_B16,32",
    "UNPK_B8,32",
    "UNPK_B16,32",
    "UNPK_B32,32",
    "UNPK4,32",
    "BRC_BLK,32",
    "E2B_B16,16",
    "E2B_B32,32"
  })
  void loadAddressesAreAlignedByDistribution(String dist, int alignment) {
    s.block()
        .with(AttributeName.DIST, dist)
        .op("pto.vlds", results(vector(I8)), s.at(64, ub(I8)), s.constant(alignment, INDEX));
    s.isLegal();
    if (alignment > 1) {
      s.block()
          .with(AttributeName.DIST, dist)
          .op("pto.vlds", results(vector(I8)), s.at(64, ub(I8)), s.constant(alignment / 2, INDEX));
      s.says(
          BAD_ADDRESS,
          "pto.vlds: source is at byte "
              + (64 + alignment / 2)
              + ", but must be aligned to "
              + alignment
              + " bytes");
    }
  }

  @Test
  void offsetsCountElementsAndPostUpdateAccessesTheBase() {
    s.block().op("pto.vlds", results(vector(F32)), s.at(0, ub(F32)), s.constant(8, INDEX));
    s.block().op("pto.vlds", results(vector(F32), ub(F32)), s.at(0, ub(F32)), s.constant(3, INDEX));
    s.isLegal();
    s.block().op("pto.vlds", results(vector(F32)), s.at(0, ub(F32)), s.constant(4, INDEX));
    s.has(BAD_ADDRESS);
  }

  @Test
  void pointerArithmeticKeepsAddressesKnown() {
    Value base = s.at(32, ub(F32));
    Value next = s.block().value("pto.addptr", ub(F32), base, s.constant(1, INDEX));
    Value same = s.block().value("pto.castptr", ub(I32), next);
    s.block().op("pto.vlds", results(vector(I32)), same, s.constant(0, INDEX));
    s.says(BAD_ADDRESS, "pto.vlds: source is at byte 36, but must be aligned to 32 bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SPLT4CHN", "SPLT2CHN_B8", "SPLT2CHN_B16"})
  void undefinedLoadDistributionsAreNotSupported(String dist) {
    s.block()
        .with(AttributeName.DIST, dist)
        .op("pto.vlds", results(vector(I8)), v(ub(I8)), v(INDEX));
    s.says(NOT_SUPPORTED, "pto.vlds: distribution " + dist + " is not supported by this version");
  }

  @ParameterizedTest
  @ValueSource(strings = {"MRG4CHN_B8", "MRG2CHN_B8", "MRG2CHN_B16"})
  void channelMergesAreNotSupported(String dist) {
    s.block()
        .with(AttributeName.DIST, dist)
        .effect("pto.vsts", v(vector(I8)), v(ub(I8)), v(INDEX), v(MaskType.B8));
    s.says(NOT_SUPPORTED, "pto.vsts: distribution " + dist + " is not supported by this version");
  }

  @Test
  void fourfoldUnpackingIsForBytes() {
    s.block()
        .with(AttributeName.DIST, "UNPK4")
        .op("pto.vlds", results(vector(I16)), v(ub(I16)), v(INDEX));
    s.says(
        ILLEGAL_ELEMENT_TYPE,
        "pto.vlds: distribution UNPK4 does not exist for i16; legal: 8-bit types");
  }

  @Test
  void shortVectorsAreLoadedAsTheyLie() {
    s.block().op("pto.vlds", results(vector(64, F16)), v(ub(F16)), v(INDEX));
    s.block().effect("pto.vsts", v(vector(64, F16)), v(ub(F16)), v(INDEX), v(MaskType.B16));
    s.isLegal();
    s.block()
        .with(AttributeName.DIST, "US_B16")
        .op("pto.vlds", results(vector(64, F16)), v(ub(F16)), v(INDEX));
    s.has(TYPE_MISMATCH);
  }

  @ParameterizedTest
  @CsvSource({
    "PK_B16,f16,B16",
    "PK_B32,f16,B32",
    "PK_B64,f16,B32",
    "PK4_B32,i8,B32",
    "NORM_B16,f32,B32",
    "1PT_B8,i16,B16"
  })
  void storeMasksFollowTheDistribution(String dist, String type, MaskType mask) {
    ElementType element = ElementType.bySpelling(type).orElseThrow();
    s.block()
        .with(AttributeName.DIST, dist)
        .effect("pto.vsts", v(vector(element)), v(ub(element)), v(INDEX), v(mask));
    s.isLegal();
    MaskType other = mask == MaskType.B8 ? MaskType.B16 : MaskType.B8;
    s.block()
        .with(AttributeName.DIST, dist)
        .effect("pto.vsts", v(vector(element)), v(ub(element)), v(INDEX), v(other));
    s.has(MASK_GRANULARITY);
  }

  @Test
  void onePointStoresAreAlignedToTheirUnit() {
    s.block()
        .with(AttributeName.DIST, "1PT_B32")
        .effect(
            "pto.vsts", v(vector(F32)), s.at(0, ub(F32)), s.constant(1, INDEX), v(MaskType.B32));
    s.isLegal();
    s.block()
        .effect(
            "pto.vsts", v(vector(F32)), s.at(0, ub(F32)), s.constant(1, INDEX), v(MaskType.B32));
    s.has(BAD_ADDRESS);
  }

  @Test
  void dualAccessesHaveTwoVectorsOfOneType() {
    s.block()
        .with(AttributeName.DIST, "DINTLV_B8")
        .op("pto.vldsx2", results(vector(F32), vector(F32)), v(ub(F32)), v(INDEX));
    s.block()
        .with(AttributeName.DIST, "INTLV_B32")
        .effect(
            "pto.vstsx2", v(vector(F32)), v(vector(F32)), v(ub(F32)), v(INDEX), v(MaskType.B32));
    s.isLegal();
    s.block()
        .with(AttributeName.DIST, "DINTLV_B8")
        .op("pto.vldsx2", results(vector(F32), vector(I32)), v(ub(F32)), v(INDEX));
    s.block()
        .with(AttributeName.DIST, "INTLV_B32")
        .effect(
            "pto.vstsx2", v(vector(F32)), v(vector(I32)), v(ub(F32)), v(INDEX), v(MaskType.B16));
    s.has(TYPE_MISMATCH, TYPE_MISMATCH, MASK_GRANULARITY);
  }

  @Test
  void blockAccessesTakeWordMasksOrThoseOfTheElements() {
    s.block().op("pto.vsldb", results(vector(F16)), v(ub(F16)), v(I16), v(I16), v(MaskType.B32));
    s.block().effect("pto.vsstb", v(vector(F16)), v(ub(F16)), v(I16), v(I16), v(MaskType.B16));
    s.isLegal();
    s.block().effect("pto.vsstb", v(vector(F16)), v(ub(F16)), v(I16), v(I16), v(MaskType.B8));
    s.has(MASK_GRANULARITY);
  }

  @Test
  void unalignedLoadStreams() {
    Value p = v(ub(F16));
    Value primed = s.block().value("pto.vldas", AlignType.ALIGN, p);
    Value next =
        s.block().op("pto.vldus", results(vector(F16), AlignType.ALIGN), p, primed).result(1);
    s.block().op("pto.vldus", results(vector(F16), AlignType.ALIGN, ub(F16)), p, next, v(INDEX));
    s.isLegal();
    s.block().op("pto.vldus", results(vector(F16), AlignType.ALIGN), p, next, v(INDEX));
    s.has(WRONG_OPERAND_COUNT);
  }

  @Test
  void storeStreamsAreChains() {
    Value p = v(ub(I16));
    Value empty = s.block().value("pto.init_align", AlignType.ALIGN);
    Value next = s.block().value("pto.vstus", AlignType.ALIGN, empty, v(I32), v(vector(I16)), p);
    s.block().effect("pto.vstas", next, p, v(I32));
    s.isLegal();
    s.block().effect("pto.vstas", next, p, v(I32));
    s.says(
        TYPE_MISMATCH,
        "pto.vstas: align was used by an earlier store of the stream; every align value is used"
            + " once");
  }

  @Test
  void loadAndStoreStreamsDoNotMix() {
    Value p = v(ub(I16));
    Value loads = s.block().value("pto.vldas", AlignType.ALIGN, p);
    Value stores = s.block().value("pto.init_align", AlignType.ALIGN);
    s.block().value("pto.vstus", AlignType.ALIGN, loads, v(I32), v(vector(I16)), p);
    s.block().op("pto.vldus", results(vector(I16), AlignType.ALIGN), p, stores);
    s.has(TYPE_MISMATCH, TYPE_MISMATCH);
  }

  @Test
  void squeezedStores() {
    Value stores = s.block().value("pto.init_align", AlignType.ALIGN);
    s.block().with(AttributeName.REGISTER, "AR").effect("pto.sprclr");
    Value next =
        s.block()
            .with(AttributeName.MODE, "POST_UPDATE")
            .value("pto.vstur", AlignType.ALIGN, stores, v(vector(F32)), v(ub(F32)));
    s.block().effect("pto.vstar", next, v(ub(F32)));
    s.isLegal();
    s.block()
        .with(AttributeName.MODE, "UPDATE")
        .value("pto.vstur", AlignType.ALIGN, v(AlignType.ALIGN), v(vector(F32)), v(ub(I32)));
    s.has(BAD_ATTRIBUTE);
  }

  @Test
  void specialRegisterStoresWithImmediateOffset() {
    s.block()
        .with(AttributeName.REGISTER, "AR")
        .effect("pto.sprsti", v(ub(I32)), s.constant(-128, I32));
    s.block().with(AttributeName.REGISTER, "AR").effect("pto.sprsts", v(ub(I32)), v(I32));
    s.isLegal();
    s.block().with(AttributeName.REGISTER, "AR").effect("pto.sprsti", v(ub(I32)), v(I32));
    s.block()
        .with(AttributeName.REGISTER, "AR")
        .effect("pto.sprsti", v(ub(I32)), s.constant(128, I32));
    s.has(NEEDS_CONSTANT, BAD_CONSTANT);
  }

  @Test
  void gathersOfBytesGiveHalfWords() {
    s.block()
        .op("pto.vgather2", results(vector(UI16)), v(ub(UI8)), v(vector(UI16)), v(MaskType.B16));
    s.block().op("pto.vgather2", results(vector(F32)), v(ub(F32)), v(vector(I32)), v(MaskType.B32));
    s.block()
        .op("pto.vgather2", results(vector(F16)), v(ub(F16)), v(vector(UI16)), List.of(), v(INDEX));
    s.isLegal();
    s.block().op("pto.vgather2", results(vector(UI8)), v(ub(UI8)), v(vector(UI16)), v(MaskType.B8));
    s.has(ILLEGAL_ELEMENT_TYPE, MASK_GRANULARITY);
  }

  @Test
  void gatherOffsetsAreUnsignedOrSignless() {
    s.block()
        .op("pto.vgather2", results(vector(F32)), v(ub(F32)), v(vector(SI32)), v(MaskType.B32));
    s.says(
        TYPE_MISMATCH,
        "pto.vgather2: offsets is !pto.vreg<64xsi32>, but must be !pto.vreg<64xi32> or"
            + " !pto.vreg<64xui32>");
  }

  /** spec/11, section 7: only vgather2 excludes signed offsets. */
  @Test
  void otherOffsetsAreIntegersOfAnySign() {
    s.block()
        .op("pto.vgather2_bc", results(vector(F32)), v(ub(F32)), v(vector(SI32)), v(MaskType.B32));
    s.block()
        .op(
            "pto.vgatherb",
            results(vector(F16)),
            s.at(64, ub(F16)),
            v(vector(SI32)),
            v(MaskType.B32));
    s.block().effect("pto.vscatter", v(vector(F32)), v(ub(F32)), v(vector(SI32)), v(MaskType.B32));
    s.isLegal();
    s.block()
        .op(
            "pto.vgatherb",
            results(vector(F16)),
            s.at(64, ub(F16)),
            v(vector(F32)),
            v(MaskType.B32));
    s.says(
        TYPE_MISMATCH,
        "pto.vgatherb: offsets is !pto.vreg<64xf32>, but must be a vector of 32-bit integers");
  }

  @Test
  void wordGathersNeedAMask() {
    s.block()
        .op(
            "pto.vgather2_bc",
            results(vector(F32)),
            v(ub(F32)),
            v(vector(I32)),
            List.of(),
            v(INDEX));
    s.says(WRONG_OPERAND_COUNT, "pto.vgather2_bc: needs a mask");
  }

  @Test
  void blockGathersTakeByteOffsetsOfAnyData() {
    s.block()
        .op(
            "pto.vgatherb",
            results(vector(F16)),
            s.at(64, ub(F16)),
            v(vector(UI32)),
            v(MaskType.B32));
    s.isLegal();
    s.block()
        .op(
            "pto.vgatherb",
            results(vector(F16)),
            s.at(16, ub(F16)),
            v(vector(UI16)),
            v(MaskType.B16));
    s.has(TYPE_MISMATCH, MASK_GRANULARITY, BAD_ADDRESS);
  }

  @Test
  void scattersOfBytesUseHalfWordOffsets() {
    s.block().effect("pto.vscatter", v(vector(I8)), v(ub(I8)), v(vector(UI16)), v(MaskType.B16));
    s.isLegal();
    s.block().effect("pto.vscatter", v(vector(I8)), v(ub(I16)), v(vector(UI16)), v(MaskType.B8));
    s.has(TYPE_MISMATCH, MASK_GRANULARITY);
  }

  // Predicates.

  @Test
  void generatedMasksHaveTheGranularityOfTheMnemonic() {
    s.block().with(AttributeName.PATTERN, "PAT_VL8").op("pto.pset_b16", results(MaskType.B16));
    s.block().op("pto.plt_b8", results(MaskType.B8, I32), v(I32));
    s.block().op("pto.pltm_b32", results(MaskType.B32), v(I16), v(I32));
    s.block()
        .op(
            "pto.pdintlv_b16",
            results(MaskType.B16, MaskType.B16),
            v(MaskType.B16),
            v(MaskType.B16));
    s.isLegal();
    s.block().with(AttributeName.PATTERN, "PAT_VL8").op("pto.pset_b16", results(MaskType.B32));
    s.block()
        .op(
            "pto.pdintlv_b16",
            results(MaskType.B16, MaskType.B16),
            v(MaskType.B16),
            v(MaskType.B8));
    s.has(MASK_GRANULARITY, MASK_GRANULARITY);
  }

  @Test
  void patternsAreThoseOfTheTable() {
    s.block().with(AttributeName.PATTERN, "PAT_VL5").op("pto.pge_b16", results(MaskType.B16));
    s.has(BAD_ATTRIBUTE);
  }

  @Test
  void negativeCountsAreUnsigned() {
    s.block().op("pto.plt_b32", results(MaskType.B32, I32), s.constant(-1, I32));
    s.says(
        UNSIGNED_COUNT,
        "pto.plt_b32: scalar is -1, which counts as 4294967295 and activates every lane");
  }

  @Test
  void maskLogicHasOneGranularity() {
    s.block()
        .op("pto.pand", results(MaskType.B16), v(MaskType.B16), v(MaskType.B16), v(MaskType.B16));
    s.block().op("pto.pnot", results(MaskType.B8), v(MaskType.B8), v(MaskType.B8));
    s.isLegal();
    s.block()
        .op("pto.psel", results(MaskType.B16), v(MaskType.B16), v(MaskType.B32), v(MaskType.B16));
    s.has(MASK_GRANULARITY);
  }

  @Test
  void packedMasksKeepOrNarrowTheirGranularity() {
    s.block()
        .with(AttributeName.PART, "LOWER")
        .op("pto.ppack", results(MaskType.B16), v(MaskType.B32));
    s.block()
        .with(AttributeName.PART, "LOWER")
        .op("pto.ppack", results(MaskType.B32), v(MaskType.B32));
    s.block()
        .with(AttributeName.PART, "HIGHER")
        .op("pto.punpack", results(MaskType.B16), v(MaskType.B8));
    s.isLegal();
    s.block()
        .with(AttributeName.PART, "LOWER")
        .op("pto.ppack", results(MaskType.B8), v(MaskType.B32));
    s.block()
        .with(AttributeName.PART, "LOWER")
        .op("pto.punpack", results(MaskType.B8), v(MaskType.B16));
    s.has(MASK_GRANULARITY, MASK_GRANULARITY);
  }

  @Test
  void bitcastsTakeAnyGranularities() {
    s.block().op("pto.pbitcast", results(MaskType.B8), v(MaskType.B32));
    s.isLegal();
  }

  @Test
  void predicateOffsetsCountBytesOrUnits() {
    Value p = s.at(0, ub(I32));
    s.block()
        .with(AttributeName.DIST, "NORM")
        .op("pto.plds", results(MaskType.B8), p, s.constant(32, INDEX));
    s.block()
        .with(AttributeName.DIST, "US")
        .op("pto.plds", results(MaskType.B8), p, s.constant(16, INDEX));
    s.block()
        .with(AttributeName.DIST, "NORM")
        .op("pto.pldi", results(MaskType.B8), p, s.constant(1, INDEX));
    s.block()
        .with(AttributeName.DIST, "PK")
        .effect("pto.psti", v(MaskType.B8), p, s.constant(3, INDEX));
    s.isLegal();
    s.block()
        .with(AttributeName.DIST, "NORM")
        .op("pto.plds", results(MaskType.B8), p, s.constant(16, INDEX));
    s.block()
        .with(AttributeName.DIST, "PK")
        .effect("pto.psts", v(MaskType.B8), p, s.constant(8, INDEX));
    s.has(BAD_ADDRESS, BAD_ADDRESS);
  }

  @Test
  void immediatePredicateOffsetsAreConstants() {
    s.block()
        .with(AttributeName.DIST, "NORM")
        .op("pto.pldi", results(MaskType.B8), v(ub(I8)), v(INDEX));
    s.says(
        NEEDS_CONSTANT,
        "pto.pldi: offset is part of the instruction and must be an integer constant");
  }

  @Test
  void densePredicateStreams() {
    Value empty = s.block().value("pto.init_align", AlignType.ALIGN);
    s.block()
        .op("pto.pstu", results(AlignType.ALIGN, ub(UI32)), empty, v(MaskType.B32), v(ub(UI32)));
    s.isLegal();
    s.block()
        .op(
            "pto.pstu",
            results(AlignType.ALIGN, ub(UI32)),
            v(AlignType.ALIGN),
            v(MaskType.B16),
            v(ub(UI32)));
    s.says(
        TYPE_MISMATCH,
        "pto.pstu: value is !pto.mask<b16> and base points to ui32; legal: b16 with ui16 or i16,"
            + " b32 with ui32 or i32");
  }
}
