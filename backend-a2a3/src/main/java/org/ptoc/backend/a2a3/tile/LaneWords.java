package org.ptoc.backend.a2a3.tile;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Semantics;

/**
 * Finds words of the profile by what they compute. What a vector operation means is in the row of
 * the word that it becomes on A5.
 */
final class LaneWords {
  private LaneWords() {}

  /** What an operation does; empty when it is not one word. */
  static Optional<Semantics> semantics(Operation op) {
    return op.definition()
        .instruction(InstructionTable.of(Profile.A5))
        .map(InstructionDefinition::semantics);
  }

  /**
   * What an operation computes in each lane; empty when lanes depend on each other, or when there
   * is more than one result.
   */
  static Optional<LaneExpression> expression(Operation op) {
    return semantics(op)
        .filter(Semantics.Lanes.class::isInstance)
        .map(Semantics.Lanes.class::cast)
        .filter(lanes -> lanes.results().size() == 1)
        .map(lanes -> lanes.results().getFirst());
  }

  /** The word that computes an expression for a type. */
  static Optional<InstructionDefinition> word(LaneExpression expression, DataType type) {
    return word(new Semantics.Lanes(expression), type, DataType.NONE);
  }

  /** The word with a meaning, for a source type and a result type or {@link DataType#NONE}. */
  static Optional<InstructionDefinition> word(
      Semantics semantics, DataType source, DataType result) {
    return InstructionTable.of(Profile.A2A3).definitions().stream()
        .filter(row -> row.semantics().equals(semantics) && row.types().accepts(source, result))
        .findFirst();
  }

  /** The arithmetic with one operand in place of another. */
  static LaneExpression with(
      LaneExpression expression, LaneExpression.Slot from, LaneExpression.Slot to) {
    return switch (expression) {
      case LaneExpression.Operand operand ->
          operand.slot() == from ? new LaneExpression.Operand(to) : operand;
      case LaneExpression.Constant constant -> constant;
      case LaneExpression.Apply(var function, List<LaneExpression> arguments) ->
          new LaneExpression.Apply(
              function, arguments.stream().map(each -> with(each, from, to)).toList());
      case LaneExpression.Convert convert -> convert;
      case LaneExpression.Compare compare -> compare;
      case LaneExpression.Below below -> below;
      case LaneExpression.Borrow borrow -> borrow;
    };
  }
}
