package org.ptoc.ir.verify;

import static org.ptoc.ir.Block.mask;
import static org.ptoc.ir.Block.results;
import static org.ptoc.ir.Block.ub;
import static org.ptoc.ir.Block.vector;
import static org.ptoc.ir.diagnostic.DiagnosticCode.*;
import static org.ptoc.ir.type.ElementType.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.Type;

/**
 * Types and attributes of operations on vector registers (the verify keys of spec/10 and spec/11).
 */
class VectorRulesTest {
  private final Subject s = Subject.inVecscope();

  private Value v(Type type) {
    return s.v(type);
  }

  @Test
  void messagesNameTheActualAndTheLegalTypes() {
    s.block().op("pto.vadd", results(vector(F32)), v(vector(F32)), v(vector(I32)), v(mask(F32)));
    s.says(
        TYPE_MISMATCH,
        "pto.vadd: rhs is !pto.vreg<64xi32>, but must be !pto.vreg<64xf32>, the type of lhs");
  }

  @Test
  void anIllegalElementTypeNamesTheLegalOnesAndTheOtherProfile() {
    s.on(Profile.A2A3);
    s.block()
        .op("pto.vmul", results(vector(UI16)), v(vector(UI16)), v(vector(UI16)), v(mask(UI16)));
    s.says(
        ILLEGAL_ELEMENT_TYPE,
        "pto.vmul: does not exist for ui16 on a2a3; legal here: i16, i32, si16, si32, f16, f32; it"
            + " exists on a5");
  }

  @Test
  void aMissingOperationNamesTheProfileThatHasIt() {
    s.on(Profile.A2A3);
    s.block().op("pto.vbcnt", results(vector(I16)), v(vector(I16)), v(mask(I16)));
    s.says(NOT_IN_PROFILE, "pto.vbcnt: does not exist on a2a3, only on a5");
  }

  @Test
  void whatNoProfileHasIsNotSupported() {
    s.block().op("pto.vcls", results(vector(I16)), v(vector(I16)), v(mask(I16)));
    s.says(NOT_SUPPORTED, "pto.vcls: not supported by this version (number of leading sign bits)");
  }

  @Test
  void independentErrorsAreAllReported() {
    s.block().op("pto.vadd", results(vector(F16)), v(vector(F32)), v(vector(I32)), v(mask(F16)));
    s.has(TYPE_MISMATCH, TYPE_MISMATCH, MASK_GRANULARITY);
  }

  @Test
  void signednessSpellingMatters() {
    s.block().op("pto.vadd", results(vector(I32)), v(vector(I32)), v(vector(SI32)), v(mask(I32)));
    s.has(TYPE_MISMATCH);
  }

  @Test
  void masksHaveTheGranularityOfTheElements() {
    s.block().op("pto.vabs", results(vector(F32)), v(vector(F32)), v(MaskType.B16));
    s.says(
        MASK_GRANULARITY, "pto.vabs: mask is !pto.mask<b16>, but f32 elements need !pto.mask<b32>");
  }

  @Test
  void sixtyFourBitElementsUseWordMasks() {
    s.block().op("pto.vadd", results(vector(I64)), v(vector(I64)), v(vector(I64)), v(MaskType.B32));
    s.isLegal();
  }

  @Test
  void kindsAndCounts() {
    s.block().op("pto.vadd", results(vector(F32)), v(vector(F32)), v(F32), v(mask(F32)));
    s.says(TYPE_MISMATCH, "pto.vadd: rhs is f32, but must be a vector register");
  }

  @Test
  void missingOperandsAndResults() {
    s.block().op("pto.vadd", List.of(), v(vector(F32)), List.of(), v(mask(F32)));
    s.has(WRONG_OPERAND_COUNT, WRONG_OPERAND_COUNT);
  }

  @Test
  void countsOfSignedDataAreNotUnsigned() {
    s.block()
        .op("pto.vshl", results(vector(UI16)), v(vector(UI16)), v(vector(SI16)), v(mask(UI16)));
    s.isLegal();
    s.block()
        .op("pto.vshl", results(vector(SI16)), v(vector(SI16)), v(vector(UI16)), v(mask(SI16)));
    s.has(TYPE_MISMATCH);
  }

