package org.ptoc.tools.watch;

import java.util.function.IntBinaryOperator;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.RegisterClass;

/**
 * The rule of a flow in which each register has one number.
 *
 * @param words what a word does to the numbers
 * @param ways what holds where two ways meet
 */
record RegisterFlow(VectorRegion region, Words words, IntBinaryOperator ways)
    implements ForwardFlow.Rule<int[]> {

  /** What words do. */
  interface Words {
    void step(Instruction instruction, int[] registers);
  }

  /**
   * The place of an operand among vector registers, behind which predicates follow; -1 for none.
   */
  static int register(Instruction instruction, OperandField operand) {
    return VectorRegion.register(instruction, operand, RegisterClass.V)
        .or(
            () ->
                VectorRegion.register(instruction, operand, RegisterClass.P)
                    .map(predicate -> RegisterClass.V.count() + predicate))
        .orElse(-1);
  }

  @Override
  public int[] copy(int[] state) {
    return state.clone();
  }

  @Override
  public void step(int word, int[] state) {
    words.step(region.program().at(word), state);
  }

  @Override
  public boolean join(int[] state, int[] other) {
    boolean changed = false;
    for (int i = 0; i < state.length; i++) {
      int joined = ways.applyAsInt(state[i], other[i]);
      changed |= joined != state[i];
      state[i] = joined;
    }
    return changed;
  }
}
