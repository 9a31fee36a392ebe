package org.ptoc.ir.verify;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;

/** Data movement between GM and UB and within UB (spec/00, 4.3 and 4.4). */
final class TransferRules {
  private static final int BLOCK = 32;
  private static final long FIELD_16 = (1L << 16) - 1;
  private static final long FIELD_21 = (1L << 21) - 1;
  private static final long FIELD_40 = (1L << 40) - 1;

  private TransferRules() {}

  static void in(Check check) {
    direction(check, MemorySpace.GM, MemorySpace.UB);
    rows(check);
    ranges(check, RoleName.SOURCE_STRIDE, RoleName.DEST_STRIDE);
    check.range(RoleName.CACHE, 0, 15);
    loops(check, "dest");
    padding(check, check.pointer(RoleName.DEST).element());
  }

  static void out(Check check) {
    direction(check, MemorySpace.UB, MemorySpace.GM);
    rows(check);
    ranges(check, RoleName.DEST_STRIDE, RoleName.SOURCE_STRIDE);
    check.range(RoleName.CACHE, 0, 15);
    loops(check, "source");
  }

  static void within(Check check) {
    direction(check, MemorySpace.UB, MemorySpace.UB);
    for (RoleName role :
        List.of(RoleName.LENGTH, RoleName.COUNT, RoleName.SOURCE_GAP, RoleName.DEST_GAP)) {
      check.range(role, 0, FIELD_16);
    }
  }

  static void copyIn(Check check) {
    direction(check, MemorySpace.GM, MemorySpace.UB);
    rows(check);
    ranges(check, RoleName.SOURCE_STRIDE, RoleName.DEST_STRIDE);
    check.range(RoleName.SID, 0, 15);
    check.range(RoleName.LEFT, 0, 63);
    check.range(RoleName.RIGHT, 0, 63);
    check.range(RoleName.CACHE, 0, 15);
  }

  static void copyOut(Check check) {
    direction(check, MemorySpace.UB, MemorySpace.GM);
    rows(check);
    ranges(check, RoleName.DEST_STRIDE, RoleName.SOURCE_STRIDE);
    check.range(RoleName.SID, 0, 15);
    check.range(RoleName.CACHE, 0, 15);
  }

  private static void direction(Check check, MemorySpace from, MemorySpace to) {
    side(check, RoleName.SOURCE, from);
    side(check, RoleName.DEST, to);
    ElementType source = check.pointer(RoleName.SOURCE).element();
    ElementType dest = check.pointer(RoleName.DEST).element();
    check.require(
        source.bytes() == dest.bytes(),
        DiagnosticCode.TYPE_MISMATCH,
        "source has elements of "
            + source.bytes()
            + " bytes ("
            + source.spelling()
            + "), but dest of "
            + dest.bytes()
            + " ("
            + dest.spelling()
            + "); the sizes must be equal");
  }

  private static void side(Check check, RoleName role, MemorySpace space) {
    check.require(
        check.pointer(role).space() == space,
        DiagnosticCode.WRONG_MEMORY_SPACE,
        role + " is " + check.pointer(role).spelling() + ", but must point to " + space.spelling());
    if (space == MemorySpace.UB) {
      check.aligned(role, BLOCK);
    }
  }

  private static void rows(Check check) {
    check.range(RoleName.LENGTH, 0, FIELD_21);
    check.range(RoleName.COUNT, 0, FIELD_21);
  }

  private static void ranges(Check check, RoleName gmStride, RoleName ubStride) {
    check.range(gmStride, 0, FIELD_40);
    check.range(ubStride, 0, FIELD_21);
    stride(check, ubStride.spelling(), check.constant(RoleName.COUNT), check.constant(ubStride));
  }

  /**
   * A stride in UB, in bytes, is whole blocks where a second row or pass starts there. One that
   * only the run knows is held to the same: the access that it leads to must be aligned.
   */
  private static void stride(Check check, String name, OptionalLong count, OptionalLong bytes) {
    boolean used = count.isEmpty() || count.getAsLong() > 1;
    if (used && bytes.isPresent() && Math.floorMod(bytes.getAsLong(), (long) BLOCK) != 0) {
      check.error(
          DiagnosticCode.BAD_CONSTANT,
          name + " is " + bytes.getAsLong() + " bytes, but must be a multiple of " + BLOCK);
    }
  }

  /** Loops come as count, source stride and destination stride. */
  private static void loops(Check check, String ubSide) {
    List<Value> loops = check.op().group(RoleName.LOOPS);
    if (!check.require(
        loops.size() % 3 == 0,
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "every loop takes a count and two strides")) {
      return;
    }
    int ubStride = ubSide.equals("source") ? 1 : 2;
    for (int i = 0; i < loops.size(); i += 3) {
      String loop = "loop " + (i / 3 + 1);
      field(check, loop + " count", loops.get(i), FIELD_21);
      field(check, loop + " stride in GM", loops.get(i + 3 - ubStride), FIELD_40);
      field(check, loop + " stride in UB", loops.get(i + ubStride), FIELD_21);
      stride(
          check,
          loop + " stride in UB",
          check.known().integer(loops.get(i)),
          check.known().integer(loops.get(i + ubStride)));
    }
  }

  private static void field(Check check, String name, Value value, long greatest) {
    OptionalLong known = check.known().integer(value);
    if (known.isPresent() && (known.getAsLong() < 0 || known.getAsLong() > greatest)) {
      check.error(
          DiagnosticCode.BAD_CONSTANT,
          name + " is " + known.getAsLong() + ", but must be 0 to " + greatest);
    }
  }

  private static void padding(Check check, ElementType element) {
    check.require(
        check.has(RoleName.PAD_LEFT) == check.has(RoleName.PAD_RIGHT),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "pad takes both counts or none");
    if (!check.has(RoleName.PAD_VALUE)) {
      check.require(
          !check.has(RoleName.PAD_LEFT),
          DiagnosticCode.WRONG_OPERAND_COUNT,
          "pad counts need a pad value");
      return;
    }
    fillType(check, RoleName.PAD_VALUE);
    check.range(RoleName.PAD_LEFT, 0, BLOCK / element.bytes());
    check.range(RoleName.PAD_RIGHT, 0, BLOCK / element.bytes());
  }

  /** Fill values are i8, i16, i32, f16, bf16 or f32. */
  private static void fillType(Check check, RoleName role) {
    switch (check.scalar(role)) {
      case I8, I16, I32, F16, BF16, F32 -> {}
      default -> check.typeError(role, check.scalar(role), "i8, i16, i32, f16, bf16 or f32");
    }
  }

  static void padValue(Check check) {
    fillType(check, RoleName.VALUE);
  }

  static void loopRegister(Check check) {
    boolean size = check.has(Trait.LOOP_SIZES);
    check.range(RoleName.FIRST, 0, size ? FIELD_21 : FIELD_40);
    check.range(RoleName.SECOND, 0, FIELD_21);
    if (check.has(Trait.UNCERTAIN_STRIDE_ORDER)) {
      strideOrder(check, check.constant(RoleName.FIRST), check.constant(RoleName.SECOND));
    }
  }

  private static void strideOrder(Check check, OptionalLong first, OptionalLong second) {
    if (first.isPresent() && second.isPresent() && first.getAsLong() != second.getAsLong()) {
      check.warning(
          DiagnosticCode.SUSPICIOUS_OPERAND,
          "the strides "
              + first.getAsLong()
              + " and "
              + second.getAsLong()
              + " differ; the first is taken for GM and the second for UB, but no document tells"
              + " their order");
    }
  }
}