  @Test
  void shiftCountsHaveTheWidthOfTheData() {
    s.block()
        .op("pto.vshl", results(vector(UI16)), v(vector(UI16)), v(vector(SI32)), v(mask(UI16)));
    s.says(
        TYPE_MISMATCH,
        "pto.vshl: rhs is !pto.vreg<64xsi32>, but must be 128 integers of 16 bits, any signedness");
  }

  @Test
  void scalarsAreSignlessOrSpelledAsTheVector() {
    s.block().op("pto.vadds", results(vector(UI16)), v(vector(UI16)), v(I16), v(mask(UI16)));
    s.block().op("pto.vadds", results(vector(UI16)), v(vector(UI16)), v(UI16), v(mask(UI16)));
    s.isLegal();
  }

  @Test
  void scalarsOfOtherTypesAreRejected() {
    s.block().op("pto.vadds", results(vector(UI16)), v(vector(UI16)), v(SI16), v(mask(UI16)));
    s.block().op("pto.vadds", results(vector(I16)), v(vector(I16)), v(UI16), v(mask(UI16)));
    s.block().op("pto.vadds", results(vector(F32)), v(vector(F32)), v(F16), v(mask(F32)));
    s.has(TYPE_MISMATCH, TYPE_MISMATCH, TYPE_MISMATCH);
  }

  @Test
  void shiftScalars() {
    s.block().op("pto.vshls", results(vector(I32)), v(vector(I32)), v(I16), v(mask(I32)));
    s.block().op("pto.vshls", results(vector(I32)), v(vector(I32)), v(UI32), v(mask(I32)));
    s.isLegal();
    s.block().op("pto.vshls", results(vector(I32)), v(vector(I32)), v(I8), v(mask(I32)));
    s.says(
        TYPE_MISMATCH,
        "pto.vshls: scalar is i8, but must be i16 or an integer of 32 bits, any signedness");
  }

  @Test
  void carriesAreWordMasks() {
    s.block()
        .op(
            "pto.vaddc",
            results(vector(I32), MaskType.B16),
            v(vector(I32)),
            v(vector(I32)),
            v(MaskType.B32));
    s.says(MASK_GRANULARITY, "pto.vaddc: carry is !pto.mask<b16>, but carries need !pto.mask<b32>");
  }

  @Test
  void carryInIsAWordMask() {
    s.block()
        .op(
            "pto.vsubcs",
            results(vector(I32), MaskType.B32),
            v(vector(I32)),
            v(vector(I32)),
            v(MaskType.B8),
            v(MaskType.B32));
    s.has(MASK_GRANULARITY);
  }

  @Test
  void accumulatorsHaveTheTypeOfTheFactors() {
    s.block()
        .op(
            "pto.vmula",
            results(vector(F32)),
            v(vector(F16)),
            v(vector(F32)),
            v(vector(F32)),
            v(mask(F16)));
    s.has(TYPE_MISMATCH, TYPE_MISMATCH, TYPE_MISMATCH);
  }

  @Test
  void axpyScalesByTheElementType() {
    s.block().op("pto.vaxpy", results(vector(F32)), v(vector(F32)), v(vector(F32)), v(F32));
    s.isLegal();
    s.block()
        .op(
            "pto.vaxpy",
            results(vector(F16)),
            v(vector(F16)),
            v(vector(F16)),
            v(F32),
            v(mask(F16)));
    s.says(TYPE_MISMATCH, "pto.vaxpy: alpha is f32, but must be f16");
  }

  @Test
  void wideProductsHaveTwoResultsOfOneType() {
    s.block()
        .op(
            "pto.vmull",
            results(vector(I32), vector(SI32)),
            v(vector(I32)),
            v(vector(I32)),
            v(MaskType.B32));
    s.has(TYPE_MISMATCH);
  }

  @Test
  void comparisonsGiveMasksOfTheElements() {
    s.block()
        .with(AttributeName.MODE, "lt")
        .op("pto.vcmp", results(MaskType.B32), v(vector(F16)), v(vector(F16)), v(MaskType.B16));
    s.says(
        MASK_GRANULARITY,
        "pto.vcmp: result is !pto.mask<b32>, but f16 elements need !pto.mask<b16>");
  }

  @Test
  void comparisonModesAreSix() {
    s.block()
        .with(AttributeName.MODE, "ult")
        .op("pto.vcmp", results(MaskType.B16), v(vector(F16)), v(vector(F16)), v(MaskType.B16));
    s.says(
        BAD_ATTRIBUTE,
        "pto.vcmp: attribute mode has the value \"ult\"; legal: eq, ne, lt, le, gt, ge");
  }

