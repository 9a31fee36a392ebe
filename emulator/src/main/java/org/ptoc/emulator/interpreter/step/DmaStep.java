package org.ptoc.emulator.interpreter.step;

import java.util.Optional;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CoreGroup;
import org.ptoc.emulator.machine.CubeMemory;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.BitField;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.UnitOperation;

/**
 * A word of class D: rows of bytes between memories, on A5 inside two outer loops whose sizes and
 * strides are in special registers (spec/00, 4.3 and 4.4; spec/40, 1.6 and 9).
 */
public final class DmaStep extends Step {
  private static final int BLOCK = 32;
  private static final int VECTOR_CORES = 2;

  /**
   * More rows than any transfer needs; keeps a damaged configuration word from running for hours.
   */
  private static final long MOST_ROWS = 1 << 24;

  private final UnitOperation operation;
  private final boolean inBytes;

  /** The on-chip memory of a copy from or to GM. */
  private final AddressSpace local;

  private final int destination;
  private final int source;
  private final int first;
  private final int second;
  private final int elementBytes;

  public DmaStep(Instruction instruction, UnitOperation operation, Profile profile) {
    this.operation = operation;
    this.inBytes = profile.has(ProfileFeature.BYTE_TRANSFERS);
    this.local =
        operation == UnitOperation.COPY_GM_TO_L1 || operation == UnitOperation.COPY_L1_TO_GM
            ? AddressSpace.L1
            : AddressSpace.UB;
    this.destination = instruction.code(FieldName.XD);
    this.source = instruction.code(FieldName.XS);
    this.first = instruction.code(FieldName.C0);
    this.second = instruction.code(FieldName.C1);
    this.elementBytes = instruction.type().bytes();
  }

  /** Where the sizes and strides of the two outer loops stand. */
  private enum LoopRegisters {
    INTO_UB(
        SpecialRegister.LOOP_SIZE_OUTTOUB,
        SpecialRegister.LOOP1_STRIDE_OUTTOUB,
        SpecialRegister.LOOP2_STRIDE_OUTTOUB),
    INTO_L1(
        SpecialRegister.LOOP_SIZE_OUTTOL1,
        SpecialRegister.LOOP1_STRIDE_OUTTOL1,
        SpecialRegister.LOOP2_STRIDE_OUTTOL1),
    OUT_OF_UB(
        SpecialRegister.LOOP_SIZE_UBTOOUT,
        SpecialRegister.LOOP1_STRIDE_UBTOOUT,
        SpecialRegister.LOOP2_STRIDE_UBTOOUT);

    private final SpecialRegister size;
    private final SpecialRegister inner;
    private final SpecialRegister outer;

    LoopRegisters(SpecialRegister size, SpecialRegister inner, SpecialRegister outer) {
      this.size = size;
      this.inner = inner;
      this.outer = outer;
    }
  }

  /** One transfer: equal rows at constant distances; padding only into UB. */
  private record Rows(
      long count,
      long bytes,
      long sourceStride,
      long destinationStride,
      boolean pads,
      long left,
      long right) {
    static Rows plain(long count, long bytes, long sourceStride, long destinationStride) {
      return new Rows(count, bytes, sourceStride, destinationStride, false, 0, 0);
    }
  }

  @Override
  public int execute(Core core, int at) {
    long c0 = core.x[first];
    long c1 = core.x[second];
    Rows rows =
        switch (operation) {
          case COPY_GM_TO_UB, COPY_GM_TO_L1 ->
              inBytes ? intoUbA5(c0, c1) : blocks(ConfigurationWord.DMA2, c0);
          case COPY_UB_TO_GM -> inBytes ? outOfUbA5(c0, c1) : blocks(ConfigurationWord.DMA2, c0);
          case COPY_L1_TO_GM -> blocks(ConfigurationWord.DMA2, c0);
          case COPY_UB_TO_L1, COPY_L1_TO_UB -> blocks(ConfigurationWord.L1UB, c0);
          case COPY_UB_TO_UB ->
              blocks(inBytes ? ConfigurationWord.DMA5_LOCAL : ConfigurationWord.DMA2, c0);
          case COPY_GM_TO_UB_ALIGN, COPY_UB_TO_GM_ALIGN -> aligned(c0, c1);
          default -> throw new IllegalStateException("no copy " + operation);
        };
    switch (operation) {
      case COPY_GM_TO_UB, COPY_GM_TO_UB_ALIGN, COPY_GM_TO_L1 -> loops(core, rows, true);
      case COPY_UB_TO_GM, COPY_UB_TO_GM_ALIGN, COPY_L1_TO_GM -> loops(core, rows, false);
      case COPY_L1_TO_UB -> copyToVectorCore(core, rows, c0);
      case COPY_UB_TO_L1 -> copyToCubeCore(core, rows, c0);
      case COPY_UB_TO_UB -> copyLocal(core, rows);
      default -> throw new IllegalStateException("no copy " + operation);
    }
    return at + 1;
  }

