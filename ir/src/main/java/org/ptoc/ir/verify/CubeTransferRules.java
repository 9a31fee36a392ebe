package org.ptoc.ir.verify;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileLayout;
import org.ptoc.ir.type.TileType;

/**
 * Micro operations on the memories of the cube core but the stores of accumulators (spec/60, 3).
 */
final class CubeTransferRules {
  private static final long BLOCK = 32;
  private static final long FRACTAL = 512;
  private static final long ACCUMULATORS = 1024;
  private static final long BIAS = 64;
  private static final long MOST_BURSTS = 4095;
  private static final long MOST_16 = (1L << 16) - 1;
  private static final long MOST_15 = (1L << 15) - 1;
  private static final long MOST_21 = (1L << 21) - 1;
  private static final long MOST_40 = (1L << 40) - 1;
  private static final long MOST_STEPS = 255;

  private CubeTransferRules() {}

  // From GM to L1.

  static void load(Check check) {
    copyIn(check);
    loops(check);
  }

  private static void loops(Check check) {
    List<Value> loops = check.op().group(RoleName.LOOPS);
    if (check.require(
        loops.size() % 3 == 0,
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "every loop takes a count and two strides")) {
      for (int i = 0; i < loops.size(); i++) {
        OptionalLong known = check.known().integer(loops.get(i));
        long most = i % 3 == 1 ? MOST_40 : MOST_21;
        check.require(
            known.isEmpty() || known.getAsLong() >= 0 && known.getAsLong() <= most,
            DiagnosticCode.BAD_CONSTANT,
            "loop "
                + (i / 3 + 1)
                + " has "
                + known.orElse(0)
                + (i % 3 == 0 ? " as count" : " as stride")
                + ", but it must be 0 to "
                + most);
      }
    }
  }

  static void copyIn(Check check) {
    sameWidth(check, RoleName.SOURCE, RoleName.DEST);
    check.aligned(RoleName.DEST, BLOCK);
    check.range(RoleName.LENGTH, 0, MOST_21);
    check.range(RoleName.COUNT, 0, MOST_21);
    check.range(RoleName.SOURCE_STRIDE, 0, MOST_40);
    check.range(RoleName.DEST_STRIDE, 0, MOST_21);
    OptionalLong count = check.constant(RoleName.COUNT);
    if (count.isEmpty() || count.getAsLong() > 1) {
      multiple(check, RoleName.DEST_STRIDE, BLOCK, " bytes");
    }
  }

  static void loadFractals(Check check) {
    boolean columns = check.op().attributes().text(AttributeName.LAYOUT).orElse("").equals("dn2nz");
    check.require(
        !columns || check.has(ProfileFeature.COLUMN_LOADS),
        DiagnosticCode.NOT_IN_PROFILE,
        "layout dn2nz does not exist"
            + check.here()
            + ", only"
            + Check.where(ProfileFeature.COLUMN_LOADS)
            + "; legal: nd2nz");
    fractals(check);
    for (RoleName role :
        List.of(RoleName.GROUPS, RoleName.ROW_STEP, RoleName.COLUMN_STEP, RoleName.GROUP_STEP)) {
      check.range(role, 0, MOST_16);
    }
  }

  static void copyFractals(Check check) {
    fractals(check);
    check.range(RoleName.SID, 0, 15);
  }

  private static void fractals(Check check) {
    sameWidth(check, RoleName.SOURCE, RoleName.DEST);
    check.aligned(RoleName.DEST, BLOCK);
    check.range(RoleName.ROWS, 0, MOST_16);
    check.range(RoleName.COLUMNS, 0, MOST_21);
    check.range(RoleName.SOURCE_STRIDE, 0, MOST_40);
    check.range(RoleName.GROUP_STRIDE, 0, MOST_40);
    check.range(RoleName.CACHE, 0, 15);
    OptionalLong small = check.constant(RoleName.SMALL_C0);
    if (small.isPresent() && small.getAsLong() != 0) {
      check.range(RoleName.COLUMNS, 0, 4);
    }
  }

