package org.ptoc.ir.verify;

import java.util.OptionalLong;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;

/** Predicate operations (spec/00, 4.7 and 4.10, spec/11, 9 and 10). */
final class PredicateRules {
  private PredicateRules() {}

  /** The named masks have the granularity of the mnemonic. */
  static void fixed(Check check, MaskType granularity, RoleName... masks) {
    for (RoleName mask : masks) {
      check.granularity(mask, granularity, "predicates of this operation");
    }
  }

  static void lessThan(Check check, MaskType granularity) {
    fixed(check, granularity, RoleName.MASK);
    OptionalLong count = check.constant(RoleName.SCALAR);
    if (count.isPresent() && count.getAsLong() < 0) {
      check.warning(
          DiagnosticCode.UNSIGNED_COUNT,
          "scalar is "
              + count.getAsLong()
              + ", which counts as "
              + (count.getAsLong() & 0xFFFF_FFFFL)
              + " and activates every lane");
    }
  }

  static void interleave(Check check, MaskType granularity) {
    fixed(check, granularity, RoleName.SRC0, RoleName.SRC1, RoleName.LOW, RoleName.HIGH);
  }

  static void binary(Check check) {
    oneGranularity(check, RoleName.SRC0, RoleName.SRC1, RoleName.MASK, RoleName.RESULT);
  }

  static void unary(Check check) {
    oneGranularity(check, RoleName.INPUT, RoleName.MASK, RoleName.RESULT);
  }

  private static void oneGranularity(Check check, RoleName first, RoleName... others) {
    for (RoleName other : others) {
      check.granularity(
          other, (MaskType) check.type(first), "operands beside " + check.type(first).spelling());
    }
  }

  static void pack(Check check) {
    step(check, -1, "narrower");
  }

  static void unpack(Check check) {
    step(check, 1, "wider");
  }

  /** The result has the granularity of the input or the next one in a direction. */
  private static void step(Check check, int direction, String word) {
    MaskType input = (MaskType) check.type(RoleName.INPUT);
    MaskType result = (MaskType) check.type(RoleName.RESULT);
    int distance = result.ordinal() - input.ordinal();
    check.require(
        distance == 0 || distance == direction,
        DiagnosticCode.MASK_GRANULARITY,
        "result is "
            + result.spelling()
            + ", but must be "
            + input.spelling()
            + " or the next "
            + word
            + " granularity");
  }

  static void load(Check check) {
    check.oneType(RoleName.SOURCE, RoleName.UPDATED);
    String dist = check.op().attributes().text(AttributeName.DIST).orElse("");
    address(check, RoleName.SOURCE, Distributions.predicateLoad(dist), 1);
  }

  static void loadImmediate(Check check) {
    check.oneType(RoleName.SOURCE, RoleName.UPDATED);
    needsConstant(check, RoleName.OFFSET);
    Distributions.Access access =
        Distributions.predicateLoad(check.op().attributes().text(AttributeName.DIST).orElse(""));
    address(check, RoleName.SOURCE, access, access.bytes());
  }

  static void store(Check check) {
    check.oneType(RoleName.DEST, RoleName.UPDATED);
    String dist = check.op().attributes().text(AttributeName.DIST).orElse("");
    address(check, RoleName.DEST, Distributions.predicateStore(dist), 1);
  }

  static void storeImmediate(Check check) {
    check.oneType(RoleName.DEST, RoleName.UPDATED);
    needsConstant(check, RoleName.OFFSET);
    Distributions.Access access =
        Distributions.predicateStore(check.op().attributes().text(AttributeName.DIST).orElse(""));
    address(check, RoleName.DEST, access, access.bytes());
  }

  static boolean needsConstant(Check check, RoleName role) {
    return check.require(
        check.constant(role).isPresent(),
        DiagnosticCode.NEEDS_CONSTANT,
        role + " is part of the instruction and must be an integer constant");
  }

  /**
   * Offsets count bytes, or units when they are immediate; with post-update the base itself is
   * accessed.
   */
  private static void address(Check check, RoleName base, Distributions.Access access, int unit) {
    OptionalLong address = check.known().address(check.value(base));
    OptionalLong offset =
        check.has(RoleName.UPDATED) ? OptionalLong.of(0) : check.constant(RoleName.OFFSET);
    if (address.isPresent() && offset.isPresent()) {
      check.alignedAddress(
          base, OptionalLong.of(address.getAsLong() + offset.getAsLong() * unit), access.bytes());
    }
  }

  static void storeUnaligned(Check check) {
    MaskType mask = (MaskType) check.type(RoleName.VALUE);
    ElementType element = check.pointer(RoleName.BASE).element();
    check.oneType(RoleName.BASE, RoleName.BASE_OUT);
    boolean fits =
        switch (mask) {
          case B8 -> false;
          case B16 -> element == ElementType.UI16 || element == ElementType.I16;
          case B32 -> element == ElementType.UI32 || element == ElementType.I32;
        };
    check.require(
        fits,
        DiagnosticCode.TYPE_MISMATCH,
        "value is "
            + mask.spelling()
            + " and base points to "
            + element.spelling()
            + "; legal: b16 with ui16 or i16, b32 with ui32 or i32");
    VectorMemoryRules.continueStore(check);
    check.streams().define(check.value(RoleName.ALIGN_OUT), AlignStreams.Kind.STORE);
  }
}
