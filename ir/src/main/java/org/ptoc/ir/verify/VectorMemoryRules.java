package org.ptoc.ir.verify;

import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.LoadDistribution;
import org.ptoc.ir.isa.StoreDistribution;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.VectorRegisterType;

/** Vector loads and stores, gathers and scatters (spec/00, 4.8 and 4.9, spec/11, 7). */
final class VectorMemoryRules {
  private static final int BLOCK = 32;

  private VectorMemoryRules() {}

  /** The pointer has the element type of the vector (spec/00, 2.1). */
  private static void sameElement(Check check, RoleName pointer, RoleName vector) {
    ElementType inMemory = check.pointer(pointer).element();
    ElementType lanes = check.vector(vector).element();
    if (inMemory != lanes) {
      check.typeError(
          pointer,
          check.pointer(pointer),
          new PointerType(lanes, check.pointer(pointer).space()).spelling()
              + ", as "
              + vector
              + " has "
              + lanes.spelling()
              + " elements");
    }
  }

  /** A store writes the bits of the lanes: elements of one width, whatever they mean. */
  private static void sameWidth(Check check, RoleName pointer, RoleName vector) {
    if (check.pointer(pointer).element().bits() != check.vector(vector).element().bits()) {
      sameElement(check, pointer, vector);
    }
  }

  /** The address of an access is aligned; with post-update the base itself is accessed. */
  private static void address(Check check, RoleName base, int alignment) {
    OptionalLong address = check.known().address(check.value(base));
    OptionalLong offset =
        check.has(RoleName.UPDATED) ? OptionalLong.of(0) : check.constant(RoleName.OFFSET);
    if (address.isPresent() && offset.isPresent()) {
      long bytes = address.getAsLong() + offset.getAsLong() * check.pointer(base).element().bytes();
      check.alignedAddress(base, OptionalLong.of(bytes), alignment);
    }
  }

  static void load(Check check) {
    sameElement(check, RoleName.SOURCE, RoleName.RESULT);
    check.oneType(RoleName.SOURCE, RoleName.UPDATED);
    String spelling = check.op().attributes().text(AttributeName.DIST).orElse("NORM");
    LoadDistribution distribution = Distributions.load(spelling).orElse(LoadDistribution.NORM);
    VectorRegisterType result = check.vector(RoleName.RESULT);
    check.require(
        distribution.isDefined(),
        DiagnosticCode.NOT_SUPPORTED,
        "distribution " + spelling + " is not supported by this version");
    check.require(
        distribution != LoadDistribution.UNPK4 || result.element().bits() == 8,
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        "distribution UNPK4 does not exist for "
            + result.element().spelling()
            + "; legal: 8-bit types");
    check.require(
        result.isFull() || distribution == LoadDistribution.NORM,
        DiagnosticCode.TYPE_MISMATCH,
        "result is " + result.spelling() + ", but a short vector can only be loaded with NORM");
    address(check, RoleName.SOURCE, distribution.alignment());
  }

  static void loadDual(Check check) {
    check.oneType(RoleName.LOW, RoleName.HIGH);
    sameElement(check, RoleName.SOURCE, RoleName.LOW);
    check.oneType(RoleName.SOURCE, RoleName.UPDATED);
    address(check, RoleName.SOURCE, BLOCK);
  }

  static void store(Check check) {
    sameWidth(check, RoleName.DEST, RoleName.VALUE);
    check.oneType(RoleName.DEST, RoleName.UPDATED);
    Optional<String> spelling = check.op().attributes().text(AttributeName.DIST);
    Optional<StoreDistribution> distribution = spelling.flatMap(Distributions::store);
    distribution.ifPresent(
        known ->
            check.require(
                known.isDefined(),
                DiagnosticCode.NOT_SUPPORTED,
                "distribution " + known.spelling() + " is not supported by this version"));
    ElementType element = check.vector(RoleName.VALUE).element();
    MaskType mask = Distributions.mask(distribution, element);
    boolean byDistribution = mask != MaskType.of(element);
    check.granularity(
        RoleName.MASK,
        mask,
        byDistribution ? "stores with " + spelling.orElse("") : element.spelling() + " elements");
    address(check, RoleName.DEST, distribution.map(StoreDistribution::alignment).orElse(BLOCK));
  }

  static void storeDual(Check check) {
    check.oneType(RoleName.LOW, RoleName.HIGH);
    sameWidth(check, RoleName.DEST, RoleName.LOW);
    check.granularity(RoleName.MASK, check.vector(RoleName.LOW).element());
    check.oneType(RoleName.DEST, RoleName.UPDATED);
    address(check, RoleName.DEST, BLOCK);
  }

  static void loadBlocks(Check check) {
    sameElement(check, RoleName.SOURCE, RoleName.RESULT);
    blocks(check, RoleName.SOURCE, check.vector(RoleName.RESULT).element());
  }

  static void storeBlocks(Check check) {
    sameWidth(check, RoleName.DEST, RoleName.VALUE);
    blocks(check, RoleName.DEST, check.vector(RoleName.VALUE).element());
  }

  /** A b32 mask selects blocks whatever the elements are (spec/00, 4.8). */
  private static void blocks(Check check, RoleName base, ElementType element) {
    check.oneType(base, RoleName.UPDATED);
    if (check.type(RoleName.MASK) != MaskType.B32) {
      check.granularity(RoleName.MASK, element);
    }
    check.aligned(base, BLOCK);
  }

  // Unaligned streams.

