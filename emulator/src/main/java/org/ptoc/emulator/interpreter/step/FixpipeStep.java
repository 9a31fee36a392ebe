package org.ptoc.emulator.interpreter.step;

import java.util.Optional;
import org.ptoc.emulator.cube.Combination;
import org.ptoc.emulator.cube.Fixpipe;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.UnitOperation;

/**
 * A word of class F: accumulators through the fixpipe to GM, L1 or the unified buffer of a vector
 * core (spec/60, 3.8 and 6.3).
 */
public final class FixpipeStep extends Step {
  private static final int BLOCK = 32;
  private static final int COLUMNS = 16;
  private static final int STRIDE = 64;
  private static final int SPLIT_COLUMNS = 8;
  private static final int SPLIT_GRANULE = 32;

  /** More elements than any store has; a damaged word cannot run for hours. */
  private static final long MOST_ELEMENTS = 1 << 26;

  private final FixpipeSettings settings;
  private final AddressSpace space;
  private final ConfigurationWord layout;
  private final int destination;
  private final int source;
  private final int shape;
  private final int mode;

  public FixpipeStep(Instruction instruction, UnitOperation operation) {
    this.settings = new FixpipeSettings(instruction);
    this.space =
        switch (operation) {
          case STORE_ACCUMULATORS -> AddressSpace.GM;
          case MOVE_ACCUMULATORS_TO_L1 -> AddressSpace.L1;
          case MOVE_ACCUMULATORS_TO_UB -> AddressSpace.UB;
          default -> throw new IllegalStateException("no fixpipe operation " + operation);
        };
    this.layout =
        switch (space) {
          case GM -> ConfigurationWord.FIXT_GM;
          case L1 -> ConfigurationWord.FIXT_L1;
          default -> ConfigurationWord.FIXT_UB;
        };
    this.destination = instruction.code(FieldName.XD);
    this.source = instruction.code(FieldName.XS);
    this.shape = instruction.code(FieldName.XM);
    this.mode = instruction.code(FieldName.XT);
  }

  /** How the elements of a result follow each other. */
  private enum Order {
    ROWS,
    COLUMNS,
    FRACTALS
  }

  /**
   * The part of a word that one memory takes.
   *
   * @param width columns of a fractal of the destination
   * @param core vector core that takes it, when it goes to one
   */
  private record Part(
      int firstRow,
      int firstColumn,
      int rows,
      int columns,
      Order order,
      int width,
      long stride,
      int bits,
      int core) {
    /** The place of an element in elements. */
    long index(int row, int column) {
      return switch (order) {
        case ROWS -> row * stride + column;
        case COLUMNS -> column * stride + row;
        case FRACTALS -> column / width * stride + (long) row * width + column % width;
      };
    }

    /** Columns of a row that lie one behind the other in L0C and in the destination. */
    int chunk() {
      return order == Order.FRACTALS ? Math.min(COLUMNS, width) : COLUMNS;
    }

    /** Elements from one column to the next in the destination. */
    long step() {
      return order == Order.COLUMNS ? stride : 1;
    }

    long bytes(long elements) {
      return (elements * bits + 7) / 8;
    }

    /** Bytes from the first to behind the last element. */
    long extent() {
      int lastBlock = Math.max(0, (columns - 1) / width - 1);
      int fullBlock = Math.min(columns, (lastBlock + 1) * width) - 1;
      long last =
          order == Order.FRACTALS
              ? Math.max(index(rows - 1, Math.min(width, columns) - 1), index(rows - 1, fullBlock))
              : 0;
      return bytes(Math.max(last, index(rows - 1, columns - 1)) + 1);
    }
  }

