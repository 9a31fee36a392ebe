package org.ptoc.ir.verify;

import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
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
  private static void sameElement(Check check, String pointer, String vector) {
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

  /** The address of an access is aligned; with post-update the base itself is accessed. */
  private static void address(Check check, String base, int alignment) {
    OptionalLong address = check.known().address(check.value(base));
    OptionalLong offset = check.has("updated") ? OptionalLong.of(0) : check.constant("offset");
    if (address.isPresent() && offset.isPresent()) {
      long bytes = address.getAsLong() + offset.getAsLong() * check.pointer(base).element().bytes();
      check.alignedAddress(base, OptionalLong.of(bytes), alignment);
    }
  }

  static void load(Check check) {
    sameElement(check, "source", "result");
    check.oneType("source", "updated");
    String spelling = check.op().attributes().text("dist").orElse("NORM");
    LoadDistribution distribution = Distributions.load(spelling).orElse(LoadDistribution.NORM);
    VectorRegisterType result = check.vector("result");
    check.require(
        Distributions.isSupported(distribution),
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
    address(check, "source", Distributions.alignment(distribution));
  }

  static void loadDual(Check check) {
    check.oneType("low", "high");
    sameElement(check, "source", "low");
    check.oneType("source", "updated");
    address(check, "source", BLOCK);
  }

  static void store(Check check) {
    sameElement(check, "dest", "value");
    check.oneType("dest", "updated");
    Optional<String> spelling = check.op().attributes().text("dist");
    Optional<StoreDistribution> distribution = spelling.flatMap(Distributions::store);
    distribution.ifPresent(
        known ->
            check.require(
                Distributions.isSupported(known),
                DiagnosticCode.NOT_SUPPORTED,
                "distribution " + known.spelling() + " is not supported by this version"));
    ElementType element = check.vector("value").element();
    MaskType mask = Distributions.mask(distribution, element);
    boolean byDistribution = mask != MaskType.of(element);
    check.granularity(
        "mask",
        mask,
        byDistribution ? "stores with " + spelling.orElse("") : element.spelling() + " elements");
    address(check, "dest", distribution.map(Distributions::alignment).orElse(BLOCK));
  }

  static void storeDual(Check check) {
    check.oneType("low", "high");
    sameElement(check, "dest", "low");
    check.granularity("mask", check.vector("low").element());
    check.oneType("dest", "updated");
    address(check, "dest", BLOCK);
  }

  static void loadBlocks(Check check) {
    sameElement(check, "source", "result");
    blocks(check, "source", check.vector("result").element());
  }

  static void storeBlocks(Check check) {
    sameElement(check, "dest", "value");
    blocks(check, "dest", check.vector("value").element());
  }

  /** A b32 mask selects blocks whatever the elements are (spec/00, 4.8). */
  private static void blocks(Check check, String base, ElementType element) {
    check.oneType(base, "updated");
    if (check.type("mask") != MaskType.B32) {
      check.granularity("mask", element);
    }
    check.aligned(base, BLOCK);
  }

  // Unaligned streams.

  static void loadAlign(Check check) {
    check.streams().define(check.value("align"), AlignStreams.Kind.LOAD);
  }

  static void loadUnaligned(Check check) {
    sameElement(check, "source", "result");
    check.oneType("source", "updated");
    check.require(
        check.has("increment") == check.has("updated"),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "takes an increment exactly when it gives an updated pointer");
    check.require(
        !check.streams().isOther(check.value("align"), AlignStreams.Kind.LOAD),
        DiagnosticCode.TYPE_MISMATCH,
        "align is of a store stream, but must come from pto.vldas or pto.vldus");
    check.streams().define(check.value("align_out"), AlignStreams.Kind.LOAD);
  }

  static void initAlign(Check check) {
    check.streams().define(check.value("align"), AlignStreams.Kind.STORE);
  }

  /** The align operand is the next link of a store stream. */
  static void continueStore(Check check) {
    Value align = check.value("align");
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
    sameElement(check, "dest", "value");
    check.oneType("dest", "updated");
    continueStore(check);
    check.streams().define(check.value("align_out"), AlignStreams.Kind.STORE);
  }

  static void flushAlign(Check check) {
    check.oneType("dest", "updated");
    continueStore(check);
  }

  static void storeSqueezed(Check check) {
    sameElement(check, "dest", "value");
    continueStore(check);
    check.streams().define(check.value("align_out"), AlignStreams.Kind.STORE);
  }

  static void flushSqueezed(Check check) {
    continueStore(check);
  }

  static void storeSpecial(Check check) {
    if (check.has(Trait.IMMEDIATE_OFFSET) && PredicateRules.needsConstant(check, "offset")) {
      check.range("offset", -128, 127);
    }
  }

  // Gather and scatter.

  static void gather(Check check) {
    maskOrCount(check, !check.has(Trait.WORD_OFFSETS));
    ElementType source = check.pointer("source").element();
    VectorRegisterType result = check.vector("result");
    if (check.has(Trait.BLOCK_OFFSETS)) {
      sameElement(check, "source", "result");
      check.legalElement(source);
      anyOffsets(check, 32);
      check.granularity("mask", MaskType.B32, "block gathers");
      check.aligned("source", BLOCK);
      return;
    }
    check.legalPair(source, result.element());
    int width = source.bits() == 32 ? 32 : 16;
    if (check.has(Trait.WORD_OFFSETS)) {
      sameElement(check, "source", "result");
      anyOffsets(check, width);
    } else {
      unsignedOffsets(check, width);
    }
    check.granularity(
        "mask", width == 32 ? MaskType.B32 : MaskType.B16, source.spelling() + " elements");
  }

  static void scatter(Check check) {
    maskOrCount(check, true);
    ElementType element = check.vector("value").element();
    check.legalElement(element);
    sameElement(check, "dest", "value");
    int width = element.bits() == 32 ? 32 : 16;
    anyOffsets(check, width);
    check.granularity(
        "mask", width == 32 ? MaskType.B32 : MaskType.B16, element.spelling() + " elements");
  }

  private static void maskOrCount(Check check, boolean countAllowed) {
    check.require(
        check.has("mask") != check.has("count") && (countAllowed || check.has("mask")),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        countAllowed ? "needs a mask or a number of lanes" : "needs a mask");
  }

  /** Offsets fill a register; their bits count as unsigned, whatever their type. */
  private static void anyOffsets(Check check, int width) {
    VectorRegisterType offsets = check.vector("offsets");
    if (!areIntegers(offsets, width)) {
      check.typeError("offsets", offsets, "a vector of " + width + "-bit integers");
    }
  }

  private static void unsignedOffsets(Check check, int width) {
    VectorRegisterType offsets = check.vector("offsets");
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
