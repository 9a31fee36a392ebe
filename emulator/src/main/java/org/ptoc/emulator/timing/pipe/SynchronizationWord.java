package org.ptoc.emulator.timing.pipe;

import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.SynchronizationKind;
import org.ptoc.ir.isa.WordFormat;

/**
 * The fields of a word that orders pipes, read once for all its executions.
 *
 * @param pipe field {@code p1}
 * @param second field {@code p2}
 * @param otherMode field {@code mode} is not 0
 * @param drained what a data barrier waits for
 */
record SynchronizationWord(Pipe pipe, Pipe second, boolean otherMode, SynchronizationKind drained) {

  /** Represents words of other kinds. */
  static final SynchronizationWord NONE =
      new SynchronizationWord(Pipe.S, Pipe.S, false, SynchronizationKind.ALL);

  static SynchronizationWord of(Instruction instruction) {
    if (instruction.definition().format() != WordFormat.C) {
      return NONE;
    }
    return switch (WordKind.of(instruction)) {
      case SET_FLAG,
          WAIT_FLAG,
          BARRIER,
          GET_BUFFER,
          RELEASE_BUFFER,
          DATA_BARRIER,
          SET_CROSS_FLAG,
          WAIT_CROSS_FLAG,
          MEETING ->
          new SynchronizationWord(
              instruction.pipe(FieldName.P1),
              instruction.pipe(FieldName.P2),
              instruction.field(FieldName.MODE) != 0,
              drained(instruction));
      case SCALAR,
          TRANSFER,
          CUBE_COPY,
          PRODUCT,
          REPEATED,
          MICRO_OPERATION,
          REGION_BEGIN,
          REGION_END,
          LOOP ->
          NONE;
    };
  }

  /** A data barrier says what it waits for; a fence waits for all pipes. */
  private static SynchronizationKind drained(Instruction instruction) {
    boolean fence = instruction.performs(ControlOperation.FENCE);
    return fence
        ? SynchronizationKind.ALL
        : SynchronizationKind.byCode(instruction.field(FieldName.KIND))
            .orElse(SynchronizationKind.ALL);
  }
}