  // From L1 to L0A and L0B.

  static void factor(Check check) {
    check.aligned(RoleName.SOURCE, BLOCK);
    check.aligned(RoleName.DEST, FRACTAL);
    sameWidth(check, RoleName.SOURCE, RoleName.DEST);
    extents(check);
    starts(check, RoleName.M_START, RoleName.K_START);
    steps(check, RoleName.M_STEP, RoleName.K_STEP, 1);
    transposed(check);
  }

  private static void extents(Check check) {
    for (RoleName role : List.of(RoleName.M, RoleName.N, RoleName.K, RoleName.ROW, RoleName.COL)) {
      if (check.op().definition().form().hasOperand(role)) {
        check.range(role, 0, MOST_16);
      }
    }
  }

  static void blocks(Check check) {
    check.aligned(RoleName.SOURCE, BLOCK);
    check.aligned(RoleName.DEST, FRACTAL);
    sameWidth(check, RoleName.SOURCE, RoleName.DEST);
    starts(check, RoleName.M_START, RoleName.K_START);
    steps(check, RoleName.M_STEP, RoleName.K_STEP, 1);
    transposed(check);
  }

  /** Fractals of 4-bit elements. */
  static void halves(Check check) {
    ElementType element = check.pointer(RoleName.SOURCE).element();
    check.require(
        TileLayout.elementBits(MemorySpace.L1, element) == 4,
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        "source has "
            + element.spelling()
            + " elements, but must have 4-bit elements: f4E2M1x2, f4E1M2x2");
    check.range(RoleName.TRANSPOSING, 0, 1);
    blocks(check);
  }

  /** A transposing load moves squares: 16 elements, 32 of 8 bits (spec/60, 3.3). */
  private static void transposed(Check check) {
    if (!check.op().attributes().flag(AttributeName.TRANSPOSE)) {
      return;
    }
    int bytes = check.pointer(RoleName.SOURCE).element().bytes();
    OptionalLong rows = check.constant(RoleName.M_STEP);
    OptionalLong columns = check.constant(RoleName.K_STEP);
    int c0 = (int) BLOCK / bytes;
    int unit = Math.max(16, c0);
    squares(check, "m_step", rows, 16, unit);
    squares(check, "k_step", columns, c0, unit);
  }

  private static void squares(Check check, String role, OptionalLong steps, int size, int unit) {
    check.require(
        steps.isEmpty() || steps.getAsLong() * size % unit == 0,
        DiagnosticCode.BAD_CONSTANT,
        role
            + " is "
            + steps.orElse(0)
            + " blocks of "
            + size
            + ", but a transposing load moves multiples of "
            + unit);
  }

  static void scales(Check check) {
    scaleBlocks(check);
    extents(check);
    check.require(
        check.known().address(check.value(RoleName.DEST)).orElse(0) % 16 == 0,
        DiagnosticCode.BAD_ADDRESS,
        "dest must be aligned to 16 bytes: the address of scales is that of their factor by 16");
  }

  static void scaleBlocks(Check check) {
    check.aligned(RoleName.SOURCE, BLOCK);
    check.require(
        check.pointer(RoleName.SOURCE).element().bytes() == 1,
        DiagnosticCode.TYPE_MISMATCH,
        "source is " + check.pointer(RoleName.SOURCE).spelling() + ", but scales are f8E8M0");
    sameWidth(check, RoleName.SOURCE, RoleName.DEST);
    starts(check, RoleName.X_START, RoleName.Y_START);
    steps(check, RoleName.X_STEP, RoleName.Y_STEP, 0);
  }

  private static void starts(Check check, RoleName first, RoleName second) {
    check.range(first, 0, MOST_16);
    check.range(second, 0, MOST_16);
  }

