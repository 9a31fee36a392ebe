package org.ptoc.emulator.timing.trace;

import java.util.Arrays;
import org.ptoc.ir.cycles.ConstantRow;
import org.ptoc.ir.cycles.IssueCost;
import org.ptoc.ir.cycles.IssueSlot;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.MemoryBarrierKind;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.SchedulingClass;

/** A word of a vector region as the pipeline sees it: costs, slot and registers; immutable. */
public final class MicroOperation {
  /** Registers in one numbering: vectors, predicates, unaligned streams. */
  public static final int VECTORS = 32;

  static final int FIRST_PREDICATE = VECTORS;

  /**
   * The number of the first state of an unaligned stream; the four states follow the predicates.
   */
  public static final int FIRST_ALIGN = FIRST_PREDICATE + 16;

  /** How many registers there are in that numbering. */
  public static final int REGISTERS = FIRST_ALIGN + 4;

  private final IssueCost cost;
  private final int[] sources;
  private final int[] destinations;
  private final int vectorDestinations;
  private final boolean delaysLoads;
  private final boolean delaysStores;

  /**
   * A word with the costs of {@code row}, one of {@link org.ptoc.ir.cycles.MicroOperationTables}.
   */
  public MicroOperation(Instruction instruction, ConstantRow row) {
    this.cost = IssueCost.of(instruction.definition(), instruction.type(), row);
    this.sources = registers(instruction, false);
    this.destinations = registers(instruction, true);
    int vectors = 0;
    for (int register : destinations) {
      vectors += register < VECTORS ? 1 : 0;
    }
    this.vectorDestinations = vectors;
    MemoryBarrierKind kind =
        slot() == IssueSlot.MEMORY_BARRIER
            ? MemoryBarrierKind.byCode(instruction.field(FieldName.KIND))
                .orElse(MemoryBarrierKind.VV_ALL)
            : MemoryBarrierKind.SS_ALL;
    this.delaysLoads = kind == MemoryBarrierKind.VV_ALL || kind == MemoryBarrierKind.VST_VLD;
    this.delaysStores =
        kind == MemoryBarrierKind.VV_ALL
            || kind == MemoryBarrierKind.VLD_VST
            || kind == MemoryBarrierKind.VST_VST;
  }

  private static int[] registers(Instruction instruction, boolean written) {
    int[] found = new int[instruction.definition().operands().size()];
    int count = 0;
    for (OperandField operand : instruction.definition().operands()) {
      int register = register(operand, instruction);
      boolean wanted = written ? operand.access() != Access.READ : operand.access() != Access.WRITE;
      if (register >= 0 && wanted) {
        found[count++] = register;
      }
    }
    if (!written && mergesIntoDestination(instruction)) {
      found = Arrays.copyOf(found, count + 1);
      found[count++] = instruction.code(FieldName.VD);
    }
    return Arrays.copyOf(found, count);
  }

  /** Merging keeps lanes of the old destination, so that it is a source too. */
  private static boolean mergesIntoDestination(Instruction instruction) {
    return instruction.definition().operandInField(FieldName.MRG).isPresent()
        && instruction.field(FieldName.MRG) != 0;
  }

  /**
   * Number in the common numbering; -1 for scalars, constants and operands other than registers.
   */
  private static int register(OperandField operand, Instruction instruction) {
    if (operand.registerClass().isEmpty()) {
      return -1;
    }
    RegisterClass registers = operand.registerClass().get();
    int number = (int) instruction.value(operand);
    if (number == registers.constantRegister()) {
      return -1;
    }
    return switch (registers) {
      case X -> -1;
      case V -> number;
      case P -> FIRST_PREDICATE + number;
      case AL -> FIRST_ALIGN + number;
    };
  }

  /** True if the same word of another model has the same costs. */
  public boolean costsTheSame(MicroOperation other) {
    return cost.equals(other.cost);
  }

  /** What it costs. */
  public IssueCost cost() {
    return cost;
  }

  /** Where it starts. */
  public IssueSlot slot() {
    return cost.slot();
  }

  /** Cycles from start to completion. */
  public int latency() {
    return cost.latency();
  }

  /**
   * Cycles for which all slots of its kind are taken from its start; 0 when it takes one slot for
   * one cycle.
   */
  public int blocked() {
    return cost.blocked();
  }

  /** Registers read. */
  public int[] sources() {
    return sources;
  }

  /** Registers written. */
  public int[] destinations() {
    return destinations;
  }

  /** True if a store of its result takes a cycle longer (spec/30, section 9, store latency). */
  public boolean delaysStoreOfResult() {
    return cost.half() && cost.definition().schedulingClass() == SchedulingClass.ABS;
  }

  /** Vector registers written. */
  public int vectorDestinations() {
    return vectorDestinations;
  }

  /** True if it takes one of the credits that the compute queue and the stores share. */
  public boolean needsCredit() {
    return slot().isCompute() || slot() == IssueSlot.STORE;
  }

  /** True if it waits in the load/store queue. */
  public boolean isMemory() {
    return slot() == IssueSlot.LOAD || slot() == IssueSlot.STORE;
  }

  /** True if it starts an unaligned load stream. */
  public boolean primesStream() {
    return slot() == IssueSlot.LOAD
        && sources.length == 0
        && destinations.length == 1
        && destinations[0] >= FIRST_ALIGN;
  }

  /** True if later loads wait until the earlier stores are done. */
  public boolean delaysLoads() {
    return delaysLoads;
  }

  /** True if later stores wait until the earlier accesses are done. */
  public boolean delaysStores() {
    return delaysStores;
  }
}
