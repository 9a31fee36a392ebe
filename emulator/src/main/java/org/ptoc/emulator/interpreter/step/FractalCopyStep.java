package org.ptoc.emulator.interpreter.step;

import java.util.Arrays;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.OperandDoubt;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.UnitOperation;

/**
 * A matrix of GM into fractals of L1, row by row or column by column (spec/60, 3.2): columns of 32
 * bytes of all rows lie one behind the other, and the bytes behind the last element of a row are
 * zero. Two 4-bit elements are a byte.
 */
public final class FractalCopyStep extends Step {
  private static final int BLOCK = 32;
  private static final int SMALL_ROW = 4;

  /** More blocks than any matrix has; keeps a damaged configuration word from running for hours. */
  private static final long MOST_BLOCKS = 1 << 24;

  private final boolean columns;
  private final int destination;
  private final int source;
  private final int first;
  private final int second;
  private final int elementBits;

  public FractalCopyStep(Instruction instruction, UnitOperation operation) {
    this.columns = operation == UnitOperation.COPY_COLUMNS_TO_FRACTALS;
    this.destination = instruction.code(FieldName.XD);
    this.source = instruction.code(FieldName.XS);
    this.first = instruction.code(FieldName.C0);
    this.second = instruction.code(FieldName.C1);
    DataType type = instruction.type();
    this.elementBits = type.kind() == DataType.Kind.PACKED ? type.bits() / 2 : type.bits();
  }

  /**
   * One word.
   *
   * @param rowBytes bytes of a row that are copied
   */
  private record Matrices(
      long from,
      long to,
      int groups,
      int rows,
      long rowBytes,
      long sourceStride,
      long sourceGroupStride,
      long rowStride,
      long columnStride,
      long groupStride) {
    long blocks() {
      return (rowBytes + BLOCK - 1) / BLOCK;
    }
  }

  @Override
  public int execute(Core core, int at) {
    long c0 = Configuration.checked(ConfigurationWord.ND0, core.x[first]);
    long c1 = Configuration.checked(ConfigurationWord.ND1, core.x[second]);
    long parameters = core.special[SpecialRegister.MTE2_NZ_PARA.code()];
    Matrices matrices = matrices(core, c0, c1, parameters);
    long blocks = (long) matrices.groups() * matrices.rows() * matrices.blocks();
    if (blocks > MOST_BLOCKS) {
      throw Configuration.illegal("the copy has more than " + MOST_BLOCKS + " blocks of 32 bytes");
    }
    core.spend(blocks);
    boolean small = ConfigurationWord.ND1.get(c1, ConfigurationField.SMALL_ROWS) != 0;
    if (small && ConfigurationWord.ND1.get(c1, ConfigurationField.COLUMNS) > SMALL_ROW) {
      throw Configuration.illegal("rows of more than " + SMALL_ROW + " elements are not small");
    }
    if (blocks > 0) {
      noteOverlap(core, matrices, small);
      for (int group = 0; group < matrices.groups(); group++) {
        if (small) {
          copySmall(core, matrices, group);
        } else {
          copy(core, matrices, group);
        }
      }
      core.record.repeats(matrices.groups());
      core.record.moved((long) matrices.groups() * matrices.rows() * matrices.rowBytes());
    }
    return at + 1;
  }

  private Matrices matrices(Core core, long c0, long c1, long parameters) {
    long width = ConfigurationWord.ND1.get(c1, ConfigurationField.COLUMNS);
    return new Matrices(
        core.x[source],
        core.x[destination],
        (int) ConfigurationWord.ND2.get(parameters, ConfigurationField.GROUPS),
        (int) ConfigurationWord.ND0.get(c0, ConfigurationField.ROWS),
        (width * elementBits + 7) / 8,
        ConfigurationWord.ND0.get(c0, ConfigurationField.SOURCE_STRIDE),
        ConfigurationWord.ND1.get(c1, ConfigurationField.GROUP_STRIDE),
        ConfigurationWord.ND2.get(parameters, ConfigurationField.ROW_STRIDE) * BLOCK,
        ConfigurationWord.ND2.get(parameters, ConfigurationField.COLUMN_STRIDE) * BLOCK,
        ConfigurationWord.ND2.get(parameters, ConfigurationField.GROUP_STRIDE) * BLOCK);
  }

  /** Blocks in the order in which a later one wins where they overlap. */
  private void copy(Core core, Matrices all, int group) {
    long from = all.from() + group * all.sourceGroupStride();
    long to = all.to() + group * all.groupStride();
    noteSource(core, all, from);
    for (long block = 0; block < all.blocks(); block++) {
      long target = to + block * all.columnStride();
      int bytes = (int) Math.min(BLOCK, all.rowBytes() - block * BLOCK);
      core.record.rows(AddressSpace.L1, target, BLOCK, all.rowStride(), all.rows(), true);
      for (int row = 0; row < all.rows(); row++) {
        int place = core.cube.at(AddressSpace.L1, target + row * all.rowStride(), BLOCK, BLOCK);
        copyRow(core, all, from, row, block * BLOCK, bytes, place);
        Arrays.fill(core.cube.array(AddressSpace.L1), place + bytes, place + BLOCK, (byte) 0);
      }
    }
  }

  /** Rows of four elements one behind the other; the last block is filled with zeros. */
  private void copySmall(Core core, Matrices all, int group) {
    long from = all.from() + group * all.sourceGroupStride();
    long to = all.to() + group * all.groupStride();
    int step = SMALL_ROW * elementBits / 8;
    int total = (all.rows() * step + BLOCK - 1) & -BLOCK;
    int place = core.cube.at(AddressSpace.L1, to, total, BLOCK);
    noteSource(core, all, from);
    core.record.writes(AddressSpace.L1, to, total);
    Arrays.fill(core.cube.array(AddressSpace.L1), place, place + total, (byte) 0);
    for (int row = 0; row < all.rows(); row++) {
      copyRow(core, all, from, row, 0, (int) all.rowBytes(), place + row * step);
    }
  }

  /** {@code bytes} bytes of a row, from byte {@code start} of it on. */
  private void copyRow(
      Core core, Matrices all, long from, int row, long start, int bytes, int place) {
    byte[] target = core.cube.array(AddressSpace.L1);
    if (!columns) {
      long address = from + row * all.sourceStride() + start;
      core.readGlobal(address, target, place, bytes);
      return;
    }
    int element = elementBits / 8;
    for (int done = 0; done < bytes; done += element) {
      long column = (start + done) / element;
      long address = from + column * all.sourceStride() + (long) row * element;
      core.readGlobal(address, target, place + done, element);
    }
  }

  /** A distance of 0 puts several rows, columns or groups at one place. */
  private static void noteOverlap(Core core, Matrices all, boolean small) {
    long together = all.groups() > 1 && all.groupStride() == 0 ? all.groups() : 1;
    if (!small && all.rows() > 1 && all.rowStride() == 0) {
      together = all.rows();
    }
    if (!small && all.blocks() > 1 && all.columnStride() == 0) {
      together = all.blocks();
    }
    if (together > 1) {
      core.record.doubts(OperandDoubt.OVERLAPPING_FRACTALS, together, 0);
    }
  }

  private void noteSource(Core core, Matrices all, long from) {
    long columnBytes = (long) all.rows() * elementBits / 8;
    long lines = columns ? all.rowBytes() * 8 / elementBits : all.rows();
    long line = columns ? columnBytes : all.rowBytes();
    core.record.rows(AddressSpace.GM, from, line, all.sourceStride(), lines, false);
  }
}
