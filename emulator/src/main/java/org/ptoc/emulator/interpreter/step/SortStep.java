package org.ptoc.emulator.interpreter.step;

import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.OperandDoubt;
import org.ptoc.emulator.unit.BlockSort;
import org.ptoc.emulator.unit.RecordMerge;
import org.ptoc.emulator.unit.Transposition;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.UnitOperation;

/** Sorts, merges and transposes on the unified buffer (spec/10, section 10). */
public final class SortStep extends Step {
  private static final int ALIGNMENT = 32;
  private static final int LISTS = 4;

  /** Longest list of the vendor's library (spec/10, pto.vmrgsort4). */
  private static final int USUAL_RECORDS = 4_095;

  private final UnitOperation operation;
  private final DataType type;
  private final int destination;
  private final int source;
  private final int third;
  private final int control;

  public SortStep(Instruction instruction, UnitOperation operation) {
    this.operation = operation;
    this.type = instruction.type();
    this.destination = instruction.code(FieldName.XD);
    this.source = instruction.code(FieldName.XN);
    this.third = instruction.code(FieldName.XM);
    this.control = instruction.code(FieldName.XT);
  }

  @Override
  public int execute(Core core, int at) {
    switch (operation) {
      case BIT_SORT -> sortRecords(core, core.x[control]);
      case SORT_BLOCK -> sortValues(core, core.x[control]);
      case MERGE_SORT -> merge(core, core.x[control]);
      case TRANSPOSE -> transpose(core, core.x[control]);
      default -> throw new IllegalStateException("no sort " + operation);
    }
    return at + 1;
  }

  private static int read(Core core, long address, long bytes) {
    core.record.reads(AddressSpace.UB, address, bytes);
    return core.ub(address, bytes, ALIGNMENT);
  }

  private static int write(Core core, long address, long bytes) {
    core.spend(bytes / Core.VECTOR_BYTES);
    core.record.writes(AddressSpace.UB, address, bytes);
    return core.ub(address, bytes, ALIGNMENT);
  }

  private static void noteRepeat(Core core, int repeat) {
    core.record.repeats(repeat);
    if (repeat == 0) {
      core.noteZeroRepeat();
    }
  }

  private static void checkDisjoint(long a, long aBytes, long b, long bBytes) {
    if (a < b + bBytes && b < a + aBytes) {
      throw Core.ubTrap(a, aBytes, "overlapping a source");
    }
  }

  private void sortRecords(Core core, long word) {
    Configuration.checked(ConfigurationWord.SRT, word);
    int repeat = (int) ConfigurationWord.SRT.get(word, ConfigurationField.REPEAT);
    long scoreBytes = (long) repeat * BlockSort.RECORDS * type.bytes();
    long indexBytes = (long) repeat * BlockSort.RECORDS * Integer.BYTES;
    long recordBytes = (long) repeat * BlockSort.RECORDS * BlockSort.RECORD_BYTES;
    int scores = read(core, core.x[source], scoreBytes);
    int indices = read(core, core.x[third], indexBytes);
    int records = write(core, core.x[destination], recordBytes);
    checkDisjoint(records, recordBytes, scores, scoreBytes);
    checkDisjoint(records, recordBytes, indices, indexBytes);
    noteRepeat(core, repeat);
    boolean smallerIndexFirst =
        ConfigurationWord.SRT.get(word, ConfigurationField.SMALLER_INDEX_FIRST) != 0;
    BlockSort.sortRecords(
        core.ub, records, scores, indices, repeat, type, smallerIndexFirst, core.scratch);
  }

  private void sortValues(Core core, long word) {
    Configuration.checked(ConfigurationWord.SRT, word);
    if (ConfigurationWord.SRT.get(word, ConfigurationField.SMALLER_INDEX_FIRST) != 0) {
      throw Configuration.illegal(
          "the configuration word of a sort without indices asks for the smaller index first");
    }
    int repeat = Math.max(1, (int) ConfigurationWord.SRT.get(word, ConfigurationField.REPEAT));
    long bytes = (long) repeat * BlockSort.RECORDS * type.bytes();
    int from = read(core, core.x[source], bytes);
    int to = write(core, core.x[destination], bytes);
    if (from != to) {
      checkDisjoint(to, bytes, from, bytes);
    }
    core.record.repeats(repeat);
    BlockSort.sortValues(core.ub, to, from, repeat, type, core.scratch);
  }

