package org.ptoc.backend.a2a3.tile;

import java.util.Optional;
import org.ptoc.ir.MaskPattern;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.verify.MergeLists;
import org.ptoc.passes.tile.SortPlan;

/**
 * How much memory for intermediate results an operation takes, and where from: its own tmp tile
 * when that is large enough, else scratch of the compiler.
 *
 * @param slots number of slots, 0 when the operation needs none
 * @param slotBytes size of each
 */
record ScratchPlan(int slots, long slotBytes) {
  private static final ScratchPlan NONE = new ScratchPlan(0, 0);

  /** More does not make pieces noticeably cheaper. */
  private static final long LARGEST_SLOT = 4096;

  /** Carriers of a group of rows take 32 blocks. */
  private static final long EXPANSION_SLOT = 1024;

  long bytes() {
    return slots * slotBytes;
  }

  /** Scratch that the compiler reserves for an operation, in bytes. */
  static long reserved(Operation op, Setting setting) {
    if (op.definition().form() == OperationForm.TILE_SORT) {
      return SortPlan.scratchBytes(op, setting.wholeRows());
    }
    if (op.definition().form().isVecscope()) {
      return ScopeRegisters.bytes(op);
    }
    ScratchPlan plan = of(op, setting);
    return plan.inTmp(op, setting).isPresent() ? 0 : plan.bytes();
  }

  /**
   * The plan with the slots that a program's tmp tile has room for; empty when it is too small, is
   * an operand or a window.
   */
  Optional<ScratchPlan> inTmp(Operation op, Setting setting) {
    boolean has =
        op.definition().form().hasOperand(RoleName.TMP) && op.optional(RoleName.TMP).isPresent();
    if (slots == 0 || !has) {
      return Optional.empty();
    }
    Value tmp = op.operand(RoleName.TMP);
    long unit = Math.min(slotBytes, VectorUnit.REPEAT_BYTES);
    long room = ((TileType) tmp.type()).bytes() / slots / unit * unit;
    boolean shared = op.operands().stream().filter(operand -> operand == tmp).count() > 1;
    boolean plain =
        op.definition().form() != OperationForm.TILE_ROW_REDUCE
            && op.definition().form() != OperationForm.TILE_TRANSPOSE
            && op.definition().form() != OperationForm.TILE_EXPAND_BINARY
            && op.definition().form() != OperationForm.TILE_QUANTIZE;
    long vector =
        VectorUnit.REPEAT_BYTES * (long) Integer.BYTES / element(op, RoleName.DST).bytes();
    boolean usable = !shared && !setting.gapped().mayContain(tmp);
    return usable && room >= (plain ? Math.min(vector, slotBytes) : slotBytes)
        ? Optional.of(new ScratchPlan(slots, Math.min(room, Math.max(slotBytes, LARGEST_SLOT))))
        : Optional.empty();
  }

  /** True if the lowering works in an operation's own tmp tile. */
  static boolean usesTmp(Operation op, Setting setting) {
    boolean has =
        op.definition().form().hasOperand(RoleName.TMP) && op.optional(RoleName.TMP).isPresent();
    return has && (addsPairs(op) || of(op, setting).inTmp(op, setting).isPresent());
  }

  private static boolean addsPairs(Operation op) {
    return op.definition().form() == OperationForm.TILE_COLUMN_REDUCE
        && op.attributes().flag(AttributeName.IS_BINARY);
  }

  /** What an operation needs. */
  static ScratchPlan of(Operation op, Setting setting) {
    return switch (op.definition().form().relation()) {
      case ELEMENTWISE, ELEMENTWISE_ONTO ->
          op.definition().form() == OperationForm.TILE_SPLAT
              ? expansion(op)
              : elementwise(op, setting.plan(op));
      case CARRIER, DATA_AND_CARRIER -> expansion(op);
      case MASK_BITS -> comparison(op);
      case CHOICE ->
          op.definition().form().hasOperand(RoleName.SCALAR)
              ? new ScratchPlan(1, VectorUnit.REPEAT_BYTES)
              : NONE;
      case CONVERTED ->
          forTile(
              op, new Conversion(op, element(op, RoleName.SRC), element(op, RoleName.DST)).slots());
      case DATA_AND_ROW_CARRIERS ->
          new ScratchPlan(Expansion.SLOTS_OF_TWO_CARRIERS, EXPANSION_SLOT);
      case ROW_TO_ELEMENT -> rows(op);
      case COLUMN_TO_ELEMENT -> pairs(op);
      case COLUMN_TO_INDEX -> forTile(op, ColumnReduction.INDEX_SLOTS);
      case PADDED -> forTile(op, Overlay.SLOTS);
      case PARTIAL ->
          forTile(
              op,
              op.definition().form().hasOperand(RoleName.INDEX)
                  ? PartialIndex.SLOTS
                  : Overlay.SLOTS);
      case COMMON_REGION, WINDOW_OF_SOURCE, WINDOW_OF_DESTINATION ->
          byteCopy(op, RoleName.SRC, RoleName.DST);
      case CONCATENATED -> byteCopy(op, RoleName.SRC0, RoleName.SRC1);
      case CONCATENATED_COUNTED, GATHERED_BLOCKS ->
          element(op, RoleName.DST).bits() == Byte.SIZE
              ? new ScratchPlan(ByteCopy.SLOTS, VectorUnit.REPEAT_BYTES)
              : NONE;
      case GATHERED ->
          MaskPattern.of(op).isPresent()
              ? new ScratchPlan(
                  1,
                  roundUp(
                      GatherLowering.bitBytes(
                          ((TileType) op.operand(RoleName.SRC).type()).columns())))
              : forTile(
                  op, element(op, RoleName.DST).bits() == Short.SIZE ? GatherLowering.SLOTS : 0);
      case TRANSPOSED ->
          element(op, RoleName.DST).bits() == Byte.SIZE
              ? NONE
              : new ScratchPlan(
                  1,
                  roundUp(
                      (long) ((TileType) op.operand(RoleName.SRC).type()).rows() * Integer.BYTES));
      case MERGED -> merge(op);
      case LOADED,
          STORED,
          PRODUCT,
          ACCUMULATED_PRODUCT,
          GATHERED_FROM_VIEW,
          SCATTERED_TO_VIEW,
          SCATTERED,
          HISTOGRAM,
          SORTED,
          SEQUENCE,
          TRIANGLE,
          RANDOM,
          PREFETCHED,
          UNRELATED ->
          NONE;
    };
  }

