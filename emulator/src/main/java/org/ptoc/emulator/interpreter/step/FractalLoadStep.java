package org.ptoc.emulator.interpreter.step;

import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.UnitOperation;

/**
 * Fractals of L1 into L0A or L0B, as they are or each transposed, and the scales of elements
 * (spec/60, 3.3 and 3.4).
 */
public final class FractalLoadStep extends Step {
  private static final int FRACTAL = 512;
  private static final int ROW = 32;
  private static final int ROWS = 16;
  private static final int SCALES = 32;
  private static final int SCALE_ALIGNMENT = 16;

  private final AddressSpace space;
  private final boolean transposed;
  private final boolean scales;

  /** True if rows of fractals of the left operand follow each other. */
  private final boolean rowsFirst;

  private final int destination;
  private final int source;
  private final int first;
  private final int second;
  private final int elementBits;

  public FractalLoadStep(Instruction instruction, UnitOperation operation, Profile profile) {
    this.space =
        switch (operation) {
          case LOAD_L0A, LOAD_L0A_TRANSPOSED -> AddressSpace.L0A;
          case LOAD_L0B, LOAD_L0B_TRANSPOSED -> AddressSpace.L0B;
          case LOAD_L0A_SCALES -> AddressSpace.L0A_SCALE;
          case LOAD_L0B_SCALES -> AddressSpace.L0B_SCALE;
          default -> throw new IllegalStateException("no load of fractals " + operation);
        };
    this.transposed =
        operation == UnitOperation.LOAD_L0A_TRANSPOSED
            || operation == UnitOperation.LOAD_L0B_TRANSPOSED;
    this.scales = space == AddressSpace.L0A_SCALE || space == AddressSpace.L0B_SCALE;
    this.rowsFirst = !profile.has(ProfileFeature.LEFT_BY_COLUMNS) && space == AddressSpace.L0A;
    this.destination = instruction.code(FieldName.XD);
    this.source = instruction.code(FieldName.XS);
    this.first = instruction.code(FieldName.C0);
    this.second = instruction.code(FieldName.C1);
    DataType type = instruction.type();
    this.elementBits = type.kind() == DataType.Kind.PACKED ? type.bits() / 2 : type.bits();
  }

  /** The window: {@code columns} columns of {@code rows} fractals, and the distances of columns. */
  private record Window(
      long from, long to, int rows, int columns, int sourceStride, int destinationStride) {}

  @Override
  public int execute(Core core, int at) {
    Window window = window(core);
    core.spend(2L * window.rows() * window.columns());
    int size = scales ? SCALES : FRACTAL;
    core.record.repeats(Math.min(window.rows(), window.columns()));
    core.record.moved((long) window.rows() * window.columns() * size);
    if (scales) {
      loadScales(core, window);
    } else if (transposed) {
      checkTransposition(window);
      loadTransposed(core, window);
    } else {
      loadStraight(core, window);
    }
    return at + 1;
  }

  private Window window(Core core) {
    ConfigurationWord head = ConfigurationWord.LD0;
    long c0 = Configuration.checked(head, core.x[first]);
    long c1 = Configuration.checked(ConfigurationWord.LD1, core.x[second]);
    int rowStart = (int) head.get(c0, ConfigurationField.ROW_START);
    int columnStart = (int) head.get(c0, ConfigurationField.COLUMN_START);
    int sourceStride = (int) ConfigurationWord.LD1.get(c1, ConfigurationField.SOURCE_STRIDE);
    int rows = (int) head.get(c0, ConfigurationField.ROWS);
    int columns = (int) head.get(c0, ConfigurationField.COLUMNS);
    if (elementBits == 4) {
      if (columnStart % ROW != 0) {
        throw Configuration.illegal(
            "the first column of 4-bit elements is no multiple of 32 bytes");
      }
      columnStart /= ROW;
    }
    long blocks =
        scales
            ? (long) rowStart * sourceStride + columnStart
            : (long) columnStart * sourceStride + rowStart;
    return new Window(
        core.x[source] + blocks * (scales ? SCALES : FRACTAL),
        core.x[destination],
        rows,
        columns,
        sourceStride,
        (int) ConfigurationWord.LD1.get(c1, ConfigurationField.DESTINATION_STRIDE));
  }

  /** Transposed fractals are whole only in squares of them. */
  private void checkTransposition(Window window) {
    int rowElements = ROW * 8 / elementBits;
    int square = Math.max(ROWS, rowElements);
    if (ROWS * window.rows() % square != 0 || rowElements * window.columns() % square != 0) {
      throw Configuration.illegal(
          "a transposing load of "
              + ROWS * window.rows()
              + " x "
              + rowElements * window.columns()
              + " elements is no multiple of "
              + square);
    }
  }

  /** Row {@code x} of 32-byte pieces, {@code sourceStride} pieces apart (spec/60, 3.4). */
  private void loadScales(Core core, Window window) {
    int bytes = window.columns() * SCALES;
    for (int row = 0; row < window.rows() && bytes > 0; row++) {
      long from = window.from() + (long) row * window.sourceStride() * SCALES;
      long to = window.to() + (long) row * window.destinationStride() * SCALES;
      int source = core.cube.at(AddressSpace.L1, from, bytes, ROW);
      int target = core.cube.at(space, to, bytes, SCALE_ALIGNMENT);
      note(core, from, to, bytes);
      copy(core, source, target, bytes);
    }
  }

