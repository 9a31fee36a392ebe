package org.ptoc.passes.cube;

import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileLayout;
import org.ptoc.passes.build.IrBuilder;

/** Micro operations that fill L1 with fractals, and L0A and L0B from them (spec/60, 3.2 to 3.4). */
final class MicroLoads {
  private static final int BOX = 16;

  /** Elements along k that share a scale, and scales that lie together. */
  private static final int GROUP = 32;

  private static final int PAIR = 2;

  /** Bytes of a factor that have one byte of scales. */
  private static final int SCALED = 16;

  private final CubeWords words;
  private final IrBuilder builder;
  private final Operation op;

  MicroLoads(CubeWords words, Operation op) {
    this.words = words;
    this.builder = words.builder();
    this.op = op;
  }

  // Global memory to L1.

  void fractals() {
    Value steps =
        words
            .word(ConfigurationWord.ND2)
            .set("groups", op.operand("groups"))
            .set("rowStride", op.operand("row_step"))
            .set("columnStride", op.operand("column_step"))
            .set("groupStride", op.operand("group_step"))
            .word();
    words.set(SpecialRegister.MTE2_NZ_PARA, steps);
    boolean columns = op.attributes().text("layout").filter("dn2nz"::equals).isPresent();
    rows(columns ? Mnemonic.GM_TO_L1_DN2NZ : Mnemonic.GM_TO_L1_ND2NZ, builder.i64(0));
  }

  /** The same with the register as it is. */
  void copiedFractals() {
    rows(op.definition().word(), op.operand("sid"));
  }

  private void rows(Mnemonic word, Value sid) {
    Value first =
        words
            .word(ConfigurationWord.ND0)
            .set("sid", sid)
            .set("sourceStride", op.operand("source_stride"))
            .set("cache", op.operand("cache"))
            .set("rows", op.operand("rows"))
            .word();
    Value second =
        words
            .word(ConfigurationWord.ND1)
            .set("columns", op.operand("columns"))
            .set("groupStride", op.optional("group_stride").orElse(builder.i64(0)))
            .set("smallRows", op.operand("small_c0"))
            .word();
    words.typed(
        word, CubeWords.type(element()), op.operand("dest"), op.operand("source"), first, second);
  }

  private ElementType element() {
    return ((PointerType) op.operand("dest").type()).element();
  }

  // L1 to the factors.

  /**
   * The blocks that a load moves (spec/60, 3.3).
   *
   * @param rowStart first block along the 16 elements of a fractal
   * @param columnStart first block along its 32 bytes
   * @param rows blocks along the 16 elements
   * @param columns blocks along the 32 bytes
   * @param sourceStride blocks from a column of fractals to the next
   * @param destinationStride the same at the destination
   */
  private record Blocks(
      Value rowStart,
      Value columnStart,
      Value rows,
      Value columns,
      Value sourceStride,
      Value destinationStride) {}

  void factor(boolean left) {
    boolean transposed = op.attributes().flag("transpose");
    Blocks blocks =
        op.optional("m_start").isPresent() ? given("m", "k") : derived(left, transposed);
    load(left, transposed, blocks);
  }

  void blocks(boolean left) {
    Blocks blocks = given("m", "k");
    if (!op.definition().form().hasOperand("transposing")) {
      load(left, op.attributes().flag("transpose"), blocks);
      return;
    }
    Value zero = builder.i64(0);
    Value turned = op.operand("transposing");
    builder.when(compare("ne", turned, zero), inner -> inside(inner).load(left, true, blocks));
    builder.when(compare("eq", turned, zero), inner -> inside(inner).load(left, false, blocks));
  }

  private Value compare(String predicate, Value lhs, Value rhs) {
    return builder.constantOf(lhs).stream()
        .mapToObj(
            known ->
                builder.integer((known == 0) == predicate.equals("eq") ? 1 : 0, ElementType.I1))
        .findFirst()
        .orElseGet(() -> builder.compare(predicate, lhs, rhs));
  }

  private MicroLoads inside(IrBuilder inner) {
    return new MicroLoads(new CubeWords(inner, words.target()), op);
  }

  private Blocks given(String first, String second) {
    return new Blocks(
        op.operand(first + "_start"),
        op.operand(second + "_start"),
        op.operand(first + "_step"),
        op.operand(second + "_step"),
        op.operand("src_stride"),
        op.operand("dst_stride"));
  }