  private static long get(ConfigurationWord layout, long word, ConfigurationField name) {
    BitField field = layout.field(name);
    return field.get(word);
  }

  /** Lengths and gaps in blocks. */
  private static Rows blocks(ConfigurationWord layout, long word) {
    Configuration.checked(layout, word);
    long length = get(layout, word, ConfigurationField.LENGTH);
    return Rows.plain(
        get(layout, word, ConfigurationField.BURSTS),
        length * BLOCK,
        (length + get(layout, word, ConfigurationField.SOURCE_GAP)) * BLOCK,
        (length + get(layout, word, ConfigurationField.DESTINATION_GAP)) * BLOCK);
  }

  private Rows intoUbA5(long c0, long c1) {
    ConfigurationWord head = ConfigurationWord.DMA5_IN_0;
    Configuration.checked(head, c0);
    Configuration.checked(ConfigurationWord.DMA5_IN_1, c1);
    boolean pads = get(head, c0, ConfigurationField.PAD_VALUE) != 0;
    return new Rows(
        get(head, c0, ConfigurationField.BURSTS),
        get(head, c0, ConfigurationField.LENGTH),
        get(ConfigurationWord.DMA5_IN_1, c1, ConfigurationField.SOURCE_STRIDE),
        get(ConfigurationWord.DMA5_IN_1, c1, ConfigurationField.DESTINATION_STRIDE),
        pads,
        pads ? padding(get(head, c0, ConfigurationField.LEFT)) : 0,
        pads ? padding(get(head, c0, ConfigurationField.RIGHT)) : 0);
  }

  private static Rows outOfUbA5(long c0, long c1) {
    ConfigurationWord head = ConfigurationWord.DMA5_OUT_0;
    Configuration.checked(head, c0);
    Configuration.checked(ConfigurationWord.DMA5_OUT_1, c1);
    return Rows.plain(
        get(head, c0, ConfigurationField.BURSTS),
        get(head, c0, ConfigurationField.LENGTH),
        get(ConfigurationWord.DMA5_OUT_1, c1, ConfigurationField.SOURCE_STRIDE),
        get(ConfigurationWord.DMA5_OUT_1, c1, ConfigurationField.DESTINATION_STRIDE));
  }

  /**
   * The byte-granular A2/A3 form: the GM gap counts bytes, the UB gap blocks behind the row rounded
   * up to blocks.
   */
  private Rows aligned(long c0, long c1) {
    ConfigurationWord head = ConfigurationWord.DMA2A_0;
    Configuration.checked(head, c0);
    long length = get(head, c0, ConfigurationField.LENGTH);
    long left = padding(get(head, c0, ConfigurationField.LEFT));
    long right = padding(get(head, c0, ConfigurationField.RIGHT));
    long sourceGap = get(ConfigurationWord.DMA2A_1, c1, ConfigurationField.SOURCE_GAP);
    long destinationGap = get(ConfigurationWord.DMA2A_1, c1, ConfigurationField.DESTINATION_GAP);
    long bursts = get(head, c0, ConfigurationField.BURSTS);
    if (operation == UnitOperation.COPY_GM_TO_UB_ALIGN) {
      long row = roundUp(left + length + right) + destinationGap * BLOCK;
      return new Rows(bursts, length, length + sourceGap, row, left + right > 0, left, right);
    }
    if (left + right > 0) {
      throw Configuration.illegal("a copy out of UB has no padding");
    }
    return Rows.plain(bursts, length, roundUp(length) + sourceGap * BLOCK, length + destinationGap);
  }

  /** Bytes of a padding count; at most one block on each side (spec/00, 4.3). */
  private long padding(long elements) {
    long bytes = elements * elementBytes;
    if (bytes > BLOCK) {
      throw Configuration.illegal("padding of " + bytes + " bytes is longer than a block");
    }
    return bytes;
  }

  private static long roundUp(long bytes) {
    return (bytes + BLOCK - 1) & -BLOCK;
  }

