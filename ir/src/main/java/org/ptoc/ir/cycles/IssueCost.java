package org.ptoc.ir.cycles;

import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.SchedulingClass;

/**
 * Where a word of an A5 vector region starts and what it costs (spec/30, section 7).
 *
 * @param definition the row of the instruction table
 * @param half true if the operation type is in the column of the 16-bit floats
 * @param latency cycles from start to completion
 * @param ownInterval cycles between two of them on one unit
 * @param blocked cycles for which all slots of its kind are taken from its start; 0 when it takes
 *     one slot for one cycle
 */
public record IssueCost(
    InstructionDefinition definition,
    IssueSlot slot,
    boolean half,
    int latency,
    int ownInterval,
    int blocked) {

  /**
   * The costs of a word of {@code type} by its row of {@link MicroOperationTables}.
   *
   * @param type {@link DataType#NONE} for untyped words
   */
  public static IssueCost of(InstructionDefinition definition, DataType type, ConstantRow row) {
    return new IssueCost(
        definition,
        IssueSlot.of(definition),
        TypeColumn.of(type) == TypeColumn.F16 && type != DataType.NONE,
        row.value(MicroOperationTables.LATENCY),
        row.value(MicroOperationTables.OWN_INTERVAL),
        row.value(MicroOperationTables.BLOCKED));
  }

  /** The name by which exceptions of the tables know the word, without its type. */
  String mnemonic() {
    return definition.mnemonic();
  }

  /** The row of the tables that has its costs. */
  SchedulingClass schedulingClass() {
    return definition.schedulingClass();
  }
}