  private static void steps(Check check, RoleName first, RoleName second, long least) {
    check.range(first, least, MOST_STEPS);
    check.range(second, least, MOST_STEPS);
    check.range(RoleName.SRC_STRIDE, least, MOST_16);
    check.range(RoleName.DST_STRIDE, least, MOST_16);
  }

  // From L1 to the tables, to UB and back.

  static void bias(Check check) {
    check.aligned(RoleName.DEST, BIAS);
    ElementType from = check.pointer(RoleName.SOURCE).element();
    ElementType to = check.pointer(RoleName.DEST).element();
    boolean widened =
        to == ElementType.F32
            && (from == ElementType.F16
                || from == ElementType.BF16 && check.has(ProfileFeature.TABLE_CONVERSIONS));
    check.require(
        widened || from.bits() == 32 && to.bits() == 32,
        DiagnosticCode.TYPE_MISMATCH,
        "source has "
            + from.spelling()
            + " elements and dest "
            + to.spelling()
            + "; legal: f32 or i32 as they are, f16"
            + (!check.has(ProfileFeature.TABLE_CONVERSIONS) ? "" : " and bf16")
            + " to f32");
    bursts(check);
    if (check.op().definition().form().hasOperand(RoleName.CONVERT)
        && check.has(RoleName.CONVERT)
        && !check.scalar(RoleName.CONVERT).isInteger()) {
      check.typeError(RoleName.CONVERT, check.scalar(RoleName.CONVERT), "an integer, 0 or 1");
    }
  }

  static void bursts(Check check) {
    check.aligned(RoleName.SOURCE, BLOCK);
    check.range(RoleName.COUNT, 0, MOST_BURSTS);
    check.range(RoleName.LENGTH, 0, MOST_16);
    check.range(RoleName.SOURCE_GAP, 0, MOST_16);
    check.range(RoleName.DEST_GAP, 0, MOST_16);
  }

  static void within(Check check) {
    sameWidth(check, RoleName.SOURCE, RoleName.DEST);
    check.aligned(RoleName.DEST, BLOCK);
    bursts(check);
    if (check.op().definition().form().hasOperand(RoleName.SID)) {
      check.range(RoleName.SID, 0, 1);
    }
    if (check.op().definition().form().hasOperand(RoleName.LOOPS)) {
      loops(check);
    }
  }

  static void fill(Check check) {
    check.aligned(RoleName.DEST, BLOCK);
    for (RoleName role : List.of(RoleName.REPEAT, RoleName.BLOCKS, RoleName.GAP)) {
      check.range(role, 0, MOST_15);
    }
    if (check.op().definition().form().hasOperand(RoleName.OFFSET)) {
      check.range(RoleName.OFFSET, 0, MOST_40);
      multiple(check, RoleName.OFFSET, BLOCK, " bytes");
    }
    ElementType value = check.scalar(RoleName.VALUE);
    if (value.bits() != 16 && value.bits() != 32) {
      check.typeError(RoleName.VALUE, value, "a number of 16 or 32 bits");
    }
    long bits = check.op().attributes().integer(AttributeName.FILL_WORD_BITS).orElse(32L);
    check.require(
        bits == 16 || bits == 32,
        DiagnosticCode.BAD_ATTRIBUTE,
        "fill_word_bits is " + bits + "; legal: 16, 32");
  }

  // Products.

  static void product(Check check) {
    ElementType lhs = check.pointer(RoleName.LHS).element();
    factors(check);
    for (RoleName role : List.of(RoleName.M, RoleName.N, RoleName.K)) {
      check.range(role, 0, CubeProductRules.MOST);
    }
    check.require(
        !lhs.isInteger() || !check.op().attributes().has(AttributeName.SATURATION),
        DiagnosticCode.BAD_ATTRIBUTE,
        "sat and nosat are for floats; products of integers wrap");
    check.require(
        lhs == ElementType.F32 || !check.op().attributes().has(AttributeName.TF32_MODE),
        DiagnosticCode.BAD_ATTRIBUTE,
        "tf32_mode is for f32, not " + lhs.spelling());
    check.require(
        check.has(ProfileFeature.TENSOR_FLOATS)
            || !check.op().attributes().has(AttributeName.TF32_MODE),
        DiagnosticCode.NOT_IN_PROFILE,
        "tf32_mode does not exist"
            + check.here()
            + ", only"
            + Check.where(ProfileFeature.TENSOR_FLOATS));
  }

