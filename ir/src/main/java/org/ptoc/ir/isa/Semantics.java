package org.ptoc.ir.isa;

import java.util.List;

/**
 * What an instruction computes: lane expressions, or the name of a hand-written kernel of an
 * execution engine.
 */
public sealed interface Semantics {

  /** True if this is the operation {@code wanted} of one of the three kinds that have a name. */
  default boolean is(Operation wanted) {
    return switch (this) {
      case Lanes _ -> false;
      case Scalar(ScalarOperation operation) -> operation == wanted;
      case Unit(UnitOperation operation) -> operation == wanted;
      case Control(ControlOperation operation) -> operation == wanted;
    };
  }

  /** An operation with a name, whose meaning is not an expression over lanes. */
  sealed interface Operation permits ScalarOperation, UnitOperation, ControlOperation {}

  /**
   * Element-wise on vector registers, predicates or unified buffer operands.
   *
   * @param results one expression for each operand that the word writes, in their order
   * @param layout where narrow lanes stand
   */
  record Lanes(List<LaneExpression> results, Layout layout) implements Semantics {
    public Lanes {
      results = List.copyOf(results);
    }

    /** Of words with one result. */
    public Lanes(LaneExpression result) {
      this(List.of(result), Layout.PARTS);
    }

    /** True if a result depends on an operand. */
    public boolean reads(LaneExpression.Slot slot) {
      return results.stream().anyMatch(each -> each.reads(slot));
    }

    /** True if a result is a truth value, or a truth value chooses between operands. */
    public boolean isAboutTruth() {
      return reads(LaneExpression.Slot.SELECTOR)
          || results.stream().anyMatch(each -> each instanceof LaneExpression.Compare);
    }
  }

  /**
   * The places of lanes of a narrower type in a register; words of class U have only one layout.
   */
  enum Layout {
    /** Each is a part of a lane of the wider type, which the word names. */
    PARTS,
    /** Behind each other from the first one on. */
    CONSECUTIVE
  }

  /** On scalar registers and scalar memory. */
  record Scalar(ScalarOperation operation) implements Semantics {}

  /** Across lanes, on memory, or on predicates. */
  record Unit(UnitOperation operation) implements Semantics {}

  /** On the order of execution or on special registers. */
  record Control(ControlOperation operation) implements Semantics {}
}
