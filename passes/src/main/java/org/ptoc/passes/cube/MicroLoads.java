package org.ptoc.passes.cube;

import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.ConfigurationField;
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
            .set(ConfigurationField.GROUPS, op.operand(RoleName.GROUPS))
            .set(ConfigurationField.ROW_STRIDE, op.operand(RoleName.ROW_STEP))
            .set(ConfigurationField.COLUMN_STRIDE, op.operand(RoleName.COLUMN_STEP))
            .set(ConfigurationField.GROUP_STRIDE, op.operand(RoleName.GROUP_STEP))
            .word();
    words.set(SpecialRegister.MTE2_NZ_PARA, steps);
    boolean columns =
        op.attributes().text(AttributeName.LAYOUT).filter("dn2nz"::equals).isPresent();
    rows(columns ? Mnemonic.GM_TO_L1_DN2NZ : Mnemonic.GM_TO_L1_ND2NZ, builder.i64(0));
  }

  /** The same with the register as it is. */
  void copiedFractals() {
    rows(op.definition().word(), op.operand(RoleName.SID));
  }

  private void rows(Mnemonic word, Value sid) {
    Value first =
        words
            .word(ConfigurationWord.ND0)
            .set(ConfigurationField.SID, sid)
            .set(ConfigurationField.SOURCE_STRIDE, op.operand(RoleName.SOURCE_STRIDE))
            .set(ConfigurationField.CACHE, op.operand(RoleName.CACHE))
            .set(ConfigurationField.ROWS, op.operand(RoleName.ROWS))
            .word();
    Value second =
        words
            .word(ConfigurationWord.ND1)
            .set(ConfigurationField.COLUMNS, op.operand(RoleName.COLUMNS))
            .set(
                ConfigurationField.GROUP_STRIDE,
                op.optional(RoleName.GROUP_STRIDE).orElse(builder.i64(0)))
            .set(ConfigurationField.SMALL_ROWS, op.operand(RoleName.SMALL_C0))
            .word();
    words.typed(
        word,
        CubeWords.type(element()),
        op.operand(RoleName.DEST),
        op.operand(RoleName.SOURCE),
        first,
        second);
  }

  private ElementType element() {
    return ((PointerType) op.operand(RoleName.DEST).type()).element();
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
    boolean transposed = op.attributes().flag(AttributeName.TRANSPOSE);
    Blocks blocks = op.optional(RoleName.M_START).isPresent() ? given() : derived(left, transposed);
    load(left, transposed, blocks);
  }

  void blocks(boolean left) {
    Blocks blocks = given();
    if (!op.definition().form().hasOperand(RoleName.TRANSPOSING)) {
      load(left, op.attributes().flag(AttributeName.TRANSPOSE), blocks);
      return;
    }
    Value zero = builder.i64(0);
    Value turned = op.operand(RoleName.TRANSPOSING);
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

  private Blocks given() {
    return given(RoleName.M_START, RoleName.K_START, RoleName.M_STEP, RoleName.K_STEP);
  }

  private Blocks givenScales() {
    return given(RoleName.X_START, RoleName.Y_START, RoleName.X_STEP, RoleName.Y_STEP);
  }

  private Blocks given(RoleName rowStart, RoleName columnStart, RoleName rows, RoleName columns) {
    return new Blocks(
        op.operand(rowStart),
        op.operand(columnStart),
        op.operand(rows),
        op.operand(columns),
        op.operand(RoleName.SRC_STRIDE),
        op.operand(RoleName.DST_STRIDE));
  }

  /** The blocks of a whole window, whose size is taken for the pitch of the source. */
  private Blocks derived(boolean left, boolean transposed) {
    int width = TileLayout.perBlock(MemorySpace.L1, element());
    int unit = Math.max(BOX, width);
    Value k = op.operand(RoleName.K);
    Value other = op.operand(left ? RoleName.M : RoleName.N);
    Value zero = builder.i64(0);
    Value row = op.optional(RoleName.ROW).orElse(zero);
    Value column = op.optional(RoleName.COL).orElse(zero);
    if (!transposed) {
      Value rows = words.ceil(other, BOX);
      return new Blocks(row, column, rows, words.ceil(k, width), rows, pitch(left, rows));
    }
    Value rows = blocks(k, unit, BOX);
    return new Blocks(
        row, column, rows, blocks(other, unit, width), rows, pitch(left, blocks(other, unit, BOX)));
  }

  /** Blocks of a size in an extent that is rounded up to units. */
  private Value blocks(Value extent, int unit, int size) {
    Value units = words.ceil(extent, unit);
    return unit == size ? units : builder.mul(units, builder.i64(unit / size));
  }

  /** The left factor of some profiles has the pitch that follows from k. */
  private Value pitch(boolean left, Value columns) {
    return left && !words.target().leftByColumns()
        ? rowPitch(words, op.operand(RoleName.K), element())
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
    emit(mnemonic, CubeWords.type(element()), op.operand(RoleName.DEST), blocks);
  }

  private void emit(Mnemonic mnemonic, int type, Value destination, Blocks blocks) {
    Value first =
        words
            .word(ConfigurationWord.LD0)
            .set(ConfigurationField.ROW_START, blocks.rowStart)
            .set(ConfigurationField.COLUMN_START, blocks.columnStart)
            .set(ConfigurationField.ROWS, blocks.rows)
            .set(ConfigurationField.COLUMNS, blocks.columns)
            .word();
    Value second =
        words
            .word(ConfigurationWord.LD1)
            .set(ConfigurationField.SOURCE_STRIDE, blocks.sourceStride)
            .set(ConfigurationField.DESTINATION_STRIDE, blocks.destinationStride)
            .word();
    words.typed(mnemonic, type, destination, op.operand(RoleName.SOURCE), first, second);
  }

  // Scales.

  /** The address of scales is that of their factor by 16. */
  void scales(boolean left) {
    Value factor = builder.value(Op.CASTPTR, ElementType.I64, op.operand(RoleName.DEST));
    Value address = builder.divide(factor, SCALED);
    Blocks blocks = op.optional(RoleName.X_START).isPresent() ? givenScales() : derivedScales(left);
    emitScales(left, address, blocks);
  }

  void scaleBlocks(boolean left) {
    emitScales(left, op.operand(RoleName.DEST), givenScales());
  }

  private Blocks derivedScales(boolean left) {
    Value pairs = words.ceil(words.ceil(op.operand(RoleName.K), GROUP), PAIR);
    Value zero = builder.i64(0);
    Optional<Value> row = op.optional(RoleName.ROW);
    return new Blocks(
        row.orElse(zero),
        op.optional(RoleName.COL).orElse(zero),
        words.ceil(op.operand(left ? RoleName.M : RoleName.N), BOX),
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