  @Override
  public int execute(Core core, int at) {
    long word = Configuration.checked(layout, core.x[mode]);
    long sizes = Configuration.checked(ConfigurationWord.FIXM, core.x[shape]);
    Fixpipe fixpipe = settings.fixpipe(core, layout, word);
    Optional<Combination> combination =
        space == AddressSpace.GM ? settings.combination(core, fixpipe) : Optional.empty();
    int columns = (int) ConfigurationWord.FIXM.get(sizes, ConfigurationField.N);
    int rows = (int) ConfigurationWord.FIXM.get(sizes, ConfigurationField.M);
    long stride = ConfigurationWord.FIXM.get(sizes, ConfigurationField.DESTINATION_STRIDE);
    Order order = order(core, word, fixpipe);
    long repeats =
        Configuration.checked(
            ConfigurationWord.LOOP3, core.special[SpecialRegister.LOOP3_PARA.code()]);
    long count = ConfigurationWord.LOOP3.get(repeats, ConfigurationField.COUNT);
    long elements = count * rows * columns;
    if (elements == 0) {
      return at + 1;
    }
    if (elements > MOST_ELEMENTS) {
      throw Configuration.illegal("the store has more than " + MOST_ELEMENTS + " elements");
    }
    int bits = fixpipe.mode().resultBits(fixpipe.result());
    checkStride(stride, bits, order == Order.ROWS ? rows : columns);
    core.spend(1 + elements / STRIDE);
    core.record.repeats(1);
    core.record.combines(combination);
    core.record.number(layout.get(word, ConfigurationField.UNIT_FLAG));
    long[] parameters = new long[columns];
    float[] alphas = new float[columns];
    settings.parameters(
        core, fixpipe, (int) layout.get(word, ConfigurationField.QUANT), parameters, columns);
    settings.alphas(core, fixpipe, alphas, columns);
    Part whole =
        new Part(0, 0, rows, columns, order, width(word, fixpipe), stride, bits, core(word));
    Element element = new Element(fixpipe, combination, parameters, alphas);
    for (long repeat = 0; repeat < count; repeat++) {
      long from =
          core.x[source]
              + repeat
                  * ConfigurationWord.LOOP3.get(repeats, ConfigurationField.SOURCE_STRIDE)
                  * STRIDE;
      long to =
          core.x[destination]
              + repeat
                  * ConfigurationWord.LOOP3.get(repeats, ConfigurationField.DESTINATION_STRIDE)
                  * bits
                  / 8;
      Part[] parts = parts(word, whole, fixpipe);
      // Two vector cores take their halves at the same time.
      core.record.moved((long) rows * columns * bits / 8 / parts.length);
      for (Part part : parts) {
        move(
            core,
            part,
            element,
            from,
            to,
            (int) layout.get(word, ConfigurationField.SOURCE_STRIDE));
      }
    }
    return at + 1;
  }

  /** What happens to one element; parameters are those of columns. */
  private record Element(
      Fixpipe fixpipe, Optional<Combination> combination, long[] parameters, float[] alphas) {
    boolean isCopy() {
      return fixpipe.isCopy() && combination.isEmpty();
    }
  }

  private Order order(Core core, long word, Fixpipe fixpipe) {
    boolean asRows = layout.get(word, ConfigurationField.ROWS) != 0;
    boolean asColumns = layout.get(word, ConfigurationField.COLUMNS) != 0;
    boolean split = layout.get(word, ConfigurationField.CHANNEL_SPLIT) != 0;
    if (asRows && asColumns) {
      throw Configuration.illegal("a store writes rows or columns, not both");
    }
    if (split && (asRows || asColumns || fixpipe.result() != DataType.FP32)) {
      throw Configuration.illegal("channels are split only in fractals of f32");
    }
    if (asColumns) {
      long stride =
          ConfigurationWord.CHANNEL.get(
              Configuration.checked(
                  ConfigurationWord.CHANNEL, core.special[SpecialRegister.CHANNEL_PARA.code()]),
              ConfigurationField.SOURCE_STRIDE);
      if (stride != 1) {
        throw Configuration.illegal("columns of every " + stride + ". row have no meaning here");
      }
    }
    return asRows ? Order.ROWS : asColumns ? Order.COLUMNS : Order.FRACTALS;
  }

  private int width(long word, Fixpipe fixpipe) {
    if (fixpipe.result().bytes() == Float.BYTES) {
      return layout.get(word, ConfigurationField.CHANNEL_SPLIT) != 0 ? SPLIT_COLUMNS : COLUMNS;
    }
    return BLOCK * 8 / fixpipe.mode().resultBits(fixpipe.result());
  }