  private static ScratchPlan comparison(Operation op) {
    boolean scalar = op.definition().form().hasOperand(RoleName.SCALAR);
    ElementType element = element(op, scalar ? RoleName.SRC : RoleName.SRC0);
    boolean widens = scalar && element.isInteger() && element.bits() == Short.SIZE;
    return forTile(op, RoleName.SRC, widens ? 3 : 0);
  }

  private static ScratchPlan elementwise(Operation op, InstructionPlan plan) {
    return plan.hasOnlyBlocks()
        ? new ScratchPlan(plan.slots(), VectorUnit.BLOCK_BYTES)
        : forTile(op, plan.slots());
  }

  private static ElementType element(Operation op, RoleName role) {
    return ((TileType) op.operand(role).type()).element();
  }

  private static ScratchPlan forTile(Operation op, int slots) {
    return forTile(op, RoleName.DST, slots);
  }

  /** Slots for pieces of a tile in elements of four bytes. */
  private static ScratchPlan forTile(Operation op, RoleName role, int slots) {
    if (slots == 0) {
      return NONE;
    }
    TileType tile = (TileType) op.operand(role).type();
    long bytes = (long) tile.rows() * Math.max(16, tile.columns()) * Integer.BYTES;
    return new ScratchPlan(slots, Math.min(LARGEST_SLOT, roundUp(bytes)));
  }

  /** Bytes are copied in pairs; a single one at the end of a row is put together. */
  private static ScratchPlan byteCopy(Operation op, RoleName first, RoleName second) {
    boolean pairs =
        isKnownEven((TileType) op.operand(first).type())
            && isKnownEven((TileType) op.operand(second).type());
    return element(op, RoleName.DST).bits() == Byte.SIZE && !pairs
        ? new ScratchPlan(ByteCopy.SLOTS, VectorUnit.REPEAT_BYTES)
        : NONE;
  }

  private static boolean isKnownEven(TileType tile) {
    boolean byRows =
        tile.baseLayout() == TileType.BaseLayout.ROW_MAJOR
            || tile.boxLayout() != TileType.BoxLayout.NONE;
    return (byRows ? tile.validColumns() : tile.validRows()) % 2 == 0;
  }

  private static ScratchPlan expansion(Operation op) {
    boolean bytes = element(op, RoleName.DST).bits() == 8;
    boolean rows = op.definition().traits().contains(Trait.ROW_CARRIER);
    boolean exponent =
        op.definition().combining().equals(Optional.of(Combining.EXPONENT_OF_DIFFERENCE));
    boolean widens = exponent && element(op, RoleName.DST) == ElementType.F16;
    return rows || bytes || widens ? new ScratchPlan(Expansion.SLOTS, EXPANSION_SLOT) : NONE;
  }

  private static ScratchPlan rows(Operation op) {
    TileType source = (TileType) op.operand(RoleName.SRC).type();
    int slots =
        op.definition().traits().contains(Trait.INDEX_RESULT)
            ? RowReduction.INDEX_SLOTS
            : RowReduction.SLOTS;
    long rows = Math.min(source.rows(), RowReduction.GROUP_ROWS);
    return new ScratchPlan(slots, rows * VectorUnit.REPEAT_BYTES);
  }

  /** A column sum by pairs keeps the sums of half the rows, or of fewer at a time. */
  private static ScratchPlan pairs(Operation op) {
    if (!addsPairs(op) || op.optional(RoleName.TMP).isPresent()) {
      return NONE;
    }
    TileType source = (TileType) op.operand(RoleName.SRC).type();
    long row = rowOfSums(source);
    long rows = Math.clamp(LARGEST_SLOT / row, 1, Math.max(1, source.rows() / 2));
    return new ScratchPlan(1, roundUp(rows * row));
  }

  /** Bytes from one row of sums to the next; src may be a window, whose own rows lie apart. */
  static long rowOfSums(TileType source) {
    long bytes = (long) source.columns() * source.element().bytes();
    return (bytes + VectorUnit.BLOCK_BYTES - 1) / VectorUnit.BLOCK_BYTES * VectorUnit.BLOCK_BYTES;
  }

  /** Without a tmp tile the merged lists go through scratch. */
  private static ScratchPlan merge(Operation op) {
    if (op.optional(RoleName.BLOCK_LENGTH).isPresent() || MergeLists.of(op).tmp().isPresent()) {
      return NONE;
    }
    long bytes = 0;
    for (Value source : op.group(RoleName.SRCS)) {
      bytes += ((TileType) source.type()).bytes();
    }
    return new ScratchPlan(1, roundUp(bytes));
  }

  private static long roundUp(long bytes) {
    return (bytes + VectorUnit.REPEAT_BYTES - 1)
        / VectorUnit.REPEAT_BYTES
        * VectorUnit.REPEAT_BYTES;
  }
}