  private void loadStraight(Core core, Window window) {
    for (int column = 0; column < window.columns(); column++) {
      long from = window.from() + (long) column * window.sourceStride() * FRACTAL;
      if (!rowsFirst) {
        long to = window.to() + (long) column * window.destinationStride() * FRACTAL;
        copy(core, from, to, window.rows() * FRACTAL);
        continue;
      }
      for (int row = 0; row < window.rows(); row++) {
        long to = window.to() + ((long) row * window.destinationStride() + column) * FRACTAL;
        copy(core, from + (long) row * FRACTAL, to, FRACTAL);
      }
    }
  }

  private void copy(Core core, long from, long to, int bytes) {
    if (bytes > 0) {
      int sourceAt = core.cube.at(AddressSpace.L1, from, bytes, ROW);
      int targetAt = core.cube.at(space, to, bytes, FRACTAL);
      note(core, from, to, bytes);
      copy(core, sourceAt, targetAt, bytes);
    }
  }

  private void copy(Core core, int from, int to, int bytes) {
    System.arraycopy(core.cube.array(AddressSpace.L1), from, core.cube.array(space), to, bytes);
    if (core.record.isExact()) {
      core.record.moves((l1, target) -> System.arraycopy(l1, from, target, to, bytes));
    }
  }

  /** Element (row, column) of the window goes to (column, row) of the operand. */
  private void loadTransposed(Core core, Window window) {
    int rows = ROWS * window.rows();
    for (int column = 0; column < window.columns() && rows > 0; column++) {
      core.record.reads(
          AddressSpace.L1,
          window.from() + (long) column * window.sourceStride() * FRACTAL,
          (long) rows * ROW);
    }
    int rowElements = ROW * 8 / elementBits;
    for (int column = 0; column < rows / rowElements; column++) {
      for (int row = 0; row < rowElements * window.columns() / ROWS; row++) {
        long to = window.to() + targetFractal(window, row, column) * FRACTAL;
        core.record.writes(space, to, FRACTAL);
      }
    }
    transpose(core, window, core.cube.array(AddressSpace.L1), core.cube.array(space));
    if (core.record.isExact()) {
      core.record.moves((l1, target) -> transpose(core, window, l1, target));
    }
  }

  private void transpose(Core core, Window window, byte[] l1, byte[] target) {
    int rowElements = ROW * 8 / elementBits;
    int targetRows = rowElements * window.columns() / ROWS;
    int targetColumns = ROWS * window.rows() / rowElements;
    for (int targetColumn = 0; targetColumn < targetColumns; targetColumn++) {
      for (int targetRow = 0; targetRow < targetRows; targetRow++) {
        long to = window.to() + targetFractal(window, targetRow, targetColumn) * FRACTAL;
        int targetAt = core.cube.at(space, to, FRACTAL, FRACTAL);
        for (int line = 0; line < ROWS; line++) {
          int c = targetRow * ROWS + line;
          long from =
              window.from()
                  + (long) (c / rowElements) * window.sourceStride() * FRACTAL
                  + (long) targetColumn * rowElements * ROW;
          int sourceAt = core.cube.at(AddressSpace.L1, from, (long) rowElements * ROW, ROW);
          gather(l1, sourceAt, c % rowElements, target, targetAt + line * ROW);
        }
      }
    }
  }

  private long targetFractal(Window window, int row, int column) {
    return rowsFirst
        ? (long) row * window.destinationStride() + column
        : (long) column * window.destinationStride() + row;
  }

  /** Element {@code index} of rows of 32 bytes, one row for each element of the result. */
  private void gather(byte[] from, int at, int index, byte[] to, int target) {
    switch (elementBits) {
      case 4 -> {
        int shift = 4 * (index & 1);
        for (int i = 0; i < ROW; i++) {
          int place = at + 2 * i * ROW + index / 2;
          int low = from[place] >> shift & 0xF;
          int high = from[place + ROW] >> shift & 0xF;
          to[target + i] = (byte) (high << 4 | low);
        }
      }
      case 8 -> {
        for (int i = 0; i < ROW; i++) {
          to[target + i] = from[at + i * ROW + index];
        }
      }
      case 16 -> {
        for (int i = 0; i < ROW / 2; i++) {
          to[target + 2 * i] = from[at + i * ROW + 2 * index];
          to[target + 2 * i + 1] = from[at + i * ROW + 2 * index + 1];
        }
      }
      default -> {
        for (int i = 0; i < ROW / 4; i++) {
          System.arraycopy(from, at + i * ROW + 4 * index, to, target + 4 * i, 4);
        }
      }
    }
  }

  private void note(Core core, long from, long to, int bytes) {
    core.record.reads(AddressSpace.L1, from, bytes);
    core.record.writes(space, to, bytes);
  }
}