  @Test
  void aRequiredAttributeIsMissing() {
    s.block()
        .op("pto.vcmp", results(MaskType.B16), v(vector(F16)), v(vector(F16)), v(MaskType.B16));
    s.says(BAD_ATTRIBUTE, "pto.vcmp: needs the attribute mode; legal: eq, ne, lt, le, gt, ge");
  }

  @Test
  void unknownAttributesAreRejected() {
    s.block()
        .with(AttributeName.PART, "EVEN")
        .op("pto.vadd", results(vector(F32)), v(vector(F32)), v(vector(F32)), v(mask(F32)));
    s.says(BAD_ATTRIBUTE, "pto.vadd: has no attribute part; it takes none");
  }

  @Test
  void sumsOfSmallIntegersAreWidened() {
    s.block().op("pto.vcadd", results(vector(UI16)), v(vector(UI8)), v(MaskType.B8));
    s.block().op("pto.vcadd", results(vector(SI32)), v(vector(SI16)), v(MaskType.B16));
    s.block().op("pto.vcadd", results(vector(I32)), v(vector(I32)), v(MaskType.B32));
    s.block().op("pto.vcadd", results(vector(F16)), v(vector(F16)), v(MaskType.B16));
    s.isLegal();
    s.block().op("pto.vcadd", results(vector(UI8)), v(vector(UI8)), v(MaskType.B8));
    s.says(
        TYPE_MISMATCH,
        "pto.vcadd: result is !pto.vreg<256xui8>, but must be !pto.vreg<128xui16>, because sums of"
            + " ui8 are widened");
  }

  @Test
  void exponentialOfADifferenceWithoutMask() {
    s.block().op("pto.vexpdif", results(vector(F16)), v(vector(F16)), v(vector(F16)));
    s.isLegal();
    s.block()
        .with(AttributeName.PART, "ODD")
        .op("pto.vexpdif", results(vector(F16)), v(vector(F16)), v(vector(F16)));
    s.says(BAD_ATTRIBUTE, "pto.vexpdif: with a part needs a mask too");
  }

  @Test
  void exponentialOfADifferenceWithMask() {
    s.block()
        .with(AttributeName.PART, "ODD")
        .op("pto.vexpdif", results(vector(F32)), v(vector(F16)), v(vector(F16)), v(MaskType.B16));
    s.isLegal();
    s.block()
        .op("pto.vexpdif", results(vector(F16)), v(vector(F16)), v(vector(F16)), v(MaskType.B16));
    s.has(TYPE_MISMATCH, BAD_ATTRIBUTE);
  }

  @Test
  void fusedConversionsTakeShortVectors() {
    Value a = v(vector(F32));
    s.block().op("pto.vaddreluconv", results(vector(64, F16)), a, a);
    s.block().op("pto.vaddreluconv", results(vector(F16)), a, a, v(MaskType.B32));
    Value half = v(vector(64, F16));
    s.block().op("pto.vaddreluconv", results(vector(F32)), half, half);
    s.isLegal();
    s.block().op("pto.vaddreluconv", results(vector(32, F16)), a, a);
    s.says(
        TYPE_MISMATCH,
        "pto.vaddreluconv: result is !pto.vreg<32xf16>, but must be !pto.vreg<128xf16> or a vector"
            + " of 64 lanes");
  }

  @Test
  void otherOperationsRejectShortVectors() {
    s.block().op("pto.vabs", results(vector(64, F16)), v(vector(64, F16)), v(MaskType.B16));
    // The result has the same wrong type, which is told once.
    s.has(TYPE_MISMATCH);
  }

  @Test
  void vectorsFillTheRegister() {
    s.block().op("pto.vbr", results(vector(128, F32)), v(F32));
    s.says(
        TYPE_MISMATCH,
        "pto.vbr: result is !pto.vreg<128xf32>, but a vector register of f32 has 64 lanes");
  }

  @Test
  void lanesAreNumbers() {
    s.block().op("pto.vbitcast", results(vector(2048, I1)), v(vector(I32)));
    s.has(TYPE_MISMATCH);
  }