  /** The blocks of a whole window, whose size is taken for the pitch of the source. */
  private Blocks derived(boolean left, boolean transposed) {
    int width = TileLayout.perBlock(MemorySpace.L1, element());
    int unit = Math.max(BOX, width);
    Value k = op.operand("k");
    Value other = op.operand(left ? "m" : "n");
    Value zero = builder.i64(0);
    Value row = op.optional("row").orElse(zero);
    Value column = op.optional("col").orElse(zero);
    if (!transposed) {
      Value rows = words.ceil(other, BOX);
      return new Blocks(row, column, rows, words.ceil(k, width), rows, pitch(left, rows));
    }
    Value rows = blocks(k, unit, BOX);
    // The product takes its pitch from the extent itself: what a load of whole squares moves beyond
    // it is overwritten by the next column (the table of spec/60, 3.3 rounds to squares here).
    return new Blocks(
        row, column, rows, blocks(other, unit, width), rows, pitch(left, words.ceil(other, BOX)));
  }

  /** Blocks of a size in an extent that is rounded up to units. */
  private Value blocks(Value extent, int unit, int size) {
    Value units = words.ceil(extent, unit);
    return unit == size ? units : builder.mul(units, builder.i64(unit / size));
  }

  /** The left factor of some profiles has the pitch that follows from k. */
  private Value pitch(boolean left, Value columns) {
    return left && !words.target().leftByColumns()
        ? rowPitch(words, op.operand("k"), element())
        : columns;
  }

  /** Fractals of a row of L0A whose pitch follows from k (spec/60, 1.3). */
  private static Value rowPitch(CubeWords words, Value k, ElementType element) {
    return element == ElementType.F32
        ? words.builder().mul(words.ceil(k, BOX), words.builder().i64(2))
        : words.ceil(k, TileLayout.perBlock(MemorySpace.L1, element));
  }

  private void load(boolean left, boolean transposed, Blocks blocks) {
    Mnemonic mnemonic =
        left
            ? transposed ? Mnemonic.L1_TO_L0A_T : Mnemonic.L1_TO_L0A
            : transposed ? Mnemonic.L1_TO_L0B_T : Mnemonic.L1_TO_L0B;
    emit(mnemonic, CubeWords.type(element()), op.operand("dest"), blocks);
  }

  private void emit(Mnemonic mnemonic, int type, Value destination, Blocks blocks) {
    Value first =
        words
            .word(ConfigurationWord.LD0)
            .set("rowStart", blocks.rowStart)
            .set("columnStart", blocks.columnStart)
            .set("rows", blocks.rows)
            .set("columns", blocks.columns)
            .word();
    Value second =
        words
            .word(ConfigurationWord.LD1)
            .set("sourceStride", blocks.sourceStride)
            .set("destinationStride", blocks.destinationStride)
            .word();
    words.typed(mnemonic, type, destination, op.operand("source"), first, second);
  }

  // Scales.

  /** The address of scales is that of their factor by 16. */
  void scales(boolean left) {
    Value factor = builder.value(Op.CASTPTR, ElementType.I64, op.operand("dest"));
    Value address = builder.divide(factor, SCALED);
    Blocks blocks = op.optional("x_start").isPresent() ? given("x", "y") : derivedScales(left);
    emitScales(left, address, blocks);
  }

  void scaleBlocks(boolean left) {
    emitScales(left, op.operand("dest"), given("x", "y"));
  }

  private Blocks derivedScales(boolean left) {
    Value pairs = words.ceil(words.ceil(op.operand("k"), GROUP), PAIR);
    Value zero = builder.i64(0);
    Optional<Value> row = op.optional("row");
    return new Blocks(
        row.orElse(zero),
        op.optional("col").orElse(zero),
        words.ceil(op.operand(left ? "m" : "n"), BOX),
        pairs,
        pairs,
        pairs);
  }

  private void emitScales(boolean left, Value destination, Blocks blocks) {
    emit(
        left ? Mnemonic.L1_TO_L0A_MX : Mnemonic.L1_TO_L0B_MX,
        DataType.E8M0.code(),
        destination,
        blocks);
  }
}