  /** On-chip memories want every line at a block. */
  private void checkStride(long stride, int bits, int lines) {
    if (space != AddressSpace.GM && lines > 1 && stride * bits % (BLOCK * 8L) != 0) {
      throw Configuration.illegal(
          "a destination stride of " + stride + " elements is no multiple of 32 bytes");
    }
    if (bits < 8 && stride % 2 != 0) {
      throw Configuration.illegal("a stride of 4-bit elements is even");
    }
  }

  private int core(long word) {
    return space == AddressSpace.UB ? (int) layout.get(word, ConfigurationField.CORE) : 0;
  }

  /** Halves of a store that both vector cores share, each at the same address (spec/60, 3.8). */
  private Part[] parts(long word, Part whole, Fixpipe fixpipe) {
    long split = space == AddressSpace.UB ? layout.get(word, ConfigurationField.SPLIT) : 0;
    if (split == 0) {
      return new Part[] {whole};
    }
    boolean byRows = split == 1;
    if (split > 2
        || layout.get(word, ConfigurationField.CORE) != 0
        || whole.order() == Order.COLUMNS
        || fixpipe.mode().hasParameter()
        || fixpipe.relu() != Fixpipe.Relu.NONE
        || fixpipe.clips()
        || byRows && whole.rows() % 2 != 0
        || !byRows && whole.columns() % SPLIT_GRANULE != 0) {
      throw Configuration.illegal(
          "halves are even rows or 32 columns, as rows or fractals without quantisation");
    }
    int rows = byRows ? whole.rows() / 2 : whole.rows();
    int columns = byRows ? whole.columns() : whole.columns() / 2;
    Part first = half(whole, 0, 0, rows, columns, 0);
    Part second = half(whole, byRows ? rows : 0, byRows ? 0 : columns, rows, columns, 1);
    return new Part[] {first, second};
  }

  private static Part half(
      Part whole, int firstRow, int firstColumn, int rows, int columns, int core) {
    return new Part(
        firstRow,
        firstColumn,
        rows,
        columns,
        whole.order(),
        whole.width(),
        whole.stride(),
        whole.bits(),
        core);
  }

  private void move(Core core, Part part, Element element, long from, long to, int sourceStride) {
    byte[] accumulators = core.cube.array(AddressSpace.L0C);
    int blocks = (part.firstColumn() + part.columns() + COLUMNS - 1) / COLUMNS;
    int lastRow = part.firstRow() + part.rows();
    long extent = ((blocks - 1L) * sourceStride + lastRow) * STRIDE;
    int base = core.cube.at(AddressSpace.L0C, from, extent, STRIDE);
    note(core, part, element, from, to, sourceStride);
    if (space == AddressSpace.UB) {
      core.record.writesVectorCore(part.core());
    }
    boolean isGlobal = space == AddressSpace.GM;
    byte[] target = target(core, part, to);
    int width = part.chunk();
    for (int row = 0; row < part.rows(); row++) {
      for (int column = 0; column < part.columns(); column += width) {
        int sourceColumn = part.firstColumn() + column;
        int place =
            base
                + (sourceColumn / COLUMNS * sourceStride + part.firstRow() + row) * STRIDE
                + sourceColumn % COLUMNS * Integer.BYTES;
        int count = Math.min(width, part.columns() - column);
        long index = part.index(row, column);
        if (!element.isCopy() || part.order() == Order.COLUMNS) {
          Chunk chunk = new Chunk(accumulators, place, sourceColumn, index, count);
          if (isGlobal) {
            convert(element, part, chunk, target, core.global, to);
          } else {
            convert(element, part, chunk, target, (int) to);
          }
        } else if (isGlobal) {
          core.global.write(to + index * Integer.BYTES, accumulators, place, count * Integer.BYTES);
        } else {
          int at = (int) (to + index * Integer.BYTES);
          System.arraycopy(accumulators, place, target, at, count * Integer.BYTES);
        }
      }
    }
  }

  /**
   * Columns that lie one behind the other in L0C and in the destination.
   *
   * @param place of the first in L0C
   * @param column of the first in the result
   * @param index of the first in the destination
   */
  private record Chunk(byte[] accumulators, int place, int column, long index, int count) {
    Chunk at(int i, long step) {
      return new Chunk(accumulators, place + i * Integer.BYTES, column + i, index + i * step, 1);
    }
  }