  @Test
  void scaledConversionRoundsAwayFromZero() {
    s.block()
        .with(AttributeName.RND, "A")
        .with(AttributeName.PART, "EVEN")
        .op("pto.vmulscvt", results(vector(F16)), v(vector(F32)), v(F32), v(MaskType.B32));
    s.isLegal();
    s.block()
        .with(AttributeName.RND, "R")
        .with(AttributeName.PART, "EVEN")
        .op("pto.vmulscvt", results(vector(F16)), v(vector(F32)), v(F32), v(MaskType.B32));
    s.says(BAD_ATTRIBUTE, "pto.vmulscvt: attribute rnd has the value \"R\"; legal: A");
  }

  @Test
  void laneIndicesAreIntegersOfTheWidth() {
    s.block().op("pto.vselr", results(vector(F16)), v(vector(F16)), v(vector(SI16)));
    s.isLegal();
    s.block().op("pto.vselr", results(vector(F16)), v(vector(F16)), v(vector(F16)));
    s.has(TYPE_MISMATCH);
  }

  @Test
  void interleavedVectorsHaveOneType() {
    s.block().op("pto.vintlv", results(vector(F16), vector(I16)), v(vector(F16)), v(vector(F16)));
    s.has(TYPE_MISMATCH);
  }

  @Test
  void packTakesOneSourceAndAPart() {
    s.block().op("pto.vpack", results(vector(UI16)), v(vector(I32)));
    s.has(BAD_ATTRIBUTE);
  }

  @Test
  void packTakesTwoSourcesAndANumber() {
    s.block().op("pto.vpack", results(vector(UI16)), v(vector(I32)), v(vector(I32)), v(INDEX));
    s.isLegal();
    s.block()
        .with(AttributeName.PART, "LOWER")
        .op("pto.vpack", results(vector(UI16)), v(vector(I32)), v(vector(I32)), v(INDEX));
    s.has(WRONG_OPERAND_COUNT);
  }

  @Test
  void unpackTakesPartZeroOrOne() {
    s.block().op("pto.vsunpack", results(vector(I32)), v(vector(I16)), s.constant(1, INDEX));
    s.isLegal();
    s.block().op("pto.vsunpack", results(vector(I32)), v(vector(I16)), s.constant(2, INDEX));
    s.says(BAD_CONSTANT, "pto.vsunpack: part is 2, but must be 0 to 1");
  }

  @Test
  void prefixCountsFollowTheResult() {
    s.block().op("pto.vusqz", results(vector(I16)), List.of(), v(MaskType.B16));
    s.isLegal();
    s.block().op("pto.vusqz", results(vector(I16)), v(vector(SI16)), v(MaskType.B8));
    s.has(TYPE_MISMATCH, MASK_GRANULARITY);
  }

  @Test
  void indexVectorsStartWithAFittingScalar() {
    s.block().op("pto.vci", results(vector(SI32)), v(I32));
    s.isLegal();
    s.block().op("pto.vci", results(vector(SI32)), v(UI32));
    s.block().op("pto.vci", results(vector(F16)), v(F32));
    s.has(TYPE_MISMATCH, TYPE_MISMATCH);
  }

  @Test
  void placeholderOfTheSeedIsNoOrder() {
    s.block().with(AttributeName.ORDER, "ORDER").op("pto.vci", results(vector(I32)), v(I32));
    s.has(BAD_ATTRIBUTE);
  }

  @Test
  void duplicatedLanesHaveAPositionAndScalarsHaveNot() {
    s.block()
        .with(AttributeName.POSITION, "HIGHEST")
        .op("pto.vdup", results(vector(F32)), v(vector(F32)), v(MaskType.B32));
    s.block().op("pto.vdup", results(vector(UI8)), v(I8), v(MaskType.B8));
    s.isLegal();
    s.block()
        .with(AttributeName.POSITION, "LOWEST")
        .op("pto.vdup", results(vector(F32)), v(F32), v(MaskType.B32));
    s.has(BAD_ATTRIBUTE);
  }

  @Test
  void duplicatesOfOtherThingsAreRejected() {
    s.block().op("pto.vdup", results(vector(F32)), v(vector(F16)), v(MaskType.B32));
    s.block().op("pto.vdup", results(vector(F32)), v(ub(F32)), v(MaskType.B32));
    s.has(TYPE_MISMATCH, TYPE_MISMATCH);
  }
}