  static void loadAlign(Check check) {
    check.streams().define(check.value(RoleName.ALIGN), AlignStreams.Kind.LOAD);
  }

  static void loadUnaligned(Check check) {
    sameElement(check, RoleName.SOURCE, RoleName.RESULT);
    check.oneType(RoleName.SOURCE, RoleName.UPDATED);
    check.require(
        check.has(RoleName.INCREMENT) == check.has(RoleName.UPDATED),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "takes an increment exactly when it gives an updated pointer");
    check.require(
        !check.streams().isOther(check.value(RoleName.ALIGN), AlignStreams.Kind.LOAD),
        DiagnosticCode.TYPE_MISMATCH,
        "align is of a store stream, but must come from pto.vldas or pto.vldus");
    check.streams().define(check.value(RoleName.ALIGN_OUT), AlignStreams.Kind.LOAD);
  }

  static void initAlign(Check check) {
    check.streams().define(check.value(RoleName.ALIGN), AlignStreams.Kind.STORE);
  }

  /** The align operand is the next link of a store stream. */
  static void continueStore(Check check) {
    Value align = check.value(RoleName.ALIGN);
    check.require(
        !check.streams().isOther(align, AlignStreams.Kind.STORE),
        DiagnosticCode.TYPE_MISMATCH,
        "align is of a load stream, but must come from pto.init_align or a store of the same"
            + " stream");
    check.require(
        check.streams().consume(align, check.region()),
        DiagnosticCode.TYPE_MISMATCH,
        "align was used by an earlier store of the stream; every align value is used once");
  }

  static void storeUnaligned(Check check) {
    sameElement(check, RoleName.DEST, RoleName.VALUE);
    check.oneType(RoleName.DEST, RoleName.UPDATED);
    continueStore(check);
    check.streams().define(check.value(RoleName.ALIGN_OUT), AlignStreams.Kind.STORE);
  }

  static void flushAlign(Check check) {
    check.oneType(RoleName.DEST, RoleName.UPDATED);
    continueStore(check);
  }

  static void storeSqueezed(Check check) {
    sameElement(check, RoleName.DEST, RoleName.VALUE);
    continueStore(check);
    check.streams().define(check.value(RoleName.ALIGN_OUT), AlignStreams.Kind.STORE);
  }

  static void flushSqueezed(Check check) {
    continueStore(check);
  }

  static void storeSpecial(Check check) {
    check.oneType(RoleName.DEST, RoleName.UPDATED);
    if (check.has(Trait.IMMEDIATE_OFFSET) && PredicateRules.needsConstant(check, RoleName.OFFSET)) {
      check.range(RoleName.OFFSET, -128, 127);
    }
  }

  // Gather and scatter.

  static void gather(Check check) {
    maskOrCount(check, !check.has(Trait.WORD_OFFSETS));
    ElementType source = check.pointer(RoleName.SOURCE).element();
    VectorRegisterType result = check.vector(RoleName.RESULT);
    if (check.has(Trait.BLOCK_OFFSETS)) {
      sameElement(check, RoleName.SOURCE, RoleName.RESULT);
      check.legalElement(source);
      anyOffsets(check, 32);
      check.granularity(RoleName.MASK, MaskType.B32, "block gathers");
      check.aligned(RoleName.SOURCE, BLOCK);
      return;
    }
    check.legalPair(source, result.element());
    int width = source.bits() == 32 ? 32 : 16;
    if (check.has(Trait.WORD_OFFSETS)) {
      sameElement(check, RoleName.SOURCE, RoleName.RESULT);
      anyOffsets(check, width);
    } else {
      unsignedOffsets(check, width);
    }
    check.granularity(
        RoleName.MASK, width == 32 ? MaskType.B32 : MaskType.B16, source.spelling() + " elements");
  }

  static void scatter(Check check) {
    maskOrCount(check, true);
    ElementType element = check.vector(RoleName.VALUE).element();
    check.legalElement(element);
    sameElement(check, RoleName.DEST, RoleName.VALUE);
    int width = element.bits() == 32 ? 32 : 16;
    anyOffsets(check, width);
    check.granularity(
        RoleName.MASK, width == 32 ? MaskType.B32 : MaskType.B16, element.spelling() + " elements");
  }

  private static void maskOrCount(Check check, boolean countAllowed) {
    check.require(
        check.has(RoleName.MASK) != check.has(RoleName.COUNT)
            && (countAllowed || check.has(RoleName.MASK)),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        countAllowed ? "needs a mask or a number of lanes" : "needs a mask");
  }

  /** Offsets fill a register; their bits count as unsigned, whatever their type. */
  private static void anyOffsets(Check check, int width) {
    VectorRegisterType offsets = check.vector(RoleName.OFFSETS);
    if (!areIntegers(offsets, width)) {
      check.typeError("offsets", offsets, "a vector of " + width + "-bit integers");
    }
  }

  private static void unsignedOffsets(Check check, int width) {
    VectorRegisterType offsets = check.vector(RoleName.OFFSETS);
    if (!areIntegers(offsets, width) || offsets.element().kind() == ElementType.Kind.SIGNED) {
      check.typeError(
          "offsets",
          offsets,
          VectorRegisterType.full(ElementType.signless(width)).spelling()
              + " or "
              + VectorRegisterType.full(ElementType.UI8.withBits(width)).spelling());
    }
  }

  private static boolean areIntegers(VectorRegisterType offsets, int width) {
    return offsets.element().isInteger() && offsets.element().bits() == width;
  }
}