  private void loops(Core core, Rows rows, boolean in) {
    if (rows.count() == 0) {
      return;
    }
    long to = core.x[destination];
    long from = core.x[source];
    if (!inBytes) {
      spend(core, rows, 1);
      copy(core, rows, from, to, in);
      core.record.repeats(rows.count());
      return;
    }
    LoopRegisters registers =
        !in
            ? LoopRegisters.OUT_OF_UB
            : local == AddressSpace.UB ? LoopRegisters.INTO_UB : LoopRegisters.INTO_L1;
    long sizes = special(core, registers.size);
    long inner = special(core, registers.inner);
    long outer = special(core, registers.outer);
    ConfigurationWord stride =
        in ? ConfigurationWord.LOOP_STRIDE_IN : ConfigurationWord.LOOP_STRIDE_OUT;
    Configuration.checked(ConfigurationWord.LOOP_SIZE, sizes);
    Configuration.checked(stride, inner);
    Configuration.checked(stride, outer);
    long innerCount = get(ConfigurationWord.LOOP_SIZE, sizes, ConfigurationField.LOOP1);
    long outerCount = get(ConfigurationWord.LOOP_SIZE, sizes, ConfigurationField.LOOP2);
    if (rows.count() * innerCount * outerCount > MOST_ROWS || innerCount * outerCount > MOST_ROWS) {
      throw Configuration.illegal("the transfer has more than " + MOST_ROWS + " rows");
    }
    spend(core, rows, innerCount * outerCount);
    for (long k2 = 0; k2 < outerCount; k2++) {
      for (long k1 = 0; k1 < innerCount; k1++) {
        copy(
            core,
            rows,
            from
                + k1 * get(stride, inner, ConfigurationField.SOURCE_STRIDE)
                + k2 * get(stride, outer, ConfigurationField.SOURCE_STRIDE),
            to
                + k1 * get(stride, inner, ConfigurationField.DESTINATION_STRIDE)
                + k2 * get(stride, outer, ConfigurationField.DESTINATION_STRIDE),
            in);
      }
    }
    core.record.repeats(rows.count() * innerCount * outerCount);
  }

  /** At most {@link #MOST_ROWS} times, and in front of the first row. */
  private static void spend(Core core, Rows rows, long times) {
    core.spend(rows.count() * times * (1 + rows.bytes() / Core.VECTOR_BYTES));
  }

  private static long special(Core core, SpecialRegister register) {
    return core.special[register.code()];
  }

  private void copy(Core core, Rows rows, long from, long to, boolean in) {
    note(core, rows, from, to, in ? AddressSpace.GM : local, in ? local : AddressSpace.GM);
    Optional<AtomicMode> mode = in ? Optional.empty() : AtomicMode.of(core);
    if (mode.isPresent()) {
      combine(core, rows, from, to, mode.get());
      return;
    }
    for (long r = 0; r < rows.count(); r++) {
      long rowFrom = from + r * rows.sourceStride();
      long rowTo = to + r * rows.destinationStride();
      if (in) {
        copyIn(core, rows, rowFrom, rowTo);
      } else {
        int at = at(core, rowFrom, rows.bytes());
        core.writeGlobal(rowTo, array(core), at, (int) rows.bytes());
      }
    }
  }

  /** Adds rows to what GM holds, or keeps the larger or smaller element. */
  private void combine(Core core, Rows rows, long from, long to, AtomicMode mode) {
    int size = mode.type().bytes();
    if (rows.bytes() % size != 0) {
      throw Configuration.illegal(
          "CTRL asks for atomic "
              + mode.type().spelling()
              + ", a row has "
              + rows.bytes()
              + " bytes");
    }
    core.record.combines(Optional.of(mode.combination()));
    core.record.rows(
        AddressSpace.GM, to, rows.bytes(), rows.destinationStride(), rows.count(), false);
    for (long r = 0; r < rows.count(); r++) {
      long rowTo = to + r * rows.destinationStride();
      int at = at(core, from + r * rows.sourceStride(), rows.bytes());
      core.noteRead(rowTo, rows.bytes());
      core.noteWrite(rowTo, rows.bytes());
      for (int i = 0; i < rows.bytes(); i += size) {
        int old = (int) core.global.get(rowTo + i, size);
        int value = (int) LittleEndian.get(array(core), at + i, size);
        core.global.put(rowTo + i, size, mode.combination().apply(mode.type(), old, value));
      }
    }
  }

  private void copyIn(Core core, Rows rows, long from, long to) {
    long end = rows.left() + rows.bytes();
    long total = rows.pads() ? roundUp(end + rows.right()) : end;
    int at = at(core, to, total);
    core.readGlobal(from, array(core), at + (int) rows.left(), (int) rows.bytes());
    if (rows.pads()) {
      fill(core, at, 0, (int) rows.left());
      fill(core, at, (int) end, (int) total);
    }
  }

  /** The on-chip memory of a copy from or to GM. */
  private byte[] array(Core core) {
    return local == AddressSpace.UB ? core.ub : core.cube.array(local);
  }