  private void merge(Core core, long word) {
    Configuration.checked(ConfigurationWord.MRG, word);
    int repeat = (int) ConfigurationWord.MRG.get(word, ConfigurationField.REPEAT);
    int lists = (int) ConfigurationWord.MRG.get(word, ConfigurationField.LISTS);
    long addresses = Configuration.checked(ConfigurationWord.LISTS, core.x[source]);
    long counts = core.x[third];
    if (lists != 0b0011 && lists != 0b0111 && lists != 0b1111) {
      throw Configuration.illegal(
          "list mask 0x" + Integer.toHexString(lists) + " is not two, three or four lists");
    }
    if (repeat > 1) {
      checkRepeats(word, lists, addresses, counts);
    }
    noteRepeat(core, repeat);
    if (repeat == 0) {
      return;
    }
    int used = Integer.bitCount(lists);
    long merged = 0;
    for (int k = 0; k < used; k++) {
      if (RecordMerge.count(counts, k) > USUAL_RECORDS) {
        core.record.doubts(OperandDoubt.LONG_LIST, RecordMerge.count(counts, k), k);
      }
      long bytes = (long) RecordMerge.count(counts, k) * BlockSort.RECORD_BYTES;
      long covered =
          repeat > 1
              ? bytes + (repeat - 1L) * RecordMerge.total(counts) * BlockSort.RECORD_BYTES
              : bytes;
      core.ub(RecordMerge.address(addresses, k), covered, BlockSort.RECORD_BYTES);
      core.record.reads(AddressSpace.UB, RecordMerge.address(addresses, k), covered);
      merged += bytes * repeat;
    }
    int to = core.ub(core.x[destination], merged, BlockSort.RECORD_BYTES);
    core.spend(merged / Core.VECTOR_BYTES);
    core.record.writes(AddressSpace.UB, to, merged);
    for (int k = 0; k < used; k++) {
      long bytes = (long) RecordMerge.count(counts, k) * BlockSort.RECORD_BYTES;
      checkDisjoint(to, merged, RecordMerge.address(addresses, k), bytes);
    }
    long taken = RecordMerge.merge(core.ub, to, addresses, counts, word, type);
    core.special[SpecialRegister.VMS4_SR.code()] = taken;
    core.record.number((long) RecordMerge.total(taken) * repeat);
  }

  /**
   * Several repeats need four equal lists behind each other, merged completely (spec/10,
   * pto.vmrgsort4).
   */
  private static void checkRepeats(long word, int lists, long addresses, long counts) {
    boolean legal =
        lists == 0b1111
            && ConfigurationWord.MRG.get(word, ConfigurationField.STOP_WHEN_EXHAUSTED) == 0;
    for (int k = 1; k < LISTS; k++) {
      legal &= RecordMerge.count(counts, k) == RecordMerge.count(counts, 0);
      legal &=
          RecordMerge.address(addresses, k)
              == RecordMerge.address(addresses, k - 1)
                  + RecordMerge.count(counts, 0) * BlockSort.RECORD_BYTES;
    }
    if (!legal) {
      throw Configuration.illegal("more than one repeat needs four equal consecutive lists");
    }
  }

  private void transpose(Core core, long word) {
    Configuration.checked(ConfigurationWord.TRN, word);
    int repeat = Math.max(1, (int) ConfigurationWord.TRN.get(word, ConfigurationField.REPEAT));
    int toStride =
        Math.max(1, (int) ConfigurationWord.TRN.get(word, ConfigurationField.DESTINATION_REPEAT));
    int fromStride =
        Math.max(1, (int) ConfigurationWord.TRN.get(word, ConfigurationField.FIRST_REPEAT));
    long fromBytes = ((repeat - 1L) * fromStride + 1) * Transposition.MATRIX_BYTES;
    long toBytes = ((repeat - 1L) * toStride + 1) * Transposition.MATRIX_BYTES;
    int from = read(core, core.x[source], fromBytes);
    int to = write(core, core.x[destination], toBytes);
    if (from != to) {
      checkDisjoint(to, toBytes, from, fromBytes);
    }
    core.record.repeats(repeat);
    Transposition.transpose(core.ub, to, from, repeat, toStride, fromStride, core.scratch);
  }
}
