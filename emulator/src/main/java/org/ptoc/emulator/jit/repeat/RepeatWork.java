package org.ptoc.emulator.jit.repeat;

import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneTyping;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.TypedExpression;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;

/**
 * What a word does to its lanes in the unified buffer: words with the same work share their code.
 */
sealed interface RepeatWork {

  /**
   * An expression of the instruction table.
   *
   * @param from type of the sources
   */
  record Lanes(TypedExpression expression, DataType from) implements RepeatWork {}

  /** Nothing that could be a loop over lanes. */
  record Other(String reason) implements RepeatWork {}

  /** The work of a word of the classes U and V. */
  static RepeatWork of(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Lanes _ when isBytes(instruction) ->
          new Other("two lanes of 8 bits share a bit of the mask");
      case Semantics.Lanes lanes ->
          new Lanes(LaneTyping.of(instruction, lanes).getFirst(), instruction.type());
      case Semantics.Unit(UnitOperation operation) -> unit(instruction, operation);
      default -> throw new IllegalArgumentException(instruction + " does not work on vectors");
    };
  }

  /** The work of one execution; {@code saturates} if its conversions to integers saturate. */
  static RepeatWork of(Instruction instruction, boolean saturates) {
    RepeatWork work = of(instruction);
    return work instanceof Lanes(TypedExpression.Convert convert, DataType from)
            && convert.type().isInteger()
        ? new Lanes(convert.saturating(saturates), from)
        : work;
  }

  private static boolean isBytes(Instruction instruction) {
    return instruction.definition().format() == WordFormat.U
        && instruction.type().bytes() == 1
        && instruction.resultType().bytes() == 1;
  }

  private static RepeatWork unit(Instruction instruction, UnitOperation operation) {
    return switch (operation) {
      case REDUCE_ADD, REDUCE_MAXIMUM, REDUCE_MINIMUM ->
          new Other("all lanes of a repeat become one result");
      case GROUP_ADD, GROUP_MAXIMUM, GROUP_MINIMUM ->
          new Other("all lanes of a block become one result");
      case PAIR_ADD -> new Other("two neighbouring lanes become one result");
      case GATHER_BYTE_OFFSETS -> new Other("its lanes come from addresses in memory");
      case BROADCAST_TO_BLOCKS -> new Other("one element fills a block");
      case REDUCE_BY_PATTERN -> new Other("the lanes that are kept move together");
      case BIT_SORT, SORT_BLOCK -> new Other("it sorts");
      case MERGE_SORT -> new Other("it merges lists");
      case TRANSPOSE -> new Other("it moves lanes between rows");
      default ->
          throw new IllegalArgumentException(instruction + " does not work on the unified buffer");
    };
  }
}