  private int at(Core core, long address, long bytes) {
    return local == AddressSpace.UB
        ? core.ub(address, bytes, BLOCK)
        : core.cube.at(local, address, bytes, BLOCK);
  }

  /** L1 to the unified buffer of a vector core of the cluster (spec/60, 3.5). */
  private void copyToVectorCore(Core core, Rows rows, long c0) {
    long number = get(ConfigurationWord.L1UB, c0, ConfigurationField.CORE);
    if (number >= VECTOR_CORES) {
      throw Configuration.illegal("a cluster has no vector core " + number);
    }
    long from = core.x[source];
    long to = core.x[destination];
    spend(core, rows, 1);
    note(core, rows, from, to, AddressSpace.L1, AddressSpace.UB);
    core.record.repeats(rows.count());
    core.record.writesVectorCore((int) number);
    byte[] target = core.cube.unifiedBuffer((int) number);
    for (long r = 0; r < rows.count(); r++) {
      int rowFrom =
          core.cube.at(AddressSpace.L1, from + r * rows.sourceStride(), rows.bytes(), BLOCK);
      int rowTo =
          core.cube.at(AddressSpace.UB, to + r * rows.destinationStride(), rows.bytes(), BLOCK);
      System.arraycopy(
          core.cube.array(AddressSpace.L1), rowFrom, target, rowTo, (int) rows.bytes());
    }
  }

  /** To L1 of the cube core of the block; a vector core alone has none that anything reads. */
  private void copyToCubeCore(Core core, Rows rows, long c0) {
    if (get(ConfigurationWord.L1UB, c0, ConfigurationField.CORE) != 0) {
      throw Configuration.illegal("a cluster has one cube core");
    }
    long from = core.x[source];
    long to = core.x[destination];
    spend(core, rows, 1);
    note(core, rows, from, to, AddressSpace.UB, AddressSpace.L1);
    core.record.repeats(rows.count());
    Optional<CubeMemory> cube = core.group.flatMap(CoreGroup.Member::cubeMemory);
    for (long r = 0; r < rows.count(); r++) {
      int rowFrom = core.ub(from + r * rows.sourceStride(), rows.bytes(), BLOCK);
      long rowTo = to + r * rows.destinationStride();
      CubeMemory.require(
          AddressSpace.L1, AddressSpace.L1.cubeBytes(core.profile), rowTo, rows.bytes(), BLOCK);
      if (cube.isPresent()) {
        System.arraycopy(
            core.ub, rowFrom, cube.get().array(AddressSpace.L1), (int) rowTo, (int) rows.bytes());
      }
    }
  }

  /**
   * Writes the pad value into bytes {@code begin} to {@code end - 1} of a row; its elements start
   * with the row.
   */
  private void fill(Core core, int row, int begin, int end) {
    SpecialRegister register =
        local == AddressSpace.UB ? SpecialRegister.MOV_PAD_VAL : SpecialRegister.PAD_VAL_OUTTOL1;
    long value = special(core, register);
    byte[] memory = array(core);
    for (int i = begin; i < end; i++) {
      LittleEndian.put8(memory, row + i, (int) (value >>> 8 * (i % elementBytes)));
    }
  }

  /** Rows in order, each read completely before it is written. */
  private void copyLocal(Core core, Rows rows) {
    long from = core.x[source];
    long to = core.x[destination];
    spend(core, rows, 1);
    note(core, rows, from, to, AddressSpace.UB, AddressSpace.UB);
    core.record.repeats(rows.count());
    for (long r = 0; r < rows.count(); r++) {
      int rowFrom = core.ub(from + r * rows.sourceStride(), rows.bytes(), BLOCK);
      int rowTo = core.ub(to + r * rows.destinationStride(), rows.bytes(), BLOCK);
      System.arraycopy(core.ub, rowFrom, core.ub, rowTo, (int) rows.bytes());
    }
  }

  private static void note(
      Core core, Rows rows, long from, long to, AddressSpace source, AddressSpace destination) {
    if (core.record.isActive() && rows.count() > 0) {
      core.record.moved(rows.count() * rows.bytes());
      core.record.rows(source, from, rows.bytes(), rows.sourceStride(), rows.count(), false);
      // The bounds end with the requested padding; a block is nevertheless filled to its end.
      long padded = rows.left() + rows.bytes() + rows.right();
      core.record.hull(
          destination, to, (rows.count() - 1) * rows.destinationStride() + padded, true);
      core.record.piece(
          destination,
          to,
          rows.pads() ? roundUp(padded) : padded,
          rows.destinationStride(),
          rows.count(),
          true);
    }
  }
}