  private static void convert(Element element, Part part, Chunk chunk, byte[] target, int origin) {
    for (int i = 0; i < chunk.count(); i++) {
      int value =
          element
              .fixpipe()
              .convert(
                  LittleEndian.get32(chunk.accumulators(), chunk.place() + i * Integer.BYTES),
                  element.parameters()[chunk.column() + i],
                  element.alphas()[chunk.column() + i]);
      put(target, origin, chunk.index() + i * part.step(), part.bits(), value, element);
    }
  }

  /** Neighbours in global memory pass through a line; elements of a column are no neighbours. */
  private static void convert(
      Element element, Part part, Chunk chunk, byte[] line, GlobalMemory global, long to) {
    if (part.step() > 1 && chunk.count() > 1) {
      for (int i = 0; i < chunk.count(); i++) {
        convert(element, part, chunk.at(i, part.step()), line, global, to);
      }
      return;
    }
    long first = chunk.index() * part.bits() / 8;
    int bytes = (int) (part.bytes(chunk.index() + chunk.count()) - first);
    global.read(to + first, line, 0, bytes);
    convert(element, part, chunk, line, (int) -first);
    global.write(to + first, line, 0, bytes);
  }

  /** The memory that all elements of a part lie in; a line for those in global memory. */
  private byte[] target(Core core, Part part, long to) {
    if (space == AddressSpace.GM) {
      core.checkGlobal(to, part.extent());
      return new byte[COLUMNS * Integer.BYTES];
    }
    core.cube.at(space, to, part.extent(), BLOCK);
    return space == AddressSpace.L1
        ? core.cube.array(AddressSpace.L1)
        : core.cube.unifiedBuffer(part.core());
  }

  private static void put(
      byte[] target, int origin, long index, int bits, int value, Element element) {
    int at = origin + (int) (index * bits / 8);
    int combined = value;
    if (element.combination().isPresent()) {
      int old = (int) LittleEndian.get(target, at, bits / 8);
      combined = element.combination().get().apply(element.fixpipe().result(), old, value);
    }
    switch (bits) {
      case 4 -> {
        int shift = (int) (index & 1) * 4;
        target[at] = (byte) (target[at] & ~(0xF << shift) | (combined & 0xF) << shift);
      }
      case 8 -> LittleEndian.put8(target, at, combined);
      case 16 -> LittleEndian.put16(target, at, combined);
      default -> LittleEndian.put32(target, at, combined);
    }
  }

  /** Lines of a part: rows, columns or the rows of its fractals. */
  private void note(Core core, Part part, Element element, long from, long to, int sourceStride) {
    for (int first = 0; first < part.columns(); first += COLUMNS) {
      int column = part.firstColumn() + first;
      core.record.rows(
          AddressSpace.L0C,
          from + ((long) (column / COLUMNS) * sourceStride + part.firstRow()) * STRIDE,
          Math.min(COLUMNS, part.columns() - first) * (long) Integer.BYTES,
          STRIDE,
          part.rows(),
          false);
    }
    long stride = part.bytes(part.stride());
    switch (part.order()) {
      case ROWS -> touch(core, element, to, part.bytes(part.columns()), stride, part.rows());
      case COLUMNS -> touch(core, element, to, part.bytes(part.rows()), stride, part.columns());
      case FRACTALS -> {
        for (int first = 0; first < part.columns(); first += part.width()) {
          int columns = Math.min(part.width(), part.columns() - first);
          touch(
              core,
              element,
              to + first / part.width() * stride,
              part.bytes(columns),
              part.bytes(part.width()),
              part.rows());
        }
      }
    }
  }

  private void touch(
      Core core, Element element, long address, long length, long stride, int lines) {
    boolean combines = element.combination().isPresent();
    if (combines) {
      core.record.rows(space, address, length, stride, lines, false);
    }
    core.record.rows(space, address, length, stride, lines, true);
    for (int line = 0; space == AddressSpace.GM && line < lines; line++) {
      if (combines) {
        core.noteRead(address + line * stride, length);
      }
      core.noteWrite(address + line * stride, length);
    }
  }
}