  static void rawProduct(Check check) {
    factors(check);
  }

  private static void factors(Check check) {
    ElementType lhs = check.pointer(RoleName.LHS).element();
    if (CubeProductRules.factors(check, lhs, check.pointer(RoleName.RHS).element())) {
      CubeProductRules.accumulates(check, lhs, "dest", check.pointer(RoleName.DEST).element());
    }
    check.aligned(RoleName.LHS, FRACTAL);
    check.aligned(RoleName.RHS, FRACTAL);
    check.aligned(RoleName.DEST, ACCUMULATORS);
    if (check.op().definition().form().hasOperand(RoleName.BIAS)) {
      check.aligned(RoleName.BIAS, BIAS);
      ElementType bias = check.pointer(RoleName.BIAS).element();
      check.require(
          bias.agreesWith(check.pointer(RoleName.DEST).element()),
          DiagnosticCode.TYPE_MISMATCH,
          "bias has "
              + bias.spelling()
              + " elements, but must have "
              + check.pointer(RoleName.DEST).element().spelling()
              + " elements as dest has");
    }
  }

  // Registers.

  static void registerParts(Check check) {
    check.range(RoleName.LOW, 0, MOST_40);
    check.range(RoleName.HIGH, 0, (1L << 24) - 1);
  }

  static void productMode(Check check) {
    check.warning(
        DiagnosticCode.SUSPICIOUS_OPERAND,
        "is defined by each implementation: here f32 factors are rounded to "
            + (!check.has(ProfileFeature.TENSOR_FLOATS) ? "11" : "10")
            + " bits of mantissa");
  }

  /** A scale for all columns, or a tile with one for each. */
  static void quantization(Check check) {
    boolean vector = check.op().definition().is(Op.SET_QUANT_VECTOR);
    if (check.type(RoleName.VALUE) instanceof TileType tile) {
      check.require(
          vector && tile.location() == MemorySpace.FB,
          DiagnosticCode.TILE_CONSTRAINT,
          "value is "
              + tile.spelling()
              + ", but must be "
              + (vector ? "a tile in scaling" : "an f32; set_quant_vector takes a tile"));
    } else {
      check.require(
          !vector && check.type(RoleName.VALUE) == ElementType.F32,
          DiagnosticCode.TYPE_MISMATCH,
          "value is "
              + check.type(RoleName.VALUE).spelling()
              + ", but must be "
              + (vector ? "a tile in scaling; set_quant_scalar takes an f32" : "an f32"));
    }
  }

  // Shared.

  private static void sameWidth(Check check, RoleName first, RoleName second) {
    ElementType one = check.pointer(first).element();
    ElementType other = check.pointer(second).element();
    check.require(
        one.bytes() == other.bytes(),
        DiagnosticCode.TYPE_MISMATCH,
        first
            + " has elements of "
            + one.bytes()
            + " bytes ("
            + one.spelling()
            + "), but "
            + second
            + " of "
            + other.bytes()
            + " ("
            + other.spelling()
            + "); the sizes must be equal");
  }

  private static void multiple(Check check, RoleName role, long unit, String what) {
    OptionalLong value = check.constant(role);
    check.require(
        value.isEmpty() || value.getAsLong() % unit == 0,
        DiagnosticCode.BAD_CONSTANT,
        role + " is " + value.orElse(0) + what + ", but must be a multiple of " + unit);
  }
}
